package io.ibench.engine;

import io.ibench.db.Aftermath;
import io.ibench.db.DatabaseException;
import io.ibench.measure.Clock;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Waits until the server does nothing any more for a lost connection: what is found out earlier may
 * change. Bounded, whatever the server does. One thread's, for one loss.
 */
final class AftermathWait {

  /** For a server that has been asked to end it. */
  static final long LONGEST_SECONDS = 60;

  /** For a server that does not show what it does. */
  static final long BLIND_SECONDS = 10;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Aftermath aftermath;
  private final Clock clock;
  private final RunControl control;
  private final OutageWatch outages;
  private long firstLookNanos;
  private boolean looked;

  /** How it ended. */
  enum End {
    /** What is found out now stays so, for all that is known. */
    SETTLED,
    /** It goes on, and nothing can be found out. */
    ENDLESS,
    /** Nobody waits any longer. */
    BROKEN_OFF
  }

  AftermathWait(Aftermath aftermath, Clock clock, RunControl control, OutageWatch outages) {
    this.aftermath = aftermath;
    this.clock = clock;
    this.control = control;
    this.outages = outages;
  }

  /**
   * Looks until it is over. When it fails it may be called again, and goes on with the same bounds.
   *
   * @param over ends the waiting
   * @param latestNanos when to look whether it is over, whatever the pause
   */
  End await(BooleanSupplier over, long latestNanos) throws DatabaseException {
    if (!looked) {
      looked = true;
      firstLookNanos = clock.nanoTime();
    }
    while (true) {
      Aftermath.State state = aftermath.look();
      if (state == Aftermath.State.OVER) {
        return End.SETTLED;
      }
      boolean unseen = state == Aftermath.State.UNSEEN;
      long mostNanos = TimeUnit.SECONDS.toNanos(unseen ? BLIND_SECONDS : LONGEST_SECONDS);
      long now = clock.nanoTime();
      if (now - firstLookNanos >= mostNanos) {
        if (unseen) {
          outages.settledBlind();
          return End.SETTLED;
        }
        outages.neverEnded();
        return End.ENDLESS;
      }
      if (over.getAsBoolean() || control.isStopped()) {
        return End.BROKEN_OFF;
      }
      clock.parkUntil(Math.min(now + PAUSE_NANOS, latestNanos));
    }
  }
}
