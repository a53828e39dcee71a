package io.ibench.host;

import java.util.Arrays;
import java.util.List;

/** The figures that the gauges of this package report; units stand in the names. */
public enum HostMetric {
  DISK_READS(Group.DISK, "disk.reads"),
  DISK_READ_BYTES(Group.DISK, "disk.read_bytes"),
  DISK_WRITES(Group.DISK, "disk.writes"),
  DISK_WRITTEN_BYTES(Group.DISK, "disk.written_bytes"),
  DISK_READ_MILLIS(Group.DISK, "disk.read_millis"),
  DISK_WRITE_MILLIS(Group.DISK, "disk.write_millis"),
  /** Milliseconds weighted by the number of requests in flight: iostat's aqu-sz comes from it. */
  DISK_QUEUE_MILLIS(Group.DISK, "disk.queue_millis"),
  /** Milliseconds in which at least one request was in flight, added up over the devices. */
  DISK_BUSY_MILLIS(Group.DISK, "disk.busy_millis"),

  /** user + nice + system + irq + softirq over all CPUs. */
  CPU_BUSY_TICKS(Group.CPU, "cpu.busy_ticks"),
  CPU_STEAL_TICKS(Group.CPU, "cpu.steal_ticks"),
  /** The kernel may take some of it back: this counter can fall by a few ticks. */
  CPU_IOWAIT_TICKS(Group.CPU, "cpu.iowait_ticks"),
  /** Busy, steal, iowait and idle together. */
  CPU_TOTAL_TICKS(Group.CPU, "cpu.total_ticks"),
  /** Of the whole machine. */
  CONTEXT_SWITCHES(Group.CPU, "cpu.context_switches"),

  SERVER_CPU_NANOS(Group.SERVER, "server.cpu_nanos"),
  SERVER_RSS_BYTES(Group.SERVER, "server.rss_bytes", Kind.LEVEL),
  SERVER_READ_BYTES(Group.SERVER, "server.read_bytes"),
  SERVER_WRITTEN_BYTES(Group.SERVER, "server.written_bytes"),
  /** How often another process took the place of the server's. */
  SERVER_RESTARTS(Group.SERVER, "server.restarts"),

  CLIENT_CPU_NANOS(Group.CLIENT, "client.cpu_nanos"),
  /** What ibench's process sent to storage: of an embedded database all of it. */
  CLIENT_WRITTEN_BYTES(Group.CLIENT, "client.written_bytes"),
  CLIENT_RSS_BYTES(Group.CLIENT, "client.rss_bytes", Kind.LEVEL),
  CLIENT_GC_MILLIS(Group.CLIENT, "client.gc_millis"),
  /** Pauses longer than {@link ClientGauge#LONG_PAUSE_MILLIS}. */
  CLIENT_GC_LONG_PAUSES(Group.CLIENT, "client.gc_long_pauses"),
  CLIENT_HEAP_BYTES(Group.CLIENT, "client.heap_bytes", Kind.LEVEL),
  /** Nanoseconds that ibench's threads were ready to run and had no CPU, all together. */
  CLIENT_RUN_DELAY_NANOS(Group.CLIENT, "client.run_delay_nanos"),
  /** Microseconds in which the client's control group had used up its share of CPU. */
  CLIENT_THROTTLED_MICROS(Group.CLIENT, "client.throttled_micros"),
  /** Readings at which it was judged how busy the client's CPUs were since the one before. */
  CLIENT_JUDGED_INTERVALS(Group.CLIENT, "client.judged_intervals"),
  /** Those of them in which 90 % or more of the client's CPUs were used. */
  CLIENT_SATURATED_INTERVALS(Group.CLIENT, "client.saturated_intervals"),

  MEMORY_AVAILABLE_BYTES(Group.MEMORY, "memory.available_bytes", Kind.LEVEL),
  MEMORY_CACHED_BYTES(Group.MEMORY, "memory.cached_bytes", Kind.LEVEL),
  MEMORY_DIRTY_BYTES(Group.MEMORY, "memory.dirty_bytes", Kind.LEVEL),
  MEMORY_SWAPPED_IN_BYTES(Group.MEMORY, "memory.swapped_in_bytes"),
  MEMORY_SWAPPED_OUT_BYTES(Group.MEMORY, "memory.swapped_out_bytes"),

  /** Microseconds in which some task waited for a CPU; the others alike. */
  PRESSURE_CPU_SOME_MICROS(Group.PRESSURE, "pressure.cpu_some_micros"),
  PRESSURE_IO_SOME_MICROS(Group.PRESSURE, "pressure.io_some_micros"),
  PRESSURE_IO_FULL_MICROS(Group.PRESSURE, "pressure.io_full_micros"),
  PRESSURE_MEMORY_SOME_MICROS(Group.PRESSURE, "pressure.memory_some_micros"),
  PRESSURE_MEMORY_FULL_MICROS(Group.PRESSURE, "pressure.memory_full_micros");

  /** The metrics that belong together: one gauge reports them, or the {@link ClientGauges}. */
  public enum Group {
    DISK,
    CPU,
    SERVER,
    CLIENT,
    MEMORY,
    PRESSURE
  }

  private enum Kind {
    COUNTER,
    LEVEL
  }

  private final Group group;
  private final String key;
  private final Kind kind;

  HostMetric(Group group, String key) {
    this(group, key, Kind.COUNTER);
  }

  HostMetric(Group group, String key, Kind kind) {
    this.group = group;
    this.key = key;
    this.kind = kind;
  }

  /** The name under which a gauge hands this metric to its sink. */
  public String key() {
    return key;
  }

  /** The name of this metric for one device alone, for instance {@code disk.reads:vda}. */
  public String key(String device) {
    return key + ":" + device;
  }

  /** True for a counter from an arbitrary start, false for a level that stands for itself. */
  public boolean isCounter() {
    return kind == Kind.COUNTER;
  }

  /**
   * True for counters that the kernel keeps in 32 bits: at a queue depth of 32 the weighted
   * milliseconds wrap within 1.6 days. {@link DiskGauge} goes on counting beyond that; of another
   * source's counter that has fallen, the true difference is the difference modulo 2^32.
   */
  public boolean wrapsAt32Bits() {
    return this == DISK_READ_MILLIS
        || this == DISK_WRITE_MILLIS
        || this == DISK_QUEUE_MILLIS
        || this == DISK_BUSY_MILLIS;
  }

  public Group group() {
    return group;
  }

  /** The metrics of a group, in the order of their declaration. */
  public static List<HostMetric> of(Group group) {
    return Arrays.stream(values()).filter(metric -> metric.group == group).toList();
  }
}
