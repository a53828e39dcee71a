package io.ibench.max;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.max.HighestRate.End;
import io.ibench.max.RateSearch.Settings;
import io.ibench.random.Random64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The search for the highest rate, on databases that are formulas. */
class RateSearchTest {

  private static final double MILLI = 1e6;

  private static Settings settings(double limitMillis) {
    Limit p99 = new Limit("p99", 0.99, Math.round(limitMillis * MILLI));
    return new Settings(
        List.of(p99),
        0.03,
        RateSearch.DEFAULT_SECONDS,
        OptionalDouble.empty(),
        OptionalDouble.empty());
  }

  private abstract static class Fake implements RateSearch.Trials {
    @Override
    public void judged(Trial trial) {}
  }

  /** One server with exponential service times, and arrivals at random, in virtual time. */
  private static final class Queue extends Fake {
    private final double perSecond;
    private final Random64 random;

    Queue(double perSecond, long seed) {
      this.perSecond = perSecond;
      this.random = new Random64(seed);
    }

    private double exponential(double rate) {
      return -Math.log(1 - random.nextDouble()) / rate;
    }

    @Override
    public Optional<Measured> run(int number, double rate, double seconds) {
      Histogram responses = new Histogram(3_600_000_000_000L, 3);
      double settling = 10;
      double free = 0;
      long succeeded = 0;
      long unstarted = 0;
      for (double due = 0; due < settling + seconds; due += exponential(rate)) {
        double start = Math.max(due, free);
        free = start + exponential(perSecond);
        if (free >= settling && free < settling + seconds) {
          responses.recordValue(Math.round((free - due) * 1e9));
          succeeded++;
        } else if (start >= settling + seconds) {
          unstarted++;
        }
      }
      return Optional.of(
          new Measured(seconds, succeeded, 0, unstarted, responses, Optional.empty()));
    }
  }

  /** Each rate has one response time in milliseconds; at infinity it is not reached. */
  private static Fake constant(DoubleUnaryOperator millis, Optional<Cause> clientCause) {
    return new Fake() {
      @Override
      public Optional<Measured> run(int number, double rate, double seconds) {
        boolean reached = Double.isFinite(millis.applyAsDouble(rate));
        long all = Math.round(rate * seconds);
        long succeeded = reached ? all : all * 9 / 10;
        Histogram responses = new Histogram(3_600_000_000_000L, 3);
        double response = reached ? millis.applyAsDouble(rate) : 3_000;
        responses.recordValueWithCount(Math.round(response * MILLI), Math.max(1, succeeded));
        return Optional.of(
            new Measured(seconds, succeeded, 0, all - succeeded, responses, clientCause));
      }
    };
  }

  @Test
  void onAQueueTheRateIsThatOfTheClosedForm() throws InterruptedException {
    double perSecond = 2000;
    int good = 0;
    int all = 0;
    for (double millis : new double[] {5, 8, 12, 20, 40}) {
      double expected = perSecond - Math.log(100) / (millis / 1000);
      for (int seed = 1; seed <= 20; seed++) {
        HighestRate rate =
            new RateSearch(settings(millis), new Queue(perSecond, seed)).search(perSecond);
        all++;
        double middle = Math.sqrt(rate.passes().orElse(0) * rate.fails().orElse(0));
        if (rate.isFound() && Math.abs(middle / expected - 1) <= 0.03) {
          good++;
        }
      }
    }
    assertThat(all).isEqualTo(100);
    assertThat(good).isGreaterThanOrEqualTo(95);
  }

  @Test
  void aCliffIsBracketedInTwelveTrials() throws InterruptedException {
    Fake cliff = constant(rate -> rate <= 5000 ? 2 : Double.POSITIVE_INFINITY, Optional.empty());
    for (double capacity : new double[] {4500, 5000, 5500, 8000}) {
      HighestRate rate = new RateSearch(settings(10), cliff).search(capacity);
      assertThat(rate.end()).isEqualTo(End.FOUND);
      assertThat(rate.passes().getAsDouble()).isBetween(5000 / 1.03, 5000.0);
      assertThat(rate.fails().getAsDouble()).isBetween(5000.0, 5000 * 1.03);
      assertThat(rate.trials().stream().filter(each -> isBracket(each.purpose())).count())
          .isLessThanOrEqualTo(12);
    }
  }

