package io.ibench.merge;

import io.ibench.measure.LatencySummary;
import io.ibench.report.store.RunReport.Operation;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The latencies of one operation, summed up over drivers. Percentiles come from the sum of the
 * drivers' histograms; where there is none, they are unknown, and mean and maximum come from the
 * drivers' own. Not thread-safe.
 */
final class LatencySum {

  private static final String MEAN = "mean_us";
  private static final String MAX = "max_us";

  private Map<String, Number> only = Map.of();
  private int drivers;
  private long count;
  private double total;
  private double longest;

  /**
   * Adds a driver's.
   *
   * @param micros by their names in summary.json; empty without latencies
   * @param latencies how many there are
   */
  void add(Map<String, Number> micros, long latencies) {
    if (micros.get(MEAN) != null) {
      only = micros;
      drivers++;
      count += latencies;
      total += micros.get(MEAN).doubleValue() * latencies;
      longest = Math.max(longest, micros.getOrDefault(MAX, 0).doubleValue());
    }
  }

  /**
   * The sum.
   *
   * @param sum of the drivers' histograms; null if it is not known
   */
  Map<String, Number> micros(Histogram sum) {
    if (drivers <= 1) {
      return only;
    }
    if (sum != null) {
      return Operation.micros(LatencySummary.of(sum));
    }
    Map<String, Number> micros = new LinkedHashMap<>();
    if (count > 0) {
      micros.put(MEAN, total / count);
    }
    micros.put(MAX, longest);
    return micros;
  }
}
