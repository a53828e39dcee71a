package io.ibench.measure;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The figures of one operation in a period. Immutable.
 *
 * @param failures by kind
 * @param poolWait waits of attempts for a pooled connection; part of the other latencies
 * @param buckets successes by service time, in {@link Buckets}
 */
public record OperationSummary(
    int operation,
    OperationCounts counts,
    List<Long> failures,
    LatencySummary service,
    LatencySummary response,
    Optional<LatencySummary> failed,
    Optional<LatencySummary> poolWait,
    List<Long> buckets) {

  public long count() {
    return counts.count();
  }

  public long rows() {
    return counts.rows();
  }

  public long retries() {
    return counts.retries();
  }

  public long clamped() {
    return counts.clamped();
  }

  public long unstarted() {
    return counts.unstarted();
  }

  public long abandoned() {
    return counts.abandoned();
  }

  public long late() {
    return counts.late();
  }

  public static OperationSummary of(int operation, OperationStats stats, int failureKinds) {
    Long[] failures = new Long[failureKinds];
    Arrays.setAll(failures, stats::failures);
    Long[] buckets = new Long[Buckets.COUNT];
    Arrays.setAll(buckets, stats::bucket);
    LatencySummary service = stats.serviceSummary();
    return new OperationSummary(
        operation,
        new OperationCounts(
            stats.successes(),
            stats.rows(),
            stats.retries(),
            stats.clamped(),
            stats.unstarted(),
            stats.abandoned(),
            stats.late()),
        List.of(failures),
        service,
        stats.isPaced() ? stats.responseSummary() : service,
        stats.failedSummary(),
        stats.poolWaitSummary(),
        List.of(buckets));
  }

  /** Whether nothing happened. */
  public boolean isEmpty() {
    return count() == 0
        && retries() == 0
        && unstarted() == 0
        && abandoned() == 0
        && failures.stream().allMatch(n -> n == 0);
  }
}
