package io.ibench.engine;

import io.ibench.measure.Clock;
import io.ibench.random.Random64;

/**
 * Starts one thread's operations as a Poisson process: the gaps between due times are independent
 * and exponentially distributed; the first gap begins at the step's start. A due time depends on
 * the previous due time, not on the previous operation: no drift, and overdue operations stay due.
 */
final class PoissonPacer extends ScheduledPacer {

  private final long startNanos;
  private final double meanGapNanos;
  private final Random64 random;
  private long nextNanos;

  /** The fraction of a nanosecond that the sum of all gaps has left; below 1. */
  private double restNanos;

  PoissonPacer(Clock clock, StopFlag stop, Schedule when, ThreadShare share, Random64 random) {
    super(clock, stop, when.endNanos());
    this.startNanos = when.startNanos();
    this.random = random;
    this.meanGapNanos =
        share.rate().nanosFor((long) share.threads() * share.rowsPerOperation()).doubleValue();
  }

  @Override
  long phaseNanos() {
    return 0;
  }

  @Override
  public long skip() {
    // 1 - U is never 0. StrictMath: a seed has the same schedule on every platform.
    double exponential = -StrictMath.log(1 - random.nextDouble());
    double gap = Math.min(exponential * meanGapNanos, NEVER_NANOS) + restNanos;
    long wholeNanos = (long) gap;
    restNanos = gap - wholeNanos;
    nextNanos = Math.min(nextNanos, NEVER_NANOS) + wholeNanos;
    return startNanos + nextNanos;
  }
}
