package io.ibench.report.store;

import io.ibench.host.ProcessIdentity;
import io.ibench.measure.CountedIntervals;
import io.ibench.measure.OperationStats;
import io.ibench.measure.PeriodAccumulator;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.series.CsvRows;
import io.ibench.series.LineLimit;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * The folder of a run whose process has ended before the run did, and that another process goes on
 * with. Not thread-safe.
 */
public final class StoppedRun {

  private static final String TORN = "torn";

  private final Path folder;
  private final RunReport report;
  private final RunFile settings;
  private final Position position;
  private final StepCounts counts;
  private final Optional<RunLock.Owner> owner;
  private final long lastSignMillis;
  private double uncountedSeconds;
  private long uncountedOperations;
  private long uncountedRows;
  private Optional<CountedIntervals> counted = Optional.empty();
  private long countedOperations;

  private StoppedRun(
      Path folder,
      RunReport report,
      RunFile settings,
      PositionSlots.Saved newest,
      Optional<RunLock.Owner> owner) {
    this.folder = folder;
    this.report = report;
    this.settings = settings;
    this.position = newest.position();
    this.counts = newest.counts();
    this.owner = owner;
    this.lastSignMillis = lastSign();
  }

  /**
   * Reads a folder; changes nothing. Call it before the lock is taken, which names another owner.
   *
   * @throws UnreadableResultException when it is no folder of a run, or what it needs is damaged
   */
  public static StoppedRun read(Path folder) throws UnreadableResultException {
    RunReport report = ResultReader.read(folder);
    PositionSlots.Saved newest = SavedPositions.newest(folder);
    RunFile settings = RunFile.read(folder);
    if (settings.trouble().isPresent()) {
      throw new UnreadableResultException(folder, settings.trouble().get());
    }
    StoppedRun stopped = new StoppedRun(folder, report, settings, newest, RunLock.read(folder));
    if (!stopped.isOver()) {
      stopped.requireSound();
    }
    return stopped;
  }

  /**
   * Checks the position against the summary.
   *
   * @throws UnreadableResultException when something of the run would be lost or counted twice
   */
  private void requireSound() throws UnreadableResultException {
    if (!report.damage().isEmpty()) {
      throw new UnreadableResultException(folder, "is damaged: " + report.damage().get(0));
    }
    if (position.stepsDone() > report.plan().size()
        || position.step().isPresent() && !position.step().equals(nextStep())) {
      throw new UnreadableResultException(
          folder.resolve(Position.NAME), "is of another plan than " + ResultReader.SUMMARY);
    }
    int known = stepUnderWay().map(step -> step.periods().size()).orElse(0);
    if (position.step().isPresent() && known < position.periodsEnded()) {
      throw new UnreadableResultException(
          folder.resolve(ResultReader.SUMMARY),
          "has lost report periods of " + position.step().get() + " that were over");
    }
  }

  /** The first planned step that is not over. */
  private Optional<String> nextStep() {
    return report.plan().stream().skip(position.stepsDone()).findFirst();
  }

  public RunReport report() {
    return report;
  }

  /** Its settings and its machine. */
  public RunFile settings() {
    return settings;
  }

  public Position position() {
    return position;
  }

  /** When it wrote for the last time, in milliseconds since 1970 UTC. */
  public long lastSignMillis() {
    return lastSignMillis;
  }

  private long lastSign() {
    List<String> names = new ArrayList<>(PositionWriter.FILES);
    names.addAll(List.of(Position.NAME, ResultReader.SUMMARY, RunFile.NAME));
    long last = position.time().toEpochMilli();
    for (String name : names) {
      last = Math.max(last, folder.resolve(name).toFile().lastModified());
    }
    return last;
  }

  /** Between steps nothing is counted, but the process was alive. */
  private Instant end() {
    return position.step().isPresent() ? position.time() : Instant.ofEpochMilli(lastSignMillis);
  }

  /** Whether nothing is left to do: the run is done, or has failed. */
  public boolean isOver() {
    return report.state() == RunState.DONE || report.state() == RunState.FAILED;
  }

  /**
   * Cuts each file that grows to the length at the position, and moves the rest to the folder
   * {@code torn}: from now on the files contain what the figures contain.
   */
  public void cut() throws IOException {
    for (String name : PositionWriter.FILES) {
      Path file = folder.resolve(name);
      if (Files.exists(file) && Files.size(file) > position.length(name)) {
        cut(file, position.length(name));
      }
    }
    for (Path torn : torn(IntervalCsv.NAME)) {
      forEachInterval(
          torn,
          interval -> {
            uncountedSeconds += interval.counted().nanos() / 1e9;
            uncountedOperations += interval.operations();
            uncountedRows += interval.counted().insertedRows();
          });
    }
  }

  /** What was cut off a file since the position, by each process that went on from it. */
  private List<Path> torn(String name) {
    List<Path> all = new ArrayList<>();
    while (Files.exists(torn(name, all.size()))) {
      all.add(torn(name, all.size()));
    }
    return all;
  }

