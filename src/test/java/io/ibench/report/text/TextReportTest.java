package io.ibench.report.text;

import static io.ibench.report.Samples.operation;
import static io.ibench.report.Samples.period;
import static io.ibench.report.Samples.start;
import static io.ibench.report.Samples.step;
import static io.ibench.testing.StepBuilder.aStep;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.HostMetric;
import io.ibench.host.ThrottleGauge;
import io.ibench.measure.FirstFailure;
import io.ibench.measure.LatencySummary;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.Outage;
import io.ibench.measure.Outages;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Judged;
import io.ibench.report.Samples;
import io.ibench.report.Samples.PeriodBuilder;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.ServerCounters;
import io.ibench.report.store.RunReport;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TextReportTest {

  private static String text(RunInfo run, StepResult... results) {
    return Judged.of(Samples.json(run, true, results)).text();
  }

  private static StepResult query(String name) {
    return step(start(name, Unit.QUERIES), period(10, operation(Samples.READ, 500, 900)));
  }

  private static String line(String text, String beginning) {
    return text.lines()
        .filter(line -> line.strip().startsWith(beginning))
        .findFirst()
        .orElseThrow(() -> new AssertionError(beginning + " begins no line of\n" + text));
  }

  @Test
  void theHeadNamesWhatWasMeasuredOn() {
    assertThat(text(Samples.run("first"), query("first")))
        .startsWith(
            """
            ibench 9.9: linkbench on demo, run the-run, 2026-01-02 03:04:05 UTC
              DemoDB 1.2; engine heap; Demo driver 3; batch: multi-row;
              durability: every commit; isolation: serializable

            """);
  }

  @Test
  void manySettingsOfTheDatabaseStayReadableAndItsWarningsStandInTheHead() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("transactions", "none");
    settings.put("names", "long");
    for (int i = 1; i <= 12; i++) {
      settings.put("autovacuum_setting_" + i, "off");
    }
    RunInfo run =
        Samples.withDatabase(settings, List.of("a standalone server: no transactions\u001b[2J"));

    assertThat(text(run, query("first")))
        .startsWith(
            """
            ibench 9.9: linkbench on demo, run the-run, 2026-01-02 03:04:05 UTC
              DemoDB 1.2; engine heap; Demo driver 3; batch: multi-row;
              durability: every commit; isolation: serializable
              transactions none, names long, autovacuum_setting_1 off,
              autovacuum_setting_2 off, autovacuum_setting_3 off, autovacuum_setting_4 off,
              autovacuum_setting_5 off, autovacuum_setting_6 off, autovacuum_setting_7 off,
              autovacuum_setting_8 off; 4 more settings in summary.json
              WARNING: a standalone server: no transactions\\u001b[2J

            """);
  }

  private static StepResult counting(String name, long reads, long timeouts) {
    return step(
        start(name, Unit.QUERIES),
        new PeriodBuilder(10, operation(Samples.READ, 500, 900))
            .serverCounter("io.reads", 3, 3 + reads)
            .serverCounter("io.timeouts", 1, 1 + timeouts)
            .serverCounter("io.syncs", 1, 1)
            .serverLevel("cache.bytes", 1L << 40)
            .build());
  }

  @Test
  void theReportThatARunPrintsSaysWhereEveryDetailIs() {
    RunReport run = Samples.report(Samples.run("first"), true, counting("first", 2_000, 0));

    assertThat(TextReport.of(run, TextReport.Options.usual(TextReport.Options.ANY_WIDTH)))
        .contains("\n  every detail: summary.txt, or report --all\n")
        .doesNotContain("io.reads", "bytes/row");
    assertThat(TextReport.of(run)).contains("io.reads").doesNotContain("every detail");
  }

  @Test
  void serverCountersHaveATableWithAColumnForEachStepOnRequest() {
    RunReport run =
        Samples.report(
            Samples.run("first", "second", "third"),
            true,
            counting("first", 2_000, 0),
            query("second"),
            counting("third", 0, 1));

    assertThat(
            TextReport.of(run, new TextReport.Options(false, true, TextReport.Options.ANY_WIDTH)))
        .contains(
            """
              server counter              first  second              third
              cache.bytes     1,099,511,627,776       -  1,099,511,627,776
              io.reads                    2,000       -                  0
              io.syncs                        0       -                  0
              io.timeouts                     0       -                  1

            """)
        .doesNotContain("report --all");
  }

  private static StepResult onRocksdb(String name, long userBytes, long treeBytes) {
    return step(
        start(name, Unit.QUERIES),
        new PeriodBuilder(10, operation(Samples.READ, 500, 900))
            .serverCounter("rocksdb.db.user_bytes_written", 0, userBytes)
            .serverCounter("rocksdb.db.wal_bytes_written", 0, userBytes)
            .serverCounter("rocksdb.compaction.sum.write_bytes", 0, treeBytes)
            .serverCounter("rocksdb.compaction.sum.wblob_bytes", 0, 0)
            .serverLevel("rocksdb.cur-size-all-mem-tables", 10L << 20)
            .build());
  }

  @Test
  void stepsWhoseRowsAreAllInMemtablesAreNamed() {
    RunReport run =
        Samples.report(
            Samples.run("first", "second", "third", "reads"),
            true,
            onRocksdb("first", 1 << 20, 0),
            onRocksdb("second", 1 << 20, 1 << 20),
            onRocksdb("third", 1 << 20, 0),
            onRocksdb("reads", 194, 0));

    assertThat(
            TextReport.of(run, new TextReport.Options(false, true, TextReport.Options.ANY_WIDTH)))
        .contains("  nothing was flushed in first, third (memtables of 10 MB at most)\n");
  }

  /** A later step without users pays for writers; with the next writer a new debt begins. */
  @Test
  void whatDrainWroteIsAddedToTheStepsThatLeftIt() {
    long mb = 1 << 20;
    RunReport run =
        Samples.report(
            Samples.run("fill", "drain.1", "overwrite", "reads", "drain.2", "verify"),
            true,
            onRocksdb("fill", 10 * mb, 10 * mb),
            draining("drain.1", 5 * mb),
            onRocksdb("overwrite", 10 * mb, 5 * mb),
            onRocksdb("reads", 194, 0),
            draining("drain.2", 20 * mb),
            draining("verify", 0));

    assertThat(
            TextReport.of(run, new TextReport.Options(false, true, TextReport.Options.ANY_WIDTH)))
        .contains(
            "  with what RocksDB wrote after it until drain.1 ended (5 MB): fill w_amp 1.50;\n"
                + "    with what RocksDB wrote after it until drain.2 ended (20 MB): overwrite\n"
                + "    w_amp 2.50\n");
  }

  @Test
  void writersBeforeOneDrainHaveOneWriteAmplificationTogether() {
    long mb = 1 << 20;
    RunReport run =
        Samples.report(
            Samples.run("one", "reads", "two", "drain", "reads.2"),
            true,
            onRocksdb("one", 10 * mb, 5 * mb),
            onRocksdb("reads", 194, mb),
            onRocksdb("two", 10 * mb, 5 * mb),
            draining("drain", 9 * mb),
            step(start("reads.2", Unit.QUERIES), period(10)));

    assertThat(
            TextReport.of(run, new TextReport.Options(false, true, TextReport.Options.ANY_WIDTH)))
        .contains(
            "  with what RocksDB wrote besides until drain ended (10 MB): one, two w_amp 1\n");
    assertThat(
            TextReport.of(
                Samples.report(
                    Samples.run("one", "drain"),
                    true,
                    onRocksdb("one", 10 * mb, 5 * mb),
                    draining("drain", 0)),
                new TextReport.Options(false, true, TextReport.Options.ANY_WIDTH)))
        .doesNotContain("with what");
  }

  /** The steps' own counters miss it. */
  @Test
  void whatRocksdbWroteBetweenStepsIsInTheirWriteAmplificationTogether() {
    long mb = 1 << 20;
    RunReport run =
        Samples.report(
            Samples.run("one", "drain"),
            true,
            onRocksdb("one", 10 * mb, 5 * mb),
            draining("drain", 9 * mb, 14 * mb));

    assertThat(
            TextReport.of(run, new TextReport.Options(false, true, TextReport.Options.ANY_WIDTH)))
        .contains("  with what RocksDB wrote after it until drain ended (9 MB): one w_amp 1.40\n");
  }

  private static StepResult draining(String name, long treeBytes) {
    return draining(name, 0, treeBytes);
  }

  private static StepResult draining(String name, long treeBytesBefore, long treeBytes) {
    return step(
        start(name, Unit.NONE),
        new PeriodBuilder(10)
            .serverCounter("rocksdb.db.user_bytes_written", 0, 0)
            .serverCounter("rocksdb.compaction.sum.write_bytes", treeBytesBefore, treeBytes)
            .serverCounter("rocksdb.compaction.sum.wblob_bytes", 0, 0)
            .build());
  }

  @Test
  void serverCountersThatAreZeroInAllStepsHaveNoRow() {
    RunReport run =
        Samples.report(
            Samples.run("first", "third"),
            true,
            counting("first", 2_000, 0),
            counting("third", 0, 0));

    assertThat(
            TextReport.of(run, new TextReport.Options(false, true, TextReport.Options.ANY_WIDTH)))
        .contains("\n  0 in every step: 2 more\n")
        .contains("  io.reads ")
        .doesNotContain("io.timeouts", "io.syncs");
  }

  @Test
  void thatAProductDoesNotCountIsNotWorthALineButThatItCouldNotBeAskedIs() {
    PeriodResult none =
        new PeriodBuilder(10).absent("server_counters", ServerCounters.NOT_TOLD).build();
    PeriodResult denied = new PeriodBuilder(10).absent("server_counters", "denied: no").build();

    assertThat(text(Samples.run("first"), step(start("first", Unit.QUERIES), none)))
        .doesNotContain("counter", "not measured");
    assertThat(text(Samples.run("first"), step(start("first", Unit.QUERIES), denied)))
        .contains("  not measured: server counters: denied: no\n");
  }

  @Test
  void requestsHaveTheColumnsOfTheHourlyTable() {
    PeriodResult period =
        new PeriodBuilder(10, operation(Samples.READ, 5_000, 900, 2, 1))
            .counter(HostMetric.DISK_READS, 0, 2_000)
            .counter(HostMetric.DISK_READ_BYTES, 0, 32_768_000)
            .counter(HostMetric.DISK_WRITTEN_BYTES, 0, 41_943_040)
            .counter(HostMetric.CPU_BUSY_TICKS, 0, 1_000)
            .counter(HostMetric.CPU_TOTAL_TICKS, 0, 4_000)
            .level("size", 5 << 20, 5 << 20)
            .build();

    String text = text(Samples.run("first"), step(start("first", Unit.QUERIES), period));

    assertThat(text)
        .contains(
            """
                                                             size   cpu
              step  secs qps   r/q rKB/q wKB/q r/s rKB/s wKB/s     GB  us/q err verdict
              first 10.0 500 0.400  6.40  8.19 200 3,200 4,096 0.0049 2,000   3 valid
            """);
  }

  /**
   * Ten seconds in which 500 operations took 800 of 4,000 ticks from all processes, and this many
   * from ibench.
   */
  private static String withOwnCpu(Unit unit, int operation, long ownTicks) {
    PeriodResult period =
        new PeriodBuilder(10, operation(operation, 500, 500))
            .counter(HostMetric.DISK_READS, 0, 2_000)
            .counter(HostMetric.CPU_BUSY_TICKS, 0, 800)
            .counter(HostMetric.CPU_TOTAL_TICKS, 0, 4_000)
            .counter(HostMetric.CLIENT_CPU_NANOS, 0, 10_000_000)
            .counter(HostMetric.SERVER_CPU_NANOS, 0, 10_000_000 * (ownTicks - 1))
            .build();
    return text(Samples.run("first"), step(start("first", unit), period));
  }

  @Test
  void columnsAreTheSameWhetherOrNotOthersUsedMuchOfTheCpu() {
    for (long own : new long[] {639, 640}) {
      assertThat(withOwnCpu(Unit.QUERIES, Samples.READ, own))
          .contains(
              """
                                             cpu
              step   secs  qps  r/q  r/s    us/q  err  verdict
              first  10.0   50    4  200  16,000    0  valid
            """);
      assertThat(withOwnCpu(Unit.ROWS, Samples.LOAD, own)).contains("r/s").doesNotContain("other");
    }
    assertThat(withOwnCpu(Unit.QUERIES, Samples.READ, 640))
        .contains(
            """
              CPU per query, or per row where a step only writes
                        cpu  own cpu  server  client
              step     us/q     us/q    us/q    us/q
              first  16,000   12,800  12,780      20
            """);
  }

  @Test
  void loadsAndIndexesHaveATableOfTheirOwnBeforeTheRequests() {
    String text =
        text(
            Samples.run("load", "index", "first"),
            step(start("load", Unit.ROWS), period(10, operation(Samples.LOAD, 10, 5_000))),
            step(start("index", Unit.INDEXED_ROWS), period(10), 700, List.of()),
            query("first"));

    assertThat(text.indexOf("ips")).isPositive().isLessThan(text.indexOf("qps"));
    assertThat(line(text, "load")).contains(" 500 ");
    assertThat(line(text, "index")).contains(" 70 ");
    assertThat(line(text, "first")).contains(" 50 ");
  }

  @Test
  void theStepHasOneRowAndItsPeriodsATableOfTheirOwn() {
    PeriodResult one = period(10, operation(Samples.READ, 100, 0));
    PeriodResult two = new PeriodBuilder(5, operation(Samples.READ, 10, 0)).partial().build();
    StepResult step =
        step(
            start("first", Unit.QUERIES, 2, 2, false),
            period(15, operation(Samples.READ, 110, 0)),
            0,
            List.of(one, two));

    assertThat(text(Samples.run("first"), step))
        .contains(
            """
              step     secs   qps  err  verdict
              first 2  15.0  7.33    0  valid

              first 2, period by period; the last one was 5.0 s long
              period       qps  err
              10s #1        10    0
              10s #2 part    2    0

            """);
  }

  @Test
  void withoutATargetRateOneTableOfLatenciesIsEnough() {
    String text = text(Samples.run("first"), query("first"));

    assertThat(text)
        .contains(
            """
              operations in first, service = response time in us (no target rate)
              operation  count  rows  per s  retries  mean  p50  p95  p99  p99.9  max
              READ         500   900     50        7   1.5  1.0  2.0  3.0    4.0  6.0
            """)
        .doesNotContain("intended start");
  }

  @Test
  void aPacedStepShowsBothLatenciesAndWhatWasNotStarted() {
    StepStart paced = start("first", Unit.QUERIES, 1, 1, true);
    String text =
        text(Samples.run("first"), step(paced, period(10, operation(Samples.READ, 500, 900))));

    assertThat(text)
        .contains("operations in first, service time in us\n")
        .contains("response time in us, from the intended start; due but not started: 5\n")
        .contains("15.0  10.0  20.0  30.0   40.0  60.0\n");
  }

  @Test
  void whereRequestsQueuedUpResponseTimesHaveAUnitOfTheirOwn() {
    LatencySummary service = new LatencySummary(9, 41, 31, 45, 52, 90, 90, 937);
    long second = 1_000_000_000;
    LatencySummary response =
        new LatencySummary(
            9,
            15 * second,
            14 * second,
            27 * second,
            28 * second,
            29 * second,
            29 * second,
            30L * second);

    assertThat(paced(service, response))
        .contains("service time in us\n")
        .contains("response time in ms, from the intended start; due but not started: 0\n")
        .containsPattern("READ +9 +9 +[0-9.]+ +15,000 +14,000 +27,000 +28,000 +29,000 +30,000\n");
    assertThat(paced(service, new LatencySummary(9, 60_000, 50_000, 1, 1, 1, 1, second)))
        .contains("response time in us, from");
  }

  /** Nine of them, each with a row. */
  private static OperationSummary nine(
      int operation, LatencySummary service, LatencySummary response) {
    return new OperationSummary(
        operation,
        Samples.successes(9, 9),
        List.of(0L, 0L),
        service,
        response,
        Optional.empty(),
        Optional.empty(),
        Samples.NO_BUCKETS);
  }

  private static String paced(LatencySummary service, LatencySummary response) {
    OperationSummary operation = nine(0, service, response);
    StepStart paced = start("first", Unit.QUERIES, 1, 1, true);
    return text(Samples.run("first"), step(paced, period(10, operation)));
  }

  @Test
  void responseTimesThatAreServiceTimesAreNotRepeated() {
    LatencySummary times = new LatencySummary(9, 41, 31, 45, 52, 90, 90, 937);
    OperationSummary prompt = nine(1, times, times);
    StepStart paced = start("first", Unit.QUERIES, 1, 1, true);

    String text =
        text(
            Samples.run("first"),
            step(paced, period(10, operation(Samples.READ, 500, 900), prompt)));

    assertThat(text.split("intended start")[0]).contains("\n  READ ", "\n  WRITE ");
    assertThat(text.split("intended start")[1]).contains("\n  READ ").doesNotContain("\n  WRITE ");
  }

  @Test
  void microsecondsAreNotShownAs0Milliseconds() {
    OperationSummary quick =
        nine(
            0,
            new LatencySummary(9, 41, 31, 45, 52, 90, 90, 937_000),
            new LatencySummary(9, 41, 31, 45, 52, 90, 90, 937_000));

    String text = text(Samples.run("first"), step(start("first", Unit.QUERIES), period(1, quick)));

    assertThat(line(text, "READ")).endsWith("0.04  0.03  0.05  0.05   0.09  937.00");
  }

  @Test
  void errorsAreNamedByKind() {
    String text =
        text(
            Samples.run("first"),
            step(
                start("first", Unit.QUERIES),
                period(
                    10,
                    operation(Samples.READ, 1, 0, 2, 0),
                    operation(Samples.WRITE, 1, 0, 1_000, 1))));

    assertThat(text).contains("  first: failed operations: 1,002 deadlock, 1 timeout\n");
    assertThat(line(text, "operation ")).contains("errors");
  }

  private static StepResult failing(FirstFailure... failures) {
    return aStep(start("first", Unit.QUERIES))
        .firstFailures(failures)
        .over(new Samples.PeriodBuilder(10, operation(Samples.READ, 1, 0, 2, 1)).at(100).build());
  }

  @Test
  void theFirstFailureOfEachKindSaysWhy() {
    long later = 103 * Samples.SECOND + Samples.SECOND / 2;
    String text =
        text(
            Samples.run("first"),
            failing(
                new FirstFailure(Samples.WRITE, 1, 100 * Samples.SECOND, "too\nslow \u001b[2J"),
                new FirstFailure(Samples.READ, 0, later, "the lock is taken")));

    assertThat(text)
        .contains(
            "  first: failed operations: 2 deadlock, 1 timeout\n"
                + "  first: the first timeout, WRITE after 0.000 s: too slow \\u001b[2J\n"
                + "  first: the first deadlock, READ after 3.5 s: the lock is taken\n");
  }

  @Test
  void ofALongTextOfAFailureTheBeginningIsShown() {
    String smile = "\uD83D\uDE42";
    for (String each : List.of("x", smile)) {
      String whole = text(Samples.run("first"), failing(failure(each.repeat(160))));
      String cut = text(Samples.run("first"), failing(failure(each.repeat(161))));

      assertThat(whole).contains(each.repeat(160) + "\n");
      assertThat(cut).contains(each.repeat(160) + "...\n");
    }
  }

  private static FirstFailure failure(String text) {
    return new FirstFailure(Samples.READ, 0, 101 * Samples.SECOND, text);
  }

  @Test
  void aFailedStepSaysWhyAndWhatWasNotBegun() {
    String text =
        text(
            Samples.run("first", "second", "third"),
            query("first"),
            Samples.failed(
                start("second", Unit.QUERIES), period(1), "not_found:\n no such \u001b[1mtable"));

    assertThat(text)
        .contains("  second: FAILED: not_found: no such \\u001b[1mtable\n")
        .contains("  not begun: third\n")
        .contains("  second (failed) ")
        .contains("operations in first,")
        .endsWith("\nrun failed: valid\n");
  }

  @Test
  void anInterruptedRunSaysSo() {
    String text =
        text(
            Samples.run("first", "second"),
            Samples.interrupted(
                start("first", Unit.QUERIES), period(1, operation(Samples.READ, 1, 1))));

    assertThat(text)
        .contains("  first (interrupted) ")
        .contains("  first: INTERRUPTED: everything up to here is kept\n")
        .contains("  not begun: second\n")
        .endsWith("\nrun interrupted: valid\n");
  }

  @Test
  void whileTheRunGoesOnItSaysWhatIsStillToCome() {
    String text =
        Judged.of(Samples.json(Samples.run("first", "second"), false, query("first")))
            .change(json -> json.remove("verdict"))
            .text();

    assertThat(text)
        .contains("\n  not over: second\n")
        .doesNotContain("not begun")
        .endsWith("\nrun running, or killed\n");
  }

  @Test
  void whatWasNotMeasuredIsSaidOncePerReason() {
    PeriodBuilder period = new PeriodBuilder(1).absent("size", "noop keeps nothing");
    HostMetric.of(HostMetric.Category.SERVER).forEach(metric -> period.absent(metric, "far away"));
    HostMetric.of(HostMetric.Category.CPU).forEach(metric -> period.absent(metric, "far away"));
    period.absent(HostMetric.CLIENT_GC_MILLIS, "no collector");
    StepResult step = step(start("first", Unit.QUERIES), period.build());

    assertThat(text(Samples.run("first"), step, step))
        .contains(
            """
              not measured: CPU of the machine; CPU, memory and I/O of the server's process:
                far away
              not measured: garbage collection of the client: no collector
              not measured: database size: noop keeps nothing

            """);
  }

  @Test
  void aLimitThatNobodyHasSetIsNotMissing() {
    PeriodBuilder period =
        new PeriodBuilder(1).absent(HostMetric.CLIENT_THROTTLED_MICROS, ThrottleGauge.NO_LIMIT);

    assertThat(text(Samples.run("first"), step(start("first", Unit.QUERIES), period.build())))
        .doesNotContain("not measured");
  }

  private static Outage outage(long second, long workers, long lost) {
    return new Outage(
        second * Samples.SECOND,
        Samples.EPOCH_MILLIS + second * 1000,
        second * Samples.SECOND + 5_250_000_000L,
        (int) workers,
        lost,
        "lost",
        "connection_lost: refused",
        false);
  }

  private static StepResult with(Outages outages, OperationSummary... operations) {
    PeriodBuilder period = new PeriodBuilder(60, operations);
    return step(start("first", Unit.QUERIES), period.outages(outages).build());
  }

  @Test
  void outagesAreToldOneByOneWithWhatTheyCost() {
    Outages outages =
        new Outages(2, 10_500_000_000L, 1, List.of(outage(10, 4, 1), outage(20, 1, 0)));
    // The line breaks of the output do not matter.
    assertThat(text(Samples.run("first"), with(outages)).replaceAll("\\s+", " "))
        .contains(" first: OUTAGE (lost) of 5.25 s from ", ": 4 workers waited,")
        .contains("1 operation lost; connection_lost: refused")
        .contains(": 1 worker waited;")
        .doesNotContain("0 operation", "in all");
  }

  @Test
  void manyOutagesAreSummedUp() {
    List<Outage> first = Collections.nCopies(100, outage(10, 4, 0));
    String text =
        text(Samples.run("first"), with(new Outages(250, 700 * Samples.SECOND, 0, first)));
    assertThat(text).contains("  first: 250 OUTAGES in all, 700 s together\n");
    assertThat(text.split("OUTAGE \\(lost\\) of", -1)).hasSize(6);
  }

  @Test
  void waitsForAPoolHaveATableOfTheirOwn() {
    LatencySummary service =
        new LatencySummary(9, 41_000, 31_000, 45_000, 52_000, 90_000, 0, 99_000);
    LatencySummary wait = new LatencySummary(9, 2_100, 2_000, 3_000, 4_000, 5_000, 0, 6_000);
    OperationSummary pooled =
        new OperationSummary(
            0,
            Samples.successes(9, 9),
            List.of(0L, 0L),
            service,
            service,
            Optional.empty(),
            Optional.of(wait),
            Samples.NO_BUCKETS);
    String text = text(Samples.run("first"), with(Outages.NONE, pooled));
    assertThat(text).contains("waits for a pooled connection in us, part of the above\n");
    assertThat(text.substring(text.indexOf("waits"))).contains("  READ", " 2.1 ", " 6.0\n");
    assertThat(text(Samples.run("first"), with(Outages.NONE))).doesNotContain("pooled");
  }

  @Test
  void problemsAndFactsStandByTheirStep() {
    StepResult verify =
        aStep(start("verify", Unit.NONE))
            .facts("3 counts are right")
            .problems("1 count is wrong")
            .over(period(1));

    assertThat(text(Samples.run("verify"), verify))
        .contains("  verify: 3 counts are right\n  verify: WRONG: 1 count is wrong\n")
        .endsWith("\nrun failed: valid\n");
  }

  @Test
  void aProblemThatIsAReasonOfTheVerdictIsToldOnce() {
    StepResult verify =
        aStep(start("verify", Unit.NONE)).problems("1 count is wrong").over(period(1));
    Judged run =
        Judged.of(Samples.json(Samples.run("verify"), true, verify))
            .step(0, "invalid", "1 count is wrong");

    assertThat(TextReport.of(run.report()))
        .containsOnlyOnce("1 count is wrong")
        .contains("  verify: INVALID: 1 count is wrong\n");
  }

  @Test
  void aLongFactGoesOnInTheNextLineAfterAComma() {
    String fact = ("part of a fact, ".repeat(12) + "its end").strip();
    StepResult verify = aStep(start("verify", Unit.NONE)).facts(fact).over(period(1));

    String text = text(Samples.run("verify"), verify);
    assertThat(text)
        .contains(
            "  verify: " + "part of a fact, ".repeat(3) + "part of a fact,\n    part of a fact")
        .contains(" its end\n");
    assertThat(text.lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void aHostileNameStaysInItsLine() {
    String text = text(Samples.run("x"), query("x\n\u001b[2J\u202E"));

    assertThat(text).doesNotContain("\u001b").doesNotContain("\u202E");
    assertThat(text.lines()).anyMatch(line -> line.startsWith("  x \\u001b[2J\\u202e  10.0 "));
  }

  @Test
  void aBusyRunFitsInto100Columns() {
    PeriodResult period =
        new PeriodBuilder(3_600, operation(Samples.READ, 123_456_789, 9_876_543_210L))
            .counter(HostMetric.DISK_READS, 0, 99_999_999)
            .counter(HostMetric.DISK_READ_BYTES, 0, 1L << 40)
            .counter(HostMetric.DISK_WRITTEN_BYTES, 0, 1L << 40)
            .counter(HostMetric.CPU_BUSY_TICKS, 0, 1_000)
            .counter(HostMetric.CPU_TOTAL_TICKS, 0, 4_000)
            .level("size", 1L << 41, 1L << 41)
            .build();

    String text =
        text(Samples.run("request"), step(start("request", Unit.QUERIES, 168, 168, false), period));

    assertThat(text.lines()).allMatch(line -> line.length() <= 100);
  }

  private static Judged judged(String... steps) {
    StepResult[] results =
        Arrays.stream(steps).map(TextReportTest::query).toArray(StepResult[]::new);
    return Judged.of(Samples.json(Samples.run(steps), true, results));
  }

  @Test
  void aVerdictStandsInTheRowAboveTheLatenciesAndAtTheEnd() {
    String text =
        judged("a", "b", "c")
            .step(1, "degraded", "4 intervals, fewer than 10")
            .step(2, "invalid", "5 % of operations failed", "an outage of 3 s")
            .run("invalid", "c: 5 % of operations failed")
            .text();

    assertThat(line(text, "a ")).endsWith("  valid");
    assertThat(line(text, "b ")).endsWith("  DEGRADED");
    assertThat(line(text, "c ")).endsWith("  INVALID");
    assertThat(text)
        .contains("  operations in c (INVALID), service")
        .contains(
            """
              b: DEGRADED: 4 intervals, fewer than 10
              c: INVALID: 5 % of operations failed
              c: also: an outage of 3 s
            """)
        .endsWith("\nrun done: INVALID\n");
  }

  /** Wrong rows differ only in their numbers. */
  @Test
  void whatIsSaidOfOneStepSeveralTimesIsNotMerged() {
    String text =
        judged("a", "verify")
            .step(1, "invalid", "id 1, 3 rows", "id 2, 4 rows", "id 7, 5 rows", "id 9, 6 rows")
            .text();

    assertThat(text)
        .contains(
            """
              verify: INVALID: id 1, 3 rows
              verify: also: id 2, 4 rows
              verify: also: id 7, 5 rows
              verify: also: id 9, 6 rows
            """);
  }

  @Test
  void whatIsSaidOfManyStepsNamesEachOnce() {
    String text =
        judged("a", "b", "c", "d")
            .step(0, "degraded", "4 intervals, fewer than 10")
            .step(1, "degraded", "6 intervals, fewer than 10")
            .step(2, "degraded", "5 intervals, fewer than 10")
            .said(3, "drift", "it fell", "it fell")
            .text();

    assertThat(text)
        .contains("  a, b, c: DEGRADED: 4 ... 6 intervals, fewer than 10\n")
        .contains("  d: it fell\n");
  }

  @Test
  void whyARunIsWorseThanItsStepsStandsAboveItsVerdict() {
    String reason = "b: 1 of 3 repeats was begun";
    String text = judged("a", "b").run("invalid", reason).text();

    assertThat(text)
        .contains("\n  run: INVALID: " + reason + "\n\n  answer ")
        .endsWith("\nrun done: INVALID\n");
  }

  @Test
  void aVerdictWithoutAReasonIsStillNamedBelow() {
    assertThat(judged("a").step(0, "degraded").text()).contains("\n  a: DEGRADED\n");
  }

  @Test
  void remarksAndDriftAreToldButNotCalledAVerdict() {
    String text =
        judged("a")
            .said(0, "remarks", "commits do not wait for the disk")
            .said(0, "drift", "qps fell 0.4 % per hour after hour 31")
            .text();

    assertThat(text)
        .contains(
            "\n  a: commits do not wait for the disk\n"
                + "  a: qps fell 0.4 % per hour after hour 31\n")
        .doesNotContain("DEGRADED");
  }

  @Test
  void whatHoldsForSeveralStepsIsToldOnce() {
    Judged few = judged("a", "b", "c", "d");
    Judged many = judged("a", "b", "c", "d", "e");
    for (int step = 0; step < 4; step++) {
      few.step(step, "degraded", "steal 7 %");
    }
    for (int step = 0; step < 5; step++) {
      many.step(step, "degraded", "steal 7 %");
    }

    assertThat(few.text()).contains("\n  a, b, c, d: DEGRADED: steal 7 %\n");
    assertThat(many.text()).contains("\n  a ... e (5 steps): DEGRADED: steal 7 %\n");
  }

  @Test
  void whatDiffersInNumbersIsToldOnceFromThreeStepsOn() {
    Judged two = judged("a", "b");
    Judged three = judged("a", "b", "c");
    for (int step = 0; step < 2; step++) {
      two.step(step, "degraded", "steal " + (9 - step) + " % (most: 5 %)");
    }
    for (int step = 0; step < 3; step++) {
      three.step(step, "degraded", "steal " + (9 - step) + " % (most: 5 %)");
    }

    assertThat(two.text())
        .contains("\n  a: DEGRADED: steal 9 % (most: 5 %)\n  b: DEGRADED: steal 8 % (most: 5 %)\n");
    assertThat(three.text()).contains("\n  a, b, c: DEGRADED: steal 7 ... 9 % (most: 5 %)\n");
  }

  @Test
  void ofAnAbsentGroupThatGrewLaterTheFirstMetricsAreEnough() {
    PeriodBuilder period = new PeriodBuilder(1);
    HostMetric.of(HostMetric.Category.MEMORY).forEach(metric -> period.absent(metric, "not Linux"));
    for (HostMetric metric : HostMetric.of(HostMetric.Category.DISK)) {
      period.absent(metric.key("vdb"), "gone");
    }
    period.absent(HostMetric.SERVER_RESTARTS, "far");

    assertThat(text(Samples.run("first"), step(start("first", Unit.QUERIES), period.build())))
        .contains("not measured: disk vdb: gone\n")
        .contains("not measured: restarts of the server: far\n")
        .contains("not measured: memory of the machine: not Linux\n");
  }
}
