package io.ibench.report.figures;

import io.ibench.measure.OperationStats;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Sums up the statistics of operations over some intervals of one step. Confined to the
 * coordinating thread.
 */
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

  /** Adds the next interval. */
  public void add(StepStart step, Snapshot snapshot) {
    long began = snapshot.endEpochMillis() - TimeUnit.NANOSECONDS.toMillis(snapshot.nanos());
    begin(step.paced(), snapshot.operations().size(), snapshot.startNanos(), began);
    add(snapshot.operations(), snapshot.endNanos(), snapshot.endEpochMillis());
  }

  /** Adds the intervals that follow in the same step. */
  public void add(IntervalSums next) {
    if (!next.isEmpty()) {
      boolean paced = next.stats.get(0).isPaced();
      begin(paced, next.stats.size(), next.startNanos, next.startEpochMillis);
      add(next.stats, next.endNanos, next.endEpochMillis);
    }
  }

  /**
   * Adds what another process has counted of the same step; call it before the first interval.
   *
   * @param startMillis when that process began to count, in milliseconds since 1970 UTC
   */
  public void addEarlier(List<OperationStats> earlier, boolean paced, long startMillis) {
    addEarlier(earlier, paced, startMillis, startMillis);
  }

  /**
   * The same.
   *
   * @param endMillis when that process ended to count
   */
  public void addEarlier(
      List<OperationStats> earlier, boolean paced, long startMillis, long endMillis) {
    begin(paced, earlier.size(), 0, startMillis);
    add(earlier, 0, endMillis);
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

  /** Resets all sums for the same step. It reuses the histograms, which are large. */
  public void clear() {
    stats.forEach(OperationStats::reset);
    isEmpty = true;
    startNanos = 0;
    endNanos = 0;
  }

  public boolean covers(long nanos) {
    return covers(nanos(), nanos, intervalNanos);
  }

  /**
   * Whether the covered time is at most half an interval shorter than {@code nanos}: ticks are
   * seldom on time.
   */
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
