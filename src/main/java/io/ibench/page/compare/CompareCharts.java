package io.ibench.page.compare;

import io.ibench.compare.Comparison;
import io.ibench.compare.StepComparison;
import io.ibench.measure.StepStart.Unit;
import io.ibench.page.ChartNotes;
import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Line;
import io.ibench.series.Curve;
import io.ibench.series.StepRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

    ChartReader(Comparison comparison) {
      this.comparison = comparison;
      this.runs = CompareRun.of(comparison);
      for (StepComparison step : CompareSteps.shown(comparison)) {
        if (step.unit() == Unit.QUERIES || step.unit() == Unit.ROWS) {
          units.put(step.step(), step.unit());
          rates.put(step.step(), new ArrayList<>());
        }
      }
    }

    CompareCharts drawn() throws IOException {
      int figures = CompareFigure.ALL.size() + operations().size();
      int lines = Math.max(1, runs.size() * units.size());
      CompareIntervals.Points points =
          new CompareIntervals.Points(share(lines), share(lines * figures));
      for (CompareRun run : runs) {
        readIntervals(run, points);
        readOperations(run, points.figure());
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

    private void readIntervals(CompareRun run, CompareIntervals.Points points) throws IOException {
      Optional<Path> file = run.file("intervals.csv", notes);
      if (file.isEmpty()) {
        return;
      }
      try (StepRows rows = run.rows(file.get())) {
        CompareIntervals intervals = new CompareIntervals(rows, units, points, run);
        intervals.read();
        notes.addFile("intervals.csv of " + run.name(), rows, "intervals", intervals.width());
        for (String step : units.keySet()) {
          intervals.step(step).ifPresent(lines -> add(run, step, lines));
        }
        line(run, Axis.ROWS, Map.of(), intervals.overRows()).ifPresent(overRows::add);
      }
    }

    private void add(CompareRun run, String step, CompareIntervals.StepLines lines) {
      line(run, Axis.STEP_TIME, Map.of(), lines.rate()).ifPresent(rates.get(step)::add);
      for (CompareFigure figure : CompareFigure.ALL) {
        Map<String, String> tags = CompareExplorer.tags(step, figure.label());
        line(run, Axis.STEP_TIME, tags, lines.figures().get(figure)).ifPresent(explorer::add);
      }
    }

    private void readOperations(CompareRun run, int maxPoints) throws IOException {
      Optional<Path> file = run.file("operations.csv", notes);
      if (file.isEmpty()) {
        return;
      }
      try (StepRows rows = run.rows(file.get())) {
        CompareOperations operations = new CompareOperations(rows, units.keySet(), run, maxPoints);
        operations.read();
        notes.addFile("operations.csv of " + run.name(), rows, "windows", 0);
        for (String step : units.keySet()) {
          operations
              .step(step)
              .forEach(
                  (operation, points) -> {
                    Map<String, String> tags = CompareExplorer.tags(step, "p99 us " + operation);
                    line(run, Axis.STEP_TIME, tags, points).ifPresent(explorer::add);
                  });
        }
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
              + " run's step began; of repeats the last one. From intervals.csv.",
          queries ? "queries/s" : "rows/s",
          false,
          List.of(),
          lines);
    }

    private List<Chart> others() throws IOException {
      List<Chart> charts = new ArrayList<>();
      Optional<StepComparison> main = CompareSteps.main(comparison);
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
