package io.ibench.statistics;

import java.util.Optional;

/**
 * How sure the mean of a series is when its values depend on those before. The series is cut into
 * batches, as long as their means still follow each other but no fewer than {@link #LEAST}; by what
 * is left of their correlation the variance is widened. A series that changes all the time (a step,
 * a slope) so is worth few observations, {@link #FEWEST} at least. Immutable.
 *
 * @param sample the mean of the whole series, the variance of an independent observation, and how
 *     many of these the batches are worth
 * @param batchIntervals how long a batch is; where batches differ by one, about
 * @param batches how many there are
 * @param correlation of the means of neighbouring batches, 0 where none could be seen; its bias in
 *     short series is taken out
 */
public record BatchMeans(Sample sample, double batchIntervals, int batches, double correlation) {

  /** Batches below which they are not made longer, and without which nothing is known. */
  public static final int LEAST = 10;

  /** What a series is worth at least, however much its values depend on each other. */
  static final int FEWEST = 3;

  /** 90 % of normally distributed numbers are below: batches are lengthened rather too often. */
  private static final double CORRELATION_LIMIT = 1.28;

  /** Empty with fewer than {@link #LEAST} values. */
  public static Optional<BatchMeans> of(double[] values) {
    return values.length < LEAST ? Optional.empty() : Optional.of(of(values, mean(values), 1));
  }

  /** Of a ratio of sums; empty with fewer than {@link #LEAST} intervals. */
  public static Optional<BatchMeans> of(RatioSeries series) {
    double[] values = series.observations();
    return values.length < LEAST
        ? Optional.empty()
        : Optional.of(of(values, series.ratio(), series.intervalsPerPoint()));
  }

  private static BatchMeans of(double[] values, double mean, long intervals) {
    double[] means = values;
    while (means.length / 2 >= LEAST && isCorrelated(means)) {
      means = paired(means);
    }
    double correlation = unbiased(means);
    return new BatchMeans(
        sample(mean, means, correlation),
        (double) intervals * values.length / means.length,
        means.length,
        correlation);
  }

  /** Of batches twice as long; an odd one at the end is the third of the last batch. */
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

  /** Without correlation the coefficient of k values is about normal, with 1 / k as variance. */
  private static boolean isCorrelated(double[] values) {
    return correlation(values) > CORRELATION_LIMIT / Math.sqrt(values.length) - 1.0 / values.length;
  }

  /** Of each value with the next; 0 of a constant. */
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
   * Of a process of which each value keeps rho of the one before, the mean of k values is worth k
   * (1 - rho) / (1 + rho) independent ones; the deviations from that mean are too small by as much.
   */
  private static Sample sample(double mean, double[] values, double rho) {
    int k = values.length;
    double worth = Math.max(FEWEST, k * (1 - rho) / (1 + rho));
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
