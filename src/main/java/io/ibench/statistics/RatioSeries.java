package io.ibench.statistics;

import java.util.Arrays;

/**
 * A ratio over time: what was counted in each interval, and over what it is divided, such as
 * queries over seconds or bytes over queries. Its ratio is that of the sums, so that an interval
 * counts by its weight. Memory is bounded: beyond {@link #MOST} points neighbours are added up,
 * which loses nothing that batches of a long series would not add up as well. One thread's.
 */
public final class RatioSeries {

  /** Points that are kept at most. */
  static final int MOST = 8192;

  private double[] amounts = new double[16];
  private double[] weights = new double[16];
  private int points;
  private long intervalsPerPoint = 1;
  private double openAmount;
  private double openWeight;
  private long openIntervals;
  private double totalAmount;
  private double totalWeight;

  /** The next interval; one in which either is not a finite number is left out. */
  public void add(double amount, double weight) {
    if (!Double.isFinite(amount) || !Double.isFinite(weight)) {
      return;
    }
    totalAmount += amount;
    totalWeight += weight;
    openAmount += amount;
    openWeight += weight;
    if (++openIntervals == intervalsPerPoint) {
      close();
    }
  }

  private void close() {
    if (points == amounts.length) {
      amounts = Arrays.copyOf(amounts, 2 * points);
      weights = Arrays.copyOf(weights, 2 * points);
    }
    amounts[points] = openAmount;
    weights[points++] = openWeight;
    openAmount = 0;
    openWeight = 0;
    openIntervals = 0;
    if (points == MOST) {
      halve();
    }
  }

  private void halve() {
    points /= 2;
    for (int i = 0; i < points; i++) {
      amounts[i] = amounts[2 * i] + amounts[2 * i + 1];
      weights[i] = weights[2 * i] + weights[2 * i + 1];
    }
    intervalsPerPoint *= 2;
  }

  /** How many intervals one point is the sum of. */
  long intervalsPerPoint() {
    return intervalsPerPoint;
  }

  /** The sum of all amounts over that of all weights; NaN without any weight. */
  public double ratio() {
    return totalWeight > 0 ? totalAmount / totalWeight : Double.NaN;
  }

  /**
   * Each point as an observation of the ratio, so that their mean has the ratio's variance: ratio +
   * (amount - ratio x weight) / mean weight, the linear (Taylor) form of a ratio estimator as in
   * Cochran, Sampling Techniques, chapter 6. A point without weight has its part in it. Empty where
   * there is no ratio.
   */
  double[] observations() {
    double ratio = ratio();
    if (Double.isNaN(ratio)) {
      return new double[0];
    }
    double weight = 0;
    for (int i = 0; i < points; i++) {
      weight += weights[i];
    }
    double mean = weight / points;
    double[] observations = new double[points];
    for (int i = 0; i < points; i++) {
      observations[i] = ratio + (amounts[i] - ratio * weights[i]) / mean;
    }
    return observations;
  }
}
