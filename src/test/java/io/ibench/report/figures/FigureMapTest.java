package io.ibench.report.figures;

import static io.ibench.report.Samples.counts;
import static io.ibench.report.Samples.operation;
import static io.ibench.report.Samples.start;
import static io.ibench.report.Samples.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.ibench.host.HostMetric;
import io.ibench.host.ServerPlace;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.Outages;
import io.ibench.measure.PeriodIntervals;
import io.ibench.measure.PeriodReadings;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.PeriodResultBuilder;
import io.ibench.measure.PeriodSpan;
import io.ibench.measure.Stalls;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.measure.WorkerMetric;
import io.ibench.report.InsertSamples;
import io.ibench.report.Samples;
import io.ibench.report.Samples.PeriodBuilder;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

public class FigureMapTest {

  private static final long GIB = 1L << 30;

  /** Counts of ibench itself, which are 0 when nothing happened. */
  private static final List<String> COUNTED =
      List.of(
          "seconds",
          "qps",
          "rate_interval_s",
          "errors",
          "retries",
          "unstarted",
          "late",
          "intervals",
          "lost_intervals");

  public static Map<String, Number> figures(Unit unit, PeriodResult period) {
    return FigureMap.of(step(start("request", unit), period), period, Samples.run()).numbers();
  }

  /** Ten seconds on four processors; every counter starts at another value than 0. */
  static PeriodBuilder busy(OperationSummary... operations) {
    return new PeriodBuilder(10, operations)
        .counter(HostMetric.DISK_READS, 1_000, 3_000)
        .counter(HostMetric.DISK_READ_BYTES, 512, 512 + 2_000 * 16_384)
        .counter(HostMetric.DISK_WRITES, 500, 4_500)
        .counter(HostMetric.DISK_WRITTEN_BYTES, 1_024, 1_024 + 40 * (1L << 20))
        .counter(HostMetric.DISK_READ_MILLIS, 10, 1_010)
        .counter(HostMetric.DISK_WRITE_MILLIS, 20, 8_020)
        .counter(HostMetric.DISK_QUEUE_MILLIS, 30, 15_030)
        .counter(HostMetric.DISK_BUSY_MILLIS, 40, 4_040)
        .counter(HostMetric.DISK_FLUSHES, 50, 850)
        .counter(HostMetric.DISK_FLUSH_MILLIS, 60, 2_060)
        .counter(HostMetric.CPU_BUSY_TICKS, 100, 1_100)
        .counter(HostMetric.CPU_STEAL_TICKS, 7, 47)
        .counter(HostMetric.CPU_IOWAIT_TICKS, 9, 209)
        .counter(HostMetric.CPU_TOTAL_TICKS, 10_000, 14_000)
        .counter(HostMetric.CONTEXT_SWITCHES, 5, 100_005)
        .counter(HostMetric.CLIENT_CPU_NANOS, 1, 5_000_000_001L)
        .counter(HostMetric.SERVER_CPU_NANOS, 2, 2_500_000_002L)
        .counter(HostMetric.SERVER_READ_BYTES, 0, 5_000 * 1_024)
        .counter(HostMetric.SERVER_WRITTEN_BYTES, 0, 10_000 * 1_024)
        .level(HostMetric.SERVER_RSS_BYTES.key(), 3 * GIB, 4 * GIB)
        .level("size", 8 * GIB, 9 * GIB);
  }

  @Test
  void insertsAreCountedInRowsAndHaveTheirOwnWriteFigures() {
    Map<String, Number> figures =
        figures(
            Unit.ROWS,
            busy(operation(Samples.LOAD, 10, 2_000), operation(Samples.LOAD, 6, 6_000))
                .intervals(counts(10, 1), counts(10, 700))
                .build());

    assertThat(figures)
        .containsEntry("ips", 800.0)
        .containsEntry("ips_p50", 700.0)
        .containsEntry("ips_p99", 700.0)
        .containsEntry("links_ps", 600.0)
        .containsEntry("qps", null)
        .containsEntry("wpi", 0.5)
        .containsEntry("wkbpi", 5.12)
        .containsEntry("wkbpq", 5.12)
        .containsEntry("mcpupq", 25e6 / 800)
        .containsEntry("cpu_us_pq", 1_250.0);
  }

