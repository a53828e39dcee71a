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
 * Ends a step as soon as enough is known of its rate. It looks at the intervals of full length at
 * times that grow by a tenth: who looks more often is deceived more often. Confined to the ticker's
 * thread.
 */
final class RateWatch {

  /** The shortest time that is looked at. */
  private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** The rate of a steady step changes by no more than this in the time that is looked at. */
  static final double STEADY_PERCENT = 5;

  private static final double GROWTH = 1.1;

  private final RateGoal goal;
  private final Role counted;
  private final double intervalSeconds;
  private final int least;
  private int nextLook;
  private Optional<RateEnd> reached = Optional.empty();

  /**
   * @param counted whose rate it is
   */
  RateWatch(RateGoal goal, Role counted, long intervalNanos) {
    this.goal = goal;
    this.counted = counted;
    this.intervalSeconds = intervalNanos / 1e9;
    this.least =
        Math.max(RateChange.PARTS, Math.toIntExact((LEAST_NANOS - 1) / intervalNanos + 1));
    this.nextLook = least;
  }

  /** Looks, if it is time to, and says whether the step is over. */
  boolean isReached(PeriodIntervals intervals) {
    IntervalCounts counts = intervals.of(counted);
    if (reached.isEmpty() && counts.size() >= nextLook) {
      nextLook = (int) Math.ceil(counts.size() * GROWTH);
      RateEnd found = look(counts);
      reached = isEnough(found) ? Optional.of(found) : Optional.empty();
    }
    return reached.isPresent();
  }

  private boolean isEnough(RateEnd found) {
    return goal.isSteady()
        ? Math.abs(found.changePercent()) + found.errorPercent() <= STEADY_PERCENT
        : found.errorPercent() <= goal.errorPercent().getAsDouble();
  }

  /** What ended the step, or what is known of a step that something else has ended. */
  RateEnd end(PeriodIntervals intervals) {
    return reached.orElseGet(() -> look(intervals.of(counted)).missed());
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
