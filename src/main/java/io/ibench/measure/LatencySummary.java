package io.ibench.measure;

import org.HdrHistogram.Histogram;

/** A histogram in a few numbers, all in nanoseconds; the bounds are those of HdrHistogram. */
public record LatencySummary(
    long count,
    double meanNanos,
    long p50Nanos,
    long p95Nanos,
    long p99Nanos,
    long p999Nanos,
    long p9999Nanos,
    long maxNanos) {

  public static LatencySummary of(Histogram nanos) {
    return new LatencySummary(
        nanos.getTotalCount(),
        nanos.getMean(),
        nanos.getValueAtPercentile(50),
        nanos.getValueAtPercentile(95),
        nanos.getValueAtPercentile(99),
        nanos.getValueAtPercentile(99.9),
        nanos.getValueAtPercentile(99.99),
        nanos.getMaxValue());
  }
}
