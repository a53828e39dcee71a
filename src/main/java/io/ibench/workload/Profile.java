package io.ibench.workload;

import io.ibench.config.Rate;
import java.math.BigInteger;
import java.util.List;

/**
 * A target rate that changes over the time of a step. Immutable.
 *
 * <p>All rates have the same {@code perNanos}, so that a segment's units are a quotient of whole
 * numbers: (from + to) x nanos / (2 x perNanos).
 *
 * @param perNanos all rates are units in so many nanoseconds
 * @param segments in order; at least one, and at least one with a rate above 0
 * @param trial it tries out a rate that may be too high
 */
public record Profile(long perNanos, List<Segment> segments, boolean trial) {

  /** A bound for the products of 128 bits from which intended times are calculated. */
  private static final int MAX_BITS = 125;

  /** The profile of a user. */
  public Profile(long perNanos, List<Segment> segments) {
    this(perNanos, segments, false);
  }

  /** A trial of a rate: a segment to settle, and the one that is measured. */
  public static Profile trial(long perNanos, long rate, long settlingNanos, long nanos) {
    return new Profile(
        perNanos,
        List.of(new Segment(rate, rate, settlingNanos), new Segment(rate, rate, nanos)),
        true);
  }

  public Profile {
    segments = List.copyOf(segments);
    if (segments.isEmpty() || segments.stream().allMatch(Segment::isPause)) {
      throw new IllegalArgumentException("has no rate above 0");
    }
    if (segments.stream().anyMatch(Segment::isTooLarge)) {
      throw new IllegalArgumentException(
          "has a segment whose rate and length together are too large for exact times");
    }
  }

  /**
   * A part of the profile, in which the rate is constant or changes evenly.
   *
   * @param from its rate at the start, in units in {@link Profile#perNanos}; at least 0
   * @param to its rate at the end
   * @param nanos its length; above 0
   */
  public record Segment(long from, long to, long nanos) {

    public Segment {
      if (from < 0 || to < 0 || nanos <= 0) {
        throw new IllegalArgumentException("negative: " + from + ", " + to + ", " + nanos);
      }
    }

    public boolean isRamp() {
      return from != to;
    }

    /** Whether nothing is due in it. */
    public boolean isPause() {
      return from == 0 && to == 0;
    }

    private boolean isTooLarge() {
      BigInteger largest = BigInteger.valueOf(Math.max(from, to));
      return largest.bitLength() + 2 * BigInteger.valueOf(nanos).bitLength() + 1 > MAX_BITS;
    }

    /** Twice the units that are due in it, times {@link Profile#perNanos}. */
    public BigInteger doubledUnits() {
      return doubledUnitsIn(nanos);
    }

    private BigInteger doubledUnitsIn(long part) {
      BigInteger time = BigInteger.valueOf(part);
      BigInteger start = BigInteger.valueOf(from).shiftLeft(1).multiply(time);
      BigInteger change = BigInteger.valueOf(to - from).multiply(time).multiply(time);
      return start.add(change.divide(BigInteger.valueOf(nanos)));
    }
  }

  /** The length of all segments together. */
  public long nanos() {
    return nanosBefore(segments.size());
  }

  /** The length of the first segments. */
  public long nanosBefore(int count) {
    return segments.stream().limit(count).mapToLong(Segment::nanos).reduce(0, Math::addExact);
  }

  /** Twice the units that are due in the first {@code nanos}, times {@link #perNanos}. */
  public BigInteger doubledUnitsUntil(long nanos) {
    BigInteger sum = BigInteger.ZERO;
    long left = nanos;
    for (Segment segment : segments) {
      sum = sum.add(segment.doubledUnitsIn(Math.min(left, segment.nanos())));
      left -= Math.min(left, segment.nanos());
    }
    return sum;
  }

  /** A rate of a segment, in units per second. */
  public double perSecond(long rate) {
    return rate * 1e9 / perNanos;
  }

  /** The mean rate of a segment, in units per second. */
  public double meanPerSecond(Segment segment) {
    return (perSecond(segment.from()) + perSecond(segment.to())) / 2;
  }

  /** The mean rate of the whole, to a thousandth of a unit per second. */
  public Rate meanRate() {
    long micros = 1_000;
    BigInteger perSecond =
        doubledUnitsUntil(nanos())
            .multiply(BigInteger.valueOf(1_000_000_000L * micros))
            .divide(BigInteger.valueOf(2 * perNanos).multiply(BigInteger.valueOf(nanos())));
    return new Rate(Math.max(1, perSecond.longValueExact()), 1_000_000_000L * micros);
  }
}
