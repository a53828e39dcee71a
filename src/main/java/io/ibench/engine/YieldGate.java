package io.ibench.engine;

import io.ibench.measure.Clock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Lets the ticker's thread have a CPU when the workers have taken all of them. With a thousand busy
 * workers on two CPUs a thread that wakes up waits for more than a second until it is its turn, and
 * again whenever its time slice is over. So a worker that ends an operation, and sees that the tick
 * is late, waits until the tick is done. The wait is outside of operations.
 *
 * <p>No worker waits while ticks are on time, nor for a ticker that asks a server. One that does
 * not compute, because it waits for a disk, holds the workers up for less than a tenth of the time.
 *
 * <p>Thread-safe.
 */
final class YieldGate {

  /** How late a tick may be before workers wait for it. */
  static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(30);

  /** After this time it is looked whether the ticker gets on. */
  static final long LOOK_MILLIS = 50;

  /** A ticker that has had less CPU than this since the last look waits for something else. */
  static final long COMPUTING_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Workers that waited in vain go on for so long before they wait again. */
  static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final int MOST_LOOKS = 40;
  private static final long NEVER = Long.MAX_VALUE;
  private static final long HELD = Long.MIN_VALUE;

  private final Clock clock;
  private final LongSupplier tickerCpuNanos;
  private volatile long yieldAtNanos = NEVER;
  private long announcedNanos = NEVER;
  private boolean watched;
  private long waitingSinceNanos = NEVER;
  private long heldNanos;

  /**
   * @param tickerCpuNanos the CPU time of the ticker's thread; called on any thread
   */
  YieldGate(Clock clock, LongSupplier tickerCpuNanos) {
    this.clock = clock;
    this.tickerCpuNanos = tickerCpuNanos;
  }

  /** For the calling thread as the ticker. */
  static YieldGate ofThisThread(Clock clock) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long ticker = Thread.currentThread().getId();
    return new YieldGate(clock, () -> threads.getThreadCpuTime(ticker));
  }

  /** Called once per operation by every worker: a plain read of a field that seldom changes. */
  boolean isTickLate(long nowNanos) {
    return nowNanos >= yieldAtNanos;
  }

  /** All of the last tick's work is done, and the next one is due then. The ticker's thread. */
  synchronized void nextTickAt(long nanos) {
    announcedNanos = nanos + GRACE_NANOS;
    resume();
  }

  /** No worker waits until {@link #resume} or the next tick is announced. Any thread. */
  synchronized void open() {
    yieldAt(NEVER);
  }

  /** All workers wait until {@link #resume}, for two seconds at most. The ticker's thread. */
  synchronized void hold() {
    yieldAt(HELD);
  }

  /** Workers wait for the tick that was announced, if it is late. The ticker's thread. */
  synchronized void resume() {
    yieldAt(announcedNanos);
  }

  private void yieldAt(long nanos) {
    countHeld();
    waitingSinceNanos = NEVER;
    yieldAtNanos = nanos;
    notifyAll();
  }

  private void countHeld() {
    if (waitingSinceNanos != NEVER) {
      long now = clock.nanoTime();
      heldNanos += now - waitingSinceNanos;
      waitingSinceNanos = now;
    }
  }

  /**
   * Waits until the ticker has done its work, or waits for something else. Returns at once when the
   * worker was without a CPU for so long that another tick is announced. A worker's thread.
   *
   * @param nowNanos when the worker found the tick late
   */
  synchronized void awaitTick(long nowNanos) {
    long late = yieldAtNanos;
    if (nowNanos < late) {
      return;
    }
    try {
      if (waitingSinceNanos == NEVER) {
        waitingSinceNanos = nowNanos;
      }
      if (watched) {
        waitWhile(late);
      } else {
        watched = true;
        watch(late, nowNanos);
      }
    } catch (InterruptedException e) {
      open();
      Thread.currentThread().interrupt();
    }
  }

  /** For how long workers were held up since the last call. Any thread. */
  synchronized long takeHeldNanos() {
    countHeld();
    long held = heldNanos;
    heldNanos = 0;
    return held;
  }

  private void waitWhile(long late) throws InterruptedException {
    while (yieldAtNanos == late && watched) {
      wait();
    }
  }

  /** One worker looks for all. */
  private void watch(long late, long nowNanos) throws InterruptedException {
    try {
      long before = tickerCpuNanos.getAsLong();
      for (int look = 1; yieldAtNanos == late; look++) {
        wait(LOOK_MILLIS);
        long now = tickerCpuNanos.getAsLong();
        boolean inVain = late != HELD && now - before < COMPUTING_NANOS;
        if (yieldAtNanos == late && (inVain || look == MOST_LOOKS)) {
          yieldAt(nowNanos + TimeUnit.MILLISECONDS.toNanos(look * LOOK_MILLIS) + PAUSE_NANOS);
        }
        before = now;
      }
    } finally {
      watched = false;
      notifyAll();
    }
  }
}