  @Test
  void writeAmplificationIsUnknownWithAReasonWhereTheWorkloadDoesNotCountBytes() {
    PeriodResult period = busy(operation(Samples.READ, 1_000, 0)).build();
    StepResult result = step(start("a", Unit.QUERIES), period);

    assertThat(figures(Unit.QUERIES, period)).containsEntry("write_amp", null);
    assertThat(Outcomes.absent(Samples.run(), List.of(result)))
        .containsEntry("write_amp", "the workload does not count the bytes that it writes");
    RunInfo counting = Samples.countingBytes(Samples.run());
    assertThat(FigureMap.of(result, period, counting).numbers()).containsEntry("write_amp", 10.0);
    assertThat(Outcomes.absent(counting, List.of(result))).doesNotContainKey("write_amp");
  }

  @Test
  void aMetricThatOnlySomeStepsLackIsAbsentWithTheirNames() {
    StepResult before = step(start("drop", Unit.NONE), sized(OptionalLong.empty()));
    StepResult known = step(start("load", Unit.ROWS), sized(OptionalLong.of(1 << 20)));
    StepResult lost = step(start("request", Unit.QUERIES), sized(OptionalLong.empty()));

    assertThat(Outcomes.absent(Samples.run(), List.of(before, known, lost)))
        .containsEntry("size", "no answer (request)");
    assertThat(Outcomes.absent(Samples.run(), List.of(before, known))).doesNotContainKey("size");
    assertThat(Outcomes.absent(Samples.run(), List.of(before, lost)))
        .containsEntry("size", "no answer");
  }

  private static PeriodResult sized(OptionalLong bytes) {
    PeriodBuilder period = new PeriodBuilder(10);
    bytes.ifPresentOrElse(
        size -> period.level("size", size, size), () -> period.absent("size", "no answer"));
    return period.build();
  }

  @Test
  void whatOthersWroteIsUnknownWithAReasonWhereTheServerCountsMore() {
    PeriodResult period =
        busy(operation(Samples.READ, 1_000, 0))
            .counter(HostMetric.SERVER_WRITTEN_BYTES, 0, 2L << 30)
            .counter(HostMetric.CLIENT_WRITTEN_BYTES, 0, 2L << 30)
            .build();

    assertThat(figures(Unit.QUERIES, period)).containsEntry("other_wkbps", null);
    assertThat(Outcomes.absent(Samples.run(), List.of(step(start("a", Unit.QUERIES), period))))
        .extractingByKey("other_wkbps", STRING)
        .contains("the server's processes");
    RunInfo embedded = Samples.run(ServerPlace.EMBEDDED, OptionalLong.empty(), "a");
    assertThat(Outcomes.absent(embedded, List.of(step(start("a", Unit.QUERIES), period))))
        .extractingByKey("other_wkbps", STRING)
        .contains("ibench's process, with the database in it,");
    PeriodResult known = busy(operation(Samples.READ, 1_000, 0)).build();
    assertThat(Outcomes.absent(Samples.run(), List.of(step(start("a", Unit.QUERIES), known))))
        .doesNotContainKey("other_wkbps");
  }

  /** The cost is the same wherever it runs. */
  @ParameterizedTest
  @CsvSource({"EMBEDDED, 1000", "SAME_MACHINE, 1500", "OTHER_MACHINE, 1500"})
  void ownCpuIsThatOfServerAndClient(ServerPlace place, double micros) {
    PeriodResult period = busy(operation(Samples.READ, 5_000, 0)).build();
    RunInfo run = Samples.run(place, OptionalLong.empty(), "request");

    assertThat(FigureMap.of(step(start("request", Unit.QUERIES), period), period, run).numbers())
        .containsEntry("own_cpu_us_pq", micros);
  }

  /** 1,000 operations of 1.5 us. */
  @Test
  void theClientsWaitIsAShareOfTheTimeOfOperations() {
    PeriodBuilder period =
        busy(operation(Samples.READ, 1_000, 0))
            .counter(HostMetric.CLIENT_RUN_DELAY_NANOS, 7, 300_007);

    assertThat(figures(Unit.QUERIES, period.build())).containsEntry("client_wait_pct", 20.0);
    period
        .counter(WorkerMetric.UNTHROTTLED_NANOS, 0, 4_000_000)
        .counter(WorkerMetric.INSIDE_NANOS, 0, 3_000_000);
    assertThat(figures(Unit.QUERIES, period.build()))
        .as("a quarter of it was outside of operations")
        .containsEntry("client_wait_pct", 15.0);
    period.counter(HostMetric.CLIENT_RUN_DELAY_NANOS, 0, 90_000_000);
    assertThat(figures(Unit.QUERIES, period.build())).containsEntry("client_wait_pct", 100.0);
    PeriodBuilder idle = busy().counter(HostMetric.CLIENT_RUN_DELAY_NANOS, 7, 300_007);
    assertThat(figures(Unit.QUERIES, idle.build())).containsEntry("client_wait_pct", null);
  }

