package io.ibench.engine;

import java.util.concurrent.TimeUnit;

/**
 * Bounds the coordinator's waits for threads that may hang: by the given limit, and by less than a
 * second once the run is interrupted, or its server has ended. The end of an interrupted run
 * consists of four such waits: for operations in flight, for aborting them, for slow gauges, and
 * for ibench_tables. Work after the step gets the time that is left ({@link RunControl#leftNanos}),
 * and a moment at least. Not thread-safe.
 */
public final class BoundedWait {

  static final long INTERRUPTED_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** {@link #whileTimeIsLeft} waits this long in any case. */
  private static final long MIN_NANOS = 2 * SLICE_NANOS;

  private final RunControl control;

  public BoundedWait(RunControl control) {
    this.control = control;
  }

  /** One slice of a wait. */
  public interface TimedWait {

    /** Waits at most this long; returns whether the event has happened. */
    boolean await(long nanos) throws InterruptedException;
  }

  /**
   * Returns whether the event happened in time. The limit does not depend on when the interrupt
   * came.
   */
  boolean await(TimedWait wait, long maxNanos) throws InterruptedException {
    long waited = 0;
    boolean came = wait.await(0);
    while (!came && waited < limit(maxNanos)) {
      long slice = Math.min(SLICE_NANOS, limit(maxNanos) - waited);
      came = wait.await(slice);
      waited += slice;
    }
    return came;
  }

  /**
   * Returns whether the event happened in time, and before an interrupted run had to end. Always
   * waits a moment.
   *
   * @param reserveNanos time that an interrupted run needs after this wait
   */
  public boolean whileTimeIsLeft(TimedWait wait, long maxNanos, long reserveNanos)
      throws InterruptedException {
    long waited = 0;
    boolean came = wait.await(0);
    while (!came
        && waited < maxNanos
        && (waited < MIN_NANOS || control.leftNanos() > reserveNanos)) {
      long slice = Math.min(SLICE_NANOS, maxNanos - waited);
      came = wait.await(slice);
      waited += slice;
    }
    return came;
  }

  private long limit(long maxNanos) {
    return control.isHurried() ? Math.min(INTERRUPTED_NANOS, maxNanos) : maxNanos;
  }
}
