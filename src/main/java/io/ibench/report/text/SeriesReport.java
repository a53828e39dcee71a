package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Columns;
import io.ibench.report.document.Document;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.StoredRun;
import io.ibench.report.text.AnswerTable.StepSet;
import io.ibench.statistics.Sample;
import io.ibench.statistics.StudentsT;
import io.ibench.verdict.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The answer of several runs of the same: the mean of each figure over the runs, and how sure it
 * is. A run that did not end, or with the verdict INVALID, is listed and not in the means.
 */
public final class SeriesReport {

  private static final String INTERVAL =
      "The interval that contains the true mean with a probability of 95 % (Student's t), if the"
          + " runs differ by chance alone. No figure is below 0, and so is no interval.";
  private static final String VARIATION =
      "The coefficient of variation: the standard deviation of the runs in percent of their mean.";

  private final Path folder;
  private final List<StoredRun> runs;
  private final List<RunReport> counted;

  private SeriesReport(Path folder, List<StoredRun> runs) {
    this.folder = folder;
    this.runs = runs;
    this.counted =
        runs.stream().map(StoredRun::report).filter(run -> whyNot(run).isEmpty()).toList();
  }

  /**
   * The report of a folder with several runs.
   *
   * @param runs one or more, in order
   */
  public static String of(Path folder, List<StoredRun> runs, TextReport.Options options) {
    return new SeriesReport(folder, runs).document().text(options.layout());
  }

  /** Why a run of several is not in their means; empty if it is. */
  public static Optional<String> whyNot(RunReport run) {
    if (!run.damage().isEmpty()) {
      return Optional.of("DAMAGED: " + run.damage().get(0));
    }
    if (run.state() != RunState.DONE) {
      return Optional.of(run.state() == RunState.RUNNING ? "running, or killed" : state(run));
    }
    return run.verdict().filter(Verdict.INVALID::equals).map(VerdictText::of);
  }

  private static String state(RunReport run) {
    return run.state().label();
  }

  private Document document() {
    RunReport first = runs.get(0).report();
    String title =
        String.format(
            Locale.ROOT,
            "ibench %s: %s on %s, %s: %s",
            first.version(),
            first.workload(),
            first.database().fields().get("name"),
            runs(runs.size()),
            folder);
    List<Block> blocks = new ArrayList<>(List.of(runTable(), new Block.Notes(below())));
    if (!counted.isEmpty()) {
      blocks.add(meanTable());
    }
    return new Document(
        title,
        List.of(Note.of("", TextReport.target(first.database()))),
        List.of(Section.of(blocks)),
        end());
  }

  private static String runs(int count) {
    return count == 1 ? "1 run" : count + " runs";
  }

  private static String name(StoredRun run) {
    return String.valueOf(run.folder().getFileName());
  }

  private String end() {
    String all = runs(counted.size()) + " of " + runs.size() + " in the means";
    return counted.size() == 1 ? all + ": one run has no interval" : all;
  }

  /** Each run with its verdict and its rates. */
  private Table runTable() {
    return new Columns<StoredRun>()
        .text("run", SeriesReport::name)
        .addAll(
            steps(runs.stream().map(StoredRun::report).toList()),
            step -> TableColumn.number(step, "Its rate per second."),
            (run, step) ->
                NumberText.figure(set(run.report(), step).map(StepSet::ratePerSecond).orElse(null)))
        .addCells(TableColumn.text("verdict"), SeriesReport::verdict)
        .table(
            "queries, or inserted rows, per second", runs, run -> whyNot(run.report()).isPresent());
  }

  private static Cell verdict(StoredRun run) {
    Optional<Verdict> verdict = run.report().verdict();
    String state = run.report().state() == RunState.DONE ? "" : state(run.report()) + ", ";
    return new Cell(state + VerdictText.of(verdict), Tones.of(verdict), "");
  }

  /** Why runs are not in the means, or not to be trusted. */
  private List<Note> below() {
    List<Note> notes = new ArrayList<>(notCounted());
    SharedReasons reasons = new SharedReasons();
    for (StoredRun run : runs) {
      boolean degraded = run.report().verdict().equals(Optional.of(Verdict.DEGRADED));
      if (degraded && whyNot(run.report()).isEmpty()) {
        reasons.add(name(run), run.report());
      }
    }
    notes.addAll(reasons.mostFrequent("report of a run"));
    return notes;
  }

