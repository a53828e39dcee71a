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
 * The growth of the host's counters over a step or period. A step's growth is summed over its
 * periods: within a week a counter of 32 bits wraps more than once, and a counter that was reset
 * may pass its first value again. Immutable.
 */
public final class PeriodGrowth {

  private static final String DEVICE = ":";

  /** Unknown for every counter. */
  static final PeriodGrowth UNKNOWN = new PeriodGrowth(List.of(Readings.NONE, Readings.NONE));

  private final List<Readings> readings;

  private PeriodGrowth(List<Readings> readings) {
    this.readings = readings;
  }

  /**
   * The growth over one period.
   *
   * @param parts the periods that it consists of, in order; may be empty
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

  /** Empty if the counter is unknown at one of the ends, or was reset. */
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

  /** Whether a known counter was reset. */
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

  /** Names of the devices that are read separately; empty if there are fewer than two. */
  List<String> devices() {
    TreeSet<String> names = new TreeSet<>();
    readings.forEach(some -> names.addAll(devices(some)));
    return List.copyOf(names);
  }

  /** The devices in a reading, with or without a value. */
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

  /** The growth of one device, under the names of the sums. */
  PeriodGrowth device(String name) {
    return new PeriodGrowth(readings.stream().map(some -> device(some, name)).toList());
  }

  private static Readings device(Readings some, String name) {
    Map<String, Long> values = new TreeMap<>();
    for (HostMetric metric : HostMetric.of(HostMetric.Category.DISK)) {
      Long value = some.values().get(metric.key(name));
      if (value != null) {
        values.put(metric.key(), value);
      }
    }
    return new Readings(values, Map.of(), Map.of());
  }
}
