package io.ibench.measure;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What all gauges said at one moment. Immutable.
 *
 * @param values by metric
 * @param absent why a metric has no value
 * @param sources where a value comes from, for some metrics
 */
public record Readings(
    Map<String, Long> values, Map<String, String> absent, Map<String, String> sources) {

  public static final Readings NONE = new Readings(Map.of(), Map.of(), Map.of());

  public Readings {
    values = Map.copyOf(values);
    absent = Map.copyOf(absent);
    sources = Map.copyOf(sources);
  }

  /** Reads every gauge, on the caller's thread. */
  public static Readings of(List<Gauge> gauges, long nanos) {
    Map<String, Long> values = new TreeMap<>();
    Map<String, String> absent = new TreeMap<>();
    Map<String, String> sources = new TreeMap<>();
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

          @Override
          public void source(String metric, String source) {
            sources.put(metric, source);
          }
        };
    for (Gauge gauge : gauges) {
      gauge.read(nanos, sink);
    }
    return new Readings(values, absent, sources);
  }

  /** These and the other ones together. */
  public Readings with(Readings other) {
    return new Readings(
        union(values, other.values), union(absent, other.absent), union(sources, other.sources));
  }

  private static <T> Map<String, T> union(Map<String, T> first, Map<String, T> second) {
    Map<String, T> all = new TreeMap<>(first);
    all.putAll(second);
    return all;
  }
}
