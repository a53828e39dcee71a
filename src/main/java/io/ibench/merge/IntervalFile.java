package io.ibench.merge;

import io.ibench.host.HostMetric;
import io.ibench.measure.PeriodIntervals;
import io.ibench.merge.IntervalTable.Joined;
import io.ibench.report.store.CsvFile;
import io.ibench.series.CsvRows;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the intervals of agents, one agent after the other, and writes their sums. Stateless. */
final class IntervalFile {

  private IntervalFile() {}

  /**
   * An agent's own intervals of one step.
   *
   * @param lastMillis the end of the last one, by the agent's clock
   */
  record Own(PeriodIntervals.Builder counted, long lastMillis) {}

  /**
   * Adds an agent's intervals to those of the steps.
   *
   * @param mistakes receives what is wrong with the file
   * @return the agent's own intervals, also of a step that it did not end
   */
  static Map<StepKey, Own> add(
      AgentFolder agent, Map<StepKey, StepSum> steps, List<String> mistakes) throws IOException {
    Path file = agent.path().resolve(AgentFolder.INTERVALS);
    Map<StepKey, Own> all = new HashMap<>();
    try (CsvRows rows = CsvRows.open(file)) {
      int[] sums = columns(rows, IntervalTable.SUMS);
      int[] levels = columns(rows, IntervalTable.HIGHEST);
      StepKey before = null;
      Slots slots = null;
      double at = 0;
      long broken = 0;
      while (rows.next()) {
        StepKey key = key(rows);
        StepSum step = steps.get(key);
        long millis = rows.epochMillis(rows.column("time"));
        double seconds = rows.number(rows.column("seconds"));
        if (millis == Long.MIN_VALUE || !(seconds >= 0)) {
          broken++;
        } else if (step != null) {
          boolean added =
              agent.steps().containsKey(key)
                  && (!step.isAction() || step.rankOfFirst() == agent.rank());
          if (!key.equals(before)) {
            slots =
                added ? step.intervals.slots() : new Slots(step.intervals.seconds(), new BitSet());
            at = 0;
          }
          before = key;
          at += seconds;
          double[] values = numbers(rows, sums);
          boolean full = rows.text(rows.column("full")).equals("true");
          int slot = Objects.requireNonNull(slots).next(at);
          Own own = all.get(key);
          PeriodIntervals.Builder counted = own == null ? step.intervals.counted() : own.counted();
          counted.add(IntervalTable.counted(seconds, full, values));
          all.put(key, new Own(counted, millis));
          if (added) {
            long shifted =
                millis + step.shiftMillis(Objects.requireNonNull(agent.steps().get(key)));
            step.intervals.add(slot, at, shifted, full, values, numbers(rows, levels));
          }
        }
      }
      broken += rows.damaged();
      if (broken > 0) {
        mistakes.add(file + " is damaged: " + broken + " of its lines cannot be read");
      }
    }
    return all;
  }

  static StepKey key(CsvRows rows) {
    double repeat = rows.number(rows.column("repeat"));
    return new StepKey(rows.text(rows.column("step")), Double.isNaN(repeat) ? 1 : (long) repeat);
  }

  private static int[] columns(CsvRows rows, List<String> names) {
    return names.stream().mapToInt(rows::column).toArray();
  }

  private static double[] numbers(CsvRows rows, int[] columns) {
    double[] numbers = new double[columns.length];
    Arrays.setAll(numbers, i -> rows.number(columns[i]));
    return numbers;
  }

  /**
   * Writes the sums, with the figures of the server and its machine from the first agent.
   *
   * @param first the folder of that agent
   */
  static void write(Path folder, AgentFolder first, List<StepSum> steps) throws IOException {
    try (CsvRows rows = CsvRows.open(first.path().resolve(AgentFolder.INTERVALS));
        CsvFile out = new CsvFile(folder.resolve(AgentFolder.INTERVALS), false)) {
      out.add(rows.head());
      FirstRows firsts = new FirstRows(rows, first.rank());
      for (StepSum step : steps) {
        firsts.begin(step);
        IntervalTable table = step.intervals;
        double before = 0;
        for (Joined next = table.at(0); next != null; next = table.at(next.to() + 1)) {
          Optional<String[]> machine = firsts.until(next.to());
          out.add(row(rows.head(), step, next, table.end(next) - before, machine));
          before = table.end(next);
        }
      }
    }
  }

