package io.ibench.measure;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of all gauges at one time. Immutable.
 *
 * @param values by metric
 * @param absent the reasons why metrics have no value
 * @param sources where a value comes from, for some metrics
 * @param counters the server's own counters, by its names; at the boundaries of periods only
 */
public record Readings(
    Map<String, Long> values,
    Map<String, String> absent,
    Map<String, String> sources,
    Map<String, Counter> counters) {

  public static final Readings NONE = new Readings(Map.of(), Map.of(), Map.of());

  public Readings {
    values = Map.copyOf(values);
    absent = Map.copyOf(absent);
    sources = Map.copyOf(sources);
    counters = Map.copyOf(counters);
  }

  /** Without the server's own counters. */
  public Readings(
      Map<String, Long> values, Map<String, String> absent, Map<String, String> sources) {
    this(values, absent, sources, Map.of());
  }

  /** Reads every gauge, on the caller's thread. */
  public static Readings of(List<? extends Gauge> gauges, long nanos) {
    Map<String, Long> values = new HashMap<>();
    Map<String, String> absent = new HashMap<>();
    Map<String, String> sources = new HashMap<>();
    Map<String, Counter> counters = new HashMap<>();
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

          @Override
          public void counter(String name, Counter counter) {
            counters.put(name, counter);
          }
        };
    for (Gauge gauge : gauges) {
      gauge.read(nanos, sink);
    }
    return new Readings(values, absent, sources, counters);
  }

  /**
   * Both together; the other readings are later and replace earlier values. A metric with a value
   * in one of them is not absent.
   */
  public Readings with(Readings other) {
    Map<String, Long> known = union(values, other.values);
    Map<String, String> missing = union(absent, other.absent);
    missing.keySet().removeAll(known.keySet());
    return new Readings(
        known, missing, union(sources, other.sources), union(counters, other.counters));
  }

  /**
   * Readings at which counters would have begun, if they had grown in one go by what they grew
   * between two earlier readings and since this one. Values that one of the readings lacks are left
   * out, with a reason.
   */
  Readings asIfSince(Readings from, Readings to) {
    Map<String, Long> begun = new HashMap<>();
    Map<String, String> missing = new HashMap<>(absent);
    from.values.forEach(
        (metric, value) -> {
          if (values.containsKey(metric) && to.values.containsKey(metric)) {
            begun.put(metric, values.get(metric) - (to.values.get(metric) - value));
          } else {
            missing.putIfAbsent(metric, "unknown for a part of the step, which was resumed");
          }
        });
    missing.keySet().removeAll(begun.keySet());
    return new Readings(begun, missing, sources, Map.of());
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(values.size());
    for (Map.Entry<String, Long> value : values.entrySet()) {
      out.writeUTF(value.getKey());
      out.writeLong(value.getValue());
    }
  }

  /** The values that {@link #write} has written. */
  static Readings read(DataInput in) throws IOException {
    Map<String, Long> values = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      values.put(in.readUTF(), in.readLong());
    }
    return new Readings(values, Map.of(), Map.of());
  }

  private static <T> Map<String, T> union(Map<String, T> first, Map<String, T> second) {
    Map<String, T> all = new HashMap<>(first);
    all.putAll(second);
    return all;
  }
}
