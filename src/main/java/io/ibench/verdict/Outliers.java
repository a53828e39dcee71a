package io.ibench.verdict;

import java.util.Arrays;

/** Single hours that were unlike those around them: they are neither a trend nor a change. */
final class Outliers {

  private static final int NEIGHBOURS = 3;

  /** Standard deviations of the noise from the median of the neighbours. */
  private static final double FAR = 4;

  /** From the median of absolute deviations to the standard deviation of a normal distribution. */
  private static final double NORMAL = 1.4826;

  private Outliers() {}

  /** Each replaced by the median of three points to each side and its own (Hampel's filter). */
  static Series replaced(Series series) {
    double[] values = series.values();
    double far = FAR * noise(values);
    double[] replaced = values.clone();
    for (int i = 0; i < values.length; i++) {
      int from = Math.max(0, i - NEIGHBOURS);
      int to = Math.min(values.length, i + NEIGHBOURS + 1);
      double median = Series.median(Arrays.copyOfRange(values, from, to));
      if (Math.abs(values[i] - median) > far) {
        replaced[i] = median;
      }
    }
    return series.with(replaced);
  }

  /** From the differences of neighbours, which neither a trend nor a few changes disturb. */
  private static double noise(double[] values) {
    double[] differences = new double[values.length - 1];
    Arrays.setAll(differences, i -> values[i + 1] - values[i]);
    double median = Series.median(differences);
    Arrays.setAll(differences, i -> Math.abs(differences[i] - median));
    return NORMAL * Series.median(differences) / Math.sqrt(2);
  }
}
