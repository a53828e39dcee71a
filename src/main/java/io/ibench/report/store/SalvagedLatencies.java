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
 * Adds up the minutes that latency.hlog has of a step that is not over. A line of it does not name
 * its step, and may be half-written: a minute is taken only when it ends with an interval of the
 * step, and holds as many operations as intervals.csv counts in that time. So the sum is what the
 * run itself would have written for the whole step up to there. Confined to one thread, for one
 * folder.
 */
final class SalvagedLatencies {

  private static final String FILE = "latency.hlog";
  private static final String INTERVALS = "intervals.csv";

  /** No workload has as many. */
  private static final int MOST_OPERATIONS = 200;

  private final Path folder;
  private final RunReport run;
  private final Map<String, Histogram> service = new LinkedHashMap<>();
  private final Map<String, Histogram> response = new LinkedHashMap<>();

  /** Whether the minutes that were taken have response times; empty before the first one. */
  private Optional<Boolean> paced = Optional.empty();

  private Row last;
  private Row next;
  private double seconds;
  private double secondsBehind;
  private double lostSeconds;
  private double lostSecondsBehind;
  private boolean damagedBehind;
  private Optional<Instant> until = Optional.empty();

  private SalvagedLatencies(Path folder, RunReport run) {
    this.folder = folder;
    this.run = run;
  }

  /**
   * Whether the report has no latencies of the step that is under way, if there is one: the first
   * of its report periods is not over. Else nobody should wait for a long file to be read.
   */
  static boolean areMissing(RunReport run) {
    return run.steps().stream()
        .noneMatch(
            step -> step.state() == RunState.RUNNING && !step.whole().operations().isEmpty());
  }

  /** Empty where no step is under way, or nothing can be told of it. */
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
      Optional<Row> first = firstOfLastStep();
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
                lost));
  }

  /** A row of intervals.csv, with times in milliseconds since the run began. */
  private record Row(String step, long repeat, long endMillis, double seconds, long operations) {

    double middleMillis() {
      return endMillis - 500 * seconds;
    }
  }

  private StepRows intervals() throws IOException {
    return StepRows.open(folder.resolve(INTERVALS), run.started().toEpochMilli());
  }

  /** Null for a row that is damaged. */
  private static Row row(StepRows rows) {
    double operations = rows.number(rows.column("operations"));
    long endMillis = Math.round(1e3 * rows.at());
    return operations >= 0
        ? new Row(rows.step(), rows.repeat(), endMillis, rows.seconds(), (long) operations)
        : null;
  }

  private Optional<Row> firstOfLastStep() throws IOException {
    Row first = null;
    try (StepRows rows = intervals()) {
      while (rows.next()) {
        boolean same =
            first != null && first.step().equals(rows.step()) && first.repeat() == rows.repeat();
        Row row = same ? null : row(rows);
        first = row == null ? first : row;
      }
    }
    return Optional.ofNullable(first);
  }

  private boolean isOver(Row row) {
    return run.steps().stream()
        .anyMatch(
            step ->
                step.name().equals(row.step())
                    && step.repeat() == row.repeat()
                    && step.state() != RunState.RUNNING);
  }

  private void readMinutes() throws IOException {
    double begin = last.middleMillis();
    try (StepRows rows = intervals();
        HlogLines lines = HlogLines.open(folder.resolve(FILE))) {
      advance(rows);
      HlogMinute minute = null;
      while (lines.next()) {
        boolean whole = lines.readTimes();
        boolean earlier = whole && lines.endMillis() <= begin;
        damagedBehind = !earlier && (damagedBehind || !whole);
        if (whole && !earlier && !isOfAWholeStep(lines.tag())) {
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

  /** Of a step that was ending when it was killed there may be some. */
  private boolean isOfAWholeStep(String tag) {
    Set<String> names = new HashSet<>(run.plan());
    names.add(last.step());
    return names.stream()
        .map(name -> StepHistograms.inTag(name) + ".")
        .filter(tag::startsWith)
        .anyMatch(prefix -> tag.substring(prefix.length()).matches("\\d+\\..*"));
  }

  /** Adds it up when it is whole; the rows of its time are over afterwards. */
  private void take(HlogMinute minute, StepRows rows) throws IOException {
    long operations = 0;
    double length = 0;
    Row end = null;
    while (next != null && next.middleMillis() < minute.endMillis) {
      if (next.middleMillis() < minute.startMillis) {
        secondsBehind += next.seconds();
        lostSecondsBehind += next.operations() > 0 ? next.seconds() : 0;
      } else {
        operations += next.operations();
        length += next.seconds();
        end = next;
      }
      advance(rows);
    }
    boolean alike = paced.orElse(minute.isPaced()) == minute.isPaced();
    boolean few = service.size() <= MOST_OPERATIONS;
    boolean fits = end != null && end.endMillis() == minute.endMillis && alike && few;
    if (fits && minute.isWhole(operations)) {
      seconds += length + secondsBehind - lostSecondsBehind;
      lostSeconds += lostSecondsBehind;
      secondsBehind = 0;
      lostSecondsBehind = 0;
      damagedBehind = false;
      paced = Optional.of(minute.isPaced());
      until =
          Optional.of(run.started().truncatedTo(ChronoUnit.MILLIS).plusMillis(minute.endMillis));
      add(minute.service(), service);
      add(minute.response(), response);
    } else {
      damagedBehind = true;
      secondsBehind += length;
      lostSecondsBehind += length;
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

  /** What cannot stand in a tag is told by steps that have the same operation. */
  private String name(String tag) {
    return run.steps().stream()
        .flatMap(step -> step.whole().operations().stream())
        .map(RunReport.Operation::name)
        .filter(name -> StepHistograms.inTag(name).equals(tag))
        .findFirst()
        .orElse(tag);
  }

  private List<String> lost(boolean broken) {
    List<String> lost = new ArrayList<>();
    if (lostSeconds > 0) {
      lost.add(
          "without "
              + NumberText.seconds(lostSeconds)
              + " s in between, which "
              + FILE
              + " does not have whole");
    }
    if (damagedBehind) {
      lost.add(
          (until.isPresent() ? "what " + FILE + " has behind that" : "what " + FILE + " has of it")
              + " is damaged, or not whole, and left out");
    }
    if (broken) {
      lost.add(FILE + " or " + INTERVALS + " cannot be read to its end");
    }
    return lost;
  }
}
