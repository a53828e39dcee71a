package io.ibench.engine;

import io.ibench.db.FailureKind;
import java.util.EnumSet;
import java.util.Set;

/**
 * Decides which failures are retried, and when.
 *
 * @param retries attempts beyond the first
 * @param backoffNanos before the first retry
 * @param outages the kinds of outages whose end is awaited
 */
record RetryPolicy(int retries, long backoffNanos, Set<OutageKind> outages) {

  private static final Set<FailureKind> RETRYABLE =
      EnumSet.of(FailureKind.DEADLOCK, FailureKind.LOCK_TIMEOUT);

  /** Failures that the next operation would have too, and that no wait ends. */
  private static final Set<FailureKind> HOPELESS =
      EnumSet.of(FailureKind.DENIED, FailureKind.NOT_FOUND);

  /** An operation that lost its connection this often is probably the cause. */
  private static final int MAX_LOSSES = 10;

  private static final int MAX_DOUBLINGS = 10;

  boolean retries(FailureKind kind, int attempt) {
    int max = isLoss(kind) ? Math.min(retries, MAX_LOSSES) : retries;
    return attempt < max && (isLoss(kind) && isOutage(kind) || RETRYABLE.contains(kind));
  }

  /** Whether the connection is lost, so that a new one is needed first. */
  static boolean isLoss(FailureKind kind) {
    return kind.isConnectionLoss() || kind == FailureKind.OUTCOME_UNKNOWN;
  }

  /** Whether the operation waits for the server. */
  boolean isOutage(FailureKind kind) {
    return OutageKind.of(kind).filter(outages::contains).isPresent();
  }

  /** Whether the run ends. */
  boolean isHopeless(FailureKind kind) {
    return HOPELESS.contains(kind) || OutageKind.of(kind).isPresent() && !isOutage(kind);
  }

  /**
   * The pause before a retry.
   *
   * @param attempt from 0
   * @param jitter from 0 to 1, so that two victims of a deadlock do not meet again
   */
  long pauseNanos(int attempt, double jitter) {
    long max = backoffNanos << Math.min(attempt, MAX_DOUBLINGS);
    return (long) (max * (0.5 + 0.5 * jitter));
  }
}
