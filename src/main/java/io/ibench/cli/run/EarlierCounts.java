package io.ibench.cli.run;

import io.ibench.measure.OperationStats;
import io.ibench.monitor.LiveCounts;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.store.Resumption;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.StoppedRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the earlier processes of a run have counted, for the counters of the metrics. Stateless. */
final class EarlierCounts {

  private EarlierCounts() {}

  /** By the step's name, then by the operation's number. */
  static Map<String, List<LiveCounts>> of(StoppedRun stopped, ReadyRun ready) throws IOException {
    Resumption resumption = ready.resumed().resumption();
    Map<String, List<LiveCounts>> counts = new LinkedHashMap<>();
    for (RunReport.Step step : resumption.steps()) {
      for (RunReport.Operation operation : step.whole().operations()) {
        int number = ready.info().operations().indexOf(operation.name());
        if (number >= 0) {
          add(counts, step.name(), number, counts(operation, ready.info()), ready.info());
        }
      }
    }
    Optional<String> underWay = stopped.position().step();
    List<OperationStats> stats = stopped.operationsUnderWay();
    for (int number = 0; underWay.isPresent() && number < stats.size(); number++) {
      LiveCounts none = LiveCounts.none(ready.info().failureKinds().size());
      add(counts, underWay.get(), number, none.plus(stats.get(number)), ready.info());
    }
    return counts;
  }

  private static void add(
      Map<String, List<LiveCounts>> counts, String step, int number, LiveCounts more, RunInfo run) {
    List<LiveCounts> sums =
        counts.computeIfAbsent(
            step,
            any ->
                new ArrayList<>(
                    Collections.nCopies(
                        run.operations().size(), LiveCounts.none(run.failureKinds().size()))));
    sums.set(number, sums.get(number).plus(more));
  }

  private static LiveCounts counts(RunReport.Operation operation, RunInfo run) {
    long[] failures = new long[run.failureKinds().size()];
    for (int kind = 0; kind < failures.length; kind++) {
      failures[kind] = operation.errors().getOrDefault(run.failureKinds().get(kind), 0).longValue();
    }
    return new LiveCounts(
        operation.count(), failures, operation.abandoned(), operation.rows(), operation.retries());
  }
}
