package io.ibench.engine;

import java.util.concurrent.TimeUnit;

/**
 * How long the coordinator waits for somebody who may hang: as long as it is told, and once the run
 * is interrupted less than a second. An end that users wait for consists of four such waits: for
 * what is in flight, for that to be broken off, for what gauges ask, and for ibench_tables.
 */
final class BoundedWait {

  static final long INTERRUPTED_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

  private static final long SLICE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final RunControl control;

  BoundedWait(RunControl control) {
    this.control = control;
  }

  /** A wait for something. */
  interface Wait {

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

  private long mostNanos(long mostNanos) {
    return control.isInterrupted() ? Math.min(INTERRUPTED_NANOS, mostNanos) : mostNanos;
  }
}
