package io.ibench.engine;

import io.ibench.db.Kind;
import java.util.EnumSet;
import java.util.Set;

/**
 * What follows from a failure.
 *
 * @param retries attempts beyond the first
 * @param backoffNanos before the first retry
 */
record RetryPolicy(int retries, long backoffNanos) {

  private static final Set<Kind> RETRYABLE = EnumSet.of(Kind.DEADLOCK, Kind.LOCK_TIMEOUT);

  /** What the next operation would meet as well, so that going on makes no sense. */
  private static final Set<Kind> HOPELESS =
      EnumSet.of(
          Kind.DENIED,
          Kind.NOT_FOUND,
          Kind.DISK_FULL,
          Kind.READ_ONLY,
          Kind.CONNECTION_LOST,
          Kind.SERVER_SHUTDOWN,
          Kind.OUTCOME_UNKNOWN);

  private static final int MOST_DOUBLINGS = 10;

  boolean retries(Kind kind, int attempt) {
    return attempt < retries && RETRYABLE.contains(kind);
  }

  boolean isHopeless(Kind kind) {
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
