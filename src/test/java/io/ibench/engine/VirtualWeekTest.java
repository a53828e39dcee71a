package io.ibench.engine;

import static io.ibench.engine.TestSettings.SECOND;
import static io.ibench.testing.StepBuilder.aStep;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.Bulk;
import io.ibench.measure.Clock;
import io.ibench.measure.CompilerThreads;
import io.ibench.measure.Latency;
import io.ibench.measure.PeriodAccumulator;
import io.ibench.measure.PeriodGauge;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Recorder;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.report.ReportSamples;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.store.ResultFolder;
import io.ibench.report.store.ResultReader;
import io.ibench.report.store.RunReport;
import io.ibench.report.text.TextReport;
import io.ibench.testing.StartsProcess;
import io.ibench.workload.WorkloadCounters;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The first day of a week of one-second intervals through the books and the result folder, in less
 * than a minute. {@code -Dibench.week.hours=168} makes it the whole week. The test runs in its own
 * JVM, which has its own heap and optimizes this loop.
 */
@StartsProcess
class VirtualWeekTest {

  private static final long START = ScriptedClock.START;
  private static final int THREADS = 4;
  private static final int CPUS = 4;
  private static final long MEGABYTE = 1_000_000;

  @TempDir private Path temporary;

  /** Kept in {@code -Dibench.week.folder}, to look at a week. */
  private Path results() throws IOException {
    String kept = System.getProperty("ibench.week.folder");
    return Files.createDirectories(kept == null ? temporary.resolve("results") : Path.of(kept));
  }

  private final ScriptedClock clock = new ScriptedClock();
  private final Recorder recorder = new Recorder(Week.OPERATIONS, 1, false);
  private final RunInfo run =
      ReportSamples.run(
          "request",
          IntStream.range(0, Week.OPERATIONS).mapToObj(i -> "OPERATION_" + i).toList(),
          Collections.nCopies(Week.OPERATIONS, Role.QUERY),
          List.of("deadlock"),
          List.of());

  private static StepStart step() {
    return aStep()
        .lasting(Week.SECONDS * SECOND)
        .threads(THREADS)
        .at(ScriptedClock.START_EPOCH_MILLIS)
        .start();
  }

  private long second() {
    return (clock.nanoTime() - START) / SECOND;
  }

  private Ticker ticker(ResultFolder folder, PeriodGauges slow) {
    return new Ticker(
        clock,
        folder,
        new RunGauges(
            List.of((nanos, sink) -> Week.everyInterval(second(), sink)),
            slow,
            CompilerThreads.UNKNOWN),
        TestSettings.withPeriods(SECOND, Week.HOUR * SECOND),
        new PeriodAccumulator.Shape(run.roles(), 1, 0, 1, false),
        new StepActivity(
            List.of(List.of(recorder)),
            List.of(new WorkloadCounters(0)),
            () -> THREADS,
            now -> 0,
            () -> Long.MAX_VALUE,
            new OutageWatch(clock),
            StallWatch.none(clock, new OutageWatch(clock)),
            (nanos, sink) -> Week.times(second(), sink),
            TestTableRows.of(() -> OptionalLong.of(Week.rows(second()))),
            new YieldGate(Clock.system(), () -> 0),
            () -> ""));
  }

  @Test
  void everyHourIsRightAndNothingGrows() throws Exception {
    Path log = temporary.resolve("week.log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Dibench.week.hours=" + Week.HOURS,
                "-cp",
                System.getProperty("java.class.path"),
                VirtualWeekTest.class.getName(),
                results().toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(process.waitFor(30, TimeUnit.MINUTES)).as("it is over").isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(log)).isZero();
  }

  /** The JVM of its own; its argument is the folder for the results. */
  public static void main(String[] arguments) throws Exception {
    new VirtualWeekTest().week(Path.of(arguments[0]));
  }

