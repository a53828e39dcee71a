package io.ibench.engine;

import io.ibench.measure.Clock;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Gives the ticker's thread a CPU when the workers use all of them. With a thousand busy workers on
 * two CPUs a thread that wakes up waits for more than a second for its turn, and again after each
 * time slice. So a worker that finds the tick late after an operation waits until the tick is done.
 *
 * <p>No worker waits while ticks are on time, nor while the ticker waits for a server. A ticker
 * that waits for a disk holds the workers for less than a tenth of the time.
 *
 * <p>Thread-safe.
 */
final class YieldGate {

  /** How late a tick may be before workers wait for it. */
  static final long GRACE_NANOS = TimeUnit.MILLISECONDS.toNanos(30);

  /** The time between two checks of the ticker's progress. */
  static final long CHECK_MILLIS = 50;

  /** A ticker that used less CPU time than this since the last check waits for something else. */
  static final long COMPUTING_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** After a wait in vain workers continue for this time before they wait again. */
  static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final int MAX_CHECKS = 40;
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

  /** A gate for the calling thread as the ticker. */
  static YieldGate ofThisThread(Clock clock) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long ticker = Thread.currentThread().getId();
    return new YieldGate(clock, () -> threads.getThreadCpuTime(ticker));
  }

  /** Called once per operation by every worker: a volatile read of a field that seldom changes. */
  boolean isTickLate(long nowNanos) {
    return nowNanos >= yieldAtNanos;
  }

  /** The last tick is done, and the next one is due at this time. The ticker's thread. */
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

  /** Workers wait for the announced tick if it is late. The ticker's thread. */
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
   * Waits until the tick is done, or the ticker waits for something else. Returns immediately when
   * the next tick was already announced because the worker had no CPU. A worker's thread.
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

  /** The time for which workers were held up since the last call. Any thread. */
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

  /** One worker checks for all. */
  private void watch(long late, long nowNanos) throws InterruptedException {
    try {
      long before = tickerCpuNanos.getAsLong();
      for (int check = 1; yieldAtNanos == late; check++) {
        wait(CHECK_MILLIS);
        long now = tickerCpuNanos.getAsLong();
        boolean inVain = late != HELD && now - before < COMPUTING_NANOS;
        if (yieldAtNanos == late && (inVain || check == MAX_CHECKS)) {
          yieldAt(nowNanos + TimeUnit.MILLISECONDS.toNanos(check * CHECK_MILLIS) + PAUSE_NANOS);
        }
        before = now;
      }
    } finally {
      watched = false;
      notifyAll();
    }
  }
}
