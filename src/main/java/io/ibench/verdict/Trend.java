package io.ibench.verdict;

import io.ibench.statistics.Median;
import java.util.Arrays;

/**
 * A robust straight line.
 *
 * @param slope per second: the median of the slopes of all pairs of points (Theil, Sen)
 * @param atStart the line's value at the first point
 * @param length seconds from the first point to the last
 * @param significance the standard normal deviate of the Mann-Kendall test, ties corrected
 */
record Trend(double slope, double atStart, double length, double significance) {

  /** The line through two or more points. */
  static Trend of(FigureSeries series) {
    double[] seconds = series.seconds();
    double[] values = series.values();
    int n = series.size();
    double[] slopes = new double[n * (n - 1) / 2];
    int pairs = 0;
    long rising = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        slopes[pairs++] = (values[j] - values[i]) / (seconds[j] - seconds[i]);
        rising += (int) Math.signum(values[j] - values[i]);
      }
    }
    double slope = Median.of(slopes);
    double[] starts = new double[n];
    Arrays.setAll(starts, i -> values[i] - slope * (seconds[i] - seconds[0]));
    return new Trend(
        slope, Median.of(starts), seconds[n - 1] - seconds[0], deviate(rising, values));
  }

  /** S with continuity correction, divided by its standard deviation for a constant series. */
  private static double deviate(long rising, double[] values) {
    double variance = 0;
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int from = 0;
    for (int i = 1; i <= sorted.length; i++) {
      if (i == sorted.length || sorted[i] != sorted[from]) {
        variance -= pairsWeight(i - from);
        from = i;
      }
    }
    variance += pairsWeight(sorted.length);
    return variance <= 0 ? 0 : (rising - Long.signum(rising)) / Math.sqrt(variance);
  }

  private static double pairsWeight(double n) {
    return n * (n - 1) * (2 * n + 5) / 18;
  }
}
