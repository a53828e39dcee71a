package io.ibench.report.figures;

import io.ibench.host.CounterDelta;
import io.ibench.host.HostMetric;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Readings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How much the host's counters have grown over a step or period. A step is followed from period to
 * period: within a week a counter of 32 bits wraps more than once, and one that was started anew
 * may have passed its first value again.
 */
public final class PeriodGrowth {

  private static final String DEVICE = ":";

  /** Of nothing that is known. */
  static final PeriodGrowth UNKNOWN = new PeriodGrowth(List.of(Readings.NONE, Readings.NONE));

  private final List<Readings> readings;

  private PeriodGrowth(List<Readings> readings) {
    this.readings = readings;
  }

  /**
   * Of one period.
   *
   * @param parts those that it consists of, in order; may be empty
   */
  static PeriodGrowth of(PeriodResult period, List<PeriodResult> parts) {
    List<Readings> readings = new ArrayList<>();
    readings.add(period.start());
    for (int part = 0; part < parts.size() - 1; part++) {
      readings.add(parts.get(part).end());
    }
    readings.add(period.end());
    return new PeriodGrowth(readings);
  }

  /** Empty where it is unknown at one of the ends, or was started anew. */
  OptionalLong of(HostMetric metric) {
    if (!has(metric, readings.get(0)) || !has(metric, readings.get(readings.size() - 1))) {
      return OptionalLong.empty();
    }
    long sum = 0;
    Readings before = readings.get(0);
    for (Readings now : readings.subList(1, readings.size())) {
      if (has(metric, now)) {
        OptionalLong grown = CounterDelta.of(metric, before, now);
        if (grown.isEmpty()) {
          return grown;
        }
        sum += grown.getAsLong();
        before = now;
      }
    }
    return OptionalLong.of(sum);
  }

  /** Whether a counter that is known at all was started anew. */
  boolean fell(HostMetric metric) {
    List<Readings> known = readings.stream().filter(some -> has(metric, some)).toList();
    for (int i = 1; i < known.size(); i++) {
      if (CounterDelta.fell(metric, known.get(i - 1), known.get(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean has(HostMetric metric, Readings some) {
    return some.values().containsKey(metric.key());
  }

  /** The devices that are read apart, by name; empty where there is one or none. */
  public List<String> devices() {
    TreeSet<String> names = new TreeSet<>();
    readings.forEach(some -> names.addAll(devices(some)));
    return List.copyOf(names);
  }

  /** Those that a reading tells of, with a value or without. */
  public static TreeSet<String> devices(Readings some) {
    TreeSet<String> names = new TreeSet<>();
    String prefix = HostMetric.DISK_READS.key() + DEVICE;
    for (Map<String, ?> map : List.of(some.values(), some.absent())) {
      map.keySet().stream()
          .filter(key -> key.startsWith(prefix))
          .forEach(key -> names.add(key.substring(prefix.length())));
    }
    return names;
  }

  /** The same of one device alone, under the names of the sums. */
  PeriodGrowth device(String name) {
    return new PeriodGrowth(readings.stream().map(some -> device(some, name)).toList());
  }

  private static Readings device(Readings some, String name) {
    Map<String, Long> values = new TreeMap<>();
    for (HostMetric metric : HostMetric.of(HostMetric.Group.DISK)) {
      Long value = some.values().get(metric.key(name));
      if (value != null) {
        values.put(metric.key(), value);
      }
    }
    return new Readings(values, Map.of(), Map.of());
  }
}