  private Path torn(String name, int before) {
    String again = before == 0 ? "" : (before + 1) + "-";
    return folder.resolve(TORN).resolve((position.segment() + 1) + "-" + again + name);
  }

  /**
   * The torn part of a file of rows gets the file's head. What an earlier process has cut off
   * stays; if it was killed before it could cut, the part is the same, and is kept once.
   */
  private void cut(Path file, long length) throws IOException {
    String name = String.valueOf(file.getFileName());
    Path torn = folder.resolve(TORN).resolve(name + ".part");
    Files.createDirectories(torn.getParent());
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      if (file.toString().endsWith(".csv") && length > 0) {
        try (BufferedReader lines = LineLimit.open(file, StandardCharsets.UTF_8)) {
          Files.writeString(torn, lines.readLine() + "\n", StandardCharsets.UTF_8);
        }
      } else {
        Files.write(torn, new byte[0]);
      }
      channel.position(length);
      try (FileChannel to = FileChannel.open(torn, StandardOpenOption.APPEND)) {
        Channels.newInputStream(channel).transferTo(Channels.newOutputStream(to));
        to.force(true);
      }
    }
    List<Path> earlier = torn(name);
    if (earlier.isEmpty() || Files.mismatch(earlier.get(earlier.size() - 1), torn) >= 0) {
      Files.move(torn, torn(name, earlier.size()), StandardCopyOption.ATOMIC_MOVE);
    } else {
      Files.delete(torn);
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(length);
      channel.force(true);
    }
  }

  private record Interval(long endMillis, CountedIntervals.Counted counted, long operations) {}

  /** The step under way, even if nothing of it is counted; empty after the last step. */
  private Optional<String> step() {
    return position.step().or(this::nextStep);
  }

  /** The rows that nothing counts, although the database has acknowledged them. */
  public long uncountedRows() {
    return uncountedRows;
  }

  /** The rows of the step and repeat under way, in order. */
  private void forEachInterval(Path file, Consumer<Interval> consumer) throws IOException {
    try (CsvRows rows = CsvRows.open(file)) {
      int time = rows.column("time");
      int step = rows.column("step");
      int repeat = rows.column("repeat");
      int seconds = rows.column("seconds");
      int full = rows.column("full");
      int operations = rows.column("operations");
      int queries = rows.column("queries");
      int inserted = rows.column("inserted_rows");
      int deleted = rows.column("deleted_rows");
      int errors = rows.column("errors");
      while (rows.next()) {
        boolean same =
            step().equals(Optional.of(rows.text(step)))
                && rows.number(repeat) == Math.max(1, position.repeat());
        if (same && rows.number(operations) >= 0) {
          consumer.accept(
              new Interval(
                  rows.epochMillis(time),
                  new CountedIntervals.Counted(
                      Math.round(rows.number(seconds) * 1e9),
                      Boolean.parseBoolean(rows.text(full)),
                      Math.round(rows.number(queries)),
                      Math.round(rows.number(inserted)),
                      Math.round(rows.number(deleted))),
                  Math.round(rows.number(operations)) + Math.round(rows.number(errors))));
        }
      }
    }
  }

  /**
   * The step under way, after {@link #cut}.
   *
   * @param operations that are counted, successful or not
   * @param rows that are inserted, counted or not
   * @param intervals those that are counted
   */
  public record UnderWay(
      String step,
      int repeat,
      Instant started,
      long nanos,
      long operations,
      long rows,
      OptionalLong rowsAtStart,
      byte[] counts,
      CountedIntervals intervals) {}

  /**
   * Empty if the run stopped between steps, or before anything of a step was counted. Nothing may
   * be counted of a repeat that follows another one.
   */
  public Optional<UnderWay> underWay() throws IOException {
    if (position.step().isEmpty()) {
      return Optional.empty();
    }
    CountedIntervals counted = counted();
    return Optional.of(
        new UnderWay(
            position.step().get(),
            Math.toIntExact(position.repeat()),
            position.stepStarted().orElse(position.time()),
            position.nanos(),
            countedOperations,
            uncountedRows + counted.insertedRowsOfAll(),
            position.rowsAtStart().stream().mapToLong(Long::longValue).findFirst(),
            counts.whole(),
            counted));
  }

  /** Reads them once: after {@link #cut} they change no more. A week of them takes 5 to 10 MB. */
  private CountedIntervals counted() throws IOException {
    if (counted.isEmpty()) {
      CountedIntervals.Builder intervals = new CountedIntervals.Builder();
      countedOperations = 0;
      if (position.step().isPresent()) {
        forEachInterval(
            folder.resolve(IntervalCsv.NAME),
            interval -> {
              intervals.add(interval.counted());
              countedOperations += interval.operations();
            });
      }
      counted = Optional.of(intervals.build());
    }
    return counted.get();
  }

  /**
   * The gap that ends now. A step without workers, which counts no operations, is done again as a
   * whole: nothing of it is left out.
   */
  public StoredGap gap(Instant now, ProcessIdentity here) {
    boolean begun = position.step().isPresent() || uncountedSeconds > 0;
    boolean partly = position.step().isPresent() || uncountedOperations > 0;
    return new StoredGap(
        end().isAfter(now) ? now : end(),
        now,
        by(here),
        begun ? step() : Optional.empty(),
        partly ? uncountedSeconds : 0,
        uncountedOperations,
        partly ? lostSeconds(by(here)) : 0,
        elsewhere(here));
  }

  private List<String> elsewhere(ProcessIdentity here) {
    return owner
        .map(it -> it.process().host())
        .filter(host -> !host.isEmpty() && !host.equals(here.host()))
        .map(host -> List.of("resumed on another host: " + here.host() + " after " + host))
        .orElse(List.of());
  }

  /**
   * The time before the end that no file has, at most. A killed process loses the interval that was
   * under way; a machine that stopped also loses what was not forced to its disk.
   */
  private double lostSeconds(String by) {
    double interval = position.intervalNanos() / 1e9;
    return switch (by) {
      case "interrupted" -> 0;
      case "reboot" -> PositionWriter.EVERY_SECONDS + interval;
      default -> interval;
    };
  }

  private String by(ProcessIdentity here) {
    if (report.state() == RunState.INTERRUPTED) {
      return "interrupted";
    }
    boolean sameHost = owner.filter(it -> it.process().host().equals(here.host())).isPresent();
    boolean sameBoot = owner.filter(it -> it.process().isSameBoot(here)).isPresent();
    return sameHost && !sameBoot ? "reboot" : "killed";
  }

  /** The counts of the operations of the step under way, by number; empty without any. */
  public List<OperationStats> operationsUnderWay() throws IOException {
    return counts.isEmpty()
        ? List.of()
        : PeriodAccumulator.operations(
            new DataInputStream(new ByteArrayInputStream(counts.whole())));
  }

  /**
   * What the next process keeps.
   *
   * @param leaseToken of its lease
   */
  public Resumption resumption(StoredGap gap, long leaseToken) throws IOException {
    List<StoredGap> gaps = new ArrayList<>(report.gaps());
    gaps.add(gap);
    int segment = Math.toIntExact(position.segment()) + 1;
    List<Period> periods = periods();
    return new Resumption(
        segment,
        over(),
        stepUnderWay(),
        Optional.of(position.resumed(segment, leaseToken, periods.size())),
        counts,
        counted(),
        periods,
        gapsAtNanos(gaps),
        gaps,
        Map.copyOf(report.absent()),
        insertedRows(),
        report.rowRates());
  }

  /** The time of the step under way that was counted before each of its gaps. */
  private List<Long> gapsAtNanos(List<StoredGap> gaps) throws IOException {
    if (position.step().isEmpty()) {
      return List.of();
    }
    List<StoredGap> inStep =
        gaps.stream().filter(each -> each.step().equals(position.step())).toList();
    long[] nanos = new long[inStep.size()];
    forEachInterval(
        folder.resolve(IntervalCsv.NAME),
        interval -> {
          for (int i = 0; i < nanos.length; i++) {
            if (interval.endMillis() <= inStep.get(i).from().toEpochMilli()) {
              nanos[i] += interval.counted().nanos();
            }
          }
        });
    return LongStream.of(nanos).filter(each -> each > 0).boxed().toList();
  }

  private long insertedRows() throws IOException {
    Path file = folder.resolve(IntervalCsv.NAME);
    long sum = 0;
    if (Files.exists(file)) {
      try (CsvRows rows = CsvRows.open(file)) {
        int inserted = rows.column("inserted_rows");
        while (rows.next()) {
          sum += Math.max(0, Math.round(rows.number(inserted)));
        }
      }
    }
    return sum;
  }

  /** The results that stay: those of steps and repeats before the position. */
  private List<Step> over() {
    List<String> done =
        report
            .plan()
            .subList(0, Math.toIntExact(Math.min(position.stepsDone(), report.plan().size())));
    return report.steps().stream()
        .filter(
            step ->
                done.contains(step.name())
                    || position.step().equals(Optional.of(step.name()))
                        && step.repeat() < position.repeat())
        .toList();
  }

  /** The step under way, as the last summary has it. */
  private Optional<Step> stepUnderWay() {
    return report.steps().stream()
        .filter(
            step ->
                position.step().equals(Optional.of(step.name()))
                    && step.repeat() == position.repeat())
        .findFirst();
  }

  /** The report periods of the step under way that were over. */
  private List<Period> periods() {
    List<Period> known = stepUnderWay().map(Step::periods).orElse(List.of());
    return known.subList(0, Math.toIntExact(Math.min(position.periodsEnded(), known.size())));
  }
}
