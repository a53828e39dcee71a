package io.ibench.measure;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * A histogram in a few numbers, all in nanoseconds, equal to those that HdrHistogram returns.
 * Immutable.
 */
public record LatencySummary(
    long count,
    double meanNanos,
    long p50Nanos,
    long p95Nanos,
    long p99Nanos,
    long p999Nanos,
    long p9999Nanos,
    long maxNanos) {

  private static final double[] PERCENTILES = {50, 95, 99, 99.9, 99.99};

  /** Computes all numbers in one pass; HdrHistogram needs a pass for each percentile. */
  public static LatencySummary of(Histogram nanos) {
    long count = nanos.getTotalCount();
    long[] percentiles = new long[PERCENTILES.length];
    double total = 0;
    int next = 0;
    if (count > 0) {
      for (HistogramIterationValue value : nanos.recordedValues()) {
        long highest = value.getValueIteratedTo();
        total += (double) nanos.medianEquivalentValue(highest) * value.getCountAtValueIteratedTo();
        while (next < PERCENTILES.length
            && value.getTotalCountToThisValue() >= rank(PERCENTILES[next], count)) {
          percentiles[next++] = highest;
        }
      }
    }
    return new LatencySummary(
        count,
        count == 0 ? 0 : total / count,
        percentiles[0],
        percentiles[1],
        percentiles[2],
        percentiles[3],
        percentiles[4],
        nanos.getMaxValue());
  }

  /** As in HdrHistogram: a slightly lower percentile, so that rounding does not raise the rank. */
  private static long rank(double percentile, long count) {
    double lowered = Math.nextAfter(percentile, Double.NEGATIVE_INFINITY);
    return Math.max(1, (long) Math.ceil(lowered * count / 100));
  }
}
