package io.ibench.host;

import java.util.Arrays;
import java.util.List;

/** The figures that the gauges of this package report; their names contain the units. */
public enum HostMetric {
  DISK_READS(Category.DISK, "disk.reads"),
  DISK_READ_BYTES(Category.DISK, "disk.read_bytes"),
  DISK_WRITES(Category.DISK, "disk.writes"),
  DISK_WRITTEN_BYTES(Category.DISK, "disk.written_bytes"),
  DISK_READ_MILLIS(Category.DISK, "disk.read_millis"),
  DISK_WRITE_MILLIS(Category.DISK, "disk.write_millis"),
  /** Milliseconds weighted by the number of requests in flight: iostat's aqu-sz comes from it. */
  DISK_QUEUE_MILLIS(Category.DISK, "disk.queue_millis"),
  /** Milliseconds in which at least one request was in flight, added up over the devices. */
  DISK_BUSY_MILLIS(Category.DISK, "disk.busy_millis"),
  /** Flushes of the device's cache, after the kernel has merged those that came together. */
  DISK_FLUSHES(Category.DISK, "disk.flushes"),
  DISK_FLUSH_MILLIS(Category.DISK, "disk.flush_millis"),

  /** user + nice + system + irq + softirq over all CPUs. */
  CPU_BUSY_TICKS(Category.CPU, "cpu.busy_ticks"),
  CPU_STEAL_TICKS(Category.CPU, "cpu.steal_ticks"),
  /** The kernel may take some of it back: this counter can fall by a few ticks. */
  CPU_IOWAIT_TICKS(Category.CPU, "cpu.iowait_ticks"),
  /** The sum of busy, steal, iowait and idle. */
  CPU_TOTAL_TICKS(Category.CPU, "cpu.total_ticks"),
  /** Of the whole machine. */
  CONTEXT_SWITCHES(Category.CPU, "cpu.context_switches"),

  SERVER_CPU_NANOS(Category.SERVER, "server.cpu_nanos"),
  SERVER_RSS_BYTES(Category.SERVER, "server.rss_bytes", MetricType.LEVEL),
  SERVER_READ_BYTES(Category.SERVER, "server.read_bytes"),
  SERVER_WRITTEN_BYTES(Category.SERVER, "server.written_bytes"),
  /** How often another process replaced the server's. */
  SERVER_RESTARTS(Category.SERVER, "server.restarts"),

  CLIENT_CPU_NANOS(Category.CLIENT, "client.cpu_nanos"),
  /** What ibench's process sent to storage; includes an embedded database. */
  CLIENT_WRITTEN_BYTES(Category.CLIENT, "client.written_bytes"),
  CLIENT_RSS_BYTES(Category.CLIENT, "client.rss_bytes", MetricType.LEVEL),
  CLIENT_GC_MILLIS(Category.CLIENT, "client.gc_millis"),
  /** Pauses longer than {@link ClientGauge#LONG_PAUSE_MILLIS}. */
  CLIENT_GC_LONG_PAUSES(Category.CLIENT, "client.gc_long_pauses"),
  CLIENT_HEAP_BYTES(Category.CLIENT, "client.heap_bytes", MetricType.LEVEL),
  /** Nanoseconds that ibench's threads were ready to run and had no CPU, all together. */
  CLIENT_RUN_DELAY_NANOS(Category.CLIENT, "client.run_delay_nanos"),
  /** Microseconds in which the client's control category was throttled. */
  CLIENT_THROTTLED_MICROS(Category.CLIENT, "client.throttled_micros"),
  /** Readings that judged how busy the client's CPUs were since the reading before. */
  CLIENT_JUDGED_INTERVALS(Category.CLIENT, "client.judged_intervals"),
  /** Judged readings in which 90 % or more of the client's CPUs were used. */
  CLIENT_SATURATED_INTERVALS(Category.CLIENT, "client.saturated_intervals"),

  MEMORY_AVAILABLE_BYTES(Category.MEMORY, "memory.available_bytes", MetricType.LEVEL),
  MEMORY_CACHED_BYTES(Category.MEMORY, "memory.cached_bytes", MetricType.LEVEL),
  MEMORY_DIRTY_BYTES(Category.MEMORY, "memory.dirty_bytes", MetricType.LEVEL),
  MEMORY_SWAPPED_IN_BYTES(Category.MEMORY, "memory.swapped_in_bytes"),
  MEMORY_SWAPPED_OUT_BYTES(Category.MEMORY, "memory.swapped_out_bytes"),

  /** Microseconds in which some task waited for a CPU; the next metrics likewise. */
  PRESSURE_CPU_SOME_MICROS(Category.PRESSURE, "pressure.cpu_some_micros"),
  PRESSURE_IO_SOME_MICROS(Category.PRESSURE, "pressure.io_some_micros"),
  PRESSURE_IO_FULL_MICROS(Category.PRESSURE, "pressure.io_full_micros"),
  PRESSURE_MEMORY_SOME_MICROS(Category.PRESSURE, "pressure.memory_some_micros"),
  PRESSURE_MEMORY_FULL_MICROS(Category.PRESSURE, "pressure.memory_full_micros");

  /** A category of metrics: one gauge reports it, or the {@link ClientGauges}. */
  public enum Category {
    DISK,
    CPU,
    SERVER,
    CLIENT,
    MEMORY,
    PRESSURE
  }

  private enum MetricType {
    COUNTER,
    LEVEL
  }

  private final Category category;
  private final String key;
  private final MetricType kind;

  HostMetric(Category category, String key) {
    this(category, key, MetricType.COUNTER);
  }

  HostMetric(Category category, String key, MetricType kind) {
    this.category = category;
    this.key = key;
    this.kind = kind;
  }

  /** The name of this metric in a gauge's sink. */
  public String key() {
    return key;
  }

  /** The name of this metric for one device, for instance {@code disk.reads:vda}. */
  public String key(String device) {
    return key + ":" + device;
  }

  /** True for a counter with an arbitrary start, false for a level. */
  public boolean isCounter() {
    return kind == MetricType.COUNTER;
  }

  /**
   * True for counters that the kernel keeps in 32 bits: at a queue depth of 32 the weighted
   * milliseconds wrap within 1.6 days. {@link DiskGauge} continues beyond that. For counters of
   * other sources the difference is modulo 2^32.
   */
  public boolean wrapsAt32Bits() {
    return this == DISK_READ_MILLIS
        || this == DISK_WRITE_MILLIS
        || this == DISK_QUEUE_MILLIS
        || this == DISK_BUSY_MILLIS
        || this == DISK_FLUSH_MILLIS;
  }

  public Category category() {
    return category;
  }

  /** The metrics of a category, in the order of their declaration. */
  public static List<HostMetric> of(Category category) {
    return Arrays.stream(values()).filter(metric -> metric.category == category).toList();
  }
}
