package io.ibench.engine;

import io.ibench.config.Rate;
import io.ibench.measure.Clock;
import java.math.BigInteger;
import java.util.concurrent.TimeUnit;

/**
 * Lets a second's operations go in one burst at its beginning, as the insert benchmark's own client
 * does: the first operation alone, and from then on all of a second's at once. A burst that begins
 * late moves all later ones: what was not done is not made up for.
 *
 * <p>An operation's intended start is its burst's begin. Seconds that are kept this badly say
 * little of how long somebody would have waited; that is what the even pacing is for.
 */
final class BurstyPacer implements Pacer {

  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A burst that is so late is not waited for any more: the client's own tolerance. */
  private static final long CLOSE_NANOS = TimeUnit.MILLISECONDS.toNanos(950);

  private final Clock clock;
  private final RunControl control;
  private final long endNanos;
  private final long operationsPerBurst;
  private long burstNanos;
  private long left = 1;

  /**
   * @param rate the group's, of which each of its threads has an equal share
   * @param rows how many of the rate's unit one operation does
   * @param threads of the group
   */
  BurstyPacer(
      Clock clock,
      RunControl control,
      long startNanos,
      long endNanos,
      Rate rate,
      int rows,
      int threads) {
    this.clock = clock;
    this.control = control;
    this.endNanos = endNanos;
    this.burstNanos = startNanos;
    this.operationsPerBurst = operationsPerBurst(rate, rows, threads);
  }

  /** Rounded up, and at least one. */
  private static long operationsPerBurst(Rate rate, int rows, int threads) {
    BigInteger inASecond = BigInteger.valueOf(rate.count()).multiply(big(SECOND_NANOS));
    BigInteger divisor = big(rate.perNanos()).multiply(big(rows)).multiply(big(threads));
    BigInteger roundedUp = inASecond.add(divisor).subtract(BigInteger.ONE).divide(divisor);
    return Math.max(1, roundedUp.longValueExact());
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  @Override
  public long await() {
    long now = clock.nanoTime();
    if (left == 0) {
      if (now < burstNanos + CLOSE_NANOS) {
        now = awaitUntil(Math.min(burstNanos + SECOND_NANOS, endNanos));
      }
      burstNanos = now;
      left = operationsPerBurst;
    }
    left--;
    return now;
  }

  private long awaitUntil(long target) {
    long now = clock.nanoTime();
    while (now < target && !control.isStopped()) {
      clock.parkUntil(target);
      now = clock.nanoTime();
    }
    return now;
  }

  @Override
  public long intended() {
    return burstNanos;
  }

  /** What was not started is not due any more. */
  @Override
  public long skip() {
    return Long.MAX_VALUE;
  }
}
