package io.ibench.report.store;

import io.ibench.measure.LatencySummary;
import io.ibench.measure.OperationStats;
import io.ibench.measure.PeriodResult;
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

/** operations.csv: a row per operation every {@code latency.every}. */
final class OperationCsv implements RunListener, AutoCloseable {

  private final CsvFile csv;
  private final RunInfo run;
  private IntervalSums sums;

  OperationCsv(Path folder, RunInfo run) {
    this.run = run;
    this.sums = new IntervalSums(run);
    List<String> head =
        new ArrayList<>(
            List.of(
                "time",
                "step",
                "repeat",
                "seconds",
                "operation",
                "count",
                "errors",
                "retries",
                "rows"));
    for (String kind : List.of("service", "response")) {
      for (String figure : List.of("p50", "p99", "p999", "max")) {
        head.add(kind + "_" + figure + "_us");
      }
    }
    csv = new CsvFile(folder.resolve("operations.csv"), head);
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
        addLatency(cells, service);
        addLatency(cells, stats.isPaced() ? LatencySummary.of(stats.response()) : service);
        csv.add(cells);
      }
    }
    csv.flush();
    sums.clear();
  }

  private static void addLatency(List<Object> cells, LatencySummary latency) {
    boolean empty = latency.count() == 0;
    cells.add(empty ? null : latency.p50Nanos() / 1e3);
    cells.add(empty ? null : latency.p99Nanos() / 1e3);
    cells.add(empty ? null : latency.p999Nanos() / 1e3);
    cells.add(empty ? null : latency.maxNanos() / 1e3);
  }

  @Override
  public void periodEnded(StepStart step, PeriodResult period, PeriodResult soFar) {}

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