  private static boolean isBracket(Trial.Purpose purpose) {
    return purpose == Trial.Purpose.SEARCH || purpose == Trial.Purpose.RECOVERY;
  }

  @Test
  void aFailureThatTheClientCausedEndsTheSearch() throws InterruptedException {
    Fake slow =
        constant(
            rate -> rate <= 9000 ? 1 : Double.POSITIVE_INFINITY,
            Optional.of(new Cause(false, "its CPUs are used up")));
    HighestRate rate = new RateSearch(settings(10), slow).search(10_000);
    assertThat(rate.end()).isEqualTo(End.CLIENT);
    assertThat(rate.sentence()).matches("at least [789],.../s; the client was the limit");
    assertThat(rate.remarks().toString()).contains("its CPUs are used up");
  }

  @Test
  void resultsThatAreNotMonotoneAreListedAndTheLowerOneCounts() throws InterruptedException {
    Fake hole =
        constant(rate -> rate > 3000 && rate <= 4000 || rate > 8000 ? 100 : 2, Optional.empty());
    HighestRate rate = new RateSearch(settings(10), hole).search(8000);
    assertThat(rate.passes().getAsDouble()).isBetween(3000 / 1.03, 3000.0);
    assertThat(rate.remarks().toString()).contains("not monotone: 4,000/s fails and");
  }

  @Test
  void aDatabaseThatDoesNotRecoverEndsTheSearch() throws InterruptedException {
    double[] highest = {0};
    Fake broken =
        constant(
            rate -> {
              highest[0] = Math.max(highest[0], rate);
              return highest[0] > 5000 ? 500 : 1;
            },
            Optional.empty());
    HighestRate rate = new RateSearch(settings(10), broken).search(8000);
    assertThat(rate.end()).isEqualTo(End.NOT_RECOVERED);
    assertThat(rate.isFound()).isFalse();
  }

  @Test
  void theUsersBoundsEndTheSearch() throws InterruptedException {
    Limit p99 = new Limit("p99", 0.99, Math.round(10 * MILLI));
    Settings to =
        new Settings(List.of(p99), 0.03, 30, OptionalDouble.empty(), OptionalDouble.of(700));
    Settings from =
        new Settings(List.of(p99), 0.03, 30, OptionalDouble.of(900), OptionalDouble.empty());
    Fake fast = constant(rate -> 1, Optional.empty());
    Fake slow = constant(rate -> 50, Optional.empty());
    assertThat(new RateSearch(to, fast).search(1000).sentence())
        .isEqualTo("at least 700/s, the highest rate allowed");
    assertThat(new RateSearch(from, slow).search(1000).end()).isEqualTo(End.NOTHING_PASSES);
  }

  @Test
  void anOpenTrialIsRepeatedWithUpToFourTimesItsLengthAndThenFails() throws InterruptedException {
    Fake undecided =
        new Fake() {
          @Override
          public Optional<Measured> run(int number, double rate, double seconds) {
            Histogram responses = new Histogram(3_600_000_000_000L, 3);
            long all = Math.round(rate * seconds);
            responses.recordValueWithCount(Math.round(MILLI), Math.round(all * 0.99));
            responses.recordValueWithCount(Math.round(50 * MILLI), Math.round(all * 0.01));
            return Optional.of(new Measured(seconds, all, 0, 0, responses, Optional.empty()));
          }
        };
    HighestRate rate = new RateSearch(settings(10), undecided).search(1000);
    assertThat(rate.trials().subList(0, 3).stream().map(Trial::seconds))
        .containsExactly(60.0, 120.0, 240.0);
    assertThat(rate.end()).isEqualTo(End.NOTHING_PASSES);
  }

  /** Passes below 5,000/s; from a trial on, something else than the database makes trials fail. */
  private static Fake disturbed(Trial.Purpose purpose, Cause cause) {
    return new Fake() {
      private Optional<Trial.Purpose> next = Optional.empty();
      private int above;

      @Override
      public Optional<Measured> run(int number, double rate, double seconds)
          throws InterruptedException {
        boolean fails = rate > 5000;
        boolean disturbs = next.isPresent() && !fails;
        return constant(
                any -> fails || disturbs ? 500 : 1, Optional.of(cause).filter(c -> disturbs))
            .run(number, rate, seconds);
      }

      /** After a pass and a failure the search lets the database recover; then it repeats. */
      @Override
      public void judged(Trial trial) {
        above += trial.outcome() == Trial.Outcome.FAILS ? 1 : 0;
        boolean begins =
            purpose == Trial.Purpose.RECOVERY ? above == 1 : trial.purpose() == purpose;
        next = begins || next.isPresent() ? Optional.of(purpose) : next;
      }
    };
  }

