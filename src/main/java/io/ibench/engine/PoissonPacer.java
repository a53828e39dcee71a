package io.ibench.engine;

import io.ibench.measure.Clock;
import io.ibench.random.Random64;

/**
 * Starts one thread's operations as a Poisson process: the gaps between due times are independent
 * and exponentially distributed, and the first one begins at the step's start. The next due time
 * follows from the one before, however late that operation was: no drift, and debt is kept.
 */
final class PoissonPacer extends ScheduledPacer {

  private final long startNanos;
  private final double meanGapNanos;
  private final Random64 random;
  private long nextNanos;

  /** What the whole nanoseconds leave of the sum of all gaps; below 1. */
  private double restNanos;

  /**
   * @param share an equal one for each of the client's threads
   * @param random this pacer's own
   */
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
