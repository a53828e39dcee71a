package io.ibench.merge;

import io.ibench.measure.LatencySummary;
import io.ibench.report.store.RunReport.Operation;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The latencies of one operation, summed up over agents. Percentiles come from the sum of the
 * agents' histograms; where there is none, they are unknown, and mean and maximum come from the
 * agents' own. Not thread-safe.
 */
final class LatencySum {

  private static final String MEAN = "mean_us";
  private static final String MAX = "max_us";

  private Map<String, Number> only = Map.of();
  private int agents;
  private long count;
  private double total;
  private double longest;

  /**
   * Adds an agent's.
   *
   * @param micros by their names in summary.json; empty without latencies
   * @param latencies how many there are
   */
  void add(Map<String, Number> micros, long latencies) {
    if (micros.get(MEAN) != null) {
      only = micros;
      agents++;
      count += latencies;
      total += micros.get(MEAN).doubleValue() * latencies;
      longest = Math.max(longest, micros.getOrDefault(MAX, 0).doubleValue());
    }
  }

  /**
   * The sum.
   *
   * @param sum of the agents' histograms; null if it is not known
   */
  Map<String, Number> micros(@Nullable Histogram sum) {
    if (agents <= 1) {
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
