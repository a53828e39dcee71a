package io.ibench.report.figures;

import io.ibench.host.ClientWait;
import io.ibench.host.HostMetric;
import io.ibench.measure.PeriodResult;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What the client, and the machine beside disks and CPUs, did in a period. */
final class HostFigures {

  private static final double NANOS = 1e9;
  private static final double MICROS = 1e6;
  private static final double MILLIS = 1e3;

  private final Figures figures;
  private final PeriodResult period;
  private final int threads;

  /**
   * @param threads workers; 0 in a step without
   */
  HostFigures(Figures figures, PeriodResult period, int threads) {
    this.figures = figures;
    this.period = period;
    this.threads = threads;
  }

  void putInto(FigureValues values) {
    values.put("client_cpu_pct", percentOfTime(HostMetric.CLIENT_CPU_NANOS, NANOS));
    values.put("client_rss_gb", highest(HostMetric.CLIENT_RSS_BYTES));
    values.put("client_heap_gb", highest(HostMetric.CLIENT_HEAP_BYTES));
    values.put("client_gc_pct", percentOfTime(HostMetric.CLIENT_GC_MILLIS, MILLIS));
    values.put("client_gc_long_pauses", figures.grown(HostMetric.CLIENT_GC_LONG_PAUSES));
    values.put(
        "client_run_delay_pct",
        threads == 0
            ? OptionalDouble.empty()
            : percentOfTime(HostMetric.CLIENT_RUN_DELAY_NANOS, NANOS * threads));
    values.put(
        "client_wait_pct",
        ClientWait.percent(period, figures.grown(HostMetric.CLIENT_RUN_DELAY_NANOS)));
    values.put("client_throttled_pct", percentOfTime(HostMetric.CLIENT_THROTTLED_MICROS, MICROS));
    values.put("cpu_pressure_pct", percentOfTime(HostMetric.PRESSURE_CPU_SOME_MICROS, MICROS));
    values.put("io_pressure_pct", percentOfTime(HostMetric.PRESSURE_IO_SOME_MICROS, MICROS));
    values.put("io_pressure_full_pct", percentOfTime(HostMetric.PRESSURE_IO_FULL_MICROS, MICROS));
    values.put(
        "memory_pressure_pct", percentOfTime(HostMetric.PRESSURE_MEMORY_SOME_MICROS, MICROS));
    values.put(
        "memory_pressure_full_pct", percentOfTime(HostMetric.PRESSURE_MEMORY_FULL_MICROS, MICROS));
    values.put("mem_available_gb", atEnd(HostMetric.MEMORY_AVAILABLE_BYTES));
    values.put("mem_cached_gb", atEnd(HostMetric.MEMORY_CACHED_BYTES));
    values.put("mem_dirty_gb", atEnd(HostMetric.MEMORY_DIRTY_BYTES));
    values.put("swap_in_mb", grownMegabytes(HostMetric.MEMORY_SWAPPED_IN_BYTES));
    values.put("swap_out_mb", grownMegabytes(HostMetric.MEMORY_SWAPPED_OUT_BYTES));
    values.put("server_restarts", figures.grown(HostMetric.SERVER_RESTARTS));
  }

  /**
   * @param unitsPerSecond of the counter
   */
  private OptionalDouble percentOfTime(HostMetric counter, double unitsPerSecond) {
    return Figures.map(figures.perSecond(counter, unitsPerSecond), share -> 100 * share);
  }

  private OptionalDouble highest(HostMetric level) {
    return Figures.gigabytes(period.highest().get(level.key()));
  }

  private OptionalDouble atEnd(HostMetric level) {
    return Figures.gigabytes(period.end().values().get(level.key()));
  }

  private OptionalDouble grownMegabytes(HostMetric counter) {
    OptionalLong grown = figures.grown(counter);
    return grown.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(grown.getAsLong() / Figures.MIB);
  }
}