  private static Map<String, Number> mixed(StepStart start, OperationSummary... operations) {
    PeriodResult period = InsertSamples.period(10, operations);
    return FigureMap.of(step(start, period), period, InsertSamples.run("qr100")).numbers();
  }

  @Test
  void queriesInsertsAndDeletesOfOneStepHaveRatesOfTheirOwn() {
    Map<String, Number> figures =
        mixed(
            InsertSamples.start("qr100", Unit.QUERIES, 1),
            InsertSamples.operation(InsertSamples.INSERT, 20, 1_000, 1_000),
            InsertSamples.operation(InsertSamples.DELETE, 10, 500, 1_000),
            InsertSamples.operation(InsertSamples.MARKET, 300, 3_000, 1_000),
            InsertSamples.operation(InsertSamples.POINT, 100, 1_000, 1_000),
            InsertSamples.operation(InsertSamples.MIN, 7_000, 7_000, 1_000));

    assertThat(figures)
        .containsEntry("qps", 40.0)
        .containsEntry("qps_p99", 40.0)
        .containsEntry("ips", 100.0)
        .containsEntry("ips_p50", 100.0)
        .containsEntry("ips_p99", 100.0)
        .containsEntry("dps", 50.0)
        .containsEntry("dps_p50", 50.0)
        .containsEntry("dps_p99", 50.0)
        .containsEntry("rpq", 12_340 / 400.0)
        .containsEntry("wpi", 23_450 / 1_000.0)
        .containsEntry("wkbpi", 1_876_543_210 / 1024.0 / 1_000)
        .containsEntry("wkbpq", 1_876_543_210 / 1024.0 / 400);
  }

  @Test
  void deletesBesideInsertsAreARateAndNoPartOfTheInserts() {
    assertThat(
            mixed(
                InsertSamples.start("l.i1", Unit.ROWS, 1),
                InsertSamples.operation(InsertSamples.INSERT, 20, 1_000, 1_000),
                InsertSamples.operation(InsertSamples.DELETE, 10, 500, 1_000)))
        .containsEntry("ips", 100.0)
        .containsEntry("dps", 50.0)
        .containsEntry("qps", null)
        .containsEntry("rpq", 12.34)
        .containsEntry("wpi", 23.45);
  }

  @Test
  void aStepThatOnlyTriedToInsertHasARateOf0AndOneThatNeverDidHasNone() {
    OperationSummary query = InsertSamples.operation(InsertSamples.PDC, 1, 1, 1_000);
    assertThat(mixed(InsertSamples.start("qr100", Unit.QUERIES, 1), query))
        .containsEntry("ips", null)
        .containsEntry("dps", null)
        .containsEntry("wkbpi", null);
    StepStart target = InsertSamples.start("qr100", Unit.QUERIES, 1, InsertSamples.inserts(100));
    assertThat(mixed(target, query))
        .containsEntry("ips", 0.0)
        .containsEntry("dps", null)
        .containsEntry("wkbpi", null);
    OperationSummary failed = Samples.operation(InsertSamples.DELETE, 0, 0, 3, 0);
    assertThat(mixed(InsertSamples.start("qr100", Unit.QUERIES, 1), query, failed))
        .containsEntry("dps", 0.0)
        .containsEntry("errors", 3L);
  }

  @Test
  void indexedRowsAreThoseOfTheWholeStepAndUnknownForItsParts() {
    PeriodResult part = busy().build();
    PeriodResult whole = new PeriodBuilder(20).counter(HostMetric.DISK_READS, 2_600, 3_000).build();
    StepResult step = step(start("index", Unit.INDEXED_ROWS), whole, 1_000, List.of(part, part));

    assertThat(FigureMap.of(step, whole, Samples.run()).numbers())
        .containsEntry("ips", 50.0)
        .containsEntry("rpq", 0.4);
    assertThat(FigureMap.of(step, part, Samples.run()).numbers())
        .containsEntry("ips", null)
        .containsEntry("rpq", null)
        .containsEntry("rps", 200.0);
  }

