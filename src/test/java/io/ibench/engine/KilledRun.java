package io.ibench.engine;

import static io.ibench.engine.TestSettings.SECOND;
import static io.ibench.testing.StepBuilder.aStep;

import io.ibench.host.Proc;
import io.ibench.host.ProcessIdentity;
import io.ibench.measure.Clock;
import io.ibench.measure.CompilerThreads;
import io.ibench.measure.Listeners;
import io.ibench.measure.PeriodAccumulator;
import io.ibench.measure.RateTarget;
import io.ibench.measure.Recorder;
import io.ibench.measure.Role;
import io.ibench.measure.StepStart;
import io.ibench.report.ReportSamples;
import io.ibench.report.Samples;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.store.ResultFolder;
import io.ibench.report.store.RunLock;
import io.ibench.report.store.StoppedRun;
import io.ibench.report.store.StoredGap;
import io.ibench.report.store.WrittenPosition;
import io.ibench.report.text.TextReport;
import io.ibench.status.ProgressFile;
import io.ibench.workload.WorkloadCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * Folders of runs, made by the engine's own books with a scripted clock: a step of two repeats, of
 * which the first one is over, so many seconds later.
 */
public final class KilledRun {

  /** The seconds of the first repeat. */
  public static final int FIRST = 20;

  private static final List<String> OPERATIONS = List.of("READ", "WRITE", "LOAD");
  private static final List<Role> ROLES = List.of(Role.QUERY, Role.QUERY, Role.INSERT);
  private static final List<String> FAILURES = List.of("deadlock", "timeout");
  private static final RunInfo RUN =
      ReportSamples.run("request", OPERATIONS, ROLES, FAILURES, List.of());

  private final ScriptedClock clock = new ScriptedClock();
  private final Recorder recorder = new Recorder(OPERATIONS.size(), FAILURES.size(), true);

  private KilledRun() {
    clock.set(Samples.EPOCH_MILLIS - ScriptedClock.START_EPOCH_MILLIS);
  }

  /** The dimensions of its counters. */
  public static PeriodAccumulator.Shape shape() {
    return new PeriodAccumulator.Shape(ROLES, FAILURES.size(), 0, 1, true);
  }

  /** How many of the three operations succeed in a second of the second repeat. */
  public static long successes(int second) {
    return 5 + second % 7;
  }

  /**
   * The folder of a run that was killed in the second repeat.
   *
   * @param temporary an empty folder
   * @param seconds of the second repeat
   * @param periodSeconds the length of report periods
   */
  public static Path killed(Path temporary, int seconds, int periodSeconds) throws Exception {
    Path alive = Files.createDirectories(temporary.resolve("alive"));
    Path copy = Files.createDirectories(temporary.resolve("killed"));
    KilledRun run = new KilledRun();
    RunLock lock = RunLock.take(alive, ProcessIdentity.here(new Proc(), Instant.ofEpochSecond(1)));
    try (ResultFolder results = new ResultFolder(alive, RUN, ReportSamples::books, TextReport::of);
        ProgressFile progress = new ProgressFile(alive, RUN)) {
      run.go(results, progress, seconds, periodSeconds);
      copy(alive, copy);
    } finally {
      lock.close();
    }
    return copy;
  }

  /** The same of a run that is over. */
  public static Path over(Path temporary, int seconds, int periodSeconds) throws Exception {
    Path folder = Files.createDirectories(temporary.resolve("over"));
    KilledRun run = new KilledRun();
    try (ResultFolder results =
            new ResultFolder(folder, RUN, ReportSamples::books, TextReport::of);
        ProgressFile progress = new ProgressFile(folder, RUN)) {
      Ticker ticker = run.go(results, progress, seconds, periodSeconds);
      run.end(ticker, results, 2);
      results.finish();
    }
    return folder;
  }

  public static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  /**
   * Goes on with the second repeat of a killed run, as {@code resume} does, and stops at once.
   *
   * @throws IllegalStateException when a file cannot be written
   */
  public static void goOn(Path folder, StoppedRun stopped) throws IOException {
    Instant now = stopped.position().time().plusSeconds(60);
    StoredGap gap = stopped.gap(now, ProcessIdentity.here(new Proc(), now));
    StoppedRun.UnderWay at = stopped.underWay().orElseThrow();
    try (ResultFolder results =
        new ResultFolder(
            folder,
            RUN,
            ReportSamples::books,
            TextReport::of,
            () -> {},
            1,
            stopped.resumption(gap, 1))) {
      results.stepStarted(
          aStep()
              .repeat(at.repeat(), 2)
              .targets(List.of(new RateTarget("requests", Role.QUERY, 10)))
              .at(at.started().toEpochMilli())
              .start());
      results
          .failure()
          .ifPresent(
              why -> {
                throw new IllegalStateException(why);
              });
    }
  }

  private Ticker go(ResultFolder results, ProgressFile progress, int seconds, int periodSeconds) {
    Ticker ticker =
        new Ticker(
            clock,
            new Listeners(List.of(results, progress)),
            new RunGauges(
                List.of(),
                new PeriodGauges(List.of(), new RunControl(clock)),
                CompilerThreads.UNKNOWN),
            TestSettings.withPeriods(SECOND, periodSeconds * SECOND),
            shape(),
            new StepActivity(
                List.of(List.of(recorder)),
                List.of(new WorkloadCounters(0)),
                () -> 4,
                now -> 0,
                () -> Long.MAX_VALUE,
                new OutageWatch(clock),
                StallWatch.none(clock, new OutageWatch(clock)),
                (nanos, sink) -> {},
                TestTableRows.UNKNOWN,
                new YieldGate(Clock.system(), () -> 0),
                () -> ""));
    ticker.readGauges();
    ticker.begin(step(1), clock.nanoTime());
    pass(ticker, results, FIRST - 1);
    record(FIRST);
    clock.advance(SECOND);
    end(ticker, results, 1);
    ticker.begin(step(2), clock.nanoTime());
    pass(ticker, results, seconds);
    return ticker;
  }

  private StepStart step(int repeat) {
    return aStep()
        .repeat(repeat, 2)
        .targets(List.of(new RateTarget("requests", Role.QUERY, 10)))
        .at(clock.epochMillis())
        .start();
  }

  private void end(Ticker ticker, ResultFolder results, int repeat) {
    Ticker.Closed closed = repeat == 1 ? ticker.closeAtBoundary() : ticker.close(clock.nanoTime());
    results.stepEnded(aStep(stepOf(closed, repeat)).periods(closed.periods()).over(closed.whole()));
  }

  private StepStart stepOf(Ticker.Closed closed, int repeat) {
    return aStep()
        .repeat(repeat, 2)
        .targets(List.of(new RateTarget("requests", Role.QUERY, 10)))
        .at(closed.whole().startEpochMillis())
        .start();
  }

  private void pass(Ticker ticker, ResultFolder results, int seconds) {
    for (int second = 1; second <= seconds; second++) {
      record(second);
      clock.advance(SECOND);
      ticker.tickOrClosePeriod(clock.nanoTime());
      WrittenPosition.await(results);
    }
  }

  private void record(int second) {
    long now = clock.nanoTime();
    for (int i = 0; i < successes(second); i++) {
      long start = now + i * 1_000_000L;
      recorder.success(i % 3, start - 2_000_000, start, start + 100_000L * (1 + second % 9 + i), 2);
    }
    if (second % 5 == 0) {
      recorder.failure(0, 0, now, now, now + 1_000_000);
    }
  }
}
