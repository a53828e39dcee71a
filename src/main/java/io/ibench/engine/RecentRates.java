package io.ibench.engine;

import java.util.Arrays;

/**
 * The rates of the last {@value #MAX} intervals. Not thread-safe; used by the coordinating thread.
 */
final class RecentRates {

  static final int MAX = 600;

  /** With fewer rates the median is unknown. */
  static final int MIN = 10;

  /**
   * Operations in an interval at the median rate; with fewer, chance alone makes intervals slow.
   */
  static final int MIN_OPERATIONS = 25;

  private final double[] rates = new double[MAX];
  private int count;

  void add(double perSecond) {
    rates[count++ % MAX] = perSecond;
    if (count == 2 * MAX) {
      count = MAX;
    }
  }

  /** Whether a rate is below this share of the median; false if the median is unknown. */
  boolean isBelow(long percent, double perSecond, long intervalNanos) {
    int known = Math.min(count, MAX);
    if (known < MIN || percent == 0) {
      return false;
    }
    double[] sorted = Arrays.copyOf(rates, known);
    Arrays.sort(sorted);
    double median = sorted[known / 2];
    return median * intervalNanos / 1e9 >= MIN_OPERATIONS && perSecond < percent / 100.0 * median;
  }
}
