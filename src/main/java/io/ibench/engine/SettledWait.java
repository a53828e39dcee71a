package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.measure.Clock;
import io.ibench.workload.ActionContext.Settled;
import java.util.concurrent.TimeUnit;

/** An action's wait until the database has settled. Confined to the action's thread. */
final class SettledWait {

  /** Between two checks. */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Clock clock;

  SettledWait(Clock clock) {
    this.clock = clock;
  }

  /**
   * Waits until the database has settled, and for the earliest time at least.
   *
   * @throws InterruptedException as soon as the thread is interrupted
   */
  void until(Settled settled, long earliestNanos) throws DatabaseException, InterruptedException {
    while (!settled.isSettled() || clock.nanoTime() < earliestNanos) {
      long now = clock.nanoTime();
      long next = now + PAUSE_NANOS;
      pauseUntil(now < earliestNanos ? Math.min(next, earliestNanos) : next);
    }
  }

  private void pauseUntil(long target) throws InterruptedException {
    do {
      clock.parkUntil(target);
      if (Thread.interrupted()) {
        throw new InterruptedException("interrupted while the database was settling");
      }
    } while (clock.nanoTime() < target);
  }
}
