package io.ibench.measure;

import java.util.List;

/**
 * The counts and readings of one interval of one step, all workers together. Immutable by
 * convention: its arrays and statistics are read-only.
 *
 * @param operations by the operation's number
 * @param workloadCounters the workload's own counters, as differences over the interval
 * @param before the gauges at the interval's start
 * @param readings the gauges at the interval's end
 * @param workers at the interval's end
 * @param outages that ended in the interval, or were cut at its end
 * @param stalls that ended in the interval, or were cut at its end
 * @param clients each client's operations by number; one client has those of all
 */
public record Snapshot(
    IntervalSpan span,
    List<OperationStats> operations,
    long[] workloadCounters,
    Readings before,
    Readings readings,
    WorkerState workers,
    List<Outage> outages,
    List<Stall> stalls,
    List<List<OperationStats>> clients) {

  /**
   * When an interval began and ended.
   *
   * @param repeat which repeat of the step, from 1
   * @param full it had its full length; the last one of a step seldom has it
   */
  public record IntervalSpan(
      int repeat, long startNanos, long endNanos, long endEpochMillis, boolean full) {}

  public int repeat() {
    return span.repeat;
  }

  public long startNanos() {
    return span.startNanos;
  }

  public long endNanos() {
    return span.endNanos;
  }

  public long endEpochMillis() {
    return span.endEpochMillis;
  }

  public boolean full() {
    return span.full;
  }

  public long nanos() {
    return span.endNanos - span.startNanos;
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
