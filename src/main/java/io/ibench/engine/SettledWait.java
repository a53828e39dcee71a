package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.measure.Clock;
import io.ibench.workload.ActionContext.Settled;
import java.util.concurrent.TimeUnit;

/** An action's wait for what it has begun. The action's thread. */
final class SettledWait {

  /** Between two questions. */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Clock clock;

  SettledWait(Clock clock) {
    this.clock = clock;
  }

  /**
   * Waits until it is resolved at or after the earliest time.
   *
   * @throws InterruptedException as soon as the thread is interrupted
   */
  void until(Settled resolved, long earliestNanos) throws DatabaseException, InterruptedException {
    while (!resolved.isSettled() || clock.nanoTime() < earliestNanos) {
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
