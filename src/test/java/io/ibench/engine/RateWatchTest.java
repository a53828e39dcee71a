package io.ibench.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.measure.CountedIntervals.Counted;
import io.ibench.measure.PeriodIntervals;
import io.ibench.measure.RateEnd;
import io.ibench.measure.RateGoal;
import io.ibench.measure.Role;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Scripted rates, a value for each second, and when they end a step of ten minutes. */
class RateWatchTest {

  private static final long SECOND = 1_000_000_000L;
  private static final int LIMIT = 600;

  private final Random random = new Random(42);

  private static RateEnd end(RateGoal goal, IntToDoubleFunction rate) {
    return end(goal, SECOND, LIMIT, rate);
  }

  private static RateEnd end(RateGoal goal, long interval, int limit, IntToDoubleFunction rate) {
    RateWatch watch = new RateWatch(goal, Role.QUERY, interval);
    PeriodIntervals.Builder intervals = new PeriodIntervals.Builder(interval);
    boolean over = false;
    for (int i = 0; i < limit && !over; i++) {
      intervals.add(new Counted(interval, true, Math.round(rate.applyAsDouble(i)), 0, 0));
      over = watch.isDue(intervals.full()) && watch.isReached(intervals.build());
    }
    return watch.end(intervals.build());
  }

  private double noise(double share) {
    return 1 + share * random.nextGaussian();
  }

  @Test
  void aConstantRateIsSteadyAtTheSecondLook() {
    RateEnd end = end(RateGoal.STEADY, second -> 1_000);
    assertThat(end).isEqualTo(new RateEnd(RateGoal.STEADY, true, 18, 38, 1_000, 0, 0));
  }

  @Test
  void aRateThatWarmsUpIsSteadyWhenItsLastHalfIs() {
    RateEnd end =
        end(RateGoal.STEADY, second -> 1_000 * (1 - Math.exp(-second / 30.0)) * noise(0.02));
    assertThat(end.reached()).isTrue();
    assertThat(end.fromSeconds()).isBetween(60.0, 150.0);
    assertThat(end.seconds()).isEqualTo(Math.ceil(end.toSeconds() / 2), within(1.0));
    assertThat(end.perSecond()).isBetween(950.0, 1_010.0);
  }

  /** Its last half always falls by as much, however long it lasts. */
  @Test
  void aRateThatFallsSlowerAndSlowerIsNeverSteady() {
    RateEnd end =
        end(RateGoal.STEADY, second -> 1_000 * (1 - 0.12 * Math.log(1 + second)) * noise(0.02));
    assertThat(end.reached()).isFalse();
    assertThat(end.toSeconds()).isEqualTo(LIMIT);
    assertThat(end.fromSeconds()).isEqualTo(LIMIT / 2.0);
    assertThat(end.changePercent()).isLessThan(-15);
  }

  @Test
  void aRateThatRisesAllTheTimeIsNeverSteady() {
    RateEnd end = end(RateGoal.STEADY, second -> (100 + second) * noise(0.05));
    assertThat(end.reached()).isFalse();
    assertThat(end.changePercent()).isGreaterThan(30);
  }

  @Test
  void aStepOfTheRateMustLieBeforeTheLastHalf() {
    RateEnd end = end(RateGoal.STEADY, second -> second < 29 ? 1_000 : 600);
    assertThat(end.reached()).isTrue();
    assertThat(end.fromSeconds()).isBetween(25.0, 40.0);
    assertThat(end.perSecond()).isEqualTo(600, within(20.0));
  }

  @Test
  void dipsEveryHalfMinuteLastUntilTheyAverageOut() {
    RateEnd end = end(RateGoal.STEADY, second -> second % 30 < 3 ? 500 : 1_000);
    assertThat(end.reached()).isTrue();
    assertThat(end.toSeconds()).isBetween(200.0, 599.0);
    assertThat(end.perSecond()).isEqualTo(950, within(10.0));
  }

  @Test
  void noiseTakesLongerAndMuchNoiseTooLong() {
    RateEnd little = end(RateGoal.STEADY, second -> 1_000 * noise(0.05));
    assertThat(little.reached()).isTrue();
    RateEnd much = end(RateGoal.STEADY, second -> 1_000 * Math.max(0, noise(0.8)));
    assertThat(much.reached()).isFalse();
    assertThat(much.errorPercent()).isGreaterThan(10);
  }

  @Test
  void theMeanOfAConstantRateIsKnownAtTheSecondLook() {
    RateEnd end = end(RateGoal.error(1), second -> 1_000);
    assertThat(end.reached()).isTrue();
    assertThat(end.fromSeconds()).isZero();
    assertThat(end.toSeconds()).isEqualTo(38);
    assertThat(end.errorPercent()).isZero();
    assertThat(end.changePercent()).isNaN();
  }

  /** 1.96 * 5 % / sqrt(n) is 1 % after 96 seconds. */
  @Test
  void aNarrowIntervalTakesAsLongAsTheNoiseNeeds() {
    RateEnd end = end(RateGoal.error(1), second -> 1_000 * noise(0.05));
    assertThat(end.reached()).isTrue();
    assertThat(end.toSeconds()).isBetween(70.0, 300.0);
    assertThat(end.errorPercent()).isLessThanOrEqualTo(1);
    RateEnd half = end(RateGoal.error(0.3), second -> 1_000 * noise(0.05));
    assertThat(half.reached()).isFalse();
    assertThat(half.toSeconds()).isEqualTo(LIMIT);
    assertThat(half.errorPercent()).isBetween(0.3, 0.7);
  }

  @Test
  void aTrendKeepsTheMeanUnknown() {
    assertThat(end(RateGoal.error(2), second -> 1_000 + second).reached()).isFalse();
  }

  @Test
  void longIntervalsAreAtLeastTenAndShortOnesLastAsLong() {
    assertThat(end(RateGoal.STEADY, 10 * SECOND, 60, i -> 5_000).toSeconds()).isEqualTo(130);
    assertThat(end(RateGoal.STEADY, SECOND / 10, 6_000, i -> 50).toSeconds()).isEqualTo(37.5);
  }

  @Test
  void nothingIsKnownAfterFewIntervalsOrWithoutWork() {
    RateEnd few = end(RateGoal.STEADY, SECOND, 9, second -> 1_000);
    assertThat(few.reached()).isFalse();
    assertThat(few.isKnown()).isFalse();
    assertThat(few.perSecond()).isNaN();
    RateEnd none = end(RateGoal.error(1), second -> 0);
    assertThat(none.reached()).isFalse();
    assertThat(none.isKnown()).isFalse();
  }

  /** A step that something else ends is looked at once more. */
  @Test
  void theLastLookIsEnough() {
    assertThat(end(RateGoal.STEADY, SECOND, 35, second -> 1_000).reached()).isTrue();
    assertThat(end(RateGoal.STEADY, SECOND, 35, second -> 1_000 + 20 * second).reached()).isFalse();
  }

  @Test
  void insertedRowsAreAnotherRateThanQueries() {
    RateWatch watch = new RateWatch(RateGoal.STEADY, Role.INSERT, SECOND);
    PeriodIntervals.Builder intervals = new PeriodIntervals.Builder(SECOND);
    for (int i = 0; i < 50; i++) {
      intervals.add(new Counted(SECOND, true, 10 * i, 70, 0));
    }
    assertThat(watch.end(intervals.build()).perSecond()).isEqualTo(70);
    assertThat(watch.end(intervals.build()).reached()).isTrue();
  }
}
