package io.ibench.report.figures;

import static io.ibench.report.Samples.counts;
import static io.ibench.report.Samples.operation;
import static io.ibench.report.Samples.start;
import static io.ibench.report.Samples.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.host.HostMetric;
import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepStart.Unit;
import io.ibench.measure.WorkerMetric;
import io.ibench.report.Samples;
import io.ibench.report.Samples.PeriodBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class FigureTest {

  private static final long MIB = 1L << 20;
  private static final long GIB = 1L << 30;
  private static final Offset<Double> EXACT = within(1e-9);

  /** 4,000 queries and 1,000 inserted rows in ten seconds. */
  private static PeriodResult period() {
    return FigureMapTest.busy(
            operation(Samples.READ, 4_000, 70_000, 2, 1), operation(Samples.LOAD, 10, 1_000))
        .intervals(counts(10, 400), counts(10, 100))
        .level(BoundaryMetric.ROWS, 3 * GIB, 3 * GIB)
        .level(BoundaryMetric.ROW_BYTES, 2 * GIB, 2 * GIB)
        .level(BoundaryMetric.DIRECTORY_BYTES, 12 * GIB, 12 * GIB)
        .counter(WorkerMetric.UNTHROTTLED_NANOS, 0, 4_000_000)
        .counter(WorkerMetric.INSIDE_NANOS, 0, 3_000_000)
        .counter(HostMetric.CLIENT_RUN_DELAY_NANOS, 7, 802_007)
        .counter(HostMetric.CLIENT_GC_MILLIS, 5, 205)
        .counter(HostMetric.CLIENT_GC_LONG_PAUSES, 1, 4)
        .counter(HostMetric.CLIENT_THROTTLED_MICROS, 0, 300_000)
        .level(HostMetric.CLIENT_RSS_BYTES.key(), GIB, 2 * GIB)
        .level(HostMetric.CLIENT_HEAP_BYTES.key(), GIB / 4, GIB / 2)
        .counter(HostMetric.PRESSURE_CPU_SOME_MICROS, 0, 100_000)
        .counter(HostMetric.PRESSURE_IO_SOME_MICROS, 0, 200_000)
        .counter(HostMetric.PRESSURE_IO_FULL_MICROS, 0, 400_000)
        .counter(HostMetric.PRESSURE_MEMORY_SOME_MICROS, 0, 500_000)
        .counter(HostMetric.PRESSURE_MEMORY_FULL_MICROS, 0, 600_000)
        .level(HostMetric.MEMORY_AVAILABLE_BYTES.key(), 6 * GIB, 7 * GIB)
        .level(HostMetric.MEMORY_CACHED_BYTES.key(), 5 * GIB, 7 * GIB)
        .level(HostMetric.MEMORY_DIRTY_BYTES.key(), GIB / 8, GIB)
        .counter(HostMetric.MEMORY_SWAPPED_IN_BYTES, MIB, 4 * MIB)
        .counter(HostMetric.MEMORY_SWAPPED_OUT_BYTES, 0, 5 * MIB)
        .counter(HostMetric.SERVER_RESTARTS, 1, 2)
        .serverCounter("rocksdb.compaction.sum.write_bytes", 100_000, 3_100_000)
        .serverCounter("rocksdb.compaction.sum.wblob_bytes", 0, 1_000_000)
        .serverCounter("rocksdb.db.user_bytes_written", 500_000, 1_500_000)
        .serverCounter("rocksdb.db.wal_bytes_written", 500_000, 1_000_000)
        .serverCounter("rocksdb.db.user_write_stall_micros", 0, 2_500_000)
        .serverCounter("rocksdb.compaction.sum.cpu_micros", 7, 8_007)
        .serverCounter("rocksdb.background.cpu_micros", 5, 12_005)
        .serverLevel("rocksdb.estimate-pending-compaction-bytes", GIB / 2)
        .serverLevel("rocksdb.num-files-at-level0", 12)
        .build();
  }

  private static Map<String, Double> byHand() {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("seconds", 10.0);
    figures.put("ips", 100.0);
    figures.put("ips_p50", 100.0);
    figures.put("ips_p99", 100.0);
    figures.put("qps", 400.0);
    figures.put("qps_p50", 400.0);
    figures.put("qps_p99", 400.0);
    figures.put("rate_interval_s", 1.0);
    figures.put("intervals", 0.0);
    figures.put("lost_intervals", 0.0);
    figures.put("rps", 200.0);
    figures.put("rkbps", 3_200.0);
    figures.put("rmbps", 3.2);
    figures.put("wps", 400.0);
    figures.put("wkbps", 4_096.0);
    figures.put("wmbps", 4.096);
    figures.put("r_await_ms", 0.5);
    figures.put("w_await_ms", 2.0);
    figures.put("fps", 80.0);
    figures.put("f_await_ms", 2.5);
    figures.put("aqu_sz", 1.5);
    figures.put("util_pct", 40.0);
    figures.put("rpq", 0.5);
    figures.put("rkbpq", 8.0);
    figures.put("wkbpq", 10.24);
    figures.put("fpq", 0.2);
    figures.put("wpi", 4.0);
    figures.put("wkbpi", 40.96);
    figures.put("server_rkbpq", 1.25);
    figures.put("server_wkbpq", 2.5);
    figures.put("written_gb", 40.0 / 1024);
    figures.put("write_amp", 10.0);
    figures.put("server_write_amp", 2.44140625);
    figures.put("written_tb_per_day", 0.3623878656);
    figures.put("server_written_tb_per_day", 0.0884736);
    figures.put("other_wkbps", 3_096.0);
    figures.put("cs_ps", 10_000.0);
    figures.put("cspq", 25.0);
    figures.put("cpu_pct", 25.0);
    figures.put("steal_pct", 1.0);
    figures.put("iowait_pct", 5.0);
    figures.put("mcpupq", 62_500.0);
    figures.put("cpu_us_pq", 2_500.0);
    figures.put("client_us_pq", 1_250.0);
    figures.put("server_us_pq", 625.0);
    figures.put("own_cpu_us_pq", 1_875.0);
    figures.put("other_cpu_pct", 6.25);
    figures.put("db_bytes", 8.0 * GIB);
    figures.put("size_gb", 8.0);
    figures.put("dir_bytes", 12.0 * GIB);
    figures.put("rows_in_tables", 3.0 * GIB);
    figures.put("bytes_per_row", 8 / 3.0);
    figures.put("space_amp", 4.0);
    figures.put("rss_gb", 4.0);
    figures.put("rss_end_gb", 3.0);
    figures.put("errors", 3.0);
    figures.put("retries", 14.0);
    figures.put("unstarted", 10.0);
    figures.put("late", 0.0);
    figures.put("outside_pct", 25.0);
    figures.put("client_cpu_pct", 50.0);
    figures.put("client_rss_gb", 2.0);
    figures.put("client_heap_gb", 0.5);
    figures.put("client_gc_pct", 2.0);
    figures.put("client_gc_long_pauses", 3.0);
    figures.put("client_run_delay_pct", 0.002005);
    figures.put("client_wait_pct", 10.0);
    figures.put("client_throttled_pct", 3.0);
    figures.put("cpu_pressure_pct", 1.0);
    figures.put("io_pressure_pct", 2.0);
    figures.put("io_pressure_full_pct", 4.0);
    figures.put("memory_pressure_pct", 5.0);
    figures.put("memory_pressure_full_pct", 6.0);
    figures.put("mem_available_gb", 6.0);
    figures.put("mem_cached_gb", 5.0);
    figures.put("mem_dirty_gb", 0.125);
    figures.put("swap_in_mb", 3.0);
    figures.put("swap_out_mb", 5.0);
    figures.put("server_restarts", 1.0);
    figures.put("lsm_write_amp", 4.0);
    figures.put("lsm_write_amp_wal", 4.5);
    figures.put("lsm_wkbpi", 4.39453125);
    figures.put("lsm_wkbpq", 1.0986328125);
    figures.put("lsm_stall_pct", 25.0);
    figures.put("lsm_cpu_us_pq", 2.0);
    figures.put("lsm_background_us_pq", 3.0);
    figures.put("lsm_pending_gb", 0.5);
    figures.put("lsm_l0_files", 12.0);
    return figures;
  }

  /** RocksDB counts them with what users write. */
  @Test
  void ibenchsOwnRowsMakeNoWriteAmplification() {
    PeriodResult period =
        new PeriodBuilder(10, operation(Samples.READ, 4_000, 4_000))
            .serverCounter("rocksdb.compaction.sum.write_bytes", 0, 0)
            .serverCounter("rocksdb.compaction.sum.wblob_bytes", 0, 0)
            .serverCounter("rocksdb.db.user_bytes_written", 5_000, 5_194)
            .serverCounter("rocksdb.db.wal_bytes_written", 5_000, 5_194)
            .build();
    Map<String, Number> figures =
        FigureMap.of(step(start("request", Unit.QUERIES), period), period, Samples.run()).numbers();

    assertThat(figures.get("lsm_write_amp")).isNull();
    assertThat(figures.get("lsm_write_amp_wal")).isNull();
  }

  @Test
  void everyFigureIsAsWorkedOutByHand() {
    PeriodResult period = period();
    RunInfo run = Samples.countingBytes(Samples.run());
    Map<String, Number> figures =
        FigureMap.of(step(start("request", Unit.QUERIES), period), period, run).numbers();

    byHand()
        .forEach(
            (key, value) ->
                assertThat(figures.get(key).doubleValue()).as(key).isCloseTo(value, EXACT));
    List<String> others = new ArrayList<>(Figure.KEYS);
    others.removeAll(byHand().keySet());
    assertThat(others)
        .as("what is not computed of such a period")
        .containsExactly("threads", "links_ps", "dps", "dps_p50", "dps_p99", "workers_lost");
  }

  /** The same counters as cells of a row, and the processors from the figures of a step. */
  @Test
  void anIntervalHasTheFiguresOfAPeriodWithItsCounters() {
    PeriodResult period = period();
    Map<String, Double> cells = new HashMap<>();
    PeriodGrowth growth = PeriodGrowth.of(period, List.of(period));
    for (HostMetric metric : HostMetric.values()) {
      if (metric.isCounter()) {
        growth.of(metric).ifPresent(grown -> cells.put(metric.key(), (double) grown));
      } else if (period.end().values().containsKey(metric.key())) {
        cells.put(metric.key(), period.end().values().get(metric.key()).doubleValue());
      }
    }
    cells.putAll(Map.of("seconds", 10.0, "queries", 4_000.0, "inserted_rows", 1_000.0));
    IntervalRow row = row(cells, Map.of("cpu_us_pq", 2_500, "mcpupq", 62_500, "server_us_pq", 1));
    row.enter(Optional.of(Unit.QUERIES));

    List<Figure> both = new ArrayList<>(Figure.FOLLOWED);
    both.remove(Figure.DPS);
    both.addAll(
        List.of(
            Figure.RPS,
            Figure.WMBPS,
            Figure.CPU_PCT,
            Figure.IOWAIT_PCT,
            Figure.IO_PRESSURE_PCT,
            Figure.RSS_END_GB));
    for (Figure figure : both) {
      assertThat(figure.formula().of(row))
          .as(figure.key())
          .isCloseTo(byHand().get(figure.key()), within(1e-6));
    }
    row.enter(Optional.of(Unit.ROWS));
    assertThat(Figure.RPQ.formula().of(row)).isEqualTo(2.0);
    row.enter(Optional.of(Unit.NONE));
    assertThat(Figure.RPQ.formula().of(row)).isNaN();
  }

  private static IntervalRow row(Map<String, Double> cells, Map<String, Number> figures) {
    List<String> columns = List.copyOf(cells.keySet());
    return new IntervalRow(
        columns::indexOf,
        column -> column < 0 ? Double.NaN : cells.get(columns.get(column)),
        List.of(new Figures(figures)));
  }

  @Test
  void theCpuOfAnEmbeddedDatabaseIsTheClients() {
    Map<String, Double> cells =
        Map.of("seconds", 1.0, "queries", 10.0, HostMetric.CLIENT_CPU_NANOS.key(), 5e6);
    Formula own = Figure.OWN_CPU_US_PQ.formula();

    assertThat(own.of(row(cells, Map.of("own_cpu_us_pq", 1)))).isEqualTo(500);
    assertThat(own.of(row(cells, Map.of("own_cpu_us_pq", 1, "server_us_pq", 1)))).isNaN();
  }

  @Test
  void amountsOfStepsAddUp() {
    assertThat(Figure.AMOUNTS.stream().map(Figure::key))
        .containsExactlyInAnyOrder(
            "seconds",
            "written_gb",
            "intervals",
            "lost_intervals",
            "errors",
            "retries",
            "unstarted",
            "late",
            "workers_lost",
            "client_gc_long_pauses",
            "swap_in_mb",
            "swap_out_mb",
            "server_restarts");
  }
}
