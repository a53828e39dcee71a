package io.ibench.host;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The counters of one device, extended beyond the 32 bits in which the kernel may keep them. Must
 * be read at each reading of the gauge. Not thread-safe.
 *
 * <p>Milliseconds have 32 bits in every kernel, requests and sectors on 32-bit machines. When a
 * counter falls, it has either wrapped, and continues; or the device came back with new counters,
 * and all counters fall by {@link #FALL}.
 */
final class DiskCounters {

  static final List<HostMetric> METRICS = HostMetric.of(HostMetric.Category.DISK);

  /**
   * How far all counters fall when a device's counters are reset: more than they will ever rise
   * again, so that a difference over the reset is always negative.
   */
  static final long FALL = 1L << 56;

  private static final Set<HostMetric> FLUSHES =
      EnumSet.of(HostMetric.DISK_FLUSHES, HostMetric.DISK_FLUSH_MILLIS);

  private static final String FLUSHES_NOT_COUNTED =
      "the kernel does not count flushes; Linux does from 5.5 on";

  private static final long SECTOR_BYTES = 512;
  private static final long WRAP = 1L << 32;

  /** The maximum growth of a wrapped counter between two readings. */
  private static final long MAX_GROWTH = 1L << 31;

  /** This many requests take at least a millisecond together, on any device. */
  private static final long MANY_REQUESTS = 1000;

  private final String device;
  private long[] last = new long[METRICS.size()];
  private final long[] wrapped = new long[METRICS.size()];
  private long fallen;
  private boolean countsFlushes;

  DiskCounters(String device) {
    this.device = device;
  }

  /** Reads the fields after the device's name; returns the counters by metric. */
  Figure[] read(ProcText row) throws ProcException {
    long[] now = parse(row);
    if (restarted(now)) {
      fallen += FALL;
      Arrays.fill(wrapped, 0);
    } else {
      for (int i = 0; i < now.length; i++) {
        extend(now, i);
      }
    }
    last = now;
    boolean untimed = isUntimed(now);
    Figure[] figures = new Figure[now.length];
    for (int i = 0; i < figures.length; i++) {
      HostMetric metric = METRICS.get(i);
      long value = ExactMath.product(ExactMath.sum(now[i], wrapped[i]), unit(metric));
      String reason = absence(metric, untimed);
      figures[i] = new Figure(reason.isEmpty() ? ExactMath.sum(value, -fallen) : 0, reason);
    }
    return figures;
  }

  private String absence(HostMetric metric, boolean untimed) {
    if (FLUSHES.contains(metric) && !countsFlushes) {
      return FLUSHES_NOT_COUNTED;
    }
    return untimed && metric.wrapsAt32Bits()
        ? "the kernel does not time the requests to " + device
        : "";
  }

  private static long unit(HostMetric metric) {
    return metric == HostMetric.DISK_READ_BYTES || metric == HostMetric.DISK_WRITTEN_BYTES
        ? SECTOR_BYTES
        : 1;
  }

  /** Looks at requests and sectors only: the times of old kernels may fall a little. */
  private boolean restarted(long[] now) {
    for (int i = 0; i < now.length; i++) {
      if (!METRICS.get(i).wrapsAt32Bits() && now[i] < last[i] && !hasWrapped(last[i], now[i])) {
        return true;
      }
    }
    return false;
  }

  private void extend(long[] now, int i) throws ProcException {
    if (now[i] >= last[i]) {
      return;
    }
    if (hasWrapped(last[i], now[i])) {
      wrapped[i] = ExactMath.sum(wrapped[i], WRAP);
    } else {
      now[i] = last[i];
    }
  }

  private static boolean hasWrapped(long before, long now) {
    return before < WRAP && now + WRAP - before < MAX_GROWTH;
  }

  /** Devices without a queue, such as md before Linux 5.14, count requests but no times. */
  private static boolean isUntimed(long[] now) {
    long requests = 0;
    long millis = 0;
    for (int i = 0; i < now.length; i++) {
      HostMetric metric = METRICS.get(i);
      if (metric.wrapsAt32Bits()) {
        millis = Math.max(millis, now[i]);
      } else if (unit(metric) == 1) {
        requests = Math.max(requests, now[i]);
      }
    }
    return millis == 0 && requests >= MANY_REQUESTS;
  }

  /**
   * The eleven fields of every kernel since 2.6.25. Linux 4.18 appended four of discards, and 5.5
   * two of flushes.
   */
  private long[] parse(ProcText row) throws ProcException {
    long[] now = new long[METRICS.size()];
    put(now, HostMetric.DISK_READS, row.number());
    row.skip(1);
    put(now, HostMetric.DISK_READ_BYTES, row.number());
    put(now, HostMetric.DISK_READ_MILLIS, row.number());
    put(now, HostMetric.DISK_WRITES, row.number());
    row.skip(1);
    put(now, HostMetric.DISK_WRITTEN_BYTES, row.number());
    put(now, HostMetric.DISK_WRITE_MILLIS, row.number());
    row.skip(1);
    put(now, HostMetric.DISK_BUSY_MILLIS, row.number());
    put(now, HostMetric.DISK_QUEUE_MILLIS, row.number());
    row.skip(4);
    countsFlushes = row.hasWord();
    if (countsFlushes) {
      put(now, HostMetric.DISK_FLUSHES, row.number());
      put(now, HostMetric.DISK_FLUSH_MILLIS, row.number());
    }
    return now;
  }

  private static void put(long[] now, HostMetric metric, long value) {
    now[METRICS.indexOf(metric)] = value;
  }
}