  @Test
  void aRecoveryThatTheClientPreventedIsNoFaultOfTheDatabase() throws InterruptedException {
    Cause cause = new Cause(false, "its CPUs are used up");
    HighestRate rate =
        new RateSearch(settings(10), disturbed(Trial.Purpose.RECOVERY, cause)).search(8000);
    assertThat(rate.trials().get(rate.trials().size() - 1).purpose())
        .isEqualTo(Trial.Purpose.RECOVERY);
    assertThat(rate.end()).isEqualTo(End.CLIENT);
    assertThat(rate.sentence()).startsWith("at least ").endsWith("; the client was the limit");
    assertThat(rate.remarks().toString()).contains("its CPUs are used up");
  }

  @Test
  void aConfirmationThatOtherProgramsPreventedNamesThem() throws InterruptedException {
    Cause cause = new Cause(true, "other programs used 60 % of the CPUs' time");
    HighestRate rate =
        new RateSearch(settings(10), disturbed(Trial.Purpose.CONFIRM, cause)).search(8000);
    assertThat(rate.trials().get(rate.trials().size() - 1).purpose())
        .isEqualTo(Trial.Purpose.CONFIRM);
    assertThat(rate.end()).isEqualTo(End.OTHERS);
    assertThat(rate.isFound()).isFalse();
    assertThat(rate.sentence())
        .startsWith("at least 4,")
        .endsWith("; other programs were the limit");
    assertThat(rate.remarks().toString()).contains("other programs used 60 %");
  }

  @Test
  void otherProgramsThatAreTheLimitFromTheFirstOnEndTheSearch() throws InterruptedException {
    Cause cause = new Cause(true, "other programs used 60 % of the CPUs' time");
    Fake disturbed = constant(rate -> 50, Optional.of(cause));
    HighestRate rate = new RateSearch(settings(10), disturbed).search(8000);
    assertThat(rate.trials()).hasSize(2);
    assertThat(rate.sentence()).isEqualTo("no rate passes; other programs were the limit");
    assertThat(rate.remarks().toString()).contains("at 2,000/s: other programs used 60 %");
  }

  @Test
  void aRateThatPassesBesideOtherProgramsIsStillSearched() throws InterruptedException {
    Cause cause = new Cause(true, "other programs used 60 % of the CPUs' time");
    Fake disturbed = constant(rate -> rate <= 2500 ? 1 : 50, Optional.of(cause));
    HighestRate rate = new RateSearch(settings(10), disturbed).search(8000);
    assertThat(rate.sentence()).matches("at least 2,4../s; other programs were the limit");
  }

  @Test
  void operationsThatNeverStartedCountForEachLimit() {
    Histogram fast = new Histogram(3);
    fast.recordValueWithCount(Math.round(MILLI), 10_000);
    Measured all = new Measured(10, 10_000, 0, 0, fast, Optional.empty());
    Measured late = new Measured(10, 10_000, 0, 150, fast, Optional.empty());
    for (Limit limit :
        List.of(
            new Limit("mean", 0, Math.round(1.01 * MILLI)),
            new Limit("p99", 0.99, Math.round(10 * MILLI)))) {
      TrialJudge judge = new TrialJudge(List.of(limit));
      assertThat(judge.judge(1, Trial.Purpose.SEARCH, 1000, all).reasons()).isEmpty();
      Trial failed = judge.judge(1, Trial.Purpose.SEARCH, 1000, late);
      assertThat(failed.outcome()).as(limit.name()).isEqualTo(Trial.Outcome.FAILS);
      assertThat(failed.reasons().toString()).contains(limit.name() + " ");
    }
  }

  @Test
  void timesHaveTheUnitThatReadsBest() {
    assertThat(List.of(30e9, 1.5e9, 999.6e6, 10e6, 250e3, 1e6, 80.0).stream().map(Limit::time))
        .containsExactly("30 s", "1.5 s", "1 s", "10 ms", "250 us", "1 ms", "0.08 us");
  }
}
