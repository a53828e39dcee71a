package io.ibench.engine;

import io.ibench.db.Aftermath;
import io.ibench.db.DatabaseException;
import io.ibench.measure.Clock;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Waits until the server has stopped working for a lost connection: an answer before that may
 * change. The wait is bounded. Not thread-safe; one object for each loss.
 */
final class AftermathWait {

  /** The limit for a server that was told to end the session. */
  static final long LONGEST_SECONDS = 60;

  /** The limit for a server that does not show its sessions. */
  static final long BLIND_SECONDS = 10;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Aftermath aftermath;
  private final Clock clock;
  private final RunControl control;
  private final OutageWatch outages;
  private long firstLookNanos;
  private boolean looked;

  /** How the wait ended. */
  enum WaitResult {
    /** As far as is known, an answer is final now. */
    SETTLED,
    /** The server still works for the connection: the outcome stays unknown. */
    ENDLESS,
    /** The caller or the run ended the wait. */
    BROKEN_OFF
  }

  AftermathWait(Aftermath aftermath, Clock clock, RunControl control, OutageWatch outages) {
    this.aftermath = aftermath;
    this.clock = clock;
    this.control = control;
    this.outages = outages;
  }

  /**
   * Polls until the server is done. After an exception it may be called again; the limits continue.
   *
   * @param over ends the wait
   * @param latestNanos when to check {@code over} at the latest
   */
  WaitResult await(BooleanSupplier over, long latestNanos) throws DatabaseException {
    if (!looked) {
      looked = true;
      firstLookNanos = clock.nanoTime();
    }
    while (true) {
      Aftermath.State state = aftermath.look();
      if (state == Aftermath.State.OVER) {
        return WaitResult.SETTLED;
      }
      boolean unseen = state == Aftermath.State.UNSEEN;
      long maxNanos = TimeUnit.SECONDS.toNanos(unseen ? BLIND_SECONDS : LONGEST_SECONDS);
      long now = clock.nanoTime();
      if (now - firstLookNanos >= maxNanos) {
        if (unseen) {
          outages.resolvedUnseen();
          return WaitResult.SETTLED;
        }
        outages.neverEnded();
        return WaitResult.ENDLESS;
      }
      if (over.getAsBoolean() || control.isStopped()) {
        return WaitResult.BROKEN_OFF;
      }
      clock.parkUntil(Math.min(now + PAUSE_NANOS, latestNanos));
    }
  }
}
