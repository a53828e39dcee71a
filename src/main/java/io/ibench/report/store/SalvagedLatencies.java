package io.ibench.report.store;

import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.InProgressLatencies.Latencies;
import io.ibench.series.HlogLines;
import io.ibench.series.StepHistograms;
import io.ibench.series.StepRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * Adds up the minutes in latency.hlog of a step that is not over. A line does not name its step,
 * and may be half-written. So a minute counts only if it ends with an interval of the step, and
 * contains as many operations as intervals.csv counts in that time. The sum is then what the run
 * itself would have written for the step up to there. Reads one folder; not thread-safe.
 */
final class SalvagedLatencies {

  private static final String FILE = "latency.hlog";
  private static final String INTERVALS = "intervals.csv";

  /** More than any workload has. */
  private static final int MAX_OPERATIONS = 200;

  private final Path folder;
  private final RunReport run;
  private final Map<String, Histogram> service = new LinkedHashMap<>();
  private final Map<String, Histogram> response = new LinkedHashMap<>();

  /** Whether the added minutes have response times; empty before the first one. */
  private Optional<Boolean> paced = Optional.empty();

  private CountedInterval last;
  private CountedInterval next;
  private double seconds;
  private double secondsAfter;
  private long operationsAfter;
  private double restSeconds;
  private long restOperations;
  private double lostSeconds;
  private double lostSecondsAfter;
  private boolean damagedAfter;
  private Optional<Instant> until = Optional.empty();

  private SalvagedLatencies(Path folder, RunReport run) {
    this.folder = folder;
    this.run = run;
  }

  /**
   * Whether the report has no latencies of a running step, because its first report period is not
   * over. If it has some, reading a long file only takes time.
   */
  static boolean areMissing(RunReport run) {
    return run.steps().stream()
        .noneMatch(
            step -> step.state() == RunState.RUNNING && !step.whole().operations().isEmpty());
  }

  /** Empty if no step is running, or nothing is known about it. */
  static Optional<InProgressLatencies> of(Path folder, RunReport run) {
    boolean files =
        Stream.of(INTERVALS, FILE).allMatch(name -> Files.isRegularFile(folder.resolve(name)));
    return files && run.state() == RunState.RUNNING
        ? new SalvagedLatencies(folder, run).read()
        : Optional.empty();
  }

