package io.ibench.measure;

import java.util.List;

/**
 * What happened in one interval of one step, all workers together. Nobody changes it once made.
 *
 * @param repeat which repeat of the step, from 1
 * @param full the interval had its whole length; the last one of a step seldom has
 * @param operations by the operation's number
 * @param tallies the workload's own counters, as differences over the interval
 * @param before the gauges at the interval's start
 * @param readings the gauges at the interval's end
 * @param workers threads that were at work at the interval's end
 * @param oldestInFlightNanos age of the oldest operation under way at the end, from its intended
 *     start; 0 for none
 * @param workersAway those that were without a connection at the interval's end
 * @param outages that ended in the interval, or were cut at its end
 * @param clients each client's operations by number; only the whole's where there is one client
 */
public record Snapshot(
    int repeat,
    long startNanos,
    long endNanos,
    long endEpochMillis,
    boolean full,
    List<OperationStats> operations,
    long[] tallies,
    Readings before,
    Readings readings,
    int workers,
    long oldestInFlightNanos,
    int workersAway,
    List<Outage> outages,
    List<List<OperationStats>> clients) {

  /** An interval of one client. */
  public Snapshot(
      int repeat,
      long startNanos,
      long endNanos,
      long endEpochMillis,
      boolean full,
      List<OperationStats> operations,
      long[] tallies,
      Readings before,
      Readings readings,
      int workers,
      long oldestInFlightNanos,
      int workersAway,
      List<Outage> outages) {
    this(
        repeat,
        startNanos,
        endNanos,
        endEpochMillis,
        full,
        operations,
        tallies,
        before,
        readings,
        workers,
        oldestInFlightNanos,
        workersAway,
        outages,
        List.of(operations));
  }

  public long nanos() {
    return endNanos - startNanos;
  }

  /** Completed queries. */
  public long queries(List<Role> roles) {
    long sum = 0;
    for (int i = 0; i < operations.size(); i++) {
      sum += roles.get(i) == Role.QUERY ? operations.get(i).successes() : 0;
    }
    return sum;
  }

  /** Rows of all operations of a role. */
  public long rows(List<Role> roles, Role role) {
    long sum = 0;
    for (int i = 0; i < operations.size(); i++) {
      sum += roles.get(i) == role ? operations.get(i).rows() : 0;
    }
    return sum;
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
