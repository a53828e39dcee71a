package io.ibench.host;

import io.ibench.measure.Readings;
import java.util.OptionalLong;

/** How much a counter of the host has grown between two readings. */
public final class CounterDelta {

  private static final long WRAP = 1L << 32;

  private CounterDelta() {}

  /**
   * Empty where one of the readings has no value, or where the counter has fallen, because whatever
   * counts was started anew: what it counted is then unknown. A 32-bit counter that has fallen by
   * no more than its range has wrapped; the kernel takes a few ticks of iowait back now and then,
   * which is no growth.
   *
   * <p>Kernels of 32 bits keep ticks and context switches in 64 bits, too. Swapped pages they keep
   * in 32: these wrap after 16 TiB of swapping, which counts as started anew.
   */
  public static OptionalLong of(HostMetric metric, Readings start, Readings end) {
    return of(metric, metric.key(), start, end);
  }

  /** The same of one device alone. */
  public static OptionalLong ofDevice(
      HostMetric metric, String device, Readings start, Readings end) {
    return of(metric, metric.key(device), start, end);
  }

  private static OptionalLong of(HostMetric metric, String key, Readings start, Readings end) {
    Long from = start.values().get(key);
    Long to = end.values().get(key);
    if (from == null || to == null || fell(metric, from, to)) {
      return OptionalLong.empty();
    }
    long grown = to - from;
    boolean wrapped = grown < 0 && metric.wrapsAt32Bits();
    return OptionalLong.of(wrapped ? Math.floorMod(grown, WRAP) : Math.max(0, grown));
  }

  /** Whether the counter was started anew between the readings. */
  public static boolean fell(HostMetric metric, Readings start, Readings end) {
    Long from = start.values().get(metric.key());
    Long to = end.values().get(metric.key());
    return from != null && to != null && fell(metric, from, to);
  }

  private static boolean fell(HostMetric metric, long from, long to) {
    return metric.isCounter()
        && metric != HostMetric.CPU_IOWAIT_TICKS
        && to < from
        && !(metric.wrapsAt32Bits() && from - to < WRAP);
  }
}