  private Optional<InProgressLatencies> read() {
    boolean broken = false;
    try {
      Optional<CountedInterval> first = firstOfLastStep();
      if (first.isEmpty() || isOver(first.get())) {
        return Optional.empty();
      }
      last = first.get();
      readMinutes();
    } catch (IOException e) {
      broken = true;
    }
    List<String> lost = lost(broken);
    return last == null || until.isEmpty() && lost.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new InProgressLatencies(
                last.step(),
                last.repeat(),
                seconds,
                until,
                paced.orElse(false),
                operations(),
                restSeconds,
                restOperations,
                "the minutes of " + FILE,
                lost));
  }

  /** A row of intervals.csv, with times in milliseconds since the run began. */
  private record CountedInterval(
      String step, long repeat, long endMillis, double seconds, long operations) {

    double middleMillis() {
      return endMillis - 500 * seconds;
    }
  }

  private StepRows intervals() throws IOException {
    return StepRows.open(folder.resolve(INTERVALS), run.started().toEpochMilli());
  }

  /** Null for a damaged row. */
  private static CountedInterval row(StepRows rows) {
    double operations = rows.number(rows.column("operations"));
    long endMillis = Math.round(1e3 * rows.at());
    return operations >= 0
        ? new CountedInterval(
            rows.step(), rows.repeat(), endMillis, rows.seconds(), (long) operations)
        : null;
  }

  private Optional<CountedInterval> firstOfLastStep() throws IOException {
    CountedInterval first = null;
    try (StepRows rows = intervals()) {
      while (rows.next()) {
        boolean same =
            first != null && first.step().equals(rows.step()) && first.repeat() == rows.repeat();
        CountedInterval row = same ? null : row(rows);
        first = row == null ? first : row;
      }
    }
    return Optional.ofNullable(first);
  }

  private boolean isOver(CountedInterval row) {
    return run.steps().stream()
        .anyMatch(
            step ->
                step.name().equals(row.step())
                    && step.repeat() == row.repeat()
                    && step.state() != RunState.RUNNING);
  }

  private void readMinutes() throws IOException {
    try (StepRows rows = intervals()) {
      advance(rows);
      readMinutes(folder.resolve(FILE), rows, last.middleMillis());
      countRest(rows);
    }
  }

  /** The rows after the last minute: their operations are counted, but have no latencies. */
  private void countRest(StepRows rows) throws IOException {
    restSeconds = secondsAfter;
    restOperations = operationsAfter;
    while (next != null) {
      restSeconds += next.seconds();
      restOperations += next.operations();
      advance(rows);
    }
  }

  /**
   * @param begin minutes until then are skipped, in milliseconds since the run began
   */
  private void readMinutes(Path file, StepRows rows, double begin) throws IOException {
    try (HlogLines lines = HlogLines.open(file)) {
      HlogMinute minute = null;
      while (lines.next()) {
        boolean readable = lines.readTimes();
        boolean earlier = readable && lines.endMillis() <= begin;
        damagedAfter = !earlier && (damagedAfter || !readable);
        if (readable && !earlier && !isOfWholeStep(lines.tag())) {
          if (minute != null && !minute.has(lines)) {
            take(minute, rows);
            minute = null;
          }
          minute = minute == null ? HlogMinute.of(lines) : minute;
          minute.add(lines);
        }
      }
      if (minute != null) {
        take(minute, rows);
      }
    }
  }

  /**
   * Whether the line is about a whole step: a step that was killed while it ended may have some.
   */
  private boolean isOfWholeStep(String tag) {
    Set<String> names = new HashSet<>(run.plan());
    names.add(last.step());
    return names.stream()
        .map(name -> StepHistograms.inTag(name) + ".")
        .filter(tag::startsWith)
        .anyMatch(prefix -> tag.substring(prefix.length()).matches("\\d+\\..*"));
  }

  /** Adds a minute if it is complete, and reads the rows up to its end. */
  private void take(HlogMinute minute, StepRows rows) throws IOException {
    long operations = 0;
    double length = 0;
    CountedInterval end = null;
    while (next != null && next.middleMillis() < minute.endMillis) {
      if (next.middleMillis() < minute.startMillis) {
        secondsAfter += next.seconds();
        operationsAfter += next.operations();
        lostSecondsAfter += next.operations() > 0 ? next.seconds() : 0;
      } else {
        operations += next.operations();
        length += next.seconds();
        end = next;
      }
      advance(rows);
    }
    boolean samePacing = paced.orElse(minute.isPaced()) == minute.isPaced();
    boolean few = service.size() <= MAX_OPERATIONS;
    boolean fits = end != null && end.endMillis() == minute.endMillis && samePacing && few;
    if (fits && minute.isComplete(operations)) {
      seconds += length + secondsAfter - lostSecondsAfter;
      lostSeconds += lostSecondsAfter;
      secondsAfter = 0;
      operationsAfter = 0;
      lostSecondsAfter = 0;
      damagedAfter = false;
      paced = Optional.of(minute.isPaced());
      until =
          Optional.of(run.started().truncatedTo(ChronoUnit.MILLIS).plusMillis(minute.endMillis));
      add(minute.service(), service);
      add(minute.response(), response);
    } else {
      damagedAfter = true;
      secondsAfter += length;
      operationsAfter += operations;
      lostSecondsAfter += length;
    }
  }

  private void advance(StepRows rows) throws IOException {
    next = null;
    while (next == null && rows.next()) {
      boolean same = rows.step().equals(last.step()) && rows.repeat() == last.repeat();
      next = same ? row(rows) : null;
    }
  }

  private static void add(Map<String, Histogram> minute, Map<String, Histogram> sums) {
    minute.forEach(
        (operation, histogram) -> {
          Histogram sum = sums.putIfAbsent(operation, histogram);
          if (sum != null) {
            sum.add(histogram);
          }
        });
  }

  private List<Latencies> operations() {
    return service.entrySet().stream()
        .map(
            entry ->
                new Latencies(
                    name(entry.getKey()),
                    entry.getValue(),
                    Optional.ofNullable(response.get(entry.getKey()))))
        .collect(Collectors.toUnmodifiableList());
  }

  /**
   * The operation's full name, which a tag cannot always contain, from steps with the same
   * operation.
   */
  private String name(String tag) {
    return run.steps().stream()
        .flatMap(step -> step.whole().operations().stream())
        .map(RunReport.Operation::name)
        .filter(name -> StepHistograms.inTag(name).equals(tag))
        .findFirst()
        .orElse(tag);
  }

  /** Without a position nothing says what the files had. */
  private Optional<Position> position() {
    try {
      return Optional.of(Position.read(folder));
    } catch (UnreadableResultException e) {
      return Optional.empty();
    }
  }

  private List<String> lost(boolean broken) {
    List<String> lost = new ArrayList<>();
    if (lostSeconds > 0) {
      lost.add(
          "without "
              + NumberText.seconds(lostSeconds)
              + " s in between, which are incomplete in "
              + FILE);
    }
    if (damagedAfter) {
      lost.add(
          "the part of "
              + FILE
              + (until.isPresent() ? " after that" : " for this step")
              + " is damaged or incomplete, and left out");
    }
    for (String name : List.of(INTERVALS, FILE)) {
      position()
          .flatMap(position -> FileSums.difference(folder, name, position))
          .ifPresent(why -> lost.add(name + " " + why));
    }
    if (broken) {
      lost.add(FILE + " or " + INTERVALS + " cannot be read to its end");
    }
    return lost;
  }
}
