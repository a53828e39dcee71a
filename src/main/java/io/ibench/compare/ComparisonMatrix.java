package io.ibench.compare;

import io.ibench.report.document.Block.Notes;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Document;
import io.ibench.report.document.Layout;
import io.ibench.report.document.MarkdownLayout;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.document.TerminalLayout;
import io.ibench.report.store.RunFile;
import io.ibench.statistics.Median;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * One figure of all steps as one table, in the form of published regression tests: steps as rows in
 * their groups, sides as columns, first the figure itself and then divided by the base's.
 * Stateless.
 */
public final class ComparisonMatrix {

  /** Instead of a figure: that of each step, queries or rows per second. */
  private static final String RATE = "rate";

  /** The end of a step's key that names its group. */
  private static final String GROUP = ".matrix_group";

  private static final String NO_GROUP = "";

  private final Comparison comparison;
  private final String key;
  private final Function<StepComparison, Optional<FigureRow>> rows;
  private final List<String> names;
  private final Map<String, String> settings;

  private ComparisonMatrix(
      Comparison comparison, String key, Function<StepComparison, Optional<FigureRow>> rows) {
    this.comparison = comparison;
    this.key = key;
    this.rows = rows;
    this.names = comparison.sides().stream().map(Side::name).toList();
    this.settings = settings(comparison.sides().get(0));
  }

  private static Map<String, String> settings(Side base) {
    Map<String, String> settings = new LinkedHashMap<>();
    RunFile.read(base.runs().get(0).folder())
        .settings()
        .forEach(setting -> settings.put(setting.name(), setting.value()));
    return settings;
  }

  /** The figures that can be asked for: those of any step that is compared, latencies in short. */
  public static Set<String> figures(Comparison comparison) {
    Set<String> keys = new LinkedHashSet<>(List.of(RATE));
    for (StepComparison step : comparison.shownSteps()) {
      for (FigureRow row : step.rows()) {
        keys.add(
            LatencyKey.of(row)
                .filter(latency -> !latency.response())
                .map(LatencyKey::statistic)
                .orElse(row.key()));
      }
    }
    return keys;
  }

  /**
   * The key of a figure that is given without its divisor, such as {@code cpu_us} for {@code
   * cpu_us_pq}; else the same.
   */
  public static String figure(String given, Set<String> known) {
    return known.contains(given)
        ? given
        : Stream.of("_pq", "pq")
            .map(divisor -> given + divisor)
            .filter(known::contains)
            .findFirst()
            .orElse(given);
  }

  /**
   * The table as text.
   *
   * @param key of the figure, such as {@code qps}; {@code rate} for the queries or rows per second
   *     of each step; or {@code p99_us} for the latency of the operation that a step has executed
   *     most often
   * @param markdown for GitHub, and not for a terminal
   * @param columns the maximum width of a table of text
   */
  public static String of(Comparison comparison, String key, boolean markdown, int columns) {
    return of(
        new ComparisonMatrix(
            comparison,
            key,
            key.equals(RATE)
                ? StepComparison::rate
                : step -> step.row(key).or(() -> latency(step, key))),
        markdown,
        columns);
  }

  /** The same of the CPU in a function. */
  public static String of(
      Comparison comparison, CpuFigure function, boolean markdown, int columns) {
    return of(new ComparisonMatrix(comparison, function.key(), function::row), markdown, columns);
  }

  private static String of(ComparisonMatrix matrix, boolean markdown, int columns) {
    Layout layout = markdown ? new MarkdownLayout() : new TerminalLayout(columns);
    return matrix.document().text(layout);
  }

  /** All steps with the figure by their groups; if there are groups, only those in one. */
  private Map<String, List<StepComparison>> groups() {
    Map<String, List<StepComparison>> groups = new LinkedHashMap<>();
    for (StepComparison step : comparison.stepsWithFigures()) {
      if (row(step).isPresent()) {
        String group = settings.getOrDefault(step.step() + GROUP, NO_GROUP);
        groups.computeIfAbsent(group, none -> new ArrayList<>()).add(step);
      }
    }
    if (groups.size() > 1) {
      groups.remove(NO_GROUP);
    }
    return groups;
  }

  private Document document() {
    Map<String, List<StepComparison>> groups = groups();
    List<Section> sections = new ArrayList<>();
    groups.forEach((group, steps) -> sections.add(section(group, steps)));
    sections.add(Section.of(List.of(new Notes(List.of(Note.of("", RatioText.MARKS))))));
    return new Document(title(groups), about(comparison), sections, "");
  }

