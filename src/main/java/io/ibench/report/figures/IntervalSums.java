package io.ibench.report.figures;

import io.ibench.measure.OperationStats;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Operations' statistics over some intervals of one step. Used by the coordinating thread. */
public final class IntervalSums {

  private final int failureKinds;
  private final long intervalNanos;
  private final List<OperationStats> stats = new ArrayList<>();
  private boolean isEmpty = true;
  private long startNanos;
  private long startEpochMillis;
  private long endNanos;
  private long endEpochMillis;

  public IntervalSums(RunInfo run) {
    failureKinds = run.failureKinds().size();
    intervalNanos = run.intervalNanos();
  }

  /** Takes in the next interval. */
  public void add(StepStart step, Snapshot snapshot) {
    long began = snapshot.endEpochMillis() - TimeUnit.NANOSECONDS.toMillis(snapshot.nanos());
    begin(step.paced(), snapshot.operations().size(), snapshot.startNanos(), began);
    add(snapshot.operations(), snapshot.endNanos(), snapshot.endEpochMillis());
  }

  /** Takes in the intervals that follow, of the same step. */
  public void add(IntervalSums next) {
    if (!next.isEmpty()) {
      boolean paced = next.stats.get(0).isPaced();
      begin(paced, next.stats.size(), next.startNanos, next.startEpochMillis);
      add(next.stats, next.endNanos, next.endEpochMillis);
    }
  }

  private void begin(boolean paced, int operations, long nanos, long epochMillis) {
    if (isEmpty) {
      isEmpty = false;
      startNanos = nanos;
      startEpochMillis = epochMillis;
    }
    while (stats.size() < operations) {
      stats.add(new OperationStats(failureKinds, paced));
    }
  }

  private void add(List<OperationStats> more, long nanos, long epochMillis) {
    for (int i = 0; i < stats.size(); i++) {
      stats.get(i).add(more.get(i));
    }
    endNanos = nanos;
    endEpochMillis = epochMillis;
  }

  /** Begins anew in the same step, with the memory that it has: histograms are large. */
  public void clear() {
    stats.forEach(OperationStats::reset);
    isEmpty = true;
    startNanos = 0;
    endNanos = 0;
  }

  public boolean covers(long nanos) {
    return covers(nanos(), nanos, intervalNanos);
  }

  /** Whether so much time is covered, give or take half an interval: ticks are seldom on time. */
  public static boolean covers(long coveredNanos, long nanos, long intervalNanos) {
    return coveredNanos >= nanos - intervalNanos / 2;
  }

  public boolean isEmpty() {
    return isEmpty;
  }

  /** By operation; empty before the first interval. */
  public List<OperationStats> stats() {
    return stats;
  }

  public long nanos() {
    return endNanos - startNanos;
  }

  public long startEpochMillis() {
    return startEpochMillis;
  }

  public long endEpochMillis() {
    return endEpochMillis;
  }
}