  private void week(Path results) throws Exception {
    PeriodGauge slow =
        new PeriodGauge(
            List.of("size", "dir_bytes"), (nanos, sink) -> Week.everyPeriod(second(), sink));
    long early = 0;
    long late;
    PeriodResult whole;
    try (ResultFolder folder =
            new ResultFolder(results, run, ReportSamples::books, TextReport::of);
        PeriodGauges gauges = new PeriodGauges(List.of(slow), new RunControl(clock))) {
      Ticker ticker = ticker(folder, gauges);
      ticker.readGauges();
      ticker.begin(step(), START);
      for (int hour = 1; hour < Week.HOURS; hour++) {
        pass(ticker, hour);
        ticker.closePeriod();
        early = hour == 2 ? usedHeap() : early;
      }
      late = usedHeap();
      pass(ticker, Week.HOURS);
      Ticker.Closed closed = ticker.close(clock.nanoTime());
      whole = closed.whole();
      folder.stepEnded(result(closed));
      folder.finish();
      assertThat(folder.failure()).isEmpty();
    }

    RunReport.Step stored = ResultReader.read(results).steps().get(0);
    assertThat(stored.periods()).hasSize(Week.HOURS);
    for (int hour = 1; hour <= Week.HOURS; hour++) {
      assertPeriod(stored.periods().get(hour - 1), (hour - 1) * Week.HOUR, hour * Week.HOUR);
    }
    assertPeriod(stored.whole(), 0, Week.SECONDS);
    assertThat(folderBytes(results)).isLessThan(3L * MEGABYTE * Week.HOURS);
    assertThat(whole.successes()).isGreaterThan(1L << 32);
    assertThat(whole.operations().get(0).count()).isGreaterThan(1L << 32);
    assertThat(late - early).as("bytes of heap").isLessThan(kept());
  }

  /** An hour without its boundary. */
  private void pass(Ticker ticker, int hour) {
    for (int second = (hour - 1) * Week.HOUR + 1; second <= hour * Week.HOUR; second++) {
      int operation = Week.operation(second);
      Bulk.record(
          recorder,
          operation,
          Week.count(second),
          Week.serviceNanos(second),
          Week.rowsOfEach(operation));
      clock.advance(SECOND);
      if (second < hour * Week.HOUR) {
        ticker.tick();
      }
    }
  }

  private static StepResult result(Ticker.Closed closed) {
    return aStep(step()).periods(closed.periods()).over(closed.whole());
  }

  private static long usedHeap() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /**
   * Of each interval four bytes are kept in the step's books and as many in its hour's result:
   * there are queries in all of them here, and no rows in any. An hour's result is some 11 KB
   * besides. All else, such as the room that the last summary was made in, is the same early and
   * late.
   */
  private static long kept() {
    return 2L * Integer.BYTES * Week.SECONDS + Week.HOURS * 20_000L;
  }

  private static void assertPeriod(RunReport.Period period, int from, int to) {
    String hours = "seconds " + from + " to " + to;
    WeekFigures expected = new WeekFigures(from, to, THREADS);
    assertFigures(hours, expected.all(CPUS), period.figures().numbers());
    assertThat(period.serverCounters()).as(hours).containsEntry("pages", 7_919L * (to - from));
    assertThat(period.operations()).as(hours).hasSize(Week.OPERATIONS);
    for (int i = 0; i < Week.OPERATIONS; i++) {
      RunReport.Operation operation = period.operations().get(i);
      assertThat(operation.count()).as(hours).isEqualTo(expected.counts[i]);
      assertThat(operation.rows()).isEqualTo(expected.counts[i] * Week.rowsOfEach(i));
      assertThat(operation.service().get("max_us").doubleValue()).isEqualTo(longestMicros(i));
    }
    for (int disk = 0; disk < Week.DISKS.size(); disk++) {
      String name = Week.DISKS.get(disk);
      assertThat(period.disks().get(disk).device()).isEqualTo(name);
      assertFigures(
          hours + " of " + name,
          expected.diskAhead(name.charAt(2)),
          period.disks().get(disk).figures().numbers());
    }
  }

  private static double longestMicros(int operation) {
    long nanos = 20_000 + 6_000 + 100_000L * operation;
    return Latency.histogram().highestEquivalentValue(nanos) / 1e3;
  }

  /** Each and no other; a double is within two of its last places of the exact value. */
  private static void assertFigures(
      String of, Map<String, BigDecimal> expected, Map<String, Number> figures) {
    assertThat(figures.keySet()).as(of).containsAll(expected.keySet());
    expected.forEach(
        (key, exact) -> {
          double difference = Math.abs(figures.get(key).doubleValue() - exact.doubleValue());
          assertThat(difference)
              .as("%s, %s: %s, exactly %s", of, key, figures.get(key), exact)
              .isLessThanOrEqualTo(2 * Math.ulp(exact.doubleValue()));
        });
  }

  private static long folderBytes(Path results) throws IOException {
    try (Stream<Path> files = Files.list(results)) {
      long sum = 0;
      for (Path file : files.toList()) {
        sum += Files.size(file);
      }
      return sum;
    }
  }
}
