package io.ibench.report.store;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport.Step;
import io.ibench.series.CsvRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Sums up the rows of intervals.csv for steps that summary.json has lost. Reads one folder; not
 * thread-safe.
 */
final class SalvagedIntervals {

  private static final String FILE = "intervals.csv";
  private static final List<String> COUNTS =
      List.of("operations", "queries", "inserted_rows", "deleted_rows", "errors");
  private static final double NANOS = 1e9;

  /** Repeats included; rows of further steps are skipped. */
  private static final int MAX_STEPS = 2_000;

  private final Path file;
  private final List<String> damage;
  private final Map<StepKey, StepSums> steps = new LinkedHashMap<>();
  private long damaged;

  /**
   * @param damage receives what is wrong with the file
   */
  SalvagedIntervals(Path folder, List<String> damage) {
    this.file = folder.resolve(FILE);
    this.damage = damage;
  }

  private record StepKey(String name, long repeat) {}

  /** Adds the missing steps, with few figures, in the order in which they ran. */
  List<Step> withMissing(List<Step> sound) {
    if (!Files.isRegularFile(file)) {
      return sound;
    }
    read();
    if (damaged > 0) {
      String lines = damaged == 1 ? " line of " : " lines of ";
      String are = damaged == 1 ? " is" : " are";
      damage.add(NumberText.count(damaged) + lines + FILE + are + " damaged, and skipped");
    }
    Map<StepKey, Step> left = new LinkedHashMap<>();
    sound.forEach(step -> left.put(new StepKey(step.name(), step.repeat()), step));
    List<Step> all = new ArrayList<>();
    List<StepKey> found = List.copyOf(steps.keySet());
    for (StepKey key : found) {
      Step step = left.remove(key);
      if (step == null) {
        boolean last = key == found.get(found.size() - 1);
        step = steps.get(key).step(key, Math.max(key.repeat(), repeats(key.name())), last);
        String title = step.title();
        damage.add("step " + title + " is worked out from " + FILE + ", without its costs");
      }
      all.add(step);
    }
    all.addAll(left.values());
    return all;
  }

  private long repeats(String name) {
    return steps.keySet().stream().filter(key -> key.name().equals(name)).count();
  }

  private void read() {
    try (CsvRows rows = CsvRows.open(file)) {
      int time = rows.column("time");
      int step = rows.column("step");
      int repeat = rows.column("repeat");
      int seconds = rows.column("seconds");
      int[] columns = COUNTS.stream().mapToInt(rows::column).toArray();
      while (rows.next()) {
        long end = rows.epochMillis(time);
        double length = rows.number(seconds);
        long number = count(rows.number(repeat));
        long[] counts = new long[columns.length];
        boolean sound = end != Long.MIN_VALUE && length >= 0 && number >= 0;
        for (int i = 0; i < counts.length; i++) {
          counts[i] = count(rows.number(columns[i]));
          sound &= counts[i] >= 0;
        }
        StepKey key = new StepKey(rows.text(step), number);
        if (sound && (steps.containsKey(key) || steps.size() < MAX_STEPS)) {
          steps.computeIfAbsent(key, any -> new StepSums()).add(end, length, counts);
        } else {
          damaged++;
        }
      }
      damaged += rows.damaged();
    } catch (IOException e) {
      damage.add(FILE + " cannot be read to its end");
    }
  }

  /** Negative if the number is no count. */
  private static long count(double number) {
    return number == Math.rint(number) ? (long) number : -1;
  }

  /** Sums of one step or repeat. */
  private static final class StepSums {

    private final long[] counts = new long[COUNTS.size()];
    private Instant start = Instant.MAX;
    private Instant end = Instant.MIN;
    private double seconds;
    private long intervals;

    void add(long endMillis, double length, long[] more) {
      Instant intervalEnd = Instant.ofEpochMilli(endMillis);
      Instant begin = intervalEnd.minusNanos((long) (length * NANOS));
      start = begin.isBefore(start) ? begin : start;
      end = intervalEnd.isAfter(end) ? intervalEnd : end;
      seconds += length;
      intervals++;
      for (int i = 0; i < counts.length; i++) {
        counts[i] += more[i];
      }
    }

    private long count(String column) {
      return counts[COUNTS.indexOf(column)];
    }

    /** All steps but the last one are over; how they ended is not known. */
    Step step(StepKey key, long repeats, boolean last) {
      boolean queries = count("queries") > 0;
      boolean rows = count("inserted_rows") > 0;
      return RunReportStepBuilder.builder()
          .planned(
              RunReportPlannedBuilder.builder()
                  .name(key.name())
                  .unit(queries ? Unit.QUERIES : rows ? Unit.ROWS : Unit.NONE)
                  .build())
          .repeat(key.repeat())
          .repeats(repeats)
          .whole(
              RunReportPeriodBuilder.builder()
                  .started(Optional.of(start))
                  .figures(figures())
                  .build())
          .texts(RunReportTextsBuilder.builder().facts(List.of(fact())).build())
          .ending(
              RunReportEndingBuilder.builder()
                  .state(last ? RunState.RUNNING : RunState.DONE)
                  .build())
          .build();
    }

    private Map<String, Number> figures() {
      Map<String, Number> figures = new LinkedHashMap<>();
      figures.put("seconds", seconds);
      figures.put("intervals", intervals);
      figures.put("errors", count("errors"));
      putRate(figures, "qps", "queries");
      putRate(figures, "ips", "inserted_rows");
      putRate(figures, "dps", "deleted_rows");
      return figures;
    }

    private void putRate(Map<String, Number> figures, String key, String column) {
      if (seconds > 0 && count(column) > 0) {
        figures.put(key, count(column) / seconds);
      }
    }

    private String fact() {
      return String.format(
          Locale.ROOT,
          "%s operations in %s until %s, from %s",
          NumberText.count(count("operations")),
          NumberText.count(intervals) + (intervals == 1 ? " interval" : " intervals"),
          end,
          FILE);
    }
  }
}
