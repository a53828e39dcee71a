package io.ibench.compare;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.Figures;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredRun;
import io.ibench.statistics.BatchMeans;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The figures of one run over time, from its files. Reads each file once, when it is first needed,
 * in bounded memory. Not thread-safe.
 */
final class RunSeries {

  private final Path folder;
  private final List<Figures> figures;
  private final Map<String, Unit> steps = new HashMap<>();
  private Optional<SeriesFile> intervals = Optional.empty();
  private Optional<SeriesFile> operations = Optional.empty();

  /**
   * @param steps the run's steps to read
   */
  RunSeries(StoredRun run, Collection<Step> steps) {
    this.folder = run.folder();
    this.figures = run.report().steps().stream().map(step -> step.whole().figures()).toList();
    steps.forEach(step -> this.steps.put(step.name(), step.unit()));
  }

  /** The intervals of a step until it has inserted this number of rows. */
  static RunSeries upTo(StoredRun run, Step step, double rows) {
    RunSeries series = new RunSeries(run, List.of(step));
    series.intervals =
        Optional.of(SeriesFile.upTo(rows, series.folder, series.steps, series.figures));
    return series;
  }

  /** The intervals of a step; empty if the file has none or cannot be read. */
  Optional<StepSeries> intervals(String step) {
    return intervals().find(step);
  }

  /**
   * What is known of a figure's noise within the run.
   *
   * @param means empty if nothing is known
   * @param batchSeconds the approximate length of a batch
   * @param unknown why nothing is known
   */
  record Known(Optional<BatchMeans> means, double batchSeconds, String unknown) {

    private static Known nothing(String why) {
      return new Known(Optional.empty(), Double.NaN, why);
    }
  }

  /** Whether a figure has a time series; other figures are one number a run. */
  static boolean has(ComparedFigure figure) {
    return isLatency(figure)
        ? SeriesFile.PERCENTILES.stream().anyMatch(name -> figure.key().endsWith("." + name))
        : Figure.of(figure.key()).filter(Figure.FOLLOWED::contains).isPresent();
  }

  static boolean isLatency(ComparedFigure figure) {
    return figure.group() == FigureRow.Group.LATENCY;
  }

  /** All repeats of the step together. */
  Known of(String step, ComparedFigure figure) {
    SeriesFile file = isLatency(figure) ? operations() : intervals();
    if (file.trouble().isPresent()) {
      return Known.nothing(file.trouble().get());
    }
    Optional<StepSeries> series = file.find(step);
    Optional<BatchMeans> means =
        series.flatMap(found -> found.find(figure.key())).flatMap(BatchMeans::of);
    if (means.isEmpty()) {
      String what = isLatency(figure) ? "windows of latencies" : "full intervals";
      return Known.nothing("fewer than " + BatchMeans.MIN + " " + what);
    }
    double seconds = series.orElseThrow().meanSeconds();
    return new Known(means, means.get().batchIntervals() * seconds, "");
  }

  private SeriesFile intervals() {
    SeriesFile file = intervals.orElseGet(() -> SeriesFile.intervals(folder, steps, figures));
    intervals = Optional.of(file);
    return file;
  }

  private SeriesFile operations() {
    SeriesFile file = operations.orElseGet(() -> SeriesFile.operations(folder, steps));
    operations = Optional.of(file);
    return file;
  }
}
