package io.ibench.report;

import io.ibench.measure.LatencySummary;
import java.util.Collection;

/** The unit and decimals that suit all latencies of one table. */
record LatencyUnit(String name, double nanos, int decimals) {

  private static final double MICRO = 1e3;
  private static final double MILLI = 1e6;

  /** Chosen so that the smallest median keeps two digits. */
  static LatencyUnit of(Collection<LatencySummary> latencies) {
    long smallest =
        latencies.stream()
            .filter(latency -> latency.count() > 0)
            .mapToLong(LatencySummary::p50Nanos)
            .min()
            .orElse((long) MILLI);
    if (smallest >= 100 * MICRO) {
      return new LatencyUnit("ms", MILLI, smallest < MILLI ? 2 : smallest < 10 * MILLI ? 1 : 0);
    }
    return new LatencyUnit("us", MICRO, smallest < MICRO ? 2 : smallest < 10 * MICRO ? 1 : 0);
  }

  /** Nanoseconds in this unit; what has four digits before the point needs none behind it. */
  String text(double latencyNanos) {
    double value = latencyNanos / nanos;
    return Numbers.decimals(value, value < 1000 ? decimals : 0);
  }
}
