package io.ibench.engine;

import io.ibench.db.FailureKind;
import java.util.EnumSet;
import java.util.Set;

/**
 * What follows from a failure.
 *
 * @param retries attempts beyond the first
 * @param backoffNanos before the first retry
 */
record RetryPolicy(int retries, long backoffNanos) {

  private static final Set<FailureKind> RETRYABLE =
      EnumSet.of(FailureKind.DEADLOCK, FailureKind.LOCK_TIMEOUT);

  /** What the next operation would meet as well, so that going on makes no sense. */
  private static final Set<FailureKind> HOPELESS =
      EnumSet.of(
          FailureKind.DENIED, FailureKind.NOT_FOUND, FailureKind.DISK_FULL, FailureKind.READ_ONLY);

  /** An operation that lost its connection so often is likely to be why. */
  private static final int MOST_LOSSES = 10;

  private static final int MOST_DOUBLINGS = 10;

  boolean retries(FailureKind kind, int attempt) {
    int most = isLoss(kind) ? Math.min(retries, MOST_LOSSES) : retries;
    return attempt < most && (isLoss(kind) || RETRYABLE.contains(kind));
  }

  /** Whether the connection is gone, so that a new one is needed before anything else. */
  static boolean isLoss(FailureKind kind) {
    return kind.isConnectionLoss() || kind == FailureKind.OUTCOME_UNKNOWN;
  }

  boolean isHopeless(FailureKind kind) {
    return HOPELESS.contains(kind);
  }

  /**
   * The pause before a retry.
   *
   * @param attempt from 0
   * @param jitter from 0 to 1, so that two victims do not meet again
   */
  long pauseNanos(int attempt, double jitter) {
    long longest = backoffNanos << Math.min(attempt, MOST_DOUBLINGS);
    return (long) (longest * (0.5 + 0.5 * jitter));
  }
}
