package io.ibench.engine;

import java.util.concurrent.TimeUnit;

/**
 * How long the coordinator waits for somebody who may hang: as long as it is told, and once the run
 * is interrupted less than a second. An end that users wait for consists of four such waits: for
 * what is in flight, for that to be broken off, for what gauges ask, and for ibench_tables. What is
 * done after the step has what they leave ({@link RunControl#leftNanos}), and a moment at least.
 */
public final class BoundedWait {

  static final long INTERRUPTED_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** What a server that hangs leaves to others. */
  private static final long LEAST_NANOS = 2 * SLICE_NANOS;

  private final RunControl control;

  public BoundedWait(RunControl control) {
    this.control = control;
  }

  /** A wait for something. */
  public interface Wait {

    /** Waits at most so long; whether what is waited for has come. */
    boolean await(long nanos) throws InterruptedException;
  }

  /** Whether it came in time; how long was waited does not depend on when the interrupt came. */
  boolean forIt(Wait wait, long mostNanos) throws InterruptedException {
    long waited = 0;
    boolean came = wait.await(0);
    while (!came && waited < mostNanos(mostNanos)) {
      long slice = Math.min(SLICE_NANOS, mostNanos(mostNanos) - waited);
      came = wait.await(slice);
      waited += slice;
    }
    return came;
  }

  /**
   * Whether it came in time, and before the run was interrupted and had to be over. A moment is
   * always waited.
   *
   * @param reserveNanos what an interrupted run needs after this wait
   */
  public boolean whileTimeIsLeft(Wait wait, long mostNanos, long reserveNanos)
      throws InterruptedException {
    long waited = 0;
    boolean came = wait.await(0);
    while (!came
        && waited < mostNanos
        && (waited < LEAST_NANOS || control.leftNanos() > reserveNanos)) {
      long slice = Math.min(SLICE_NANOS, mostNanos - waited);
      came = wait.await(slice);
      waited += slice;
    }
    return came;
  }

  private long mostNanos(long mostNanos) {
    return control.isInterrupted() ? Math.min(INTERRUPTED_NANOS, mostNanos) : mostNanos;
  }
}
