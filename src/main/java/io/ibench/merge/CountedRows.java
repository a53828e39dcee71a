package io.ibench.merge;

import io.ibench.measure.IntervalCounts;
import io.ibench.measure.PeriodIntervals;
import java.util.Arrays;
import java.util.List;

/**
 * The counts of intervals, by the rules of a running step: no tick is exactly on time, so a count
 * is that of an interval of exact length at the same rate, and a longer interval counts as several.
 * Not thread-safe.
 */
final class CountedRows {

  /** The columns that are counted. */
  static final List<String> COLUMNS = List.of("queries", "inserted_rows", "deleted_rows");

  private final long lengthNanos;
  private final long[][] counts = new long[COLUMNS.size()][64];
  private int size;
  private long rows;
  private long lost;

  CountedRows(double intervalSeconds) {
    lengthNanos = Math.round(intervalSeconds * 1e9);
  }

  /**
   * Adds an interval.
   *
   * @param full its rate counts
   * @param values by column; NaN if unknown
   */
  void add(double seconds, boolean full, double... values) {
    long nanos = Math.round(seconds * 1e9);
    long lengths = Math.round((double) nanos / lengthNanos);
    rows++;
    lost += Math.max(0, lengths - 1);
    double share = (double) lengthNanos / nanos;
    for (long length = 0; full && length < lengths; length++) {
      for (int i = 0; i < counts.length; i++) {
        counts[i] = size < counts[i].length ? counts[i] : Arrays.copyOf(counts[i], 2 * size);
        counts[i][size] = Double.isNaN(values[i]) ? 0 : Math.round(values[i] * share);
      }
      size++;
    }
  }

  long rows() {
    return rows;
  }

  PeriodIntervals intervals() {
    return new PeriodIntervals(
        lengthNanos,
        IntervalCounts.of(Arrays.copyOf(counts[0], size)),
        IntervalCounts.of(Arrays.copyOf(counts[1], size)),
        IntervalCounts.of(Arrays.copyOf(counts[2], size)),
        rows,
        lost);
  }
}
