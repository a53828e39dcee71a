package io.ibench.report.store;

import io.ibench.measure.StepSoFar;
import io.ibench.measure.StepStart;
import io.ibench.report.store.Position.GrowingFiles;
import io.ibench.report.store.Position.StepUnderWay;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Writes the position of a run. At each interval of a step, but not more often than five times a
 * second, it overwrites a slot ({@link PositionSlots}), as files of rows are written: a process
 * that dies has lost the interval under way. Between steps, when a step begins, after 1, 2, 4, 8
 * and 16 s of a step of workers, then every 10 s, and at its end it replaces position.json. Before
 * that it forces the slot and the files that grow to the disk, so that they are at least as long as
 * the position says. During a step this happens on its own thread; a position that would have to
 * wait for the one before is left out. Confined to the coordinating thread.
 */
final class PositionWriter implements AutoCloseable {

  static final long EVERY_SECONDS = 10;
  private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(EVERY_SECONDS);
  private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long SLOT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final int NO_SLOT = -1;

  /** The files that grow while a run goes on. */
  static final List<String> FILES =
      List.of(
          IntervalCsv.NAME,
          "operations.csv",
          "clients.csv",
          "rows.csv",
          ServerCounterCsv.NAME,
          WaitCsv.NAME,
          LatencyLog.NAME);

  private final Path folder;
  private final PositionSlots slots;
  private final FileSums sums;
  private final Supplier<byte[]> minute;
  private final long intervalNanos;
  private final int segment;
  private final String token;
  private final ExecutorService thread = Executors.newSingleThreadExecutor(PositionWriter::daemon);
  private CompletableFuture<Void> writing = CompletableFuture.completedFuture(null);
  private long number;
  private long stepsDone;
  private long periodsEnded;
  private long earlierPeriods;
  private boolean resumes;
  private long nextNanos;
  private long nextSlotNanos;
  private int newest = NO_SLOT;
  private int forced = NO_SLOT;
  private int beingForced = NO_SLOT;
  private Optional<Position> last = Optional.empty();
  private Optional<Long> lastingRows = Optional.empty();
  private Optional<Long> rowsAtStart = Optional.empty();

