package io.ibench.compare;

import io.ibench.statistics.RatioSeries;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The figures of one step over time, all repeats together. Not thread-safe. */
final class StepSeries {

  private final Map<String, RatioSeries> figures = new HashMap<>();
  private final Map<String, List<RatioSeries>> ofKinds = new HashMap<>();
  private final Map<String, Double> longest = new HashMap<>();
  private final double maxRows;
  private double rows;
  private double seconds;
  private long intervals;

  /** Of the whole step. */
  StepSeries() {
    this(Double.POSITIVE_INFINITY);
  }

  /** Of the step until it has inserted this number of rows. */
  StepSeries(double maxRows) {
    this.maxRows = maxRows;
  }

  /** Whether it ends at a number of rows. */
  boolean isLimited() {
    return maxRows < Double.POSITIVE_INFINITY;
  }

  /** Counts rows; returns the share of them that is within the limit. */
  double countRows(double newRows) {
    double left = maxRows - rows;
    double counted = newRows > 0 ? Math.min(newRows, left) : 0;
    rows += counted;
    return left <= 0 ? 0 : newRows > 0 ? counted / newRows : 1;
  }

  /** The rows that were counted, up to the limit. */
  double rows() {
    return rows;
  }

  double seconds() {
    return seconds;
  }

  /** The series of a figure; a new one if there is none. */
  RatioSeries figure(String key) {
    return figures.computeIfAbsent(key, any -> new RatioSeries());
  }

  /**
   * The series of the figures that a kind of row has, in the order of their keys; they are looked
   * up once for each kind.
   */
  List<RatioSeries> figures(String kind, Supplier<List<String>> keys) {
    return ofKinds.computeIfAbsent(kind, any -> keys.get().stream().map(this::figure).toList());
  }

  /** Empty if nothing is known about it. */
  Optional<RatioSeries> find(String key) {
    return Optional.ofNullable(figures.get(key));
  }

  void countInterval(double length) {
    seconds += Double.isFinite(length) ? length : 0;
    intervals++;
  }

  /** The mean length of intervals or windows of latencies; NaN without any. */
  double meanSeconds() {
    return seconds / intervals;
  }

  /** Limits the number of operations, for damaged files. */
  boolean hasRoomFor(String operation) {
    return longest.size() < LatencyFigures.MAX_OPERATIONS || longest.containsKey(operation);
  }

  /** Whether a window of an operation is about full; the last one of a step may be short. */
  boolean isWhole(String operation, double length) {
    double max = longest.merge(operation, length, Math::max);
    return length >= max / 2;
  }
}
