package io.ibench.measure;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What all gauges said at one moment. Immutable.
 *
 * @param values by metric
 * @param absent why a metric has no value
 */
public record Readings(Map<String, Long> values, Map<String, String> absent) {

  public static final Readings NONE = new Readings(Map.of(), Map.of());

  public Readings {
    values = Map.copyOf(values);
    absent = Map.copyOf(absent);
  }

  /** Reads every gauge, on the caller's thread. */
  public static Readings of(List<Gauge> gauges, long nanos) {
    Map<String, Long> values = new TreeMap<>();
    Map<String, String> absent = new TreeMap<>();
    Gauge.Sink sink =
        new Gauge.Sink() {
          @Override
          public void put(String metric, long value) {
            values.put(metric, value);
          }

          @Override
          public void absent(String metric, String reason) {
            absent.put(metric, reason);
          }
        };
    for (Gauge gauge : gauges) {
      gauge.read(nanos, sink);
    }
    return new Readings(values, absent);
  }

  /** These and the other ones together. */
  public Readings with(Readings other) {
    Map<String, Long> allValues = new TreeMap<>(values);
    allValues.putAll(other.values);
    Map<String, String> allAbsent = new TreeMap<>(absent);
    allAbsent.putAll(other.absent);
    return new Readings(allValues, allAbsent);
  }
}