  private static List<Object> row(
      List<String> head,
      StepSum step,
      Joined interval,
      double seconds,
      Optional<String[]> machine) {
    IntervalTable table = step.intervals;
    List<Object> cells = new ArrayList<>();
    for (int i = 0; i < head.size(); i++) {
      String column = head.get(i);
      int sum = IntervalTable.SUMS.indexOf(column);
      int level = IntervalTable.HIGHEST.indexOf(column);
      cells.add(
          switch (column) {
            case "time" -> Instant.ofEpochMilli(table.endMillis(interval));
            case "step" -> step.key.name();
            case "repeat" -> step.key.repeat();
            case "seconds" -> CsvFile.seconds(seconds);
            case "full" -> table.isFull(interval);
            case "operations_ps" -> seconds > 0 ? finite(table.sum(interval, 0) / seconds) : null;
            case "oldest_in_flight_ms" -> finite(table.highest(interval, level));
            default ->
                sum >= 0
                    ? whole(table.sum(interval, sum))
                    : level >= 0 ? whole(table.highest(interval, level)) : cell(machine, i);
          });
    }
    return cells;
  }

  private static @Nullable Object cell(Optional<String[]> machine, int column) {
    return machine.map(cells -> cells[column]).orElse(null);
  }

  private static @Nullable Double finite(double value) {
    return Double.isNaN(value) ? null : (Double) value;
  }

  private static @Nullable Long whole(double value) {
    return Double.isNaN(value) ? null : (Long) Math.round(value);
  }

  /** The rows of the first agent, on the grid of all. Not thread-safe. */
  private static final class FirstRows {

    private final CsvRows rows;
    private final int rank;
    private final boolean[] isLevel;
    private boolean more;
    private @Nullable StepSum step;
    private @Nullable Slots slots;
    private double at;
    private int slot;

    FirstRows(CsvRows rows, int rank) throws IOException {
      this.rows = rows;
      this.rank = rank;
      isLevel = new boolean[rows.head().size()];
      for (HostMetric metric : HostMetric.values()) {
        int column = rows.column(metric.key());
        if (column >= 0 && !metric.isCounter()) {
          isLevel[column] = true;
        }
      }
      more = rows.next();
    }

    /** Skips to the first row of a step. */
    void begin(StepSum next) throws IOException {
      step = next;
      slots = new Slots(next.intervals.seconds(), new BitSet());
      at = 0;
      while (more && next.rankOfFirst() == rank && !isOfStep()) {
        more = rows.next();
      }
      place();
    }

    private boolean isOfStep() {
      return key(rows).equals(Objects.requireNonNull(step).key);
    }

    private void place() {
      if (more && isOfStep()) {
        at += rows.number(rows.column("seconds"));
        slot = Objects.requireNonNull(slots).next(at);
      }
    }

    /** The rows up to a slot together: counters are added up, and the last level counts. */
    Optional<String[]> until(int last) throws IOException {
      String[] cells = null;
      while (more && isOfStep() && slot <= last) {
        String[] row = new String[isLevel.length];
        for (int i = 0; i < row.length; i++) {
          row[i] = rows.text(i);
          if (cells != null && !isLevel[i] && !row[i].isEmpty() && !cells[i].isEmpty()) {
            row[i] = sum(cells[i], row[i]);
          }
        }
        cells = row;
        more = rows.next();
        place();
      }
      return Optional.ofNullable(cells);
    }

    /** Text such as the step's name is not asked for. */
    private static String sum(String a, String b) {
      try {
        return "" + Math.addExact(Long.parseLong(a), Long.parseLong(b));
      } catch (NumberFormatException | ArithmeticException e) {
        return b;
      }
    }
  }
}
