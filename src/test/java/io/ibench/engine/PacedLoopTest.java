package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Rate;
import io.ibench.measure.LatencySummary;
import io.ibench.measure.OperationStats;
import io.ibench.workload.Pacing;
import io.ibench.workload.Profile;
import io.ibench.workload.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Pacers in the hot loop: when operations start, and what is recorded when they cannot. */
class PacedLoopTest {

  private static final Percentage DIGITS = Percentage.withPercentage(1);
  private static final long START = ScriptedClock.START;

  /** What one thread did in a step. */
  private record Sent(List<Long> nanos, OperationStats stats) {}

  /** One thread of a group, for {@code nanos}; its statement number {@code stalled} takes long. */
  private static Sent run(
      Step.Group group, int number, long nanos, long usualNanos, int stalled, long stallNanos) {
    OneWorker one = OneWorker.paced(usualNanos);
    List<Long> sent = new ArrayList<>();
    long most = 1000 + 2 * group.rate().count() * (nanos / SECOND) / group.rowsPerOperation();
    for (int i = 0; i < most; i++) {
      long taken = i == stalled ? stallNanos : usualNanos;
      one.worker.then(
          () -> {
            sent.add(one.clock.nanoTime() - START);
            one.clock.advance(taken);
            return group.rowsPerOperation();
          });
    }
    one.runWith(group, number, nanos);
    return new Sent(sent, one.drain());
  }

  private static Step.Group group(int threads, long perSecond, Pacing pacing, int rows) {
    return new Step.Group("", threads, new Rate(perSecond, SECOND), pacing, rows);
  }

  @ParameterizedTest
  @CsvSource({"1, 1000, 1", "3, 1000, 1", "8, 33333, 100", "7, 777, 10", "16, 100, 1"})
  void atAnyTimeAThreadIsWithinOneStatementOfTheRateAndTheMeanIsExact(
      int threads, long perSecond, int rows) {
    Step.Group group = group(threads, perSecond, Pacing.EVEN, rows);
    long nanos = 20 * SECOND;
    long all = 0;
    for (int number = 0; number < threads; number++) {
      Sent thread = run(group, number, nanos, MILLI / 10, -1, 0);
      double perNano = perSecond / 1e9 / threads;
      for (int k = 0; k < thread.nanos().size(); k++) {
        double due = thread.nanos().get(k) * perNano / rows;
        assertThat(k - due)
            .as("thread %d, before its statement %d", number, k)
            .isBetween(-1.0, 1.0);
        assertThat(k + 1 - due)
            .as("thread %d, at its statement %d", number, k)
            .isBetween(-1.0, 1.001);
      }
      assertThat(thread.stats().unstarted()).isZero();
      all += thread.stats().rows();
    }
    assertThat((double) all).isCloseTo(perSecond * 20.0, Percentage.withPercentage(0.2));
  }

