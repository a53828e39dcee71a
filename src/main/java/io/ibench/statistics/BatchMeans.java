package io.ibench.statistics;

import java.util.Optional;

/**
 * The uncertainty of the mean of a series with correlated values. Batches of neighbouring values
 * are doubled in length while their means are correlated, down to {@link #MIN} batches; the
 * remaining correlation widens the variance. So a series with a step or a slope is worth few
 * observations, {@link #MIN_WORTH} at least. Immutable.
 *
 * @param sample the mean of the series, the variance of an independent observation, and the number
 *     of such observations that the batches are worth
 * @param batchIntervals the length of a batch, approximate if batches differ by one
 * @param batches the number of batches
 * @param correlation of the means of neighbouring batches, without its bias in short series; 0 or
 *     more
 */
public record BatchMeans(Sample sample, double batchIntervals, int batches, double correlation) {

  /** The smallest number of batches, and of values. */
  public static final int MIN = 10;

  /** The smallest number of independent observations that a series is worth. */
  static final int MIN_WORTH = 3;

  /** 90 % of normally distributed numbers are below: batches rather become too long. */
  private static final double CORRELATION_LIMIT = 1.28;

  /** Empty with fewer than {@link #MIN} values. */
  public static Optional<BatchMeans> of(double[] values) {
    return values.length < MIN ? Optional.empty() : Optional.of(of(values, mean(values), 1));
  }

  /** For a ratio of sums; empty with fewer than {@link #MIN} intervals. */
  public static Optional<BatchMeans> of(RatioSeries series) {
    double[] values = series.observations();
    return values.length < MIN
        ? Optional.empty()
        : Optional.of(of(values, series.ratio(), series.intervalsPerPoint()));
  }

  private static BatchMeans of(double[] values, double mean, long intervals) {
    double[] means = values;
    while (means.length / 2 >= MIN && isCorrelated(means)) {
      means = paired(means);
    }
    double correlation = unbiased(means);
    return new BatchMeans(
        sample(mean, means, correlation),
        (double) intervals * values.length / means.length,
        means.length,
        correlation);
  }

  /**
   * The means of batches twice as long; an odd batch at the end becomes a third of the last one.
   */
  private static double[] paired(double[] means) {
    double[] paired = new double[means.length / 2];
    for (int i = 0; i < paired.length; i++) {
      paired[i] = (means[2 * i] + means[2 * i + 1]) / 2;
    }
    if (means.length % 2 == 1) {
      int last = paired.length - 1;
      paired[last] = (2 * paired[last] + means[means.length - 1]) / 3;
    }
    return paired;
  }

  /** Without correlation the coefficient of k values is about normal, with variance 1 / k. */
  private static boolean isCorrelated(double[] values) {
    return correlation(values) > CORRELATION_LIMIT / Math.sqrt(values.length) - 1.0 / values.length;
  }

  /** Of each value with the next; 0 for a constant. */
  private static double correlation(double[] values) {
    double mean = mean(values);
    double squares = 0;
    double products = 0;
    for (int i = 0; i < values.length; i++) {
      double deviation = values[i] - mean;
      squares += deviation * deviation;
      products += i == 0 ? 0 : deviation * (values[i - 1] - mean);
    }
    return squares == 0 ? 0 : products / squares;
  }

  /** The coefficient of k values is too low by (1 + 3 rho) / k (Marriott and Pope, 1954). */
  private static double unbiased(double[] values) {
    int k = values.length;
    double corrected = (k * correlation(values) + 1) / (k - 3);
    return Math.min(1, Math.max(0, corrected));
  }

  /**
   * In a first-order autoregressive process the mean of k values is worth k (1 - rho) / (1 + rho)
   * independent values; the deviations from that mean are too small accordingly.
   */
  private static Sample sample(double mean, double[] values, double rho) {
    int k = values.length;
    double worth = Math.max(MIN_WORTH, k * (1 - rho) / (1 + rho));
    double squares = 0;
    double center = mean(values);
    for (double value : values) {
      squares += (value - center) * (value - center);
    }
    double variance = squares / (k - k / worth);
    long n = (long) Math.floor(worth);
    return new Sample(mean, variance * n / worth, n);
  }

  private static double mean(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }
}
