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
 * <p>The first k bursts of a client have floor(k x rate / rows) operations: at 2.5/s 2 and 3 in
 * turn, at 6/m one in every tenth second. Each of its n threads takes every n-th of them.
 *
 * <p>An operation's intended start is the start of its burst, so its response time says little
 * about users' waits; use even pacing for that.
 */
final class BurstyPacer implements Pacer {

  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The tolerance of the original client: a burst that is this late starts without a wait. */
  private static final long CLOSE_NANOS = TimeUnit.MILLISECONDS.toNanos(950);

  /** So that the sum of two rests fits; what is cut off is less than 2^-60 operations a second. */
  private static final int MAX_BITS = 62;

  private final Clock clock;
  private final StopFlag stop;
  private final long endNanos;
  private final int threads;
  private final int number;

  // The operations of a second: a whole number and a fraction, rest / divisor.
  private final long whole;
  private final long rest;
  private final long divisor;
  private long sumOfRests;

  /** The thread whose turn is the first operation of the next burst. */
  private int turn;

  private long burstNanos;
  private long left;

  BurstyPacer(Clock clock, StopFlag stop, Schedule when, ThreadShare share) {
    this.clock = clock;
    this.stop = stop;
    this.endNanos = when.endNanos();
    this.burstNanos = when.startNanos();
    this.left = share.number() == 0 ? 1 : 0;
    this.threads = share.threads();
    this.number = share.number();
    Rate rate = share.rate();
    BigInteger rows = big(rate.perNanos()).multiply(big(share.rowsPerOperation()));
    BigInteger[] parts = big(rate.count()).multiply(big(SECOND_NANOS)).divideAndRemainder(rows);
    this.whole = parts[0].longValueExact();
    int surplus = Math.max(0, rows.bitLength() - MAX_BITS);
    this.rest = parts[1].shiftRight(surplus).longValueExact();
    this.divisor = rows.shiftRight(surplus).longValueExact();
  }

  /** This thread's part of the next burst. */
  private long operationsOfNextBurst() {
    long all = whole;
    sumOfRests += rest;
    if (sumOfRests >= divisor) {
      sumOfRests -= divisor;
      all++;
    }
    int after = Math.floorMod(number - turn, threads);
    turn = (int) ((turn + all) % threads);
    return all / threads + (after < all % threads ? 1 : 0);
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
      left = operationsOfNextBurst();
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