  private String title(Map<String, List<StepComparison>> groups) {
    List<StepComparison> all = groups.values().stream().flatMap(List::stream).toList();
    List<String> medians = new ArrayList<>();
    for (int side = 1; side < names.size(); side++) {
      medians.add(names.get(side) + " " + RatioText.plain(median(all, side)));
    }
    return "ibench: "
        + key
        + " relative to "
        + names.get(0)
        + ", median of "
        + all.size()
        + " steps: "
        + String.join(", ", medians);
  }

  /** What is to be known before a table of one comparison. */
  static List<Note> about(Comparison comparison) {
    List<Note> notes = new ArrayList<>();
    if (!comparison.unlike().isEmpty()) {
      notes.add(Note.of("UNLIKE", "not the same work, compared nevertheless"));
    }
    comparison.notes().forEach(note -> notes.add(Note.of("", note)));
    if (!comparison.notInAll().isEmpty()) {
      notes.add(Note.of("not in all", String.join(", ", comparison.notInAll())));
    }
    return notes;
  }

  private Section section(String group, List<StepComparison> steps) {
    List<TableColumn> columns = new ArrayList<>(List.of(TableColumn.text("step")));
    FigureRow first = row(steps.get(0)).orElseThrow();
    String definition = ComparedCells.definition(first);
    // Each step has its own operation, whose name would be that of the first one.
    String shown =
        key.equals(RATE)
            ? RATE + "/s"
            : first.key().equals(key) ? first.shownName() : LatencyKey.name(key);
    names.forEach(name -> columns.add(new TableColumn(name, shown, definition, false)));
    for (int side = 1; side < names.size(); side++) {
      columns.add(new TableColumn(names.get(side), "/ " + names.get(0), definition, false));
    }
    List<Row> rows = new ArrayList<>();
    steps.forEach(step -> rows.add(row(step, row(step).orElseThrow())));
    if (steps.size() > 1) {
      rows.add(medians(steps));
    }
    return new Section("", group, "", List.of(new Table("", columns, rows)));
  }

  private Row row(StepComparison step, FigureRow figure) {
    List<Cell> cells = new ArrayList<>(List.of(Cell.of(step.step())));
    for (int side = 0; side < names.size(); side++) {
      cells.add(ComparedCells.value(step, figure, side));
    }
    for (int side = 1; side < names.size(); side++) {
      cells.add(ComparedCells.ratio(step, figure, side));
    }
    boolean leftOut = step.states().stream().anyMatch(state -> state.leftOut().isPresent());
    return new Row(cells, leftOut);
  }

  private Row medians(List<StepComparison> steps) {
    List<Cell> cells = new ArrayList<>(List.of(Cell.of("median")));
    names.forEach(name -> cells.add(Cell.of("")));
    for (int side = 1; side < names.size(); side++) {
      cells.add(Cell.of(RatioText.plain(median(steps, side))));
    }
    return new Row(cells, false);
  }

  /** Of the ratios of the steps that are compared; NaN without one. */
  private double median(List<StepComparison> steps, int side) {
    double[] ratios =
        steps.stream()
            .filter(step -> step.states().get(0).leftOut().isEmpty())
            .filter(step -> step.states().get(side).leftOut().isEmpty())
            .flatMap(step -> row(step).stream())
            .mapToDouble(row -> row.cells().get(side).ratio())
            .filter(ratio -> !Double.isNaN(ratio))
            .toArray();
    return Median.of(ratios);
  }

  /** The figure of a step. */
  private Optional<FigureRow> row(StepComparison step) {
    return rows.apply(step);
  }

  /** Of a latency that of the step's most frequent operation. */
  private static Optional<FigureRow> latency(StepComparison step, String key) {
    FigureRow best = null;
    double most = -1;
    for (FigureRow row : step.rows()) {
      Optional<LatencyKey> latency =
          LatencyKey.of(row).filter(found -> !found.response() && found.statistic().equals(key));
      if (latency.isPresent()) {
        double count =
            step.row(latency.get().operation() + ".count")
                .map(found -> found.cells().get(0).value())
                .orElse(0.0);
        if (count > most) {
          most = count;
          best = row;
        }
      }
    }
    return Optional.ofNullable(best);
  }
}