  /** 1000 statements a second on 4 threads; one thread stalls for 5 of 20 seconds. */
  @Test
  void afterAStallTheDebtIsPaidAndTheMeanIsKept() {
    Step.Group group = group(4, 1000, Pacing.EVEN, 1);
    Sent other = run(group, 0, 20 * SECOND, MILLI, -1, 0);
    Sent stalled = run(group, 1, 20 * SECOND, MILLI, 500, 5 * SECOND);

    assertThat(stalled.nanos()).hasSameSizeAs(other.nanos()).hasSize(5000);
    assertThat(stalled.stats().unstarted()).isZero();
    for (int k = 0; k < 5000; k++) {
      long due = (4 * k + 1) * MILLI;
      long free = k <= 500 ? due : 2 * SECOND + MILLI + 5 * SECOND + (k - 501) * MILLI;
      assertThat(stalled.nanos().get(k)).as("statement %d", k).isEqualTo(Math.max(due, free));
    }
    assertThat(stalled.nanos().get(4999)).as("on time again").isEqualTo(19_997 * MILLI);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BURSTY")
  void aRateThatCannotBeHeldShowsInResponseTimesAndAsUnstarted(Pacing pacing) {
    Step.Group group = group(1, 1000, pacing, 1);
    Sent sent = run(group, 0, 10 * SECOND, 2 * MILLI, -1, 0);
    OperationStats stats = sent.stats();

    assertThat(stats.successes()).as("as many as it can").isBetween(4_950L, 5_000L);
    assertThat(stats.successes() + stats.unstarted())
        .as("what was due, five standard deviations around the mean")
        .isBetween(9_500L, 10_500L);
    assertThat(stats.service().getMaxValue()).isCloseTo(2 * MILLI, DIGITS);
    assertThat(stats.service().getTotalCount()).isEqualTo(stats.successes());
    LatencySummary response = LatencySummary.of(stats.response());
    assertThat(response.count()).isEqualTo(stats.successes() + stats.unstarted());
    assertThat(response.maxNanos()).as("grew all the time").isGreaterThan(4 * SECOND);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BURSTY")
  void aStallIsInTheResponseTimesOfWhatWasDueMeanwhile(Pacing pacing) {
    Step.Group group = group(1, 100, pacing, 1);
    OperationStats stats = run(group, 0, 60 * SECOND, MILLI, 500, 10 * SECOND).stats();

    assertThat(stats.successes()).isBetween(5_600L, 6_400L);
    assertThat(stats.unstarted()).as("there was time to catch up").isZero();
    assertThat(stats.service().getCountBetweenValues(2 * MILLI, 20 * SECOND)).isEqualTo(1);
    assertThat(stats.response().getCountBetweenValues(SECOND, 20 * SECOND))
        .as("due in 10 s of stall, of which they waited more than one")
        .isBetween(850L, 1_200L);
  }

  /** 100/s, a ramp to 300/s, and 300/s, each for 20 s; the database stands still for 10 s. */
  @Test
  void aStallInALoadProfileIsTheLongestResponseAndItsDebtIsSent() {
    Profile profile =
        new Profile(
            SECOND,
            List.of(
                new Profile.Segment(100, 100, 20 * SECOND),
                new Profile.Segment(100, 300, 20 * SECOND),
                new Profile.Segment(300, 300, 20 * SECOND)));
    OneWorker one = OneWorker.paced(MILLI);
    one.worker.thenTimes(2_500, one.taking(MILLI)).then(one.taking(10 * SECOND));
    one.runWith(group(1, 100, Pacing.EVEN, 1), profile);
    OperationStats stats = one.drain();

    assertThat(stats.successes() + stats.unstarted()).isEqualTo(2_000 + 4_000 + 6_000);
    assertThat(stats.unstarted()).as("there was time to catch up").isLessThanOrEqualTo(1);
    assertThat(stats.response().getMaxValue()).isCloseTo(10 * SECOND, DIGITS);
    assertThat(stats.service().getCountBetweenValues(2 * MILLI, 20 * SECOND)).isEqualTo(1);
    assertThat(stats.response().getCountBetweenValues(SECOND, 20 * SECOND)).isGreaterThan(1_000);
  }

  @Test
  void ofABudgetNoMoreIsUnstartedThanWasLeft() {
    OneWorker one = OneWorker.paced(MILLI);
    one.worker.thenTimes(40, one.taking(MILLI)).then(one.taking(60 * SECOND));
    one.runAt(10, 30 * SECOND, 100);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(41);
    assertThat(stats.unstarted()).isEqualTo(59);
  }

  /** M/D/1: operations of constant length that find their only worker busy queue up. */
  @Test
  void poissonArrivalsQueueAsTheoryHasItWhereEvenOnesNeverWait() {
    double load = 0.8;
    long service = MILLI;
    long[] means = new long[Pacing.values().length];
    for (Pacing pacing : List.of(Pacing.EVEN, Pacing.POISSON)) {
      Step.Group group = group(1, (long) (load * SECOND / service), pacing, 1);
      OperationStats stats = run(group, 0, 200 * SECOND, service, -1, 0).stats();
      means[pacing.ordinal()] = (long) LatencySummary.of(stats.response()).meanNanos();
    }
    double wait = load / (2 * (1 - load)) * service;
    assertThat(means[Pacing.EVEN.ordinal()]).isCloseTo(service, DIGITS);
    assertThat((double) means[Pacing.POISSON.ordinal()])
        .as("Pollaczek and Khinchine")
        .isCloseTo(service + wait, Percentage.withPercentage(6));
  }

  @Test
  void thePoissonOperationsThatAreDueAreThoseOfTheSeed() {
    Step.Group group = group(1, 1000, Pacing.POISSON, 1);
    Sent quick = run(group, 0, 10 * SECOND, 1000, -1, 0);
    Sent slow = run(group, 0, 10 * SECOND, 2 * MILLI, -1, 0);

    assertThat(quick.stats().unstarted()).isZero();
    assertThat(slow.stats().successes() + slow.stats().unstarted())
        .as("however slow the database")
        .isEqualTo(quick.stats().successes());
    assertThat(Arrays.asList(quick.nanos().get(0), quick.nanos().get(1))).doesNotContain(0L);
  }
}
