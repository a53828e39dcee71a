package io.ibench.engine;

import io.ibench.config.Rate;
import io.ibench.measure.Clock;
import io.ibench.random.Random64;
import java.math.BigDecimal;
import java.math.MathContext;

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
   * @param rate the client's, of which each of its threads has an equal share
   * @param rows how many of the rate's unit one operation does
   * @param threads of the client
   * @param random this pacer's own
   */
  PoissonPacer(
      Clock clock,
      StopFlag stop,
      long startNanos,
      long endNanos,
      Rate rate,
      int rows,
      int threads,
      Random64 random) {
    super(clock, stop, endNanos);
    this.startNanos = startNanos;
    this.random = random;
    this.meanGapNanos =
        BigDecimal.valueOf(rate.perNanos())
            .multiply(BigDecimal.valueOf(threads))
            .multiply(BigDecimal.valueOf(rows))
            .divide(BigDecimal.valueOf(rate.count()), MathContext.DECIMAL128)
            .doubleValue();
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
