package io.ibench.statistics;

import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How much a rate changes over a time: the slope of a straight line by least squares through the
 * means of ten equal parts of it. What is correlated within a part, or averages out in it, does not
 * count. Immutable.
 *
 * @param mean of the values
 * @param change of the line from the start to the end of the time, in percent of the mean
 * @param error how much larger the change may be (or smaller), in percent of the mean: one-sided,
 *     95 %
 */
public record RateChange(double mean, double change, double error) {

  /** The parts, and the smallest number of values. */
  public static final int PARTS = 10;

  private static final double TAIL = 0.05;
  private static final double QUANTILE =
      TDistribution.of(PARTS - 2.0).inverseSurvivalProbability(TAIL);

  /** The variance of the places of the parts, (n^2 - 1) / 12, times their number. */
  private static final double SQUARES = PARTS * (PARTS * PARTS - 1) / 12.0;

  /** Empty with fewer than {@link #PARTS} values, or if their mean is not above 0. */
  public static Optional<RateChange> of(double[] values) {
    int n = values.length;
    double[] parts = new double[PARTS];
    double mean = 0;
    for (int part = 0; n >= PARTS && part < PARTS; part++) {
      int from = (int) ((long) n * part / PARTS);
      int to = (int) ((long) n * (part + 1) / PARTS);
      for (int i = from; i < to; i++) {
        parts[part] += values[i] / (to - from);
      }
      mean += parts[part] / PARTS;
    }
    return mean > 0 ? Optional.of(of(parts, mean)) : Optional.empty();
  }

  private static RateChange of(double[] parts, double mean) {
    double products = 0;
    double deviations = 0;
    for (int part = 0; part < PARTS; part++) {
      double place = part - (PARTS - 1) / 2.0;
      products += place * parts[part];
      deviations += (parts[part] - mean) * (parts[part] - mean);
    }
    double slope = products / SQUARES;
    double residual = Math.max(0, deviations - slope * products);
    double slopeError = Math.sqrt(residual / (PARTS - 2) / SQUARES);
    double percent = 100 * PARTS / mean;
    return new RateChange(mean, percent * slope, percent * QUANTILE * slopeError);
  }
}
