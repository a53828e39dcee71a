package io.ibench.random;

import java.io.IOException;
import java.io.Reader;

/**
 * A distribution of counts given as points: a value, and the share of objects with at most this
 * value. Immutable; finding a value does not allocate.
 *
 * <p>Objects may also be ranked, 0 for the one with the largest value: {@link #quantileOfRank}
 * returns the value of one rank, {@link #ranksPerPoint} counts the ranks of every value.
 */
public final class PiecewiseCdf {
  private static final double TOLERANCE_PERCENT = 1e-6;

  private final long[] values;
  private final double[] shares;

  private PiecewiseCdf(long[] values, double[] percents) {
    this.values = values.clone();
    this.shares = new double[percents.length];
    for (int point = 0; point < percents.length; point++) {
      shares[point] = percents[point] / 100.0;
    }
  }

  /**
   * @param values 0 or more, each above the one before
   * @param percents cumulative, by value, each at least the one before; the last is 100 within 1e-6
   * @throws IllegalArgumentException if a point is wrong; names the first wrong one
   */
  public static PiecewiseCdf of(long[] values, double[] percents) {
    if (values.length != percents.length) {
      throw new IllegalArgumentException(
          values.length + " values, " + percents.length + " percents");
    }
    for (int point = 0; point < values.length; point++) {
      checkPoint(values, percents, point);
    }
    checkEnd(percents, percents.length);
    return new PiecewiseCdf(values, percents);
  }

  /**
   * Reads one section of a file of words separated by white space: a section's name, then pairs of
   * a value and a cumulative percentage, then the next section. The caller closes the reader.
   *
   * @param fileName for messages only
   * @throws DistributionFileException if the section is missing, empty or damaged
   */
  public static PiecewiseCdf readSection(Reader in, String fileName, String section)
      throws IOException, DistributionFileException {
    return new DistributionFileReader(in, fileName, section).read();
  }

  static void checkPoint(long[] values, double[] percents, int point) {
    long value = values[point];
    double percent = percents[point];
    String trouble = "";
    if (value < 0) {
      trouble = "the value is negative";
    } else if (!(percent >= 0 && percent <= 100 + TOLERANCE_PERCENT)) {
      trouble = "the percentage is not 0 .. 100";
    } else if (point > 0 && value <= values[point - 1]) {
      trouble = "the value is not above the one before, " + values[point - 1];
    } else if (point > 0 && percent < percents[point - 1]) {
      trouble = "the percentage is below the one before, " + percents[point - 1];
    }
    if (!trouble.isEmpty()) {
      throw new IllegalArgumentException(
          "point " + (point + 1) + " (" + value + ", " + percent + " %): " + trouble);
    }
  }

  static void checkEnd(double[] percents, int points) {
    if (points == 0) {
      throw new IllegalArgumentException("there is no point");
    }
    double last = percents[points - 1];
    if (Math.abs(last - 100) > TOLERANCE_PERCENT) {
      throw new IllegalArgumentException(
          "the last point (point " + points + ") has " + last + " %, not 100 %");
    }
  }

  /**
   * The value of the first point with a share of at least u; the last value without such a point.
   */
  public long quantile(double u) {
    return values[pointAt(u)];
  }

  private int pointAt(double u) {
    int low = 0;
    int high = shares.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (shares[middle] >= u) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  public int points() {
    return values.length;
  }

  /** The value of a point, 0 .. points - 1. */
  public long value(int point) {
    return values[point];
  }

  /** The share, 0 .. 1, of objects with at most the value of this point. */
  public double share(int point) {
    return shares[point];
  }

  /** The mean of all objects. */
  public double mean() {
    double sum = 0;
    double before = 0;
    for (int point = 0; point < values.length; point++) {
      sum += values[point] * (shares[point] - before);
      before = shares[point];
    }
    return sum;
  }

  /**
   * The share of a rank among n objects, as an argument of {@link #quantile}: rank 0 has the
   * largest share.
   *
   * @param rank 0 .. n - 1
   * @param midpoint false: 1 - rank / n, so that rank 0 always has the largest value (as in
   *     Facebook's LinkBench); true: 1 - (rank + 0.5) / n, so that the largest value appears only
   *     when n makes it likely
   */
  public static double share(long rank, long n, boolean midpoint) {
    return midpoint ? 1.0 - (rank + 0.5) / n : 1.0 - (double) rank / n;
  }

  /** The value of a rank among n objects. */
  public long quantileOfRank(long rank, long n, boolean midpoint) {
    return quantile(share(rank, n, midpoint));
  }

  /**
   * The number of ranks 0 .. n - 1 with the value of each point, by point: the same as counting
   * {@link #quantileOfRank} of every rank, in a time that does not depend on n.
   *
   * @throws IllegalArgumentException if n is out of range
   */
  public long[] ranksPerPoint(long n, boolean midpoint) {
    UniformDistribution.requireSize(n);
    long[] ranks = new long[values.length];
    long end = n;
    for (int point = 0; point < values.length - 1; point++) {
      long first = firstRankAtMost(shares[point], end, n, midpoint);
      ranks[point] = end - first;
      end = first;
    }
    ranks[values.length - 1] = end;
    return ranks;
  }

  /**
   * The first rank below end with at most this share, otherwise end. The share of a rank never
   * grows with the rank, since every rounded operation in it is monotonic.
   */
  private static long firstRankAtMost(double share, long end, long n, boolean midpoint) {
    long low = 0;
    long high = end;
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (share(middle, n, midpoint) <= share) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
