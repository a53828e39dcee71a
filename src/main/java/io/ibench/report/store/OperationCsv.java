package io.ibench.report.store;

import io.ibench.measure.LatencySummary;
import io.ibench.measure.OperationStats;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.report.figures.IntervalSums;
import io.ibench.report.figures.RunInfo;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes operations.csv: a row per operation every {@code latency.every}. Confined to the
 * coordinating thread.
 */
public final class OperationCsv implements RunListener, AutoCloseable {

  public static final String COLUMNS =
      "time,step,repeat,seconds,operation,count,errors,retries,rows,"
          + "service_p50_us,service_p99_us,service_p999_us,service_max_us,"
          + "response_p50_us,response_p99_us,response_p999_us,response_max_us";

  private final CsvFile csv;
  private final RunInfo run;
  private IntervalSums sums;

  OperationCsv(Path folder, RunInfo run, boolean continued) {
    this.run = run;
    this.sums = new IntervalSums(run);
    csv = new CsvFile(folder.resolve("operations.csv"), COLUMNS, continued);
  }

  @Override
  public void stepStarted(StepStart step) {
    sums = new IntervalSums(run);
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    sums.add(step, snapshot);
    if (sums.covers(run.latencyEveryNanos())) {
      write(step);
    }
  }

  private void write(StepStart step) {
    for (int i = 0; i < sums.stats().size(); i++) {
      OperationStats stats = sums.stats().get(i);
      if (stats.successes() > 0 || stats.failures() > 0) {
        List<Object> cells = new ArrayList<>();
        cells.add(Instant.ofEpochMilli(sums.endEpochMillis()));
        cells.add(step.name());
        cells.add(step.repeat());
        cells.add(sums.nanos() / 1e9);
        cells.add(run.operations().get(i));
        cells.add(stats.successes());
        cells.add(stats.failures());
        cells.add(stats.retries());
        cells.add(stats.rows());
        LatencySummary service = LatencySummary.of(stats.service());
        addLatencies(
            cells, service, stats.isPaced() ? LatencySummary.of(stats.response()) : service);
        csv.add(cells);
      }
    }
    csv.flush();
    sums.clear();
  }

  /** Adds the last cells of a row; they are empty without latencies. */
  public static void addLatencies(
      List<Object> cells, LatencySummary service, LatencySummary response) {
    addLatency(cells, service);
    addLatency(cells, response);
  }

  private static void addLatency(List<Object> cells, LatencySummary latency) {
    boolean empty = latency.count() == 0;
    cells.add(empty ? null : latency.p50Nanos() / 1e3);
    cells.add(empty ? null : latency.p99Nanos() / 1e3);
    cells.add(empty ? null : latency.p999Nanos() / 1e3);
    cells.add(empty ? null : latency.maxNanos() / 1e3);
  }

  @Override
  public void stepEnded(StepResult result) {
    if (!sums.isEmpty()) {
      write(result.step());
    }
  }

  @Override
  public void close() {
    csv.close();
  }
}
