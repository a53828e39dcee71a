package io.ibench.page.compare;

import io.ibench.compare.Comparison;
import io.ibench.compare.EqualRows;
import io.ibench.compare.StepComparison;
import io.ibench.measure.StepStart.Unit;
import io.ibench.page.ChartNotes;
import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Line;
import io.ibench.report.figures.Figure;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.series.Curve;
import io.ibench.series.StepRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Charts that overlay the sides' lines, from the files of their result folders. Immutable.
 *
 * @param rates a chart for each step with a rate, by its name
 * @param others charts of the whole comparison
 * @param notes which lines are missing, and why
 */
record CompareCharts(Map<String, Chart> rates, List<Chart> others, List<String> notes) {

  /** The maximum of all lines of a chart together: about two megabytes. */
  private static final int POINTS = 120_000;

  private static final int MAX_OF_LINE = 2_000;
  private static final int MIN_OF_LINE = 60;

  static CompareCharts of(Comparison comparison) throws IOException {
    return new ChartReader(comparison).drawn();
  }

  ChartSet set() {
    List<Chart> charts = new ArrayList<>(rates.values());
    charts.addAll(others);
    return new ChartSet(0, List.of(), charts, notes);
  }

  /** Reads the folders, one run after the other. */
  private static final class ChartReader {

    private final Comparison comparison;
    private final List<CompareRun> runs;
    private final Map<String, Unit> units = new LinkedHashMap<>();
    private final Map<String, List<Line>> rates = new LinkedHashMap<>();
    private final List<Line> overRows = new ArrayList<>();
    private final CompareExplorer explorer = new CompareExplorer();
    private final ChartNotes notes = new ChartNotes();
    private final Set<String> longSteps;

    ChartReader(Comparison comparison) {
      this.comparison = comparison;
      this.runs = CompareRun.of(comparison);
      for (StepComparison step : comparison.stepsWithFigures()) {
        if (step.unit() == Unit.QUERIES || step.unit() == Unit.ROWS) {
          units.put(step.step(), step.unit());
          rates.put(step.step(), new ArrayList<>());
        }
      }
      for (EqualRows equal : comparison.equalRows()) {
        units.putIfAbsent(equal.step(), Unit.ROWS);
        rates.putIfAbsent(equal.step(), new ArrayList<>());
      }
      longSteps = longSteps();
    }

    CompareCharts drawn() throws IOException {
      int figures = CompareFigure.ALL.size() + 1 + operations().size() + clients();
      int lines = Math.max(1, runs.size() * units.size());
      CompareIntervals.Points points =
          new CompareIntervals.Points(share(lines), share(lines * figures));
      for (CompareRun run : runs) {
        readIntervals(run, points);
        addSizes(run, points.figure());
        readOperations(run, points.figure());
        readClients(run, points.figure());
      }
      return new CompareCharts(rateCharts(), others(), notes.all());
    }

    private static int share(int lines) {
      return Math.max(MIN_OF_LINE, Math.min(MAX_OF_LINE, POINTS / lines));
    }

    private Set<String> operations() {
      Set<String> names = new LinkedHashSet<>();
      for (CompareRun run : runs) {
        run.stored().report().steps().stream()
            .flatMap(step -> step.whole().operations().stream())
            .forEach(operation -> names.add(operation.name()));
      }
      return names;
    }

    private int clients() {
      return runs.stream()
          .flatMap(run -> run.stored().report().steps().stream())
          .mapToInt(step -> step.clients().size())
          .max()
          .orElse(0);
    }

    /** The steps that take long in any run. */
    private Set<String> longSteps() {
      return units.keySet().stream()
          .filter(step -> runs.stream().anyMatch(r -> r.seconds(step) >= MeanCurve.LONG_SECONDS))
          .collect(Collectors.toSet());
    }

    private void readIntervals(CompareRun run, CompareIntervals.Points points) throws IOException {
      Optional<Path> file = run.file("intervals.csv", notes);
      if (file.isEmpty()) {
        return;
      }
      try (StepRows rows = run.rows(file.get())) {
        CompareIntervals intervals = new CompareIntervals(rows, units, longSteps, points, run);
        intervals.read();
        notes.addFile("intervals.csv of " + run.name(), rows, "intervals", intervals.width());
        for (String step : units.keySet()) {
          intervals.step(step).ifPresent(lines -> add(run, step, lines));
        }
        line(run, Axis.ROWS, Map.of(), intervals.overRows()).ifPresent(overRows::add);
      }
    }

