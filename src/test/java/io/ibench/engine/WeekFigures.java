package io.ibench.engine;

import io.ibench.host.HostMetric;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The figures of a stretch of the {@link Week}, in exact arithmetic. */
final class WeekFigures {

  private static final long TICK_NANOS = 10_000_000;
  private static final long KIB = 1_024;
  private static final long MIB = KIB * KIB;
  private static final long GIB = KIB * MIB;
  private static final MathContext EXACT = new MathContext(40);

  private final int from;
  private final int to;
  private final int threads;
  private final long seconds;
  private final Map<String, BigDecimal> figures = new LinkedHashMap<>();
  final long[] counts = new long[Week.OPERATIONS];
  private final long[] perSecond;
  private long total;

  /** From the end of one second to the end of another. */
  WeekFigures(int from, int to, int threads) {
    this.from = from;
    this.to = to;
    this.threads = threads;
    this.seconds = to - from;
    this.perSecond = new long[to - from];
    for (int second = from + 1; second <= to; second++) {
      counts[Week.operation(second)] += Week.count(second);
      perSecond[second - from - 1] = Week.count(second);
    }
    total = Arrays.stream(counts).sum();
    Arrays.sort(perSecond);
  }

  /** All by their names in summary.json. */
  Map<String, BigDecimal> all(int cpus) {
    figures.put("seconds", BigDecimal.valueOf(seconds));
    ratio("qps", total, seconds);
    figures.put("qps_p50", position(50));
    figures.put("qps_p99", position(99));
    figures.put("rate_interval_s", BigDecimal.ONE);
    disk(0);
    perOperation();
    cpu(cpus);
    sizes();
    clientAndMachine();
    figures.put("intervals", BigDecimal.valueOf(seconds));
    for (String none : new String[] {"errors", "retries", "unstarted", "late", "lost_intervals"}) {
      figures.put(none, BigDecimal.ZERO);
    }
    return figures;
  }

  private BigDecimal position(int percent) {
    int position = Math.round(percent * perSecond.length / 100.0f);
    return BigDecimal.valueOf(perSecond[perSecond.length - position]);
  }

  private long grown(HostMetric metric) {
    return Week.counter(metric, to) - Week.counter(metric, from);
  }

  private void ratio(String key, long part, long whole) {
    ratio(key, BigDecimal.valueOf(part), BigDecimal.valueOf(whole));
  }

  private void ratio(String key, BigDecimal part, BigDecimal whole) {
    figures.put(key, part.divide(whole, EXACT));
  }

  /** Of one of the disks, whose counters are this many seconds ahead of the sum. */
  Map<String, BigDecimal> diskAhead(int ahead) {
    figures.clear();
    disk(ahead);
    return figures;
  }

  private void disk(int ahead) {
    ratio("rps", of(HostMetric.DISK_READS, ahead), seconds);
    ratio("rkbps", of(HostMetric.DISK_READ_BYTES, ahead), KIB * seconds);
    ratio("rmbps", of(HostMetric.DISK_READ_BYTES, ahead), 1_000 * KIB * seconds);
    ratio("wps", of(HostMetric.DISK_WRITES, ahead), seconds);
    ratio("wkbps", of(HostMetric.DISK_WRITTEN_BYTES, ahead), KIB * seconds);
    ratio("wmbps", of(HostMetric.DISK_WRITTEN_BYTES, ahead), 1_000 * KIB * seconds);
    ratio("r_await_ms", of(HostMetric.DISK_READ_MILLIS, ahead), of(HostMetric.DISK_READS, ahead));
    ratio("w_await_ms", of(HostMetric.DISK_WRITE_MILLIS, ahead), of(HostMetric.DISK_WRITES, ahead));
    ratio("fps", of(HostMetric.DISK_FLUSHES, ahead), seconds);
    ratio(
        "f_await_ms", of(HostMetric.DISK_FLUSH_MILLIS, ahead), of(HostMetric.DISK_FLUSHES, ahead));
    ratio("aqu_sz", of(HostMetric.DISK_QUEUE_MILLIS, ahead), 1_000 * seconds);
    ratio("util_pct", of(HostMetric.DISK_BUSY_MILLIS, ahead), 10 * seconds);
  }

  private long of(HostMetric metric, int ahead) {
    return Week.counter(metric, to + ahead) - Week.counter(metric, from + ahead);
  }

  private void perOperation() {
    ratio("rpq", grown(HostMetric.DISK_READS), total);
    ratio("rkbpq", grown(HostMetric.DISK_READ_BYTES), KIB * total);
    ratio("wkbpq", grown(HostMetric.DISK_WRITTEN_BYTES), KIB * total);
    ratio("server_rkbpq", grown(HostMetric.SERVER_READ_BYTES), KIB * total);
    ratio("server_wkbpq", grown(HostMetric.SERVER_WRITTEN_BYTES), KIB * total);
    ratio("written_gb", grown(HostMetric.DISK_WRITTEN_BYTES), GIB);
    ratio("cspq", grown(HostMetric.CONTEXT_SWITCHES), total);
    ratio("client_us_pq", grown(HostMetric.CLIENT_CPU_NANOS), 1_000 * total);
    ratio("server_us_pq", grown(HostMetric.SERVER_CPU_NANOS), 1_000 * total);
    ratio("own_cpu_us_pq", own(), 1_000 * total);
  }

