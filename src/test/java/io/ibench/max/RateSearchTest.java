package io.ibench.max;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.max.HighestRate.End;
import io.ibench.max.RateSearch.Settings;
import io.ibench.random.Random64;
import io.ibench.testing.Slow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
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

  @Slow
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

  private static List<Double> rates(HighestRate found) {
    return found.trials().stream().map(Trial::rate).toList();
  }

  private static List<Trial.Purpose> purposes(HighestRate found) {
    return found.trials().stream().map(Trial::purpose).toList();
  }

  @Test
  void aBracketIsHalvedGeometricallyAndItsEndsAreRepeatedInTurn() throws InterruptedException {
    Fake cliff = constant(rate -> rate <= 5000 ? 2 : Double.POSITIVE_INFINITY, Optional.empty());
    HighestRate found = new RateSearch(settings(10), cliff).search(8000);
    double first = Math.sqrt(4000.0 * 10_000);
    assertThat(rates(found).subList(0, 4))
        .usingElementComparator((a, b) -> Math.abs(a - b) < 1e-6 ? 0 : Double.compare(a, b))
        .containsExactly(4000.0, first, 2000.0, Math.sqrt(4000 * first));
    assertThat(purposes(found).subList(0, 4))
        .containsExactly(
            Trial.Purpose.SEARCH,
            Trial.Purpose.SEARCH,
            Trial.Purpose.RECOVERY,
            Trial.Purpose.SEARCH);
    assertThat(found.trials().stream().map(Trial::number))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, found.trials().size()).boxed().toList());
    double pass = found.passes().getAsDouble();
    double fail = found.fails().getAsDouble();
    List<Trial> end =
        found.trials().stream()
            .filter(
                each ->
                    each.purpose() == Trial.Purpose.CONFIRM
                        || each.purpose() == Trial.Purpose.FIRST_AGAIN)
            .toList();
    assertThat(end.stream().map(Trial::rate)).containsExactly(pass, fail, pass, fail, pass, 4000.0);
    assertThat(found.confidence())
        .isEqualTo("3 of 3 trials of the lower rate pass, 3 of 3 of the higher one fail");
    assertThat(found.remarks()).isEmpty();
  }

  @Test
  void aRateAboveTheCapacityIsSearchedAQuarterHigherEachTime() throws InterruptedException {
    Fake cliff = constant(rate -> rate <= 1500 ? 2 : 50, Optional.empty());
    HighestRate found = new RateSearch(settings(10), cliff).search(1000);
    assertThat(rates(found)).startsWith(500.0, Math.sqrt(500 * 1250.0)).contains(1250 * 1.25);
    assertThat(rates(found).stream().mapToDouble(rate -> rate).max()).hasValue(1562.5);
    assertThat(found.passes().getAsDouble()).isBetween(1500 / 1.03, 1500.0);
  }

  @Test
  void aTrialLastsUntilItsOperationsShowThePercentile() throws InterruptedException {
    HighestRate found =
        new RateSearch(settings(10), constant(r -> 50, Optional.empty())).search(200);
    Trial first = found.trials().get(0);
    assertThat(first.rate()).isEqualTo(100);
    assertThat(first.seconds()).as("10,000 operations").isEqualTo(100);
    assertThat(found.end()).isEqualTo(End.NOTHING_PASSES);
    assertThat(found.fails().getAsDouble()).as("the lowest rate").isEqualTo(200.0 / 1024);
  }

  @Test
  void aDatabaseThatRecoversToLessHasLessAsItsLimit() throws InterruptedException {
    boolean[] worn = {false};
    Fake wearing =
        constant(
            rate -> {
              worn[0] |= rate > 5000;
              return rate > (worn[0] ? 1500 : 5000) ? 50 : 1;
            },
            Optional.empty());
    HighestRate found = new RateSearch(settings(10), wearing).search(8000);
    assertThat(rates(found).subList(2, 4)).containsExactly(2000.0, 1000.0);
    assertThat(purposes(found).subList(2, 4))
        .containsExactly(Trial.Purpose.RECOVERY, Trial.Purpose.RECOVERY);
    assertThat(found.passes().getAsDouble()).isBetween(1500 / 1.03, 1500.0);
    assertThat(found.fails().getAsDouble()).isBetween(1500.0, 1500 * 1.03);
    assertThat(found.remarks())
        .as("the first rate passed before")
        .anySatisfy(
            remark ->
                assertThat(remark)
                    .isEqualTo(
                        "the first trial, repeated at the end, has a p99 of 50 ms instead of 1"
                            + " ms: the data or the machine changed during the search"));
  }

  @Test
  void aCauseOfTheClientInTheSecondRecoveryEndsTheSearchToo() throws InterruptedException {
    Cause cause = new Cause(false, "its CPUs are used up");
    Fake fake =
        new Fake() {
          @Override
          public Optional<Measured> run(int number, double rate, double seconds)
              throws InterruptedException {
            return constant(any -> number > 1 ? 50 : 1, Optional.of(cause).filter(c -> number > 3))
                .run(number, rate, seconds);
          }
        };
    HighestRate found = new RateSearch(settings(10), fake).search(8000);
    assertThat(found.trials()).hasSize(4);
    assertThat(found.end()).isEqualTo(End.CLIENT);
    assertThat(found.remarks()).startsWith("at 1,000/s: its CPUs are used up");
  }

  @Test
  void aLowerRateThatDoesNotRepeatItsPassIsLowered() throws InterruptedException {
    HighestRate found = new RateSearch(settings(10), confirming(false, false)).search(6000);
    assertThat(found.end()).isEqualTo(End.NOT_CONFIRMED);
    assertThat(found.sentence()).startsWith("not decided: ").endsWith(", but not each time");
    assertThat(found.remarks().stream().filter(each -> each.endsWith("in a part of its trials")))
        .hasSize(6)
        .allSatisfy(each -> assertThat(each).contains("/s passes in"))
        .doesNotHaveDuplicates();
    assertThat(found.fails().getAsDouble() / found.passes().getAsDouble())
        .as("one step of the grid")
        .isCloseTo(Math.sqrt(1.03), within(1e-9));
    assertThat(found.passes().getAsDouble())
        .as("six steps below what passed")
        .isCloseTo(highestPass(found) / Math.pow(1.03, 3), within(1e-6));
  }

  @Test
  void aHigherRateThatDoesNotRepeatItsFailureIsRaised() throws InterruptedException {
    HighestRate found = new RateSearch(settings(10), confirming(true, true)).search(6000);
    assertThat(found.end()).isEqualTo(End.NOT_CONFIRMED);
    assertThat(found.remarks().stream().filter(each -> each.endsWith("in a part of its trials")))
        .hasSize(6)
        .allSatisfy(each -> assertThat(each).contains("/s fails in"))
        .doesNotHaveDuplicates();
    assertThat(found.fails().getAsDouble())
        .as("six steps above what failed")
        .isCloseTo(lowestFailure(found) * Math.pow(1.03, 3), within(1e-6));
  }

  private static double highestPass(HighestRate found) {
    return found.trials().stream()
        .filter(each -> each.purpose() == Trial.Purpose.SEARCH && each.passes())
        .mapToDouble(Trial::rate)
        .max()
        .orElseThrow();
  }

  private static double lowestFailure(HighestRate found) {
    return found.trials().stream()
        .filter(each -> each.purpose() == Trial.Purpose.SEARCH && !each.passes())
        .mapToDouble(Trial::rate)
        .min()
        .orElseThrow();
  }

  /** A cliff at 5,000/s; when rates are repeated, those below and above it do as told. */
  private static Fake confirming(boolean lowerPasses, boolean higherPasses) {
    return new Fake() {
      private final List<Double> searched = new ArrayList<>();
      private boolean repeats;

      @Override
      public Optional<Measured> run(int number, double rate, double seconds)
          throws InterruptedException {
        repeats |= searched.contains(rate);
        boolean passes = rate <= 5000 ? !repeats || lowerPasses : repeats && higherPasses;
        return constant(any -> passes ? 1 : 50, Optional.empty()).run(number, rate, seconds);
      }

      @Override
      public void judged(Trial trial) {
        if (trial.purpose() == Trial.Purpose.SEARCH) {
          searched.add(trial.rate());
        }
      }
    };
  }

  @Test
  void aHigherRateMayPassOnceOfThreeTimes() throws InterruptedException {
    Fake mostly =
        new Fake() {
          private int confirmed;

          @Override
          public Optional<Measured> run(int number, double rate, double seconds)
              throws InterruptedException {
            boolean lucky = confirmed == 1 && rate > 5000;
            return constant(any -> rate <= 5000 || lucky ? 1 : 50, Optional.empty())
                .run(number, rate, seconds);
          }

          @Override
          public void judged(Trial trial) {
            confirmed += trial.purpose() == Trial.Purpose.CONFIRM ? 1 : 0;
          }
        };
    HighestRate found = new RateSearch(settings(10), mostly).search(8000);
    assertThat(found.end()).isEqualTo(End.FOUND);
    assertThat(found.confidence())
        .isEqualTo("3 of 3 trials of the lower rate pass, 2 of 3 of the higher one fail");
  }

  @Test
  void theFirstTrialMayChangeByATenth() throws InterruptedException {
    for (double factor : new double[] {1, 1.09, 0.92, 1.12, 0.88}) {
      int[] firsts = {0};
      Fake cliff =
          constant(
              rate -> {
                if (rate == 4000) {
                  firsts[0]++;
                }
                return rate > 5000 ? 50 : rate == 4000 && firsts[0] > 2 ? 2 * factor : 2;
              },
              Optional.empty());
      HighestRate found = new RateSearch(settings(10), cliff).search(8000);
      assertThat(found.trials().get(found.trials().size() - 1).purpose())
          .isEqualTo(Trial.Purpose.FIRST_AGAIN);
      assertThat(found.remarks()).as("by " + factor).hasSize(Math.abs(factor - 1) > 0.1 ? 1 : 0);
    }
  }

  @Test
  void farAboveTheLowestFailureOneRateIsTriedAndEachContradictionListed()
      throws InterruptedException {
    Fake hole =
        constant(rate -> rate > 3000 && rate <= 4000 || rate > 8000 ? 100 : 2, Optional.empty());
    HighestRate found = new RateSearch(settings(10), hole).search(8000);
    double above = Math.sqrt(found.fails().getAsDouble() * 8000);
    assertThat(found.trials().stream().filter(each -> each.purpose() == Trial.Purpose.ABOVE))
        .singleElement()
        .satisfies(each -> assertThat(each.rate()).isCloseTo(above, within(1e-6)));
    List<String> expected =
        found.trials().stream()
            .filter(each -> !each.passes())
            .map(
                each ->
                    String.format(
                        Locale.ROOT,
                        "not monotone: %,.0f/s fails and %,.0f/s passes; the lower one counts",
                        each.rate(),
                        above))
            .distinct()
            .toList();
    assertThat(expected).hasSizeGreaterThan(2);
    assertThat(found.remarks()).containsExactlyElementsOf(expected);
  }

  @Test
  void nothingIsTriedAboveTheHighestRateAllowed() throws InterruptedException {
    Fake cliff = constant(rate -> rate <= 3000 ? 2 : 100, Optional.empty());
    Settings narrow =
        new Settings(
            settings(10).limits(), 0.03, 60, OptionalDouble.empty(), OptionalDouble.of(4500));
    assertThat(purposes(new RateSearch(narrow, cliff).search(8000)))
        .doesNotContain(Trial.Purpose.ABOVE);
    assertThat(purposes(new RateSearch(settings(10), cliff).search(8000)))
        .contains(Trial.Purpose.ABOVE);
    assertThat(purposes(new RateSearch(settings(10), cliff).search(3600)))
        .as("the failure is near the capacity")
        .doesNotContain(Trial.Purpose.ABOVE);
  }

  @Test
  void aRunThatIsStoppedHasWhatWasFoundSoFar() throws InterruptedException {
    Fake stopped =
        new Fake() {
          @Override
          public Optional<Measured> run(int number, double rate, double seconds)
              throws InterruptedException {
            return number == 3
                ? Optional.empty()
                : constant(r -> r <= 5000 ? 1 : 50, Optional.empty()).run(number, rate, seconds);
          }
        };
    HighestRate found = new RateSearch(settings(10), stopped).search(8000);
    assertThat(found.end()).isEqualTo(End.INTERRUPTED);
    assertThat(found.trials()).hasSize(2);
    assertThat(found.sentence()).isEqualTo("interrupted; so far: 4,000/s passes, 6,325/s fails");
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
