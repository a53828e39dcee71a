package io.ibench.verdict;

import io.ibench.statistics.Median;
import java.util.Arrays;

/**
 * A figure over a step's time. Immutable by convention: the arrays are read-only.
 *
 * @param seconds since the step began, ascending
 */
record FigureSeries(double[] seconds, double[] values) {

  private static final int OUTLIER_NEIGHBOURS = 3;

  /** The distance of an outlier from the median, in standard deviations of the noise. */
  private static final double OUTLIER_DEVIATIONS = 4;

  /** Median absolute deviation to standard deviation, in a normal distribution. */
  private static final double NORMAL_PER_MEDIAN = 1.4826;

  /** Collects points in the order of their times. */
  static final class Builder {

    private double[] seconds = new double[16];
    private double[] values = new double[16];
    private int size;

    void add(double second, double value) {
      if (size == seconds.length) {
        seconds = Arrays.copyOf(seconds, 2 * size);
        values = Arrays.copyOf(values, 2 * size);
      }
      seconds[size] = second;
      values[size++] = value;
    }

    FigureSeries build() {
      return new FigureSeries(Arrays.copyOf(seconds, size), Arrays.copyOf(values, size));
    }
  }

  int size() {
    return values.length;
  }

  /** The time between this point and the one before. */
  double boundary(int point) {
    return (seconds[point - 1] + seconds[point]) / 2;
  }

  FigureSeries part(int from, int to) {
    return new FigureSeries(
        Arrays.copyOfRange(seconds, from, to), Arrays.copyOfRange(values, from, to));
  }

  FigureSeries with(double[] others) {
    return new FigureSeries(seconds, others);
  }

  /** Reduces the series to {@code max} points, each the mean of equally many points or one more. */
  FigureSeries thinned(int max) {
    if (size() <= max) {
      return this;
    }
    Builder thinned = new Builder();
    for (int group = 0; group < max; group++) {
      int from = (int) ((long) group * size() / max);
      int to = (int) ((long) (group + 1) * size() / max);
      thinned.add(mean(seconds, from, to), mean(values, from, to));
    }
    return thinned.build();
  }

  private static double mean(double[] numbers, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += numbers[i];
    }
    return sum / (to - from);
  }

  double median() {
    return Median.of(values);
  }

  /**
   * Replaces each outlier by the median of itself and three points on each side (Hampel's filter):
   * a single outlier is neither a trend nor a change.
   */
  FigureSeries withoutOutliers() {
    double far = OUTLIER_DEVIATIONS * noise(values);
    double[] replaced = values.clone();
    for (int i = 0; i < values.length; i++) {
      int from = Math.max(0, i - OUTLIER_NEIGHBOURS);
      int to = Math.min(values.length, i + OUTLIER_NEIGHBOURS + 1);
      double median = Median.of(Arrays.copyOfRange(values, from, to));
      if (Math.abs(values[i] - median) > far) {
        replaced[i] = median;
      }
    }
    return with(replaced);
  }

  /** The noise of the differences of neighbours, which a trend or a few changes hardly affect. */
  private static double noise(double[] values) {
    double[] differences = new double[values.length - 1];
    Arrays.setAll(differences, i -> values[i + 1] - values[i]);
    double median = Median.of(differences);
    Arrays.setAll(differences, i -> Math.abs(differences[i] - median));
    return NORMAL_PER_MEDIAN * Median.of(differences) / Math.sqrt(2);
  }
}