  @ParameterizedTest
  @EnumSource(Unit.class)
  void everyKeyIsThereWhateverIsMeasured(Unit unit) {
    Map<String, Number> nothing = figures(unit, Samples.period(10));

    assertThat(nothing.keySet())
        .containsExactly(
            ("seconds ips ips_p50 ips_p99 links_ps dps dps_p50 dps_p99 qps qps_p50 qps_p99"
                    + " rate_interval_s rps rkbps rmbps wps wkbps wmbps r_await_ms w_await_ms"
                    + " fps f_await_ms aqu_sz util_pct rpq rkbpq wkbpq fpq wpi wkbpi server_rkbpq server_wkbpq written_gb"
                    + " write_amp server_write_amp written_tb_per_day server_written_tb_per_day"
                    + " other_wkbps cs_ps cspq cpu_pct steal_pct iowait_pct mcpupq cpu_us_pq"
                    + " client_us_pq server_us_pq own_cpu_us_pq other_cpu_pct db_bytes size_gb"
                    + " dir_bytes rows_in_tables bytes_per_row space_amp rss_gb rss_end_gb errors retries"
                    + " unstarted late intervals lost_intervals outside_pct client_cpu_pct"
                    + " client_rss_gb client_heap_gb client_gc_pct client_gc_long_pauses"
                    + " client_run_delay_pct client_wait_pct client_throttled_pct cpu_pressure_pct"
                    + " io_pressure_pct io_pressure_full_pct memory_pressure_pct"
                    + " memory_pressure_full_pct mem_available_gb mem_cached_gb mem_dirty_gb"
                    + " swap_in_mb swap_out_mb server_restarts lsm_write_amp lsm_write_amp_wal"
                    + " lsm_wkbpi lsm_wkbpq lsm_stall_pct lsm_cpu_us_pq lsm_background_us_pq lsm_pending_gb"
                    + " lsm_l0_files")
                .split(" "));
    assertThat(figures(unit, busy(operation(Samples.READ, 1, 1)).build()).keySet())
        .containsExactlyElementsOf(nothing.keySet());
  }

  @Test
  void whatWasNotMeasuredIsNullAndNever0() {
    Map<String, Number> figures =
        figures(Unit.QUERIES, Samples.period(10, operation(Samples.READ, 1_000, 0)));

    figures.forEach(
        (key, value) -> {
          if (!COUNTED.contains(key)) {
            assertThat(value).as(key).isNull();
          }
        });
  }

  @Test
  void withoutOperationsThereIsARateOf0AndNoCostPerOperation() {
    Map<String, Number> figures = figures(Unit.QUERIES, busy().build());

    assertThat(figures).containsEntry("qps", 0.0).containsEntry("rps", 200.0);
    for (String key : figures.keySet()) {
      if (key.endsWith("pq") || key.endsWith("pi")) {
        assertThat(figures).containsEntry(key, null);
      }
    }
  }

  @Test
  void noFigureIsInfiniteOrNotANumberInAPeriodWithoutLength() {
    PeriodResult period = busy(operation(Samples.READ, 3, 3)).build();
    PeriodResult instant =
        PeriodResultBuilder.builder(period)
            .span(new PeriodSpan(5, 5, 0, 0, false))
            .readings(new PeriodReadings(period.start(), period.end(), period.highest(), false))
            .intervals(PeriodIntervals.none(Samples.SECOND))
            .outages(Outages.NONE)
            .stalls(Stalls.NONE)
            .clients(List.of())
            .build();

    figures(Unit.QUERIES, instant)
        .forEach(
            (key, value) -> {
              if (value instanceof Double number) {
                assertThat(number).as(key).isFinite();
              }
            });
    assertThat(figures(Unit.QUERIES, instant)).containsEntry("rps", null);
  }

  @ParameterizedTest
  @EnumSource(
      value = HostMetric.class,
      names = {"DISK_READ_MILLIS", "DISK_WRITE_MILLIS", "DISK_QUEUE_MILLIS", "DISK_BUSY_MILLIS"})
  void milliseconds32BitsWideMayWrap(HostMetric millis) {
    PeriodResult period =
        busy(operation(Samples.READ, 1, 1)).counter(millis, (1L << 32) - 1_500, 2_500).build();

    Map<String, Number> figures = figures(Unit.QUERIES, period);

    assertThat(figures)
        .containsEntry(
            switch (millis) {
              case DISK_READ_MILLIS -> "r_await_ms";
              case DISK_WRITE_MILLIS -> "w_await_ms";
              case DISK_QUEUE_MILLIS -> "aqu_sz";
              default -> "util_pct";
            },
            switch (millis) {
              case DISK_READ_MILLIS -> 2.0;
              case DISK_WRITE_MILLIS -> 1.0;
              case DISK_QUEUE_MILLIS -> 0.4;
              default -> 40.0;
            });
  }

