package io.ibench.report.figures;

import io.ibench.host.HostMetric;
import io.ibench.measure.BoundaryMetric;
import java.util.HashMap;
import java.util.Map;

/** Metrics in words, for reports that name the missing ones. Stateless. */
public final class MetricNames {

  private static final Map<String, String> NAMES = names();

  private MetricNames() {}

  /**
   * The words for a metric, or for the metric of one device.
   *
   * @param key in results; an unknown one, such as from a newer version, is returned as it is
   */
  public static String of(String key) {
    int colon = key.indexOf(':');
    if (colon < 0) {
      return NAMES.getOrDefault(key, key);
    }
    String all = key.substring(0, colon);
    String device = key.substring(colon + 1);
    return of(all) + " " + device;
  }

  private static Map<String, String> names() {
    Map<String, String> names = new HashMap<>();
    for (HostMetric metric : HostMetric.values()) {
      names.put(metric.key(), words(metric));
    }
    names.put(BoundaryMetric.SIZE, "database size");
    names.put(BoundaryMetric.ROWS, "rows in the tables");
    names.put(BoundaryMetric.ROW_BYTES, "bytes of the rows' values");
    names.put(Figure.WRITE_AMP.key(), "write amplification");
    names.put(BoundaryMetric.DIRECTORY_BYTES, "size of the data directory");
    names.put(BoundaryMetric.SERVER_COUNTERS, "server counters");
    names.put(Figure.OTHER_WKBPS.key(), "what others wrote to the disk");
    names.put("rows", "rows in the tables");
    return names;
  }

  private static String words(HostMetric metric) {
    return switch (metric) {
      case DISK_READS -> "reads of the disk";
      case DISK_READ_BYTES -> "bytes read from the disk";
      case DISK_READ_MILLIS -> "time that the disk's reads took";
      case DISK_WRITES -> "writes of the disk";
      case DISK_WRITTEN_BYTES -> "bytes written to the disk";
      case DISK_WRITE_MILLIS -> "time that the disk's writes took";
      case DISK_QUEUE_MILLIS -> "the disk's queue";
      case DISK_BUSY_MILLIS -> "time in which the disk was busy";
      case DISK_FLUSHES -> "flushes of the disk's cache";
      case DISK_FLUSH_MILLIS -> "time that flushes of the disk's cache took";
      case CPU_BUSY_TICKS -> "CPU of the machine";
      case CPU_STEAL_TICKS -> "steal";
      case CPU_IOWAIT_TICKS -> "time that CPUs waited for I/O";
      case CPU_TOTAL_TICKS -> "time of all CPUs";
      case CONTEXT_SWITCHES -> "context switches";
      case SERVER_CPU_NANOS -> "CPU of the server's process";
      case SERVER_RSS_BYTES -> "memory of the server's process";
      case SERVER_READ_BYTES -> "bytes read by the server's process";
      case SERVER_WRITTEN_BYTES -> "bytes written by the server's process";
      case SERVER_RESTARTS -> "restarts of the server";
      case CLIENT_CPU_NANOS -> "CPU of the client";
      case CLIENT_WRITTEN_BYTES -> "bytes written by the client";
      case CLIENT_RSS_BYTES -> "memory of the client";
      case CLIENT_GC_MILLIS -> "garbage collection of the client";
      case CLIENT_GC_LONG_PAUSES -> "long pauses of the client's garbage collection";
      case CLIENT_HEAP_BYTES -> "heap of the client";
      case CLIENT_RUN_DELAY_NANOS -> "time that the client's threads waited for a CPU";
      case CLIENT_THROTTLED_MICROS -> "time that a limit of CPU took from the client";
      case CLIENT_JUDGED_INTERVALS, CLIENT_SATURATED_INTERVALS ->
          "whether the client's CPUs were used up";
      case MEMORY_AVAILABLE_BYTES -> "available memory of the machine";
      case MEMORY_CACHED_BYTES -> "cached memory of the machine";
      case MEMORY_DIRTY_BYTES -> "dirty memory of the machine";
      case MEMORY_SWAPPED_IN_BYTES -> "what was swapped in";
      case MEMORY_SWAPPED_OUT_BYTES -> "what was swapped out";
      case PRESSURE_CPU_SOME_MICROS -> "pressure on the CPUs";
      case PRESSURE_IO_SOME_MICROS -> "pressure on storage";
      case PRESSURE_IO_FULL_MICROS -> "full pressure on storage";
      case PRESSURE_MEMORY_SOME_MICROS -> "pressure on memory";
      case PRESSURE_MEMORY_FULL_MICROS -> "full pressure on memory";
    };
  }
}
