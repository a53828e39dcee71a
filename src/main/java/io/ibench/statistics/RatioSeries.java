package io.ibench.statistics;

import java.util.Arrays;

/**
 * A ratio over time: an amount and its divisor, the weight, for each interval, such as queries and
 * seconds or bytes and queries. Its ratio is that of the sums, so that an interval counts by its
 * weight. Memory is bounded: from {@link #MAX_POINTS} points on neighbours are added up, as batches
 * of a long series are anyway. Not thread-safe.
 */
public final class RatioSeries {

  static final int MAX_POINTS = 8192;

  private double[] amounts = new double[16];
  private double[] weights = new double[16];
  private int points;
  private long intervalsPerPoint = 1;
  private double openAmount;
  private double openWeight;
  private long openIntervals;
  private double totalAmount;
  private double totalWeight;

  /** Adds the next interval; ignores it if a number is not finite. */
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
    if (points == MAX_POINTS) {
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

  /** The number of intervals that each point sums up. */
  long intervalsPerPoint() {
    return intervalsPerPoint;
  }

  /** The sum of all amounts divided by the sum of all weights; NaN without any weight. */
  public double ratio() {
    return totalWeight > 0 ? totalAmount / totalWeight : Double.NaN;
  }

  /**
   * Each point as an observation of the ratio, so that their mean has the ratio's variance: ratio +
   * (amount - ratio x weight) / mean weight, the linear (Taylor) form of a ratio estimator as in
   * Cochran, Sampling Techniques, chapter 6. Points without weight are included. Empty without a
   * ratio.
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