  private List<Note> notCounted() {
    List<Note> notes = new ArrayList<>();
    for (StoredRun run : runs) {
      whyNot(run.report())
          .ifPresent(
              why -> {
                List<String> reasons = run.report().reasons();
                String because = reasons.isEmpty() ? "" : ": " + String.join("; ", reasons);
                notes.add(
                    new Note(name(run), "not in the means, " + why + because, Cell.Tone.CARE));
              });
    }
    return notes;
  }

  /** The names of the steps that the answers of the runs contain, in order. */
  private static Set<String> steps(List<RunReport> runs) {
    return runs.stream()
        .flatMap(run -> AnswerTable.mainSets(run).stream())
        .map(StepSet::title)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Optional<StepSet> set(RunReport run, String step) {
    return AnswerTable.mainSets(run).stream().filter(set -> set.title().equals(step)).findFirst();
  }

  private Table meanTable() {
    List<TableColumn> columns =
        List.of(
            TableColumn.text("answer"),
            TableColumn.text("figure"),
            TableColumn.number("mean", "The mean of the runs."),
            TableColumn.number("95 % interval", INTERVAL),
            TableColumn.number("cv %", VARIATION),
            TableColumn.number("runs", "How many runs have the figure."));
    List<Row> rows = new ArrayList<>();
    for (String step : steps(counted)) {
      rows.addAll(rows(step));
    }
    return new Table(
        "",
        columns,
        rows,
        "95 % interval: of the mean, by Student's t; cv: the standard deviation of the runs in"
            + " percent of their mean.");
  }

  private List<Row> rows(String step) {
    List<StepSet> sets = counted.stream().flatMap(run -> set(run, step).stream()).toList();
    String per = sets.get(0).last().unit() == Unit.ROWS ? "i" : "q";
    List<Row> rows = new ArrayList<>();
    add(rows, step, per.equals("i") ? "rows/s" : "qps", sets, s -> Optional.of(s.ratePerSecond()));
    Set<Optional<String>> busiest = sets.stream().map(StepSet::busiest).collect(Collectors.toSet());
    String operation = busiest.size() == 1 ? " " + sets.get(0).busiest().orElse("") : "";
    add(rows, step, ("p99 us" + operation).strip(), sets, StepSet::p99Micros);
    add(rows, step, "r/" + per, sets, set -> set.cost(Figure.RPQ));
    add(rows, step, "wKB/" + per, sets, set -> set.cost(Figure.WKBPQ));
    boolean own = sets.stream().allMatch(set -> set.cost(Figure.OWN_CPU_US_PQ).isPresent());
    Figure cpu = own ? Figure.OWN_CPU_US_PQ : Figure.CPU_US_PQ;
    add(rows, step, (own ? "own cpu us/" : "cpu us/") + per, sets, set -> set.cost(cpu));
    add(rows, step, "size GB", sets, set -> set.size().map(Number::doubleValue));
    return rows;
  }

  /** Adds a row if any run has the figure; the first row of a step has its name. */
  private static void add(
      List<Row> rows,
      String step,
      String figure,
      List<StepSet> sets,
      Function<StepSet, Optional<Double>> value) {
    double[] values =
        sets.stream()
            .flatMap(set -> value.apply(set).stream())
            .mapToDouble(Double::doubleValue)
            .filter(Double::isFinite)
            .toArray();
    if (values.length == 0) {
      return;
    }
    Sample sample = Sample.of(values);
    double half = StudentsT.halfWidth95(sample);
    rows.add(
        Row.of(
            rows.isEmpty() ? step : "",
            figure,
            NumberText.figure(sample.mean()),
            Double.isNaN(half)
                ? NumberText.figure(null)
                : NumberText.figure(Math.max(0, sample.mean() - half))
                    + " ... "
                    + NumberText.figure(sample.mean() + half),
            NumberText.figure(100 * Math.sqrt(sample.variance()) / sample.mean()),
            NumberText.count(sample.n())));
  }
}
