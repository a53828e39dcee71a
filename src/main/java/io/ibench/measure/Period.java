package io.ibench.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Folds intervals into a period. Owned by the ticker's thread. Its size does not depend on its
 * length, but for two numbers an interval, from which the rates' percentiles are taken.
 */
public final class Period {

  private final long startNanos;
  private final long startEpochMillis;
  private final long intervalNanos;
  private final Readings start;
  private final int failureKinds;
  private final List<OperationStats> sums;
  private final long[] tallies;
  private final Map<String, Long> highest = new HashMap<>();
  private final OutageSum outages = new OutageSum();
  private long[] intervals = new long[64];
  private long[] intervalRows = new long[64];
  private int fullIntervals;

  public Period(
      Shape shape, long startNanos, long startEpochMillis, long intervalNanos, Readings start) {
    this.startNanos = startNanos;
    this.startEpochMillis = startEpochMillis;
    this.intervalNanos = intervalNanos;
    this.start = start;
    this.failureKinds = shape.failureKinds();
    this.sums = Recorder.emptySums(shape.operations(), shape.failureKinds(), shape.paced());
    this.tallies = new long[shape.tallies()];
    raise(start);
  }

  /** How many operations, kinds of failure and tallies there are, and whether any is paced. */
  public record Shape(int operations, int failureKinds, int tallies, boolean paced) {}

  public long startNanos() {
    return startNanos;
  }

  /** Takes an interval in. */
  public void add(Snapshot snapshot) {
    for (int i = 0; i < sums.size(); i++) {
      sums.get(i).add(snapshot.operations().get(i));
    }
    for (int i = 0; i < tallies.length; i++) {
      tallies[i] += snapshot.tallies()[i];
    }
    snapshot.outages().forEach(outages::add);
    raise(snapshot.readings());
    if (snapshot.full()) {
      if (fullIntervals == intervals.length) {
        intervals = Arrays.copyOf(intervals, 2 * fullIntervals);
        intervalRows = Arrays.copyOf(intervalRows, 2 * fullIntervals);
      }
      intervals[fullIntervals] = snapshot.successes();
      intervalRows[fullIntervals++] = snapshot.rows();
    }
  }

  private void raise(Readings readings) {
    readings.values().forEach((metric, value) -> highest.merge(metric, value, Math::max));
  }

  /** Closes the period. */
  public PeriodResult close(long endNanos, long endEpochMillis, Readings end, boolean partial) {
    raise(end);
    List<OperationSummary> operations = new ArrayList<>();
    for (int i = 0; i < sums.size(); i++) {
      OperationSummary summary = OperationSummary.of(i, sums.get(i), failureKinds);
      if (!summary.isEmpty()) {
        operations.add(summary);
      }
    }
    return new PeriodResult(
        startNanos,
        endNanos,
        startEpochMillis,
        endEpochMillis,
        partial,
        List.copyOf(operations),
        tallies.clone(),
        start,
        end,
        Map.copyOf(highest),
        Arrays.copyOf(intervals, fullIntervals),
        Arrays.copyOf(intervalRows, fullIntervals),
        intervalNanos,
        outages.sum());
  }

  /** The statistics so far, by operation. Read only. */
  public List<OperationStats> sums() {
    return sums;
  }
}
