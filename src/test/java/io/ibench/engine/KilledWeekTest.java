package io.ibench.engine;

import static io.ibench.engine.TestSettings.SECOND;
import static io.ibench.testing.StepBuilder.aStep;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.measure.Bulk;
import io.ibench.measure.Clock;
import io.ibench.measure.CompilerThreads;
import io.ibench.measure.PeriodAccumulator;
import io.ibench.measure.PeriodGauge;
import io.ibench.measure.Recorder;
import io.ibench.measure.Role;
import io.ibench.measure.StepStart;
import io.ibench.report.ReportSamples;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.store.ResultFolder;
import io.ibench.report.store.ResultReader;
import io.ibench.report.store.Resumption;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.StoppedRun;
import io.ibench.report.store.StoredGap;
import io.ibench.report.store.WrittenPosition;
import io.ibench.report.text.TextReport;
import io.ibench.testing.StartsProcess;
import io.ibench.workload.WorkloadCounters;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The first hours of {@link VirtualWeekTest}'s seven days, in which the client is killed and
 * resumed 20 times. {@code -Dibench.week.hours=168} makes it the whole week, which takes a quarter
 * of an hour. The test runs in its own JVM.
 */
@StartsProcess
class KilledWeekTest {

  private static final String HOURS = "ibench.week.hours";
  private static final int SECONDS = Integer.getInteger(HOURS, 4) * Week.HOUR;
  private static final int KILLS = 20;

  private static final int GAP_SECONDS = 40;

  /** Of the whole week: half of it are counts of intervals, which a resumed run has twice. */
  private static final long MOST_BYTES = 8_000_000;

  @TempDir private Path temporary;

  private final ScriptedClock clock = new ScriptedClock();
  private Recorder recorder = new Recorder(Week.OPERATIONS, 1, false);
  private final RunInfo run =
      ReportSamples.run(
          "request",
          IntStream.range(0, Week.OPERATIONS).mapToObj(i -> "OPERATION_" + i).toList(),
          Collections.nCopies(Week.OPERATIONS, Role.QUERY),
          List.of("deadlock"),
          List.of());
  private final long[] expected = new long[Week.OPERATIONS];
  private ResultFolder folder;
  private Ticker ticker;

  /** The folder of the week stays in {@code -Dibench.week.folder}. */
  private Path results(String name) throws Exception {
    String kept = System.getProperty("ibench.week.folder");
    return Files.createDirectories((kept == null ? temporary : Path.of(kept)).resolve(name));
  }

  @Test
  void aWeekWithTwentyKillsCountsEverythingOnceAndGrowsAsLittleAsOneWithout() throws Exception {
    Path log = temporary.resolve("week.log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-D" + HOURS + "=" + SECONDS / Week.HOUR,
                "-cp",
                System.getProperty("java.class.path"),
                KilledWeekTest.class.getName(),
                results("whole").toString(),
                results("killed").toString())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(process.waitFor(30, TimeUnit.MINUTES)).as("it is over").isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as(Files.readString(log)).isZero();
    System.getLogger(KilledWeekTest.class.getName())
        .log(System.Logger.Level.DEBUG, Files.readString(log));
  }

  /** The JVM of its own; its arguments are the folders for the results. */
  public static void main(String[] arguments) throws Exception {
    long without = new KilledWeekTest().week(Path.of(arguments[0]), Set.of());
    long with = new KilledWeekTest().week(Path.of(arguments[1]), kills());
    System.out.printf("heap: %,d bytes without a kill, %,d with %d%n", without, with, KILLS);
    assertThat(with - without).as("more bytes of heap").isLessThan(MOST_BYTES);
  }

  private static Set<Integer> kills() {
    Set<Integer> kills = new TreeSet<>();
    int apart = SECONDS / (KILLS + 1);
    for (int kill = 1; kill <= KILLS; kill++) {
      kills.add(kill * apart + 977 * kill % (apart / 2));
    }
    return kills;
  }

  private long week(Path results, Set<Integer> kills) throws Exception {
    folder = new ResultFolder(results, run, ReportSamples::books, TextReport::of);
    ticker = ticker();
    ticker.readGauges();
    ticker.begin(step(clock.epochMillis()), clock.nanoTime());
    for (int second = 1; second <= SECONDS; second++) {
      if (kills.contains(second)) {
        kill(results);
      }
      second(second);
    }
    long heap = usedHeap();
    Ticker.Closed closed = ticker.close(clock.nanoTime());
    folder.stepEnded(aStep(step(0)).periods(closed.periods()).over(closed.whole()));
    folder.finish();
    assertThat(folder.failure()).isEmpty();
    folder.close();
    assertStored(results, kills.size());
    return heap;
  }

