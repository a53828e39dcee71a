package io.ibench.report.text;

import io.ibench.report.document.Block;
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
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Several runs in common tables, as published ones are: a row for each run. A numbered list above
 * the tables describes the runs; the rows have these numbers.
 */
public final class ComparisonReport {

  private final List<StoredRun> runs;
  private final Layout layout;

  private ComparisonReport(List<StoredRun> runs, boolean markdown) {
    this.runs = runs;
    this.layout =
        markdown ? new MarkdownLayout() : new TerminalLayout(TextReport.Options.ANY_WIDTH);
  }

  /** A table for each step that all runs have, with the last repeat of each run. */
  public static String engines(List<StoredRun> runs, boolean markdown) {
    ComparisonReport report = new ComparisonReport(runs, markdown);
    return report.text("", report.engineTables(), ComparisonReport::hasRate);
  }

  /** One table of loads: all steps of a run together that insert and do not query. */
  public static String loads(List<StoredRun> runs, boolean markdown) {
    ComparisonReport report = new ComparisonReport(runs, markdown);
    return report.text("", List.of(report.loadTable()), LoadTable::isLoad);
  }

  /**
   * Both kinds of tables, for each workload that several runs have.
   *
   * @return a text for each of these workloads, in the order of their first runs; no text for a
   *     workload without steps to compare
   */
  public static List<String> byWorkload(List<StoredRun> runs, boolean markdown) {
    Map<String, List<StoredRun>> workloads =
        runs.stream()
            .collect(
                Collectors.groupingBy(
                    run -> run.report().workload(), LinkedHashMap::new, Collectors.toList()));
    List<String> texts = new ArrayList<>();
    workloads.forEach(
        (workload, members) -> {
          ComparisonReport report = new ComparisonReport(members, markdown);
          if (members.size() > 1 && report.any(ComparisonReport::hasRate)) {
            texts.add(report.all(" of " + workload));
          }
        });
    return texts;
  }

  private String all(String suffix) {
    List<Block> blocks = engineTables();
    if (any(LoadTable::isLoad)) {
      blocks.add(loadTable());
    }
    return text(suffix, blocks, step -> hasRate(step) || LoadTable.isLoad(step));
  }

  private boolean any(Predicate<Step> wanted) {
    return runs.stream().anyMatch(run -> run.report().steps().stream().anyMatch(wanted));
  }

  private Table loadTable() {
    return LoadTable.of(runs.stream().map(StoredRun::report).toList());
  }

  private String text(String suffix, List<Block> blocks, Predicate<Step> shown) {
    String results = runs.size() == 1 ? " result" : " results";
    List<Note> about = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      about.add(Note.of("" + (i + 1), about(runs.get(i))));
    }
    List<Block> all = new ArrayList<>(blocks);
    all.add(new Notes(reasons(shown)));
    String title = "ibench: " + runs.size() + results + suffix + " compared";
    return new Document(title, about, List.of(Section.of(all)), "").text(layout);
  }

  private static String about(StoredRun stored) {
    RunReport run = stored.report();
    String verdict = run.verdict().map(v -> ", " + VerdictText.of(v)).orElse("");
    return String.format(
        "%s: ibench %s, %s, run %s, %s%s; %s",
        stored.folder(),
        run.version(),
        run.workload(),
        run.id(),
        run.state().label(),
        verdict,
        TextReport.target(run.database()));
  }

  private List<Block> engineTables() {
    List<String> common = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (String name : names()) {
      boolean everywhere = runs.stream().allMatch(run -> last(run, name).isPresent());
      (everywhere ? common : others).add(name);
    }
    List<Block> blocks = new ArrayList<>(common.stream().map(this::engineTable).toList());
    if (!others.isEmpty()) {
      blocks.add(new Notes(List.of(Note.of("not in all of them", String.join(", ", others)))));
    }
    return blocks;
  }

  /** The names of steps that have figures, in the order of their first appearance. */
  private Set<String> names() {
    return runs.stream()
        .flatMap(run -> run.report().steps().stream())
        .filter(ComparisonReport::hasRate)
        .map(Step::name)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static boolean hasRate(Step step) {
    return step.whole().figures().containsKey("ips") || step.whole().figures().containsKey("qps");
  }

  private static Optional<Step> last(StoredRun run, String name) {
    return run.report().steps().stream()
        .filter(step -> step.name().equals(name) && hasRate(step))
        .reduce((before, after) -> after);
  }

  private Table engineTable(String name) {
    List<Step> steps = runs.stream().map(run -> last(run, name).orElseThrow()).toList();
    List<FigureColumn> columns = FigureColumn.of(steps.get(0).unit(), steps);
    List<TableColumn> heads = new ArrayList<>();
    columns.forEach(column -> heads.add(column.head()));
    heads.addAll(List.of(TableColumn.text("engine"), TableColumn.text("verdict")));
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      List<Cell> row = new ArrayList<>(FigureColumn.cells(columns, steps.get(i).whole()));
      row.add(Cell.of(engine(i + 1, runs.get(i).report())));
      row.add(Tones.verdict(steps.get(i)));
      rows.add(new Row(row, false));
    }
    boolean repeats = steps.stream().anyMatch(step -> step.repeats() > 1);
    return new Table(name + (repeats ? ", the last repeat" : ""), heads, rows);
  }

  /** With the number of the run in the list above. */
  static String engine(int number, RunReport run) {
    Map<String, String> fields = run.database().fields();
    return String.format(
        Locale.ROOT,
        "%d %s %s %s",
        number,
        fields.get("product"),
        fields.get("version"),
        fields.get("engine"));
  }

  /** Why the figures of shown steps are not trusted; each reason with the numbers of its runs. */
  private List<Note> reasons(Predicate<Step> shown) {
    Map<String, List<String>> numbers = new LinkedHashMap<>();
    for (int i = 0; i < runs.size(); i++) {
      String number = "" + (i + 1);
      runs.get(i).report().steps().stream()
          .filter(shown)
          .flatMap(step -> step.reasons().stream().map(why -> step.title() + ": " + why))
          .forEach(why -> numbers.computeIfAbsent(why, key -> new ArrayList<>()).add(number));
    }
    List<Note> notes = new ArrayList<>();
    numbers.forEach((why, of) -> notes.add(Note.of(String.join(", ", of), why)));
    return notes;
  }
}
