package io.ibench.report.figures;

import java.util.Collection;

/** The unit and decimals for all latencies of one table. Immutable. */
public record LatencyUnit(String name, double micros, int decimals) {

  private static final double MILLI = 1e3;

  /**
   * Chosen so that the smallest median keeps two digits.
   *
   * @param medianMicros of each completed operation
   */
  public static LatencyUnit of(Collection<Double> medianMicros) {
    double smallest = medianMicros.stream().mapToDouble(Double::doubleValue).min().orElse(MILLI);
    if (smallest >= 100) {
      return new LatencyUnit("ms", MILLI, smallest < MILLI ? 2 : smallest < 10 * MILLI ? 1 : 0);
    }
    return new LatencyUnit("us", 1, smallest < 1 ? 2 : smallest < 10 ? 1 : 0);
  }

  /** A latency in this unit; from 1000 on without decimals. */
  public String text(double latencyMicros) {
    double value = latencyMicros / micros;
    return NumberText.decimals(value, value < 1000 ? decimals : 0);
  }
}