  private void second(int second) {
    int operation = Week.operation(second);
    Bulk.record(
        recorder,
        operation,
        Week.count(second),
        Week.serviceNanos(second),
        Week.rowsOfEach(operation));
    expected[operation] += Week.count(second);
    clock.advance(SECOND);
    ticker.tickOrClosePeriod(clock.nanoTime());
  }

  /** The process is gone in the middle of an interval. */
  private void kill(Path results) throws Exception {
    Bulk.record(recorder, 0, 1_000, 0, 1);
    clock.advance(SECOND / 2);
    WrittenPosition.await(folder);
    folder.close();
    recorder = new Recorder(Week.OPERATIONS, 1, false);
    clock.advance(GAP_SECONDS * SECOND);
    resume(results);
  }

  /** As {@code cli.ResumeCommand} does it. */
  private void resume(Path results) throws Exception {
    StoppedRun stopped = StoppedRun.read(results);
    stopped.cut();
    Instant now = Instant.ofEpochMilli(clock.epochMillis());
    StoredGap gap = stopped.gap(now, ProcessIdentity.here(new Proc(), now));
    assertThat(gap.uncountedSeconds()).as("every interval is counted").isZero();
    assertThat(gap.lostSeconds()).as("but for the one under way").isEqualTo(1);
    Resumption resumption = stopped.resumption(gap, 1);
    StoppedRun.UnderWay at = stopped.underWay().orElseThrow();
    Continuation continuation =
        new Continuation(
            resumption.segment(),
            Optional.of(
                new Continuation.Begun(
                    at.step(),
                    at.repeat(),
                    at.started().toEpochMilli(),
                    at.nanos(),
                    at.operations(),
                    at.rows(),
                    at.rowsAtStart(),
                    at.counts(),
                    at.intervals())),
            OptionalLong.empty());
    folder =
        new ResultFolder(
            results, run, ReportSamples::books, TextReport::of, () -> {}, 1, resumption);
    ticker = ticker();
    ticker.readGauges();
    ticker.begin(
        step(at.started().toEpochMilli()), clock.nanoTime(), clock.epochMillis(), continuation);
  }

  private void assertStored(Path results, int kills) throws Exception {
    RunReport stored = ResultReader.read(results);
    assertThat(stored.damage()).isEmpty();
    assertThat(stored.gaps()).hasSize(kills);
    RunReport.Step step = stored.steps().get(0);
    for (int i = 0; i < Week.OPERATIONS; i++) {
      long inPeriods = 0;
      for (RunReport.Period period : step.periods()) {
        String name = "OPERATION_" + i;
        inPeriods +=
            period.operations().stream()
                .filter(operation -> operation.name().equals(name))
                .mapToLong(RunReport.Operation::count)
                .sum();
      }
      assertThat(step.whole().operations().get(i).count()).isEqualTo(expected[i]);
      assertThat(inPeriods).as("in report periods").isEqualTo(expected[i]);
    }
  }

  private StepStart step(long epochMillis) {
    return aStep().lasting(SECONDS * SECOND).threads(4).at(epochMillis).start();
  }

  private long now() {
    return (clock.nanoTime() - ScriptedClock.START) / SECOND;
  }

  private Ticker ticker() {
    PeriodGauge slow =
        new PeriodGauge(
            List.of("size", "dir_bytes"), (nanos, sink) -> Week.everyPeriod(now(), sink));
    return new Ticker(
        clock,
        folder,
        new RunGauges(
            List.of((nanos, sink) -> Week.everyInterval(now(), sink)),
            new PeriodGauges(List.of(slow), new RunControl(clock)),
            CompilerThreads.UNKNOWN),
        TestSettings.withPeriods(SECOND, Week.HOUR * SECOND),
        new PeriodAccumulator.Shape(run.roles(), 1, 0, 1, false),
        new StepActivity(
            List.of(List.of(recorder)),
            List.of(new WorkloadCounters(0)),
            () -> 4,
            time -> 0,
            () -> Long.MAX_VALUE,
            new OutageWatch(clock),
            StallWatch.none(clock, new OutageWatch(clock)),
            (nanos, sink) -> Week.times(now(), sink),
            TestTableRows.of(() -> OptionalLong.of(Week.rows(now()))),
            new YieldGate(Clock.system(), () -> 0),
            () -> ""));
  }

  private static long usedHeap() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