  @Test
  void whatTheMachineDidInARestShorterThanAnIntervalIsNotTold() {
    PeriodResult first = busy(operation(Samples.READ, 5_000, 0)).build();
    PeriodResult rest = rest(0.9).partial().build();
    PeriodResult whole = busy(operation(Samples.READ, 5_010, 0)).build();
    StepResult step = step(start("request", Unit.QUERIES), whole, 0, List.of(first, rest));

    Map<String, Number> figures = FigureMap.of(step, rest, Samples.run()).numbers();
    assertThat(figures).containsEntry("qps", 10 / 0.9).containsEntry("rss_gb", 2.0);
    assertThat(List.of("wps", "wkbpq", "cs_ps", "cpu_pct", "client_cpu_pct", "server_us_pq"))
        .allSatisfy(key -> assertThat(figures).containsEntry(key, null));
    assertThat(FigureMap.of(step, whole, Samples.run()).numbers().get("wps")).isEqualTo(400.0);
    assertThat(figures(Unit.QUERIES, rest(0.9).build()).get("wps"))
        .as("the whole of a short step is all that there is")
        .isEqualTo(40 / 0.9);
    PeriodResult longer = rest(1).partial().build();
    StepResult other = step(start("request", Unit.QUERIES), whole, 0, List.of(first, longer));
    assertThat(FigureMap.of(other, longer, Samples.run()).numbers().get("wps")).isEqualTo(40.0);
  }

  private static PeriodBuilder rest(double seconds) {
    return new PeriodBuilder(seconds, operation(Samples.READ, 10, 0))
        .counter(HostMetric.DISK_WRITES, 500, 540)
        .counter(HostMetric.DISK_WRITTEN_BYTES, 1_024, 1_024 + 40 * (1L << 20))
        .counter(HostMetric.CPU_BUSY_TICKS, 100, 110)
        .counter(HostMetric.CPU_TOTAL_TICKS, 10_000, 10_014)
        .counter(HostMetric.CONTEXT_SWITCHES, 5, 105)
        .counter(HostMetric.CLIENT_CPU_NANOS, 1, 70_000_001L)
        .counter(HostMetric.SERVER_CPU_NANOS, 2, 2_500_000_002L)
        .level(HostMetric.SERVER_RSS_BYTES.key(), 2 * GIB, 2 * GIB);
  }

  @Test
  void aCounterThatWasStartedAnewHasNoGrowth() {
    PeriodResult period =
        busy(operation(Samples.READ, 1, 1)).counter(HostMetric.DISK_READS, 100, 99).build();

    assertThat(figures(Unit.QUERIES, period))
        .containsEntry("rps", null)
        .containsEntry("rpq", null)
        .containsEntry("r_await_ms", null)
        .containsEntry("wps", 400.0);
    assertThat(
            Outcomes.absent(Samples.run(), List.of(step(start("request", Unit.QUERIES), period))))
        .containsKey("disk.reads");
  }

  @Test
  void iowaitThatTheKernelTookBackIs0() {
    PeriodResult period = busy().counter(HostMetric.CPU_IOWAIT_TICKS, 100, 97).build();

    assertThat(figures(Unit.QUERIES, period)).containsEntry("iowait_pct", 0.0);
  }

  @Test
  void countsBeyond32BitsAreNotCut() {
    long operations = 3L << 32;
    PeriodResult period =
        new PeriodBuilder(1 << 20, operation(Samples.READ, operations, operations))
            .counter(HostMetric.DISK_READS, 1L << 33, (1L << 33) + (6L << 32))
            .counter(HostMetric.DISK_WRITTEN_BYTES, 1L << 50, (1L << 50) + (3L << 42))
            .build();

    assertThat(figures(Unit.QUERIES, period))
        .containsEntry("qps", 3.0 * (1 << 12))
        .containsEntry("rpq", 2.0)
        .containsEntry("wkbpq", 1.0)
        .containsEntry("written_gb", 3.0 * (1 << 12));
    PeriodResult load = Samples.period(1 << 20, operation(Samples.LOAD, operations, operations));
    assertThat(figures(Unit.ROWS, load)).containsEntry("ips", 3.0 * (1 << 12));
  }
}