    private void add(CompareRun run, String step, CompareIntervals.StepLines lines) {
      line(run, Axis.STEP_TIME, Map.of(), lines.rate())
          .ifPresent(Objects.requireNonNull(rates.get(step))::add);
      for (CompareFigure figure : CompareFigure.ALL) {
        Map<String, String> tags = CompareExplorer.tags(step, figure.label());
        line(run, Axis.STEP_TIME, tags, Objects.requireNonNull(lines.figures().get(figure)).curve())
            .ifPresent(explorer::add);
      }
    }

    /** The size before the step, and at the end of each of its repeats or report periods. */
    private void addSizes(CompareRun run, int maxPoints) {
      for (String step : units.keySet()) {
        Curve sizes = new Curve(maxPoints);
        double at = 0;
        sizes.add(0, 0, run.sizeBefore(step));
        for (Step repeat : run.repeats(step)) {
          boolean whole = repeat.periods().isEmpty();
          for (Period period : whole ? List.of(repeat.whole()) : repeat.periods()) {
            at += period.figures().value(Figure.SECONDS);
            sizes.add(at, at, period.figures().value(Figure.SIZE_GB));
          }
        }
        Map<String, String> tags = CompareExplorer.tags(step, CompareFigure.SIZE);
        line(run, Axis.STEP_TIME, tags, sizes).ifPresent(explorer::add);
      }
    }

    private void readOperations(CompareRun run, int maxPoints) throws IOException {
      Optional<Path> file = run.file("operations.csv", notes);
      if (file.isEmpty()) {
        return;
      }
      try (StepRows rows = run.rows(file.get())) {
        CompareParts operations = CompareParts.operations(rows, units, maxPoints);
        operations.read();
        notes.addFile("operations.csv of " + run.name(), rows, "windows", 0);
        add(run, operations);
      }
    }

    /** Only runs with several clients have the file. */
    private void readClients(CompareRun run, int maxPoints) throws IOException {
      Path file = run.stored().folder().resolve("clients.csv");
      if (!Files.isRegularFile(file)) {
        return;
      }
      try (StepRows rows = run.rows(file)) {
        CompareParts clients = CompareParts.clients(rows, units, maxPoints);
        clients.read();
        notes.addFile("clients.csv of " + run.name(), rows, "rows of clients", 0);
        add(run, clients);
      }
    }

    private void add(CompareRun run, CompareParts parts) {
      for (String step : units.keySet()) {
        parts
            .step(step)
            .forEach(
                (part, points) ->
                    line(run, Axis.STEP_TIME, CompareExplorer.tags(step, part), points)
                        .ifPresent(explorer::add));
      }
    }

    /** Empty if no point has a value. */
    private static Optional<Line> line(
        CompareRun run, Axis axis, Map<String, String> tags, Curve curve) {
      return curve.isEmpty()
          ? Optional.empty()
          : Optional.of(new Line(run.name(), axis, tags, run.dashed(), curve.x(), curve.y()));
    }

    private Map<String, Chart> rateCharts() {
      Map<String, Chart> charts = new LinkedHashMap<>();
      rates.forEach(
          (step, lines) -> {
            if (!lines.isEmpty()) {
              charts.put(step, rateChart(step, charts.size() + 1, lines));
            }
          });
      return charts;
    }

    private Chart rateChart(String step, int number, List<Line> lines) {
      boolean queries = units.get(step) == Unit.QUERIES;
      return new Chart(
          "rate-" + number,
          step + ": " + (queries ? "queries" : "inserted rows") + " per second",
          "What was completed in each interval, divided by its length, by the time since each"
              + " run's step began; its repeats are joined. From intervals.csv.",
          queries ? "queries/s" : "rows/s",
          false,
          List.of(),
          lines);
    }

    private List<Chart> others() throws IOException {
      List<Chart> charts = new ArrayList<>();
      Optional<StepComparison> main = comparison.mainStep();
      if (main.isPresent()) {
        CompareDistribution.chart(runs, main.get(), notes).ifPresent(charts::add);
      }
      if (!overRows.isEmpty()) {
        charts.add(
            new Chart(
                "rate-over-rows",
                "Insert rate over rows inserted",
                "Rows inserted in each interval of steps that insert, divided by its length,"
                    + " against all rows that the run had inserted. From intervals.csv.",
                "rows/s",
                false,
                List.of(),
                overRows));
      }
      explorer.chart(main.map(StepComparison::step).orElse("")).ifPresent(charts::add);
      return charts;
    }
  }
}
