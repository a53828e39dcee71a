package io.ibench.engine;

import io.ibench.measure.Clock;
import java.util.concurrent.locks.LockSupport;

/**
 * A clock for a whole run of the engine with one worker, created on the coordinating thread. The
 * worker moves it, by working and by waiting; whenever it passes a moment for which the coordinator
 * waits, the coordinator does its work first. A run is the same each time.
 */
final class StagedClock implements Clock {

  private static final long START_EPOCH_MILLIS = 1_700_000_000_000L;

  private final Thread coordinator = Thread.currentThread();
  private final long endNanos;
  private long now;
  private long wakeAt;
  private boolean coordinatorWaits;

  /** {@code endNanos}: the end of the step, after which nobody waits for ticks. */
  StagedClock(long endNanos) {
    this.endNanos = endNanos;
  }

  @Override
  public synchronized long nanoTime() {
    return now;
  }

  @Override
  public synchronized long epochMillis() {
    return START_EPOCH_MILLIS + now / 1_000_000;
  }

  @Override
  public void parkUntil(long nanos) {
    if (Thread.currentThread() == coordinator) {
      awaitWorker(nanos);
    } else {
      advance(nanos - nanoTime());
    }
  }

  private void awaitWorker(long nanos) {
    synchronized (this) {
      wakeAt = nanos;
      coordinatorWaits = nanos > now;
      notifyAll();
      if (!coordinatorWaits) {
        return;
      }
    }
    LockSupport.park(this);
    synchronized (this) {
      coordinatorWaits = false;
    }
  }

  /** The worker is busy for this time. */
  synchronized void advance(long nanos) {
    long until = now + nanos;
    while (now < until) {
      awaitCoordinator();
      if (now < endNanos && wakeAt <= until) {
        now = Math.max(now, wakeAt);
        coordinatorWaits = false;
        LockSupport.unpark(coordinator);
      } else {
        now = Math.max(now, until);
      }
    }
  }

  /** Everything stalls for this time: the coordinator does not tick. */
  synchronized void standStill(long nanos) {
    now += nanos;
  }

  private void awaitCoordinator() {
    try {
      while (now < endNanos && !coordinatorWaits) {
        wait();
      }
    } catch (InterruptedException e) {
      throw new AssertionError("nobody interrupts a staged run", e);
    }
  }
}