  /**
   * @param minute the counts of the minute under way in latency.hlog
   * @param intervalNanos the length of an interval
   * @param segment how many processes have worked on the run before
   * @param stepsDone the planned steps that are over
   * @param token of the run's lease
   */
  PositionWriter(
      Path folder,
      Supplier<byte[]> minute,
      long intervalNanos,
      int segment,
      long stepsDone,
      long token) {
    this.folder = folder;
    this.minute = minute;
    this.intervalNanos = intervalNanos;
    this.sums = new FileSums(folder);
    this.slots = new PositionSlots(folder);
    this.segment = segment;
    this.stepsDone = stepsDone;
    this.token = Long.toHexString(token);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "ibench-position");
    thread.setDaemon(true);
    return thread;
  }

  /** Goes on where an earlier process has stopped. Waits until it is written. */
  void resumes(Position position, StepCounts counts) {
    number = position.number();
    lastingRows = position.lastingRows();
    rowsAtStart = position.rowsAtStart();
    earlierPeriods = position.periodsEnded() + (counts.isEmpty() ? 0 : 1);
    resumes = position.step().isPresent();
    if (counts.isEmpty()) {
      write(position);
    } else {
      forced = position.slotNumber().orElse(NO_SLOT);
      writeSlot(position, counts);
      forceNewest();
    }
    await();
  }

  /** No step is under way. Waits until it is written. */
  void betweenSteps(long epochMillis) {
    write(position(Optional.empty(), 0, Optional.empty(), epochMillis, 0, lengths()));
    await();
    slots.remove();
    newest = NO_SLOT;
    forced = NO_SLOT;
    beingForced = NO_SLOT;
  }

  /** A step, or a repeat of it, begins, or goes on after the run was resumed. */
  void begins(StepStart step) {
    nextNanos = FIRST_NANOS;
    nextSlotNanos = 0;
    periodsEnded = earlierPeriods;
    if (step.repeat() == 1 && !resumes) {
      rowsAtStart = lastingRows;
    }
    if (step.repeat() > 1 && !resumes) {
      write(begun(step, step.startEpochMillis(), 0));
    }
    resumes = false;
    earlierPeriods = 0;
  }

  /** A report period has ended. */
  void periodEnded() {
    periodsEnded++;
  }

  /**
   * An interval of a step has ended.
   *
   * @param now writes at once, else only when it is time
   */
  void counted(StepStart step, StepSoFar soFar, boolean now) {
    long nanos = soFar.nanos();
    if (!now && nanos < nextSlotNanos) {
      return;
    }
    nextSlotNanos = nanos + SLOT_NANOS;
    lastingRows = soFar.lastingRows().stream().boxed().findFirst();
    if (step.threads() == 0) {
      stillBetweenSteps(soFar.endEpochMillis());
      return;
    }
    writeSlot(begun(step, soFar.endEpochMillis(), nanos), counts(soFar));
    if (now) {
      await();
    }
    if (now || nanos >= nextNanos && writing.isDone()) {
      forceNewest();
    }
    while (nextNanos <= nanos) {
      nextNanos += Math.min(nextNanos, EVERY_NANOS);
    }
  }

  /** An action is done as a whole or not at all: the files are cut to where it began. */
  private void stillBetweenSteps(long epochMillis) {
    Position before = last.orElseThrow();
    number++;
    writeSlot(before.at(number, Instant.ofEpochMilli(epochMillis), lastingRows), StepCounts.NONE);
  }

  private StepCounts counts(StepSoFar soFar) {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    ByteArrayOutputStream period = new ByteArrayOutputStream();
    try {
      soFar.write(new DataOutputStream(whole));
      soFar.writePeriod(new DataOutputStream(period));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the counts", e);
    }
    return new StepCounts(whole.toByteArray(), period.toByteArray(), minute.get());
  }

  private Position begun(StepStart step, long epochMillis, long nanos) {
    Instant started = Instant.ofEpochMilli(step.startEpochMillis());
    return position(
        Optional.of(step.name()),
        step.repeat(),
        Optional.of(started),
        epochMillis,
        nanos,
        lengths());
  }

  private Position position(
      Optional<String> step,
      long repeat,
      Optional<Instant> stepStarted,
      long epochMillis,
      long nanos,
      Map<String, Number> files) {
    number++;
    return new Position(
        RunReport.SCHEMA,
        number,
        segment,
        stepsDone,
        new StepUnderWay(
            step,
            repeat,
            stepStarted,
            nanos,
            periodsEnded,
            step.flatMap(any -> rowsAtStart),
            Optional.empty()),
        Instant.ofEpochMilli(epochMillis),
        lastingRows,
        new GrowingFiles(files, sums(files)),
        intervalNanos,
        token);
  }

  private Map<String, String> sums(Map<String, Number> files) {
    try {
      return sums.of(files);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the files of " + folder, e);
    }
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

  /** Writes a slot that position.json does not name, and that is not the newest one. */
  private void writeSlot(Position position, StepCounts counts) {
    if (writing.isDone() && beingForced != NO_SLOT) {
      forced = beingForced;
      beingForced = NO_SLOT;
    }
    int slot = 0;
    while (slot == newest || slot == forced || slot == beingForced) {
      slot++;
    }
    last = Optional.of(counts.isEmpty() ? position : position.inSlot(slot));
    slots.write(slot, last.get(), counts);
    newest = slot;
  }

  private void forceNewest() {
    int slot = newest;
    Position position = last.orElseThrow();
    beingForced = slot;
    write(position, () -> slots.force(slot));
  }

  private void write(Position position) {
    last = Optional.of(position);
    write(position, () -> {});
  }

  private void write(Position position, Runnable first) {
    writing =
        writing
            .handle((done, failure) -> null)
            .thenRunAsync(
                () -> {
                  first.run();
                  position.files().keySet().forEach(this::force);
                  AtomicFile.replace(folder.resolve(Position.NAME), ResultJson.bytes(position));
                },
                thread);
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
