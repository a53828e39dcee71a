package io.ibench.engine;

import io.ibench.host.HostMetric;
import io.ibench.measure.Counter;
import io.ibench.measure.Gauge.Sink;
import io.ibench.measure.WorkerMetric;
import java.util.List;

/**
 * The events of a virtual week: a function of the second, from which the fake probes and the
 * expected figures are computed separately.
 */
final class Week {

  /** A day; {@code -Dibench.week.hours=168} makes it the whole week. */
  static final int HOURS = Integer.getInteger("ibench.week.hours", 24);

  static final int HOUR = 3_600;
  static final int SECONDS = HOURS * HOUR;
  static final int OPERATIONS = 10;
  static final long WRAP = 1L << 32;
  static final List<String> DISKS = List.of("sda", "sdb");

  private Week() {}

  /** The only operation with events in the second that ends at {@code second}. */
  static int operation(int second) {
    return second % 2 == 0 ? 0 : 1 + second / 2 % (OPERATIONS - 1);
  }

  /** How many of them: more than 2^32 of the first operation in a day. */
  static long count(int second) {
    return second % 2 == 0 ? 100_000 + second % 97 : 5_000 + second % 89;
  }

  static long rowsOfEach(int operation) {
    return operation == OPERATIONS - 1 ? 3 : operation;
  }

  /** Not in every second, because adding up histograms takes most of a virtual week's time. */
  static long serviceNanos(int second) {
    return second % 5 > 0 ? 0 : 20_000 + 1_000L * (second % 7) + 100_000L * operation(second);
  }

  /** A counter that grows faster and faster; each metric in its own way. */
  static long counter(HostMetric metric, long second) {
    return start(metric) + slope(metric) * second + second * second / (1_000 + metric.ordinal());
  }

  private static long start(HostMetric metric) {
    return metric.wrapsAt32Bits() ? WRAP - 1_000 : 77L * metric.ordinal();
  }

  private static long slope(HostMetric metric) {
    return switch (metric) {
      case DISK_READS -> 8_000;
      case DISK_READ_BYTES -> 131_072_000;
      case DISK_WRITES -> 9_000;
      case DISK_WRITTEN_BYTES -> 262_144_000;
      case DISK_READ_MILLIS, DISK_WRITE_MILLIS -> 90_000;
      case DISK_QUEUE_MILLIS -> 200_000;
      case DISK_BUSY_MILLIS -> 1_500;
      case CPU_BUSY_TICKS -> 9_100;
      case CPU_TOTAL_TICKS -> 12_800;
      case SERVER_CPU_NANOS, CLIENT_CPU_NANOS -> 2_000_000_000;
      case SERVER_READ_BYTES, SERVER_WRITTEN_BYTES -> 99_000_000;
      case SERVER_RESTARTS, CLIENT_GC_LONG_PAUSES -> 1;
      default -> 500 + metric.ordinal();
    };
  }

  static long level(HostMetric metric, long second) {
    return (1L << 31) + (metric.ordinal() + 1) * 1_000_003L * (second % 5_000);
  }

  /** As a probe reports it. */
  static long value(HostMetric metric, long second) {
    if (!metric.isCounter()) {
      return level(metric, second);
    }
    long counter = counter(metric, second);
    return metric.wrapsAt32Bits() ? counter % WRAP : counter;
  }

  static void everyInterval(long second, Sink sink) {
    for (HostMetric metric : HostMetric.values()) {
      sink.put(metric.key(), value(metric, second));
    }
    for (HostMetric metric : HostMetric.of(HostMetric.Category.DISK)) {
      for (String disk : DISKS) {
        sink.put(metric.key(disk), value(metric, second + disk.charAt(2)));
      }
    }
  }

  static long size(long second) {
    return 10_000_000_000L + 70_001 * second;
  }

  static long rows(long second) {
    return 100_000_000L + 501 * second;
  }

  static void everyPeriod(long second, Sink sink) {
    sink.put("size", size(second));
    sink.source("size", "a file");
    sink.put("dir_bytes", 3 * size(second));
    sink.counter("pages", new Counter(7_919 * second, true));
  }

  static void times(long second, Sink sink) {
    sink.put(WorkerMetric.UNTHROTTLED_NANOS, 4_000_000_000L * second);
    sink.put(WorkerMetric.INSIDE_NANOS, 3_900_000_000L * second + second * second);
  }
}
