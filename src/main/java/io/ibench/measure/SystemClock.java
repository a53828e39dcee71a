package io.ibench.measure;

import java.util.concurrent.locks.LockSupport;

/** The machine's own clock. */
final class SystemClock implements Clock {

  /**
   * Linux wakes a parked thread some 50 us late (its default timer slack), which every paced
   * response time would contain; so the thread spins at the end.
   */
  private static final long SPIN_NANOS = 60_000;

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long epochMillis() {
    return System.currentTimeMillis();
  }

  @Override
  public void parkUntil(long nanos) {
    long remaining = nanos - System.nanoTime();
    if (remaining > SPIN_NANOS) {
      LockSupport.parkNanos(remaining - SPIN_NANOS);
      return;
    }
    while (nanos - System.nanoTime() > 0) {
      Thread.onSpinWait();
    }
  }
}
