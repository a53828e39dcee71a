package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.engine.ReconnectBackoff.Call;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Shows which calls a worker makes to the server after an operation has failed, and remembers that
 * a call was broken off. Confined to the worker's thread, except where noted.
 */
final class RecoveryCalls {

  private static final double SECOND_NANOS = 1e9;

  private final AtomicLong begun = new AtomicLong();
  private volatile boolean recovering;
  private volatile boolean inCall;

  /** How long the call that was broken off had no answer; 0: none was. */
  private volatile long silentNanos;

  /** From now on the worker waits for the server during {@link #call} only. */
  void begin() {
    recovering = true;
  }

  /** The next operation is one call again. */
  void end() {
    recovering = false;
  }

  <T> T call(Call<T> call) throws DatabaseException {
    begun.incrementAndGet();
    inCall = true;
    try {
      return call.call();
    } catch (DatabaseException e) {
      throw explained(e);
    } finally {
      inCall = false;
    }
  }

  /** The number of calls that have begun. Any thread. */
  long begun() {
    return begun.get();
  }

  /** Whether the worker waits for the server while an operation is in flight. Any thread. */
  boolean isCalling() {
    return !recovering || inCall;
  }

  /** The current call is broken off. Any thread. */
  void breakOff(long afterNanos) {
    silentNanos = afterNanos;
  }

  /**
   * The failure of a call. That of one that was broken off is a lost connection, whatever the
   * driver makes of it, unless the server has answered.
   */
  DatabaseException explained(DatabaseException failure) {
    long silent = silentNanos;
    if (silent == 0) {
      return failure;
    }
    silentNanos = 0;
    return switch (failure.kind()) {
      case CONNECTION_LOST, SERVER_SHUTDOWN, OUTCOME_UNKNOWN -> of(failure.kind(), silent, failure);
      case TIMEOUT -> of(FailureKind.CONNECTION_LOST, silent, failure);
      case FATAL -> of(FailureKind.OUTCOME_UNKNOWN, silent, failure);
      default -> failure;
    };
  }

  private static DatabaseException of(
      FailureKind kind, long silentNanos, DatabaseException failure) {
    return new DatabaseException(
        kind,
        String.format(
            Locale.ROOT,
            "no answer for %.1f s, broken off by outage.silent: %s",
            silentNanos / SECOND_NANOS,
            failure.getMessage()),
        failure);
  }
}
