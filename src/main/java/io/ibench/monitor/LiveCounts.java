package io.ibench.monitor;

import io.ibench.measure.OperationStats;
import java.util.Arrays;

/**
 * What one operation has done in a step since the run began, all repeats together. Immutable.
 *
 * @param failures by kind
 * @param abandoned in flight at the end of a step, and cancelled
 */
public record LiveCounts(long successes, long[] failures, long abandoned, long rows, long retries) {

  public static LiveCounts none(int failureKinds) {
    return new LiveCounts(0, new long[failureKinds], 0, 0, 0);
  }

  /** Whether the operation has not occurred in the step. */
  boolean isEmpty() {
    return successes == 0
        && abandoned == 0
        && retries == 0
        && Arrays.stream(failures).allMatch(n -> n == 0);
  }

  public LiveCounts plus(OperationStats stats) {
    long[] kinds = new long[failures.length];
    for (int kind = 0; kind < kinds.length; kind++) {
      kinds[kind] = stats.failures(kind);
    }
    return plus(
        new LiveCounts(stats.successes(), kinds, stats.abandoned(), stats.rows(), stats.retries()));
  }

  public LiveCounts plus(LiveCounts more) {
    long[] sums = failures.clone();
    for (int kind = 0; kind < sums.length; kind++) {
      sums[kind] += more.failures[kind];
    }
    return new LiveCounts(
        successes + more.successes,
        sums,
        abandoned + more.abandoned,
        rows + more.rows,
        retries + more.retries);
  }
}
