package io.ibench.merge;

import io.ibench.host.HostMetric;
import io.ibench.measure.CountedIntervals.Counted;
import io.ibench.measure.PeriodIntervals;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The intervals of a step, summed up over its agents: 180 bytes for each, which is 110 MB for a
 * week of seconds. Not thread-safe.
 */
final class IntervalTable {

  /** What adds up over agents. */
  static final List<String> SUMS =
      Stream.concat(
              Stream.of(
                  "operations",
                  "rows",
                  "queries",
                  "inserted_rows",
                  "deleted_rows",
                  "errors",
                  "workers",
                  "workers_away"),
              client(true))
          .toList();

  /** Levels of which the highest counts. */
  static final List<String> HIGHEST =
      Stream.concat(Stream.of("oldest_in_flight_ms"), client(false)).toList();

  private static final int QUERIES = SUMS.indexOf("queries");
  private static final int INSERTED = SUMS.indexOf("inserted_rows");
  private static final int DELETED = SUMS.indexOf("deleted_rows");

  /** Rows have their lengths in microseconds; their ends are sums. */
  private static final double ROUNDING = 1e-3;

  private static final double NONE = Double.NaN;

  private final double intervalSeconds;
  private final BitSet joined = new BitSet();
  private final BitSet full = new BitSet();
  private final double[][] sums = new double[SUMS.size()][0];
  private final double[][] highest = new double[HIGHEST.size()][0];
  private double[] ends = new double[0];
  private long[] endMillis = new long[0];
  private int size;

  /** An interval, or several that are one because a tick was late. */
  record Joined(int from, int to) {}

  IntervalTable(double intervalSeconds) {
    this.intervalSeconds = intervalSeconds;
  }

  private static Stream<String> client(boolean sums) {
    return Stream.of(HostMetric.values())
        .filter(metric -> metric.category() == HostMetric.Category.CLIENT)
        .filter(metric -> metric != HostMetric.CLIENT_JUDGED_INTERVALS)
        .filter(
            metric ->
                sums == (metric.isCounter() && metric != HostMetric.CLIENT_SATURATED_INTERVALS))
        .map(HostMetric::key);
  }

  double seconds() {
    return intervalSeconds;
  }

  /** The rows of the next agent, which begins at the first slot. */
  Slots slots() {
    return new Slots(intervalSeconds, joined);
  }

  /**
   * Adds a row.
   *
   * @param end since the step's start, in seconds
   * @param millis the same as a time of day
   * @param isFull its rate counts
   * @param added the values of {@link #SUMS}; NaN if unknown
   * @param levels the values of {@link #HIGHEST}
   */
  void add(int slot, double end, long millis, boolean isFull, double[] added, double[] levels) {
    grow(slot + 1);
    ends[slot] = Math.max(ends[slot], end);
    endMillis[slot] = endMillis[slot] == 0 ? millis : endMillis[slot];
    full.set(slot, full.get(slot) || isFull);
    for (int i = 0; i < added.length; i++) {
      sums[i][slot] = together(sums[i][slot], added[i], sums[i][slot] + added[i]);
    }
    for (int i = 0; i < levels.length; i++) {
      highest[i][slot] =
          together(highest[i][slot], levels[i], Math.max(highest[i][slot], levels[i]));
    }
  }

  private static double together(double before, double more, double both) {
    return Double.isNaN(before) ? more : Double.isNaN(more) ? before : both;
  }

  private void grow(int needed) {
    size = Math.max(size, needed);
    if (needed > ends.length) {
      int room = Math.max(needed, ends.length + ends.length / 2 + 64);
      ends = Arrays.copyOf(ends, room);
      endMillis = Arrays.copyOf(endMillis, room);
      for (double[][] columns : List.of(sums, highest)) {
        for (int i = 0; i < columns.length; i++) {
          int before = columns[i].length;
          columns[i] = Arrays.copyOf(columns[i], room);
          Arrays.fill(columns[i], before, room, NONE);
        }
      }
    }
  }

  /** The interval that begins at a slot; null after the last one. */
  @Nullable Joined at(int from) {
    if (from >= size) {
      return null;
    }
    int to = Math.min(joined.nextClearBit(from), size - 1);
    return new Joined(from, to);
  }

  double end(Joined interval) {
    return ends[interval.to()];
  }

  long endMillis(Joined interval) {
    return endMillis[interval.to()];
  }

  boolean isFull(Joined interval) {
    return full.get(interval.to());
  }

  /** One of {@link #SUMS}; NaN if unknown. */
  double sum(Joined interval, int column) {
    double sum = NONE;
    boolean isLevel = SUMS.get(column).startsWith("workers");
    for (int slot = interval.from(); slot <= interval.to(); slot++) {
      double more = sums[column][slot];
      double both = isLevel ? Math.max(sum, more) : sum + more;
      sum = together(sum, more, both);
    }
    return sum;
  }

  /** One of {@link #HIGHEST}; NaN if unknown. */
  double highest(Joined interval, int column) {
    double most = NONE;
    for (int slot = interval.from(); slot <= interval.to(); slot++) {
      double more = highest[column][slot];
      most = together(most, more, Math.max(most, more));
    }
    return most;
  }

  /** Collects intervals of the step. */
  PeriodIntervals.Builder counted() {
    return new PeriodIntervals.Builder(Math.round(intervalSeconds * 1e9));
  }

  /**
   * The counts of an interval for that; an unknown one is 0.
   *
   * @param values of {@link #SUMS}
   */
  static Counted counted(double seconds, boolean full, double[] values) {
    return counted(seconds, full, values[QUERIES], values[INSERTED], values[DELETED]);
  }

  private static Counted counted(
      double seconds, boolean full, double queries, double inserted, double deleted) {
    return new Counted(
        Math.round(seconds * 1e9),
        full,
        Math.round(queries),
        Math.round(inserted),
        Math.round(deleted));
  }

  /**
   * The intervals that end in a part of the step.
   *
   * @param fromSeconds since its start
   */
  PeriodIntervals intervals(double fromSeconds, double toSeconds) {
    PeriodIntervals.Builder counted = counted();
    double before = 0;
    for (Joined next = at(0); next != null; next = at(next.to() + 1)) {
      double end = end(next);
      if (end > fromSeconds + ROUNDING && end <= toSeconds + ROUNDING) {
        counted.add(
            counted(
                end - before,
                isFull(next),
                sum(next, QUERIES),
                sum(next, INSERTED),
                sum(next, DELETED)));
      }
      before = end;
    }
    return counted.build();
  }
}
