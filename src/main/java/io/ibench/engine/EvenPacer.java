package io.ibench.engine;

import io.ibench.measure.Clock;
import java.math.BigInteger;

/**
 * Starts operations at even distances, exact to the nanosecond and without drift: the k-th
 * operation of a client is due at start + floor(k x rows / rate). Each of its n threads takes every
 * n-th operation.
 *
 * <p>Adds whole nanoseconds and carries the remainder of the division: exact, and without a product
 * that could overflow.
 */
final class EvenPacer extends ScheduledPacer {

  private final long startNanos;
  private final long divisor;
  private final long stepNanos;
  private final long stepRest;
  private final long firstNanos;
  private long nextNanos;
  private long nextRest;

  EvenPacer(Clock clock, StopFlag stop, Schedule when, ThreadShare share) {
    super(clock, stop, when.endNanos());
    this.startNanos = when.startNanos();
    this.divisor = share.rate().count();
    BigInteger[] step = nanosAndRest(share, share.threads());
    this.stepNanos = step[0].longValueExact();
    this.stepRest = step[1].longValueExact();
    BigInteger[] first = nanosAndRest(share, share.number());
    this.firstNanos = first[0].longValueExact();
    this.nextNanos = firstNanos;
    this.nextRest = first[1].longValueExact();
  }

  private static BigInteger[] nanosAndRest(ThreadShare share, long operations) {
    BigInteger[] parts = share.rate().nanosAndRestFor(operations * share.rowsPerOperation());
    return new BigInteger[] {parts[0].min(BigInteger.valueOf(NEVER_NANOS)), parts[1]};
  }

  @Override
  long phaseNanos() {
    return firstNanos;
  }

  @Override
  public long skip() {
    long due = startNanos + nextNanos;
    nextNanos = Math.min(nextNanos, NEVER_NANOS) + stepNanos;
    nextRest += stepRest - divisor;
    if (nextRest < 0) {
      nextRest += divisor;
    } else {
      nextNanos++;
    }
    return due;
  }
}