  private long own() {
    return grown(HostMetric.SERVER_CPU_NANOS) + grown(HostMetric.CLIENT_CPU_NANOS);
  }

  private void cpu(int cpus) {
    long all = grown(HostMetric.CPU_TOTAL_TICKS);
    long busy = grown(HostMetric.CPU_BUSY_TICKS);
    ratio("cs_ps", grown(HostMetric.CONTEXT_SWITCHES), seconds);
    ratio("cpu_pct", 100 * busy, all);
    ratio("other_cpu_pct", 100 * (busy * TICK_NANOS - own()), TICK_NANOS * all);
    long others = grown(HostMetric.DISK_WRITTEN_BYTES) - grown(HostMetric.SERVER_WRITTEN_BYTES);
    ratio("other_wkbps", others, KIB * seconds);
    ratio("steal_pct", 100 * grown(HostMetric.CPU_STEAL_TICKS), all);
    ratio("iowait_pct", 100 * grown(HostMetric.CPU_IOWAIT_TICKS), all);
    BigDecimal perOperation = BigDecimal.valueOf(total).multiply(BigDecimal.valueOf(all));
    BigDecimal spent = BigDecimal.valueOf(busy).multiply(BigDecimal.valueOf(seconds * 1_000_000));
    ratio("mcpupq", spent.multiply(BigDecimal.valueOf(100)), perOperation);
    ratio("cpu_us_pq", spent.multiply(BigDecimal.valueOf(cpus)), perOperation);
  }

  private void sizes() {
    figures.put("db_bytes", BigDecimal.valueOf(Week.size(to)));
    ratio("size_gb", Week.size(to), GIB);
    figures.put("dir_bytes", BigDecimal.valueOf(3 * Week.size(to)));
    figures.put("rows_in_tables", BigDecimal.valueOf(Week.rows(to)));
    ratio("bytes_per_row", Week.size(to), Week.rows(to));
    ratio("rss_gb", highest(HostMetric.SERVER_RSS_BYTES), GIB);
    ratio("rss_end_gb", Week.level(HostMetric.SERVER_RSS_BYTES, to), GIB);
    BigDecimal all = BigDecimal.valueOf(4_000_000_000L * seconds);
    long squares = (long) to * to - (long) from * from;
    ratio("outside_pct", BigDecimal.valueOf(100 * (100_000_000L * seconds - squares)), all);
  }

  private long highest(HostMetric metric) {
    long highest = 0;
    for (int second = from; second <= to; second++) {
      highest = Math.max(highest, Week.level(metric, second));
    }
    return highest;
  }

  private void clientAndMachine() {
    percent("client_cpu_pct", HostMetric.CLIENT_CPU_NANOS, 1_000_000_000);
    ratio("client_rss_gb", highest(HostMetric.CLIENT_RSS_BYTES), GIB);
    ratio("client_heap_gb", highest(HostMetric.CLIENT_HEAP_BYTES), GIB);
    percent("client_gc_pct", HostMetric.CLIENT_GC_MILLIS, 1_000);
    ratio("client_gc_long_pauses", grown(HostMetric.CLIENT_GC_LONG_PAUSES), 1);
    percent("client_run_delay_pct", HostMetric.CLIENT_RUN_DELAY_NANOS, 1_000_000_000L * threads);
    percent("client_throttled_pct", HostMetric.CLIENT_THROTTLED_MICROS, 1_000_000);
    percent("cpu_pressure_pct", HostMetric.PRESSURE_CPU_SOME_MICROS, 1_000_000);
    percent("io_pressure_pct", HostMetric.PRESSURE_IO_SOME_MICROS, 1_000_000);
    percent("io_pressure_full_pct", HostMetric.PRESSURE_IO_FULL_MICROS, 1_000_000);
    percent("memory_pressure_pct", HostMetric.PRESSURE_MEMORY_SOME_MICROS, 1_000_000);
    percent("memory_pressure_full_pct", HostMetric.PRESSURE_MEMORY_FULL_MICROS, 1_000_000);
    ratio("mem_available_gb", Week.level(HostMetric.MEMORY_AVAILABLE_BYTES, to), GIB);
    ratio("mem_cached_gb", Week.level(HostMetric.MEMORY_CACHED_BYTES, to), GIB);
    ratio("mem_dirty_gb", Week.level(HostMetric.MEMORY_DIRTY_BYTES, to), GIB);
    ratio("swap_in_mb", grown(HostMetric.MEMORY_SWAPPED_IN_BYTES), MIB);
    ratio("swap_out_mb", grown(HostMetric.MEMORY_SWAPPED_OUT_BYTES), MIB);
    ratio("server_restarts", grown(HostMetric.SERVER_RESTARTS), 1);
  }

  private void percent(String key, HostMetric metric, long unitsPerSecond) {
    ratio(
        key,
        BigDecimal.valueOf(100).multiply(BigDecimal.valueOf(grown(metric))),
        BigDecimal.valueOf(unitsPerSecond).multiply(BigDecimal.valueOf(seconds)));
  }
}
