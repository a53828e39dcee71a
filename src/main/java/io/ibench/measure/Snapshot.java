package io.ibench.measure;

import java.util.List;

/**
 * What happened in one interval of one step, all workers together. Nobody changes it once made.
 *
 * @param repeat which repeat of the step, from 1
 * @param full the interval had its whole length; the last one of a step seldom has
 * @param operations by the operation's number
 * @param tallies the workload's own counters, as differences over the interval
 * @param readings the gauges at the interval's end
 * @param workers threads that were at work at the interval's end
 * @param oldestInFlightNanos age of the oldest operation under way at the end, from its intended
 *     start; 0 for none
 * @param workersAway those that were without a connection at the interval's end
 * @param outages that ended in the interval, or were cut at its end
 */
public record Snapshot(
    int repeat,
    long startNanos,
    long endNanos,
    long endEpochMillis,
    boolean full,
    List<OperationStats> operations,
    long[] tallies,
    Readings readings,
    int workers,
    long oldestInFlightNanos,
    int workersAway,
    List<Outage> outages) {

  public long nanos() {
    return endNanos - startNanos;
  }

  public long successes() {
    return operations.stream().mapToLong(OperationStats::successes).sum();
  }

  public long rows() {
    return operations.stream().mapToLong(OperationStats::rows).sum();
  }

  public long failures() {
    return operations.stream().mapToLong(OperationStats::failures).sum();
  }
}
