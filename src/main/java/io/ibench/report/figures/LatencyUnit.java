package io.ibench.report.figures;

import java.util.Collection;

/** The unit and decimals that suit all latencies of one table. */
public record LatencyUnit(String name, double micros, int decimals) {

  private static final double MILLI = 1e3;

  /**
   * Chosen so that the smallest median keeps two digits.
   *
   * @param medianMicros of each operation that was completed
   */
  public static LatencyUnit of(Collection<Double> medianMicros) {
    double smallest = medianMicros.stream().mapToDouble(Double::doubleValue).min().orElse(MILLI);
    if (smallest >= 100) {
      return new LatencyUnit("ms", MILLI, smallest < MILLI ? 2 : smallest < 10 * MILLI ? 1 : 0);
    }
    return new LatencyUnit("us", 1, smallest < 1 ? 2 : smallest < 10 ? 1 : 0);
  }

  /** Microseconds in this unit; what has four digits before the point needs none behind it. */
  public String text(double latencyMicros) {
    double value = latencyMicros / micros;
    return NumberText.decimals(value, value < 1000 ? decimals : 0);
  }
}
