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

  /** No latencies. */
  public static final LatencySummary NONE = new LatencySummary(0, 0, 0, 0, 0, 0, 0, 0);

  private static final double[] PERCENTILES = {50, 95, 99, 99.9, 99.99};

  /** Computes all numbers in one pass; HdrHistogram needs a pass for each percentile. */
  public static LatencySummary of(Histogram nanos) {
    Builder summary = new Builder(nanos.getTotalCount());
    if (nanos.getTotalCount() > 0) {
      for (HistogramIterationValue value : nanos.recordedValues()) {
        long highest = value.getValueIteratedTo();
        summary.add(
            highest, nanos.medianEquivalentValue(highest), value.getCountAtValueIteratedTo());
      }
    }
    return summary.build();
  }

  /** Takes the ranges of a histogram, the lowest first. Not thread-safe. */
  static final class Builder {

    private final long count;
    private final long[] percentiles = new long[PERCENTILES.length];
    private double total;
    private long before;
    private long max;
    private int next;

    /**
     * @param count of all ranges together
     */
    Builder(long count) {
      this.count = count;
    }

    /** Adds a range with latencies, in nanoseconds. */
    void add(long highest, long middle, long latencies) {
      total += (double) middle * latencies;
      before += latencies;
      max = highest;
      while (next < PERCENTILES.length && before >= rank(PERCENTILES[next], count)) {
        percentiles[next++] = highest;
      }
    }

    LatencySummary build() {
      return new LatencySummary(
          count,
          count == 0 ? 0 : total / count,
          percentiles[0],
          percentiles[1],
          percentiles[2],
          percentiles[3],
          percentiles[4],
          max);
    }
  }

  /** As in HdrHistogram: a slightly lower percentile, so that rounding does not raise the rank. */
  private static long rank(double percentile, long count) {
    double lowered = Math.nextAfter(percentile, Double.NEGATIVE_INFINITY);
    return Math.max(1, (long) Math.ceil(lowered * count / 100));
  }
}
