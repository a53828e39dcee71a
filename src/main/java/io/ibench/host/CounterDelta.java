package io.ibench.host;

import io.ibench.measure.Readings;
import java.util.OptionalLong;

/** How much a counter of the host has grown between two readings. Stateless. */
public final class CounterDelta {

  private static final long WRAP = 1L << 32;

  private CounterDelta() {}

  /**
   * Empty if a reading has no value, or if the counter has fallen because its source was restarted:
   * then the growth is unknown. A 32-bit counter that has fallen by no more than its range has
   * wrapped. The kernel takes back a few ticks of iowait now and then, which counts as no growth.
   *
   * <p>32-bit kernels keep ticks and context switches in 64 bits, too, but swapped pages in 32.
   * These wrap after 16 TiB of swapping, which counts as a restart.
   */
  public static OptionalLong of(HostMetric metric, Readings start, Readings end) {
    return of(metric, metric.key(), start, end);
  }

  /** The same for one device. */
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

  /** Whether the counter's source was restarted between the readings. */
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
