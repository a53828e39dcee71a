package io.ibench.report.store;

import io.ibench.measure.StepSoFar;
import io.ibench.measure.StepStart;
import io.ibench.report.store.RunReport.Period;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;

/**
 * Writes position.json and {@link MinuteFile}: between steps, when a step begins, after 1, 2, 4, 8
 * and 16 s of a step of workers and then every 10 s, and at its end. Before that it forces the
 * files that grow to the disk, so that they are at least as long as the position says. During a
 * step this happens on its own thread; a position that would have to wait for the one before is
 * left out. Confined to the coordinating thread.
 */
final class PositionWriter implements AutoCloseable {

  static final long EVERY_SECONDS = 10;
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(EVERY_SECONDS);
  private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** The files that grow while a run goes on. */
  static final List<String> FILES =
      List.of(
          IntervalCsv.NAME,
          "operations.csv",
          "clients.csv",
          "rows.csv",
          ServerCounterCsv.NAME,
          LatencyLog.NAME);

  private final Path folder;
  private final Function<List<Histogram>, byte[]> minuteFile;
  private final Supplier<List<Histogram>> minute;
  private final FileSums sums;
  private final long intervalNanos;
  private final int segment;
  private final String token;
  private final ExecutorService thread = Executors.newSingleThreadExecutor(PositionWriter::daemon);
  private CompletableFuture<Void> writing = CompletableFuture.completedFuture(null);
  private long stepsDone;
  private long periodsEnded;
  private List<Period> earlierPeriods = List.of();
  private long nextNanos;

  /**
   * @param minute copies of the histograms of the minute under way
   * @param minuteFile the content of {@link MinuteFile}; called on the thread of this object
   * @param segment how many processes have worked on the run before
   * @param stepsDone the planned steps that are over
   * @param token of the run's lease
   */
  PositionWriter(
      Path folder,
      Supplier<List<Histogram>> minute,
      Function<List<Histogram>, byte[]> minuteFile,
      long intervalNanos,
      int segment,
      long stepsDone,
      long token) {
    this.folder = folder;
    this.intervalNanos = intervalNanos;
    this.minute = minute;
    this.minuteFile = minuteFile;
    this.sums = new FileSums(folder);
    this.segment = segment;
    this.stepsDone = stepsDone;
    this.token = Long.toHexString(token);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "ibench-position");
    thread.setDaemon(true);
    return thread;
  }

  /** Goes on with a step of an earlier process. Waits until it is written. */
  void resumes(Position position) {
    earlierPeriods = position.earlierPeriods();
    write(position, Optional.empty());
    await();
  }

  /** No step is under way. Waits until it is written. */
  void betweenSteps(long epochMillis) {
    write(
        position(
            Optional.empty(),
            0,
            Optional.empty(),
            epochMillis,
            0,
            Optional.empty(),
            Optional.empty()),
        Optional.of(List.of()));
    await();
  }

  /** A step, or a repeat of it, begins, or goes on after the run was resumed. */
  void begins(StepStart step) {
    nextNanos = FIRST_NANOS;
    periodsEnded = earlierPeriods.size();
    if (step.repeat() > 1 && earlierPeriods.isEmpty()) {
      write(
          begun(step, step.startEpochMillis(), 0, Optional.empty(), Optional.empty()),
          Optional.of(List.of()));
    }
  }

  /** A report period has ended. */
  void periodEnded() {
    periodsEnded++;
  }

  /**
   * An interval of a step of workers has ended.
   *
   * @param now writes at once, else only every 10 s
   * @param period makes the entry of the report period under way
   */
  void counted(StepStart step, StepSoFar soFar, boolean now, PeriodMaker period) {
    long nanos = soFar.nanos();
    boolean due = nanos >= nextNanos && writing.isDone();
    if (!now && !due) {
      return;
    }
    while (nextNanos <= nanos) {
      nextNanos += Math.min(nextNanos, EVERY_NANOS);
    }
    String counts = counts(soFar);
    Position position =
        begun(
            step,
            soFar.endEpochMillis(),
            nanos,
            Optional.of(period.of(soFar)),
            Optional.of(counts));
    write(position, Optional.of(minute.get()));
  }

  /** Makes the entry of a report period. */
  interface PeriodMaker {
    Period of(StepSoFar soFar);
  }

  private static String counts(StepSoFar soFar) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      soFar.write(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the counts", e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private Position begun(
      StepStart step,
      long epochMillis,
      long nanos,
      Optional<Period> period,
      Optional<String> counts) {
    return position(
        Optional.of(step.name()),
        step.repeat(),
        Optional.of(Instant.ofEpochMilli(step.startEpochMillis())),
        epochMillis,
        nanos,
        period,
        counts);
  }

  private Position position(
      Optional<String> step,
      long repeat,
      Optional<Instant> stepStarted,
      long epochMillis,
      long nanos,
      Optional<Period> period,
      Optional<String> counts) {
    return new Position(
        RunReport.SCHEMA,
        segment,
        stepsDone,
        step,
        repeat,
        stepStarted,
        Instant.ofEpochMilli(epochMillis),
        nanos,
        periodsEnded,
        period,
        earlierPeriods,
        counts,
        lengths(),
        Map.of(),
        intervalNanos,
        token);
  }

  private Map<String, Number> lengths() {
    Map<String, Number> lengths = new LinkedHashMap<>();
    for (String name : FILES) {
      Path file = folder.resolve(name);
      try {
        if (Files.exists(file)) {
          lengths.put(name, Files.size(file));
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read " + file, e);
      }
    }
    return lengths;
  }

  /**
   * @param histograms of the minute under way; empty to keep the file
   */
  private void write(Position position, Optional<List<Histogram>> histograms) {
    writing =
        writing
            .handle((done, failure) -> null)
            .thenRunAsync(() -> writeNow(position, histograms), thread);
  }

  private void writeNow(Position position, Optional<List<Histogram>> histograms) {
    position.files().keySet().forEach(this::force);
    Path file = folder.resolve(Position.NAME);
    try {
      Position checked = position.with(sums.of(position.files()));
      Path log = folder.resolve(MinuteFile.NAME);
      if (histograms.filter(any -> !any.isEmpty()).isPresent()) {
        AtomicFile.replace(log, minuteFile.apply(histograms.get()));
      }
      AtomicFile.replace(file, ResultJson.bytes(checked));
      if (histograms.filter(List::isEmpty).isPresent()) {
        Files.deleteIfExists(log);
        Files.deleteIfExists(folder.resolve(EarlierPeriods.NAME));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  private void force(String name) {
    Path file = folder.resolve(name);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(false);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  /**
   * A step, with all its repeats, or an action is over.
   *
   * @param whole it has done all that was planned; otherwise the position stays where it is
   */
  void ended(boolean whole, long epochMillis) {
    earlierPeriods = List.of();
    if (whole) {
      stepsDone++;
      betweenSteps(epochMillis);
    } else {
      await();
    }
  }

  /** Waits until everything is written. */
  void await() {
    try {
      writing.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UncheckedIOException failure) {
        throw failure;
      }
      throw new IllegalStateException("position.json could not be made", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    thread.shutdown();
  }
}
