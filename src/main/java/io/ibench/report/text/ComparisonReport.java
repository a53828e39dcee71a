package io.ibench.report.text;

import io.ibench.report.document.Block;
import io.ibench.report.document.Block.Notes;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Columns;
import io.ibench.report.document.Document;
import io.ibench.report.document.Layout;
import io.ibench.report.document.MarkdownLayout;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.TableColumn;
import io.ibench.report.document.TerminalLayout;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.RunLabel;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredRun;
import io.ibench.report.text.Arrangement.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Several runs in common tables, as published ones are: a row for each run or load. A numbered list
 * above the tables describes the runs; the rows have these numbers.
 */
public final class ComparisonReport {

  private final List<StoredRun> runs;
  private final Arrangement arrangement;

  /** The tags that all runs have; no row repeats them. */
  private final Map<String, String> common;

  private final boolean labelled;
  private final Layout layout;

  private ComparisonReport(List<StoredRun> runs, Arrangement arrangement, boolean markdown) {
    this.runs = runs;
    this.arrangement = arrangement;
    this.common = RunLabel.common(runs.stream().map(run -> run.report().label()).toList());
    this.labelled = runs.stream().anyMatch(run -> !label(run.report()).isEmpty());
    this.layout =
        markdown ? new MarkdownLayout() : new TerminalLayout(TextReport.Options.ANY_WIDTH);
  }

  /** A table for each step that all runs have, with the last repeat of each run. */
  public static String engines(List<StoredRun> runs, Arrangement arrangement, boolean markdown) {
    ComparisonReport report = new ComparisonReport(runs, arrangement, markdown);
    return report.text("", report.engineTables(), ComparisonReport::hasRate);
  }

  /** One table of loads, with a row for each step that inserts and does not query. */
  public static String loads(List<StoredRun> runs, Arrangement arrangement, boolean markdown) {
    ComparisonReport report = new ComparisonReport(runs, arrangement, markdown);
    return report.text("", List.of(report.loadTable()), LoadTable::isLoad);
  }

  /**
   * Both kinds of tables, for each workload that several runs have.
   *
   * @return a text for each of these workloads, in the order of their first runs; no text for a
   *     workload without steps to compare
   */
  public static List<String> byWorkload(
      List<StoredRun> runs, Arrangement arrangement, boolean markdown) {
    Map<String, List<StoredRun>> workloads =
        runs.stream()
            .collect(
                Collectors.groupingBy(
                    run -> run.report().workload(), LinkedHashMap::new, Collectors.toList()));
    List<String> texts = new ArrayList<>();
    workloads.forEach(
        (workload, members) -> {
          ComparisonReport report = new ComparisonReport(members, arrangement, markdown);
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
    List<Entry> entries = new ArrayList<>();
    for (String name : names(LoadTable::isLoad)) {
      for (int i = 0; i < runs.size(); i++) {
        RunReport run = runs.get(i).report();
        int number = i + 1;
        run.steps().stream()
            .filter(step -> step.name().equals(name) && LoadTable.isLoad(step))
            .forEach(step -> entries.add(new Entry(number, run, Optional.of(step))));
      }
    }
    for (int i = 0; i < runs.size(); i++) {
      RunReport run = runs.get(i).report();
      if (run.steps().stream().noneMatch(LoadTable::isLoad)) {
        entries.add(new Entry(i + 1, run, Optional.empty()));
      }
    }
    return table(LoadTable.TITLE, LoadTable::addTo, true, entries);
  }

  /**
   * A table with a row for each entry: the group, the step, the figures, the database, the verdict
   * and the label, as far as there are such.
   */
  private Table table(
      String title, Consumer<Columns<Entry>> figures, boolean loads, List<Entry> entries) {
    Columns<Entry> table = new Columns<>();
    arrangement
        .groupBy()
        .ifPresent(name -> table.text(name, entry -> arrangement.group(entry.run())));
    if (loads) {
      table.text("step", entry -> entry.step().map(Step::title).orElse("-"));
    }
    figures.accept(table);
    table
        .text(loads ? "Server" : "engine", entry -> engine(entry.number(), entry.run()))
        .addCells(
            TableColumn.text("verdict"),
            entry -> entry.step().map(Tones::verdict).orElse(Cell.of("-")))
        .addIf(labelled, TableColumn.text(RunLabel.LABEL), entry -> Cell.of(label(entry.run())));
    return table.table(title, arrangement.ordered(entries));
  }

  /** What distinguishes the run, and its row does not show as its group. */
  private String label(RunReport run) {
    RunLabel own = run.label().beside(common);
    return arrangement.groupBy().map(own::without).orElse(own).text();
  }

  private String text(String suffix, List<Block> blocks, Predicate<Step> shown) {
    String results = runs.size() == 1 ? " result" : " results";
    List<Note> about = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      about.add(Note.of("" + (i + 1), about(runs.get(i))));
    }
    if (!common.isEmpty()) {
      about.add(Note.of("all", new RunLabel(Optional.empty(), common).text()));
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
        Locale.ROOT,
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
    for (String name : names(ComparisonReport::hasRate)) {
      boolean everywhere = runs.stream().allMatch(run -> last(run, name).isPresent());
      (everywhere ? common : others).add(name);
    }
    List<Block> blocks = new ArrayList<>(common.stream().map(this::engineTable).toList());
    if (!others.isEmpty()) {
      blocks.add(new Notes(List.of(Note.of("not in all of them", String.join(", ", others)))));
    }
    return blocks;
  }

  /** The names of these steps, in the order of their first appearance. */
  private Set<String> names(Predicate<Step> wanted) {
    return runs.stream()
        .flatMap(run -> run.report().steps().stream())
        .filter(wanted)
        .map(Step::name)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static boolean hasRate(Step step) {
    return step.whole().figures().knows(Figure.IPS) || step.whole().figures().knows(Figure.QPS);
  }

  private static Optional<Step> last(StoredRun run, String name) {
    return run.report().steps().stream()
        .filter(step -> step.name().equals(name) && hasRate(step))
        .reduce((before, after) -> after);
  }

  private Table engineTable(String name) {
    List<Step> steps = runs.stream().map(run -> last(run, name).orElseThrow()).toList();
    List<FigureColumn> columns = FigureColumn.published(steps.get(0).unit(), steps);
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      entries.add(new Entry(i + 1, runs.get(i).report(), Optional.of(steps.get(i))));
    }
    boolean repeats = steps.stream().anyMatch(step -> step.repeats() > 1);
    String title = name + (repeats ? ", the last repeat (ibench compare joins all)" : "");
    return table(
            title + RateUnits.head(columns),
            table ->
                columns.forEach(
                    column -> column.addTo(table, entry -> entry.step().orElseThrow().whole())),
            false,
            entries)
        .noted(RateUnits.intervals(columns, steps));
  }

  /** With the number of the run in the list above. */
  private static String engine(int number, RunReport run) {
    Map<String, String> fields = run.database().fields();
    return String.format(
            Locale.ROOT,
            "%d %s %s %s",
            number,
            fields.get("product"),
            fields.get("version"),
            fields.get("engine"))
        .strip();
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
