package io.ibench.engine;

import io.ibench.measure.Clock;
import io.ibench.random.Random64;
import io.ibench.workload.Profile;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * Starts operations by a rate that changes. The k-th operation of a client is due when the integral
 * of the rate reaches k x rows: at the last whole nanosecond at which the integral is not above it.
 * So times are exact, without drift, and no operation is due in a pause. Each of the client's n
 * threads takes every n-th operation.
 *
 * <p>With random numbers a thread's operations are a Poisson process instead: the units between two
 * of them are exponentially distributed and go through the same integral.
 *
 * <p>Calculates in integers of 128 bits, each in two longs; {@link Profile} keeps all products
 * below 2^127. An estimate in floating point is the start of each search, so it takes two or three
 * comparisons.
 */
final class ProfilePacer extends ScheduledPacer {

  private static final double TWO_64 = 0x1p64;

  private final long startNanos;
  private final Optional<Random64> random;
  private final double meanStep;
  private final long stepHigh;
  private final long stepLow;

  // Of the segments, by number: twice the units before it, its rates, its start and length.
  private final long[] beforeHigh;
  private final long[] beforeLow;
  private final long[] from;
  private final long[] to;
  private final long[] begin;
  private final long[] nanos;

  private int segment;
  private long high;
  private long low;
  private double rest;

  /** The part of the next operation's integral in the current segment. */
  private long partHigh;

  private long partLow;

  /**
   * @param random for a Poisson process
   */
  ProfilePacer(
      Clock clock,
      StopFlag stop,
      Schedule when,
      ThreadShare share,
      Profile profile,
      Optional<Random64> random) {
    super(clock, stop, when.endNanos());
    this.startNanos = when.startNanos() - when.doneNanos();
    this.random = random;
    List<Profile.Segment> segments = profile.segments();
    int count = segments.size();
    beforeHigh = new long[count + 1];
    beforeLow = new long[count + 1];
    from = new long[count];
    to = new long[count];
    begin = new long[count];
    nanos = new long[count];
    BigInteger before = BigInteger.ZERO;
    for (int i = 0; i < count; i++) {
      Profile.Segment each = segments.get(i);
      from[i] = each.from();
      to[i] = each.to();
      nanos[i] = each.nanos();
      begin[i] = i == 0 ? 0 : begin[i - 1] + nanos[i - 1];
      before = before.add(each.doubledUnits());
      beforeHigh[i + 1] = before.shiftRight(64).longValueExact();
      beforeLow[i + 1] = before.longValue();
    }
    BigInteger operation =
        BigInteger.valueOf(share.rowsPerOperation())
            .multiply(BigInteger.valueOf(profile.perNanos()))
            .shiftLeft(1);
    BigInteger step = operation.multiply(BigInteger.valueOf(share.threads()));
    meanStep = step.doubleValue();
    stepHigh = step.shiftRight(64).longValueExact();
    stepLow = step.longValue();
    BigInteger done = profile.doubledUnitsUntil(when.doneNanos());
    BigInteger first = random.isPresent() ? done : firstFrom(done, operation, share);
    high = first.shiftRight(64).longValueExact();
    low = first.longValue();
  }

  /** The integral at the thread's first operation that is not due before. */
  private static BigInteger firstFrom(BigInteger done, BigInteger operation, ThreadShare share) {
    BigInteger threads = BigInteger.valueOf(share.threads());
    BigInteger next = done.add(operation).subtract(BigInteger.ONE).divide(operation);
    BigInteger wait = BigInteger.valueOf(share.number()).subtract(next).mod(threads);
    return next.add(wait).multiply(operation);
  }

  @Override
  long phaseNanos() {
    return 0;
  }

  @Override
  public long skip() {
    if (random.isPresent()) {
      addGap(random.get());
      return due();
    }
    long due = due();
    add(stepHigh, stepLow);
    return due;
  }

