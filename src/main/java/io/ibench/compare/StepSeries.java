package io.ibench.compare;

import io.ibench.statistics.RatioSeries;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** How figures of one step, or one of its repeats, went over its time. One thread's. */
final class StepSeries {

  private final Map<String, RatioSeries> figures = new HashMap<>();
  private final Map<String, Double> longest = new HashMap<>();
  private double seconds;
  private long intervals;

  /** Room for a figure; those of docs/metrics.md are there from the first interval on. */
  RatioSeries figure(String key) {
    return figures.computeIfAbsent(key, any -> new RatioSeries());
  }

  /** Empty where nothing is known of it. */
  Optional<RatioSeries> find(String key) {
    return Optional.ofNullable(figures.get(key));
  }

  void countInterval(double length) {
    seconds += Double.isFinite(length) ? length : 0;
    intervals++;
  }

  /** How long an interval, or a window of latencies, was on average; NaN without any. */
  double meanSeconds() {
    return seconds / intervals;
  }

  /** Whether it is one of the first operations: a file that names too many is not a run's. */
  boolean hasRoomFor(String operation) {
    return longest.size() < LatencyFigures.MOST_OPERATIONS || longest.containsKey(operation);
  }

  /** Whether a window of an operation is about as long as those before it: the last one may not. */
  boolean isWhole(String operation, double length) {
    double most = longest.merge(operation, length, Math::max);
    return length >= most / 2;
  }
}
