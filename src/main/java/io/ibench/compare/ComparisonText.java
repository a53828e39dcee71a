package io.ibench.compare;

import io.ibench.compare.FigureRow.Group;
import io.ibench.report.document.Block;
import io.ibench.report.document.Block.Notes;
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
import io.ibench.report.store.StoredRun;
import io.ibench.report.text.TextReport;
import io.ibench.report.text.VerdictText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A comparison as a person reads it: who is compared, what differs in how it was measured, then
 * each step. A pure function.
 */
public final class ComparisonText {

  /** What is longer would make a table too wide, and stands below it. */
  private static final int LONGEST_CELL = 32;

  private static final List<Group> MAIN = List.of(Group.RATE, Group.COST, Group.SIZE);
  private static final List<Group> CLIENT = List.of(Group.CLIENT);

  private final Comparison comparison;
  private final List<String> labels;

  private ComparisonText(Comparison comparison) {
    this.comparison = comparison;
    this.labels = comparison.labels();
  }

  /**
   * The whole text.
   *
   * @param markdown for GitHub, and not for a terminal
   * @param columns the maximum width of a table of text
   */
  public static String of(Comparison comparison, boolean markdown, int columns) {
    Layout layout = markdown ? new MarkdownLayout() : new TerminalLayout(columns);
    return new ComparisonText(comparison).document().text(layout);
  }

  private Document document() {
    List<Section> sections = new ArrayList<>();
    sections.add(settings("UNLIKE: not the same work, compared nevertheless", comparison.unlike()));
    sections.add(settings("differences in settings and environment", comparison.differences()));
    sections.add(Section.ofNotes(notes()));
    Optional<StepComparison> explained =
        comparison.shownSteps().stream().filter(StepComparison::hasRatios).findFirst();
    for (StepComparison step : comparison.shownSteps()) {
      sections.add(step(step, explained.filter(first -> first == step).isPresent()));
    }
    if (explained.isEmpty() && !comparison.shownSteps().isEmpty()) {
      sections.add(Section.ofNotes(List.of(Note.of("", Tested.of(comparison).sentence()))));
    }
    List<Note> about = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      String base = i == 0 ? "the base, " : "";
      about.add(Note.of("" + (i + 1), base + about(comparison.sides().get(i))));
    }
    return new Document("ibench: " + labels.size() + " sides compared", about, sections, "");
  }

  private Section step(StepComparison step, boolean explained) {
    StepComparisonTables tables = new StepComparisonTables(labels, step);
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Notes(new Conclusion(labels).of(step)));
    tables.absolute(MAIN).map(table -> table.titled("")).ifPresent(blocks::add);
    tables.relative(MAIN).ifPresent(blocks::add);
    if (explained) {
      blocks.add(new Notes(legend()));
    }
    blocks.addAll(tables.latencies());
    String client = "the client and its neighbours";
    tables.absolute(CLIENT).map(table -> table.titled(client)).ifPresent(blocks::add);
    tables
        .relative(CLIENT)
        .map(table -> table.titled(client + ", " + table.title()))
        .ifPresent(blocks::add);
    List<Note> notes = new ArrayList<>(new ReasonText(comparison.sides()).of(step));
    NearlyNothing.note(step).ifPresent(text -> notes.add(Note.of("", text)));
    notes.addAll(NoiseText.of(step));
    blocks.add(new Notes(notes));
    return new Section("", step.step(), "", blocks);
  }

  /** What differs between a side's runs stands with the differences. */
  private static String about(Side side) {
    List<RunReport> runs = side.runs().stream().map(StoredRun::report).toList();
    String folders =
        side.runs().stream().map(run -> run.folder().toString()).collect(Collectors.joining(", "));
    return String.format(
        "%s: %s: ibench %s, %s, %s; %s",
        side.name(),
        folders,
        different(runs.stream().map(RunReport::version).toList()),
        different(runs.stream().map(RunReport::workload).toList()),
        side.verdict().map(VerdictText::of).orElse("not judged"),
        different(runs.stream().map(run -> TextReport.target(run.database())).toList()));
  }

  private static String different(Collection<String> texts) {
    return String.join(" / ", new LinkedHashSet<>(texts));
  }

  private Section settings(String title, List<SettingDifference> differences) {
    List<TableColumn> columns =
        new ArrayList<>(List.of(TableColumn.text("where"), TableColumn.text("what")));
    labels.forEach(label -> columns.add(TableColumn.text(label)));
    List<Row> rows = new ArrayList<>();
    List<Note> below = new ArrayList<>();
    for (SettingDifference difference : differences) {
      if (difference.values().stream().anyMatch(value -> value.length() > LONGEST_CELL)) {
        below.add(Note.of("", inWords(difference)));
      } else {
        List<String> row = new ArrayList<>(List.of(difference.area(), difference.name()));
        row.addAll(difference.values());
        rows.add(Row.of(row));
      }
    }
    return new Section(
        "",
        differences.isEmpty() ? "" : title,
        "",
        List.of(new Table("", columns, rows), new Notes(below)));
  }

  private String inWords(SettingDifference difference) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < labels.size(); i++) {
      values.add((i + 1) + ": " + difference.values().get(i));
    }
    return difference.area() + " " + difference.name() + ": " + String.join("; ", values);
  }

  private List<Note> notes() {
    List<Note> notes = new ArrayList<>();
    if (comparison.differences().isEmpty()) {
      notes.add(Note.of("", "settings and environment do not differ, as far as the results show"));
    }
    comparison.notes().forEach(note -> notes.add(Note.of("", note)));
    if (!comparison.notInAll().isEmpty()) {
      notes.add(Note.of("not in all of them", String.join(", ", comparison.notInAll())));
    }
    if (comparison.shownSteps().isEmpty()) {
      notes.add(Note.of("", "no step with figures is in all of them"));
    }
    return notes;
  }

  private boolean hasInfinite() {
    return comparison.shownSteps().stream()
        .flatMap(step -> step.shownRows().stream())
        .flatMap(row -> row.cells().stream())
        .anyMatch(cell -> Double.isInfinite(cell.ratio()));
  }

  /** Several runs a side would tell of all of them. */
  private String uncertain(Tested tested) {
    boolean few =
        comparison.shownSteps().stream()
            .flatMap(step -> step.shownRows().stream())
            .flatMap(row -> row.cells().stream())
            .anyMatch(cell -> cell.isUncertain() && cell.noise().isUndecided());
    if (few) {
      return "; ? too few runs to know whether it is noise, of which at least "
          + Noise.LEAST_RUNS
          + " would tell";
    }
    return tested.unknown() > 0 ? "; ? its noise is not known: it may be no difference" : "";
  }

  private List<Note> legend() {
    Tested tested = Tested.of(comparison);
    String marks =
        "each figure divided by the base's: > above 1.05, < below 0.95; ~ within the noise"
            + uncertain(tested)
            + (hasInfinite() ? "; inf: the base is 0" : "")
            + "; - not known, or the step is left out";
    return List.of(Note.of("", marks), Note.of("", tested.sentence()));
  }
}
