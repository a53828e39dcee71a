package io.ibench.engine;

import io.ibench.measure.IntervalCounts;
import io.ibench.measure.PeriodIntervals;
import io.ibench.measure.RateEnd;
import io.ibench.measure.RateGoal;
import io.ibench.measure.Role;
import io.ibench.statistics.MeanError;
import io.ibench.statistics.RateChange;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Ends a step as soon as enough is known of its rate. Who looks often is deceived often: it looks
 * at the intervals of full length at times that grow by a quarter, and believes only two looks in a
 * row. docs/benchmarks.md shows how often it is deceived then. Confined to the ticker's thread.
 */
final class RateWatch {

  private static final long FIRST_LOOK_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** The shortest time whose rate can be called steady. */
  private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(20);

  private static final double GROWTH = 1.25;

  private final RateGoal goal;
  private final Role counted;
  private final double intervalSeconds;
  private final int least;
  private int nextLook;
  private boolean enoughBefore;
  private Optional<RateEnd> reached = Optional.empty();

  /**
   * @param counted whose rate it is
   */
  RateWatch(RateGoal goal, Role counted, long intervalNanos) {
    this.goal = goal;
    this.counted = counted;
    this.intervalSeconds = intervalNanos / 1e9;
    this.least = intervals(LEAST_NANOS, intervalNanos);
    this.nextLook = intervals(FIRST_LOOK_NANOS, intervalNanos);
  }

  private static int intervals(long nanos, long intervalNanos) {
    return Math.max(RateChange.PARTS, Math.toIntExact((nanos - 1) / intervalNanos + 1));
  }

  /**
   * Whether it is time to look.
   *
   * @param full the intervals of full length so far
   */
  boolean isDue(int full) {
    return full >= nextLook;
  }

  /** Looks, and says whether the step is over. */
  boolean isReached(PeriodIntervals intervals) {
    IntervalCounts counts = intervals.of(counted);
    nextLook = (int) Math.ceil(counts.size() * GROWTH);
    RateEnd found = look(counts);
    boolean enough = found.isEnough();
    reached = enough && enoughBefore ? Optional.of(found) : Optional.empty();
    enoughBefore = enough;
    return reached.isPresent();
  }

  /** What ended the step, or else a last look at a step that something else has ended. */
  RateEnd end(PeriodIntervals intervals) {
    return reached.orElseGet(
        () -> {
          RateEnd found = look(intervals.of(counted));
          return found.isEnough() ? found : found.missed();
        });
  }

  private RateEnd look(IntervalCounts counts) {
    int to = counts.size();
    int from = goal.isSteady() ? to - Math.min(to, Math.max(least, (to + 1) / 2)) : 0;
    double[] rates = new double[to - from];
    for (int i = 0; i < rates.length; i++) {
      rates[i] = counts.get(from + i) / intervalSeconds;
    }
    if (goal.isSteady()) {
      Optional<RateChange> change = RateChange.of(rates);
      return end(
          from,
          to,
          change.map(RateChange::mean),
          change.map(RateChange::change),
          change.map(RateChange::error));
    }
    Optional<MeanError> error = MeanError.of(rates);
    return end(
        from, to, error.map(MeanError::mean), Optional.empty(), error.map(MeanError::percent));
  }

  private RateEnd end(
      int from, int to, Optional<Double> mean, Optional<Double> change, Optional<Double> error) {
    return new RateEnd(
        goal,
        true,
        from * intervalSeconds,
        to * intervalSeconds,
        mean.orElse(Double.NaN),
        change.orElse(Double.NaN),
        error.orElse(Double.NaN));
  }
}
