package io.ibench.engine;

import io.ibench.config.Rate;
import io.ibench.measure.Clock;
import java.math.BigInteger;
import java.util.concurrent.TimeUnit;

/**
 * Starts all operations of a second in one burst at its beginning, as the insert benchmark's own
 * client does. The very first operation starts alone. A burst that begins late moves all later
 * ones: missed seconds are not made up for.
 *
 * <p>An operation's intended start is the start of its burst, so its response time says little
 * about users' waits; use even pacing for that.
 */
final class BurstyPacer implements Pacer {

  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The tolerance of the original client: a burst that is this late starts without a wait. */
  private static final long CLOSE_NANOS = TimeUnit.MILLISECONDS.toNanos(950);

  private final Clock clock;
  private final StopFlag stop;
  private final long endNanos;
  private final long operationsPerBurst;
  private long burstNanos;
  private long left;

  /** Rounds a second's operations up and divides them among the client's threads. */
  BurstyPacer(Clock clock, StopFlag stop, Schedule when, ThreadShare share) {
    this.clock = clock;
    this.stop = stop;
    this.endNanos = when.endNanos();
    this.burstNanos = when.startNanos();
    this.left = share.number() == 0 ? 1 : 0;
    long inASecond = operationsInASecond(share.rate(), share.rowsPerOperation());
    long rest = inASecond % share.threads();
    this.operationsPerBurst = inASecond / share.threads() + (share.number() < rest ? 1 : 0);
  }

  /** Rounded up, so at least 1. */
  private static long operationsInASecond(Rate rate, int rows) {
    BigInteger rowsTimesNanos = big(rate.count()).multiply(big(SECOND_NANOS));
    BigInteger divisor = big(rate.perNanos()).multiply(big(rows));
    return rowsTimesNanos.add(divisor).subtract(BigInteger.ONE).divide(divisor).longValueExact();
  }

  private static BigInteger big(long value) {
    return BigInteger.valueOf(value);
  }

  @Override
  public long await() {
    long now = clock.nanoTime();
    if (left == 0) {
      now = awaitBurst(now);
    }
    left = Math.max(0, left - 1);
    return now;
  }

  private long awaitBurst(long from) {
    long now = from;
    do {
      if (now < burstNanos + CLOSE_NANOS) {
        now = awaitUntil(Math.min(burstNanos + SECOND_NANOS, endNanos));
      }
      burstNanos = now;
      left = operationsPerBurst;
    } while (left == 0 && now < endNanos && !stop.isSet());
    return now;
  }

  private long awaitUntil(long target) {
    long now = clock.nanoTime();
    while (now < target && !stop.isSet()) {
      clock.parkUntil(target);
      now = clock.nanoTime();
    }
    return now;
  }

  @Override
  public long intended() {
    return burstNanos;
  }

  /** The rest of the current burst is due; the starts of later bursts are unknown. */
  @Override
  public long skip() {
    if (left == 0) {
      return Long.MAX_VALUE;
    }
    left--;
    return burstNanos;
  }
}
