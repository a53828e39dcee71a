package io.ibench.max;

import java.math.BigDecimal;
import java.math.MathContext;
import org.HdrHistogram.Histogram;

/**
 * A limit of response times. Immutable.
 *
 * @param name as in {@code p99}
 * @param share of the operations that must keep it; 0 if it is for their mean
 * @param nanos the limit
 */
public record Limit(String name, double share, long nanos) {

  /** 97.5 % of a normal distribution are below so many standard deviations. */
  private static final double Z = 1.96;

  private static final double SECOND = 1e9;
  private static final double MILLI = 1e6;

  /** The least operations beyond a percentile. */
  private static final int BEYOND = 100;

  /** What is known of a limit after a trial. */
  public enum State {
    KEPT,
    BROKEN,
    /** The 95 % interval contains the limit. */
    OPEN
  }

  /** A time in seconds, milliseconds or microseconds, with three digits. */
  public static String time(double nanos) {
    BigDecimal rounded = new BigDecimal(nanos).round(new MathContext(3));
    return rounded.doubleValue() >= SECOND
        ? number(rounded, 9) + " s"
        : rounded.doubleValue() >= MILLI ? number(rounded, 6) + " ms" : number(rounded, 3) + " us";
  }

  private static String number(BigDecimal nanos, int digits) {
    return nanos.movePointLeft(digits).stripTrailingZeros().toPlainString();
  }

  /** How many operations show it. */
  public long leastOperations() {
    return Math.round(BEYOND / (1 - share));
  }

  /**
   * Judges by order statistics: the 95 % interval of a percentile is between two ranks that the
   * binomial distribution gives, and their values are counts of the histogram.
   *
   * @param responses of all operations that were due; see {@link #withMissing}
   */
  State judge(Histogram responses) {
    long all = responses.getTotalCount();
    if (all == 0) {
      return State.OPEN;
    }
    if (share == 0) {
      return judgeMean(responses);
    }
    double kept = responses.getCountBetweenValues(0, nanos);
    double rank = all * share;
    double error = Z * Math.sqrt(all * share * (1 - share));
    if (kept >= Math.ceil(rank + error)) {
      return State.KEPT;
    }
    return kept < Math.floor(rank - error) ? State.BROKEN : State.OPEN;
  }

  /**
   * With the operations that were due and did not start: nobody knows their response times, so each
   * counts as the slowest that was measured, and as twice the limit at least. They break the limit.
   */
  Histogram withMissing(Histogram measured, long missing) {
    if (missing == 0) {
      return measured;
    }
    Histogram all = measured.copy();
    all.recordValueWithCount(Math.max(2 * nanos, measured.getMaxValue()), missing);
    return all;
  }

  private State judgeMean(Histogram responses) {
    double mean = responses.getMean();
    double error = Z * responses.getStdDeviation() / Math.sqrt(responses.getTotalCount());
    return mean + error < nanos ? State.KEPT : mean - error > nanos ? State.BROKEN : State.OPEN;
  }

  /** The value that the limit is about. */
  double nanosOf(Histogram responses) {
    return share == 0 ? responses.getMean() : responses.getValueAtPercentile(100 * share);
  }
}