  private void addGap(Random64 source) {
    // 1 - U is never 0. StrictMath: a seed has the same schedule on every platform.
    double gap = -StrictMath.log(1 - source.nextDouble()) * meanStep + rest;
    double whole = Math.floor(gap);
    rest = gap - whole;
    long top = (long) (whole / TWO_64);
    double below = whole - top * TWO_64;
    add(top, below < 0x1p63 ? (long) below : (long) (below - 0x1p63) + Long.MIN_VALUE);
  }

  private void add(long moreHigh, long moreLow) {
    long sum = low + moreLow;
    high += moreHigh + (Long.compareUnsigned(sum, low) < 0 ? 1 : 0);
    low = sum;
  }

  private long due() {
    while (segment < nanos.length
        && compare(high, low, beforeHigh[segment + 1], beforeLow[segment + 1]) >= 0) {
      segment++;
    }
    if (segment == nanos.length) {
      return startNanos + NEVER_NANOS;
    }
    partLow = low - beforeLow[segment];
    partHigh =
        high - beforeHigh[segment] - (Long.compareUnsigned(low, beforeLow[segment]) < 0 ? 1 : 0);
    return startNanos + begin[segment] + nanosInSegment();
  }

  /** The last nanosecond of the segment at which the integral is not above the part. */
  private long nanosInSegment() {
    long length = nanos[segment];
    long estimate = Math.max(0, Math.min((long) estimate(), length - 1));
    long below;
    long above;
    long step = 1;
    if (isReached(estimate)) {
      below = estimate;
      above = estimate + 1;
      while (above < length && isReached(above)) {
        below = above;
        step <<= 1;
        above = Math.min(length, below + step);
      }
    } else {
      above = estimate;
      below = estimate - 1;
      while (below > 0 && !isReached(below)) {
        above = below;
        step <<= 1;
        below = Math.max(0, above - step);
      }
    }
    while (above - below > 1) {
      long middle = below + (above - below) / 2;
      if (isReached(middle)) {
        below = middle;
      } else {
        above = middle;
      }
    }
    return below;
  }

  private double estimate() {
    double part = partHigh * TWO_64 + unsigned(partLow);
    double first = from[segment];
    if (from[segment] == to[segment]) {
      return part / (2 * first);
    }
    double length = nanos[segment];
    double change = to[segment] - first;
    double square = first * first * length * length + change * part * length;
    return part * length / (first * length + Math.sqrt(Math.max(0, square)));
  }

  private static double unsigned(long value) {
    return value >= 0 ? value : value + TWO_64;
  }

  /**
   * Whether the integral of the rate over so many nanoseconds of the segment is at most the part:
   * time x (2 x from x length + change x time) <= part x length.
   */
  private boolean isReached(long time) {
    long length = nanos[segment];
    long twice = 2 * from[segment];
    if (from[segment] == to[segment]) {
      return compare(Math.multiplyHigh(twice, time), twice * time, partHigh, partLow) <= 0;
    }
    long change = to[segment] - from[segment];
    long sumLow = twice * length;
    long changeLow = change * time;
    long innerLow = sumLow + changeLow;
    long innerHigh =
        Math.multiplyHigh(twice, length)
            + Math.multiplyHigh(change, time)
            + (Long.compareUnsigned(innerLow, sumLow) < 0 ? 1 : 0);
    return compare(
            productHigh(innerHigh, innerLow, time),
            innerLow * time,
            productHigh(partHigh, partLow, length),
            partLow * length)
        <= 0;
  }

  /** The upper half of a product of a number of 128 bits and one of 63 bits. */
  private static long productHigh(long high, long low, long factor) {
    return high * factor + Math.multiplyHigh(low, factor) + ((low >> 63) & factor);
  }

  private static int compare(long high, long low, long otherHigh, long otherLow) {
    return high != otherHigh ? Long.compare(high, otherHigh) : Long.compareUnsigned(low, otherLow);
  }
}
