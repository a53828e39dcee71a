package io.ibench.report.store;

import io.ibench.measure.Listeners;
import io.ibench.measure.PeriodAccumulator;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.RunListener;
import io.ibench.measure.ServerCounterRow;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepEndingBuilder;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepResultBuilder;
import io.ibench.measure.StepSoFar;
import io.ibench.measure.StepStart;
import io.ibench.measure.TimedEvent;
import io.ibench.measure.WaitRow;
import io.ibench.report.figures.RowRates;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.RunState;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Writes the folder of one run: run.json before the first operation, rows as they come, and a new
 * summary after each step and report period; as text at most once a minute. A run that dies leaves
 * everything it had. Confined to the coordinating thread.
 *
 * <p>After the first write that fails, such as on a full disk, it writes nothing more, and {@link
 * #failure} says why. It never throws into the run, whose results must not be lost.
 */
public final class ResultFolder implements RunListener, AutoCloseable {

  /**
   * Reading the summary, and making the text, takes ten times the CPU of writing the summary, which
   * would be taken from the first second of the next step.
   */
  private static final long TEXT_EVERY_MILLIS = TimeUnit.MINUTES.toMillis(1);

  private final Path folder;
  private final Closeable lock;
  private final RunInfo run;
  private final Resumption resumption;
  private final Supplier<RunInfo.Books> books;
  private final Function<RunReport, String> text;
  private SummaryJson json;
  private final IntervalCsv intervals;
  private final OperationCsv operations;
  private final ClientCsv clients;
  private final LatencyLog latencies;
  private final Optional<RowRates> rates;
  private final Optional<RowRateCsv> rows;
  private final RunListener writers;
  private final ServerCounterCsv counters;
  private final WaitCsv waits;
  private final PositionWriter position;
  private final OpenFiles open;
  private final DiskReserve reserve;
  private final List<StepResult> results = new ArrayList<>();
  private final List<PeriodResult> periods = new ArrayList<>();
  private Optional<StepResult> running = Optional.empty();
  private boolean isSummaryDue;
  private boolean isTextDue;
  private long textEpochMillis;
  private Optional<RunReport> ended = Optional.empty();
  private Optional<String> failure = Optional.empty();
  private Runnable whenFailed = () -> {};

  /**
   * Opens the files in a folder that {@link NewFolder} has made.
   *
   * @param books called for each summary; must not wait for a database
   * @param text makes summary.txt
   * @throws UncheckedIOException when they cannot be written
   */
  public ResultFolder(
      Path folder, RunInfo run, Supplier<RunInfo.Books> books, Function<RunReport, String> text) {
    this(folder, run, books, text, () -> {}, 0, Resumption.NONE);
  }

  /**
   * The same for a folder that is locked.
   *
   * @param lock closed with this object
   * @param leaseToken of the run's lease of its tables
   * @param resumption what the earlier processes of the run have left; the files are appended to
   */
  public ResultFolder(
      Path folder,
      RunInfo run,
      Supplier<RunInfo.Books> books,
      Function<RunReport, String> text,
      Closeable lock,
      long leaseToken,
      Resumption resumption) {
    this.folder = folder;
    this.reserve = new DiskReserve(folder);
    this.lock = lock;
    this.run = run;
    this.resumption = resumption;
    this.books = books;
    this.text = text;
    this.json = new SummaryJson(run, resumption);
    boolean continued = resumption.segment() > 0;
    if (resumption.segment() == 0) {
      AtomicFile.replace(folder.resolve(RunFile.NAME), ResultJson.bytes(RunFile.of(run)));
    }
    intervals = new IntervalCsv(folder, run, continued);
    operations = new OperationCsv(folder, run, continued);
    clients = new ClientCsv(folder, run, continued);
    latencies = new LatencyLog(folder, run, resumption);
    counters = new ServerCounterCsv(folder);
    waits = new WaitCsv(folder);
    rates =
        run.rateRows().stream()
            .mapToObj(n -> new RowRates(run.roles(), n, resumption.insertedRows()))
            .findFirst();
    rows = rates.map(counted -> new RowRateCsv(folder, counted, continued));
    List<RunListener> all = new ArrayList<>(List.of(intervals, operations, clients, latencies));
    rows.ifPresent(all::add);
    writers = new Listeners(all);
    textEpochMillis = run.startEpochMillis();
    writeText(parsed(writeSummary()));
    open = new OpenFiles(folder);
    position =
        new PositionWriter(
            folder,
            latencies::minute,
            run.intervalNanos(),
            resumption.segment(),
            resumption.stepsDone(),
            leaseToken);
    resumption
        .position()
        .ifPresentOrElse(
            at -> position.resumes(at, resumption.counts()),
            () -> position.betweenSteps(run.startEpochMillis()));
  }

  /** Sets what to do at the first write that fails; called once, on the coordinating thread. */
  public void onFailure(Runnable action) {
    whenFailed = action;
  }

  /**
   * Keeps disk space for the last summary until {@link #finish}. Call it before the first step.
   *
   * @param bytes 0: nothing
   * @throws UncheckedIOException when the disk has no room for it
   */
  public void reserve(long bytes) {
    reserve.occupy(bytes);
  }

  public Path path() {
    return folder;
  }

  /** Why the folder is incomplete, if it is; nothing has been written since. */
  public Optional<String> failure() {
    return failure;
  }

  /**
   * The results of all steps that have ended. If the folder is incomplete, the last one contains
   * that failure.
   */
  public List<StepResult> results() {
    if (failure.isEmpty() || results.isEmpty()) {
      return List.copyOf(results);
    }
    List<StepResult> all = new ArrayList<>(results);
    StepResult last = all.remove(all.size() - 1);
    all.add(last.failedBy(failure.get()));
    return all;
  }

  @Override
  public void stepStarted(StepStart step) {
    periods.clear();
    running = Optional.empty();
    guarded(
        () -> {
          writers.stepStarted(step);
          position.begins(step);
          if (resumption.isUnderWay(step.name(), step.repeat())) {
            goOn(step);
          }
        });
  }

  /**
   * What an earlier process has measured of the step is in the summary again, also after a kill.
   */
  private void goOn(StepStart step) {
    if (!resumption.counts().isEmpty()) {
      json = json.with(step, stored(step, resumption.counts().period()));
      running = Optional.of(incomplete(step, stored(step, resumption.counts().whole()), false));
      writeSummary();
    }
  }

  private PeriodResult stored(StepStart step, byte[] counts) {
    PeriodAccumulator.Shape shape =
        new PeriodAccumulator.Shape(
            run.roles(),
            run.failureKinds().size(),
            run.workloadCounters().size(),
            step.clients(),
            step.paced());
    try {
      return PeriodAccumulator.stored(
          shape,
          new DataInputStream(new ByteArrayInputStream(counts)),
          resumption.position().orElseThrow().time().toEpochMilli(),
          run.intervalNanos(),
          resumption.intervals());
    } catch (IOException e) {
      throw new UncheckedIOException("the counts of " + step.name() + " are damaged", e);
    }
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    guarded(
        () -> {
          open.require();
          writers.interval(step, snapshot);
          catchUp(snapshot.endEpochMillis());
        });
  }

  /** Writes what the ends of steps and periods left out, for the workers' sake. */
  private void catchUp(long nowEpochMillis) {
    boolean isText = isTextDue && nowEpochMillis - textEpochMillis >= TEXT_EVERY_MILLIS;
    if (isSummaryDue || isText) {
      byte[] summary = writeSummary();
      if (isText) {
        textEpochMillis = nowEpochMillis;
        writeText(parsed(summary));
      }
    }
  }

  @Override
  public void counted(StepStart step, StepSoFar soFar, boolean last) {
    guarded(() -> position.counted(step, soFar, last));
  }

  @Override
  public void periodEnded(StepStart step, PeriodResult period, PeriodResult soFar) {
    periods.add(period);
    running = Optional.of(incomplete(step, soFar, false));
    guarded(
        () -> {
          position.periodEnded();
          writers.periodEnded(step, period, soFar);
          isSummaryDue = true; // The end of a step follows its last period at once.
          isTextDue = true;
        });
  }

  /** The result of a step that is running, or that never ended. */
  private StepResult incomplete(StepStart step, PeriodResult soFar, boolean interrupted) {
    return StepResultBuilder.builder()
        .step(step)
        .whole(soFar)
        .periods(periods)
        .ending(StepEndingBuilder.builder().interrupted(interrupted).build())
        .build();
  }

  @Override
  public void stepEnded(StepResult result) {
    results.add(result);
    running = Optional.empty();
    guarded(
        () -> {
          open.require();
          writers.stepEnded(result);
          writeSummary();
          boolean last = result.step().repeat() == result.step().repeats();
          if (last || !result.succeeded()) {
            position.ended(result.succeeded(), result.whole().endEpochMillis());
          }
        });
  }

  /** Adds a fact to the last result, if any, such as an error after the step. */
  public void addFact(String fact) {
    if (results.isEmpty()) {
      return;
    }
    StepResult last = results.remove(results.size() - 1);
    results.add(last.plusFact(fact));
    guarded(this::writeSummary);
  }

  /** The run is DEGRADED at best, for a reason that is not that of one of its steps. */
  public void degrade(String reason) {
    json.degrade(reason);
  }

  /** Adds a row to server_counters.csv. */
  public void serverCounters(ServerCounterRow row) {
    guarded(() -> counters.add(row));
  }

  /** Adds rows to waits.csv. */
  public void waits(WaitRow row) {
    guarded(() -> waits.add(row));
  }

  /** Adds events to the step that has ended. */
  public void addEvents(List<TimedEvent> events) {
    if (results.isEmpty() || events.isEmpty()) {
      return;
    }
    StepResult last = results.remove(results.size() - 1);
    results.add(StepResultBuilder.builder(last).events(events).build());
    guarded(this::writeSummary);
  }

  /** Writes the last summary; tries this even after a failure. */
  public void finish() {
    // The engine stopped without ending this step: keep what the step had.
    running.ifPresent(step -> results.add(incomplete(step.step(), step.whole(), true)));
    running = Optional.empty();
    guarded(open::require);
    guarded(this::closeFiles);
    reserve.free();
    try {
      byte[] summary = write(summary(true));
      ended = Optional.of(parsed(summary));
      writeText(ended.get());
    } catch (UncheckedIOException e) {
      failed(e);
      ended = Optional.of(parsed(summary(true)));
    }
  }

  /** Waits until position.json is written. */
  void awaitPosition() {
    guarded(position::await);
  }

  /** How the run ended; call it when the run is over. */
  public RunState state() {
    return failure.isPresent() ? RunState.FAILED : report().state();
  }

  /** The run so far, even if the folder could not be written. */
  public RunReport report() {
    return ended.orElseGet(() -> parsed(summary(false)));
  }

  /** Keeps the first failure and writes nothing after it; the run goes on. */
  private void guarded(Runnable writing) {
    if (failure.isEmpty()) {
      try {
        writing.run();
      } catch (UncheckedIOException e) {
        failed(e);
      }
    }
  }

  private void failed(UncheckedIOException e) {
    if (failure.isEmpty()) {
      failure =
          Optional.of(
              e.getMessage() + ": " + WriteFailure.reason(Objects.requireNonNull(e.getCause())));
      whenFailed.run();
    }
  }

  private byte[] writeSummary() {
    ended = Optional.empty();
    isSummaryDue = false;
    isTextDue = true;
    return write(summary(false));
  }

  private byte[] write(byte[] summary) {
    AtomicFile.replace(folder.resolve(ResultReader.SUMMARY), summary);
    return summary;
  }

  /**
   * Reports show what the bytes of the summary say, so that they are the same now and later. The
   * parsed summary of a week takes megabytes: only the last one is kept.
   */
  private void writeText(RunReport report) {
    isTextDue = false;
    AtomicFile.replace(
        folder.resolve("summary.txt"), text.apply(report).getBytes(StandardCharsets.UTF_8));
  }

  private byte[] summary(boolean ended) {
    List<RowRates.RowRate> kept = rates.map(RowRates::kept).orElse(List.of());
    return json.of(results(), running, ended, books.get(), kept);
  }

  private RunReport parsed(byte[] summary) {
    try {
      return ResultReader.parse(folder.resolve(ResultReader.SUMMARY), summary);
    } catch (UnreadableResultException e) {
      throw new IllegalStateException("a summary that was just made can be read", e);
    }
  }

  private void closeFiles() {
    files().forEach(Runnable::run);
  }

  private List<Runnable> files() {
    return List.of(
        intervals::close,
        operations::close,
        clients::close,
        latencies::close,
        counters::close,
        waits::close,
        position::close,
        () -> rows.ifPresent(RowRateCsv::close));
  }

  @Override
  public void close() {
    for (Runnable file : files()) {
      try {
        file.run();
      } catch (UncheckedIOException e) {
        failed(e);
      }
    }
    reserve.free();
    try {
      lock.close();
    } catch (IOException e) {
      // The end of the process releases it.
      return;
    }
  }
}
