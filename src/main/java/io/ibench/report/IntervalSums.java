package io.ibench.report;

import io.ibench.measure.OperationStats;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Operations' statistics over some intervals of one step. Used by the coordinating thread. */
final class IntervalSums {

  private final int failureKinds;
  private final long intervalNanos;
  private final List<OperationStats> stats = new ArrayList<>();
  private long startNanos;
  private long startEpochMillis;
  private long endNanos;
  private long endEpochMillis;

  IntervalSums(RunInfo run) {
    failureKinds = run.failureKinds().size();
    intervalNanos = run.intervalNanos();
  }

  /** Takes in the next interval. */
  void add(StepStart step, Snapshot snapshot) {
    if (stats.isEmpty()) {
      for (int i = 0; i < snapshot.operations().size(); i++) {
        stats.add(new OperationStats(failureKinds, step.paced()));
      }
      startNanos = snapshot.startNanos();
      startEpochMillis =
          snapshot.endEpochMillis() - TimeUnit.NANOSECONDS.toMillis(snapshot.nanos());
    }
    for (int i = 0; i < stats.size(); i++) {
      stats.get(i).add(snapshot.operations().get(i));
    }
    endNanos = snapshot.endNanos();
    endEpochMillis = snapshot.endEpochMillis();
  }

  /** Whether so much time is covered, give or take half an interval: ticks are seldom on time. */
  boolean covers(long nanos) {
    return nanos() >= nanos - intervalNanos / 2;
  }

  boolean isEmpty() {
    return stats.isEmpty();
  }

  /** By operation; empty before the first interval. */
  List<OperationStats> stats() {
    return stats;
  }

  long nanos() {
    return endNanos - startNanos;
  }

  long startEpochMillis() {
    return startEpochMillis;
  }

  long endEpochMillis() {
    return endEpochMillis;
  }
}
