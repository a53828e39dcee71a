package io.ibench.max;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.max.HighestRate.End;
import io.ibench.max.Trial.Outcome;
import io.ibench.max.Trial.Purpose;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Recorder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a trial passes, and what is said of it and of the search. */
class TrialJudgeTest {

  private static final long MILLI = 1_000_000;
  private static final Limit P99 = new Limit("p99", 0.99, 10 * MILLI);

  private static Histogram responses(long fast, long slow) {
    Histogram all = new Histogram(3_600_000_000_000L, 3);
    all.recordValueWithCount(MILLI, fast);
    if (slow > 0) {
      all.recordValueWithCount(50 * MILLI, slow);
    }
    return all;
  }

  private static Trial judge(Limit limit, double rate, Measured measured) {
    return new TrialJudge(List.of(limit)).judge(7, Purpose.CONFIRM, rate, measured);
  }

  private static Trial counted(
      double rate, double seconds, long succeeded, long failed, long unstarted) {
    return judge(
        new Limit("p50", 0.5, 1_000_000 * MILLI),
        rate,
        new Measured(
            seconds, succeeded, failed, unstarted, responses(succeeded, 0), Optional.empty()));
  }

  /** Of 10,000 operations 9,900 are to be fast; 1.96 standard deviations are 19.5 of them. */
  @ParameterizedTest
  @CsvSource({
    "9920, PASSES",
    "9919, OPEN",
    "9880, OPEN",
    "9879, FAILS",
  })
  void aPercentileIsDecidedOutsideOfItsInterval(long fast, Outcome outcome) {
    Trial trial =
        judge(
            P99,
            1000,
            new Measured(10, 10_000, 0, 0, responses(fast, 10_000 - fast), Optional.empty()));
    assertThat(trial.outcome()).isEqualTo(outcome);
  }

  /** Half take 1 ms and half 3 ms: the mean is 2 ms, and known to 0.02 ms. */
  @ParameterizedTest
  @CsvSource({"2.03, PASSES", "2.01, OPEN", "1.99, OPEN", "1.97, FAILS"})
  void aMeanIsDecidedOutsideOfItsInterval(double limitMillis, Outcome outcome) {
    Histogram halves = new Histogram(3_600_000_000_000L, 3);
    halves.recordValueWithCount(MILLI, 5_000);
    halves.recordValueWithCount(3 * MILLI, 5_000);
    Limit mean = new Limit("mean", 0, Math.round(limitMillis * MILLI));
    Trial trial = judge(mean, 1000, new Measured(10, 10_000, 0, 0, halves, Optional.empty()));
    assertThat(trial.outcome()).isEqualTo(outcome);
    if (outcome != Outcome.PASSES) {
      assertThat(trial.reasons()).containsExactly("mean 2 ms, limit " + limitMillis + " ms");
    }
  }

  @Test
  void withoutOperationsNothingIsDecided() {
    assertThat(
            judge(P99, 0, new Measured(10, 0, 0, 0, responses(0, 0), Optional.empty())).outcome())
        .isEqualTo(Outcome.OPEN);
  }

  /** Random arrivals: of 10,000 five deviations are 500, and of 100,000 2 % are more. */
  @ParameterizedTest
  @CsvSource({"10, 9500, true", "10, 9499, false", "100, 98000, true", "100, 97999, false"})
  void aRateIsHeldWithinTwoPercentOrFiveDeviations(double seconds, long succeeded, boolean held) {
    Trial trial = counted(1000, seconds, succeeded, 0, 0);
    assertThat(trial.passes()).isEqualTo(held);
    if (!held) {
      assertThat(trial.reasons())
          .containsExactly(seconds == 10 ? "reaches 950/s of 1,000/s" : "reaches 980/s of 1,000/s");
    }
    assertThat(trial.reached()).isCloseTo(succeeded / seconds, within(1e-9));
  }

  @Test
  void aRateIsNotHeldWhenMoreThanTwoPercentAreNotDone() {
    assertThat(counted(1000, 10, 10_000, 0, 204).reasons()).isEmpty();
    assertThat(counted(1000, 10, 10_000, 0, 205).reasons())
        .containsExactly("reaches 1,000/s of 1,000/s");
    assertThat(counted(1000, 10, 9_800, 200, 0).reasons())
        .containsExactly("200 of 10,000 operations fail");
    assertThat(counted(1000, 10, 9_799, 201, 0).reasons())
        .containsExactly("reaches 980/s of 1,000/s", "201 of 10,000 operations fail");
  }

  @Test
  void oneFailureInTenThousandIsAllowed() {
    assertThat(counted(1000, 10, 9_999, 1, 0).passes()).isTrue();
    Trial trial = counted(1000, 10, 9_998, 2, 0);
    assertThat(trial.outcome()).isEqualTo(Outcome.FAILS);
    assertThat(trial.reasons()).containsExactly("2 of 10,000 operations fail");
  }

  @Test
  void aTrialHasWhatWasMeasured() {
    Cause cause = new Cause(true, "another program");
    Histogram responses = responses(9_900, 90);
    responses.recordValueWithCount(200 * MILLI, 10);
    Trial trial = judge(P99, 1000, new Measured(10, 10_000, 0, 0, responses, Optional.of(cause)));
    assertThat(trial.number()).isEqualTo(7);
    assertThat(trial.purpose()).isEqualTo(Purpose.CONFIRM);
    assertThat(trial.rate()).isEqualTo(1000);
    assertThat(trial.seconds()).isEqualTo(10);
    assertThat(trial.operations()).isEqualTo(10_000);
    assertThat(trial.p50Nanos()).isCloseTo(MILLI, within(MILLI / 1e3));
    assertThat(trial.p99Nanos()).isCloseTo(MILLI, within(MILLI / 1e3));
    assertThat(trial.p999Nanos()).isCloseTo(50 * MILLI, within(50 * MILLI / 1e3));
    assertThat(trial.clientCause()).contains(cause);
    assertThat(trial.reasons()).containsExactly("p99 1 ms, limit 10 ms");
  }

  @Test
  void operationsThatNeverStartedCountAsTwiceTheLimitAtLeast() {
    Histogram fast = responses(9_000, 0);
    assertThat(P99.nanosOf(P99.withMissing(fast, 1_000))).isCloseTo(2e7, within(2e4));
    assertThat(P99.nanosOf(P99.withMissing(responses(8_999, 1), 1_000)))
        .isCloseTo(5e7, within(5e4));
    assertThat(P99.withMissing(fast, 0)).isSameAs(fast);
    assertThat(fast.getTotalCount()).as("what was measured stays").isEqualTo(9_000);
  }

  @Test
  void aStricterPercentileNeedsMoreOperations() {
    assertThat(P99.leastOperations()).isEqualTo(10_000);
    assertThat(new Limit("p999", 0.999, 1).leastOperations()).isEqualTo(100_000);
    assertThat(new Limit("mean", 0, 1).leastOperations()).isEqualTo(100);
    assertThat(new TrialJudge(List.of(P99, new Limit("mean", 0, 1))).leastOperations())
        .isEqualTo(10_000);
  }

  @Test
  void responsesOfIntervalsAreAddedUntilTheyAreForgotten() {
    Recorder recorder = new Recorder(1, 1, true);
    Responses collected = new Responses();
    for (int interval = 0; interval < 2; interval++) {
      recorder.success(0, 0, MILLI, 2 * MILLI, 1);
      recorder.flip();
      List<OperationStats> sums = Recorder.emptySums(1, 1, true);
      recorder.drainInto(sums);
      collected.add(sums.get(0));
    }
    Measured measured = new Measured(4, 2, 0, 0, collected, Optional.empty());
    assertThat(measured.responses().getTotalCount()).isEqualTo(2);
    assertThat(measured.responses().getMaxValue()).isCloseTo(2 * MILLI, within(MILLI / 100));
    assertThat(measured.perSecond()).isEqualTo(0.5);
    collected.reset();
    assertThat(collected.copy().getTotalCount()).isZero();
    assertThat(measured.responses().getTotalCount()).as("a copy").isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FOUND         | 1,500/s passes, 1,540/s fails",
        "CLIENT        | at least 1,500/s; the client was the limit",
        "OTHERS        | at least 1,500/s; other programs were the limit",
        "NOT_RECOVERED | 1,500/s passes, 1,540/s fails; the database does not recover after a"
            + " failure",
        "NOT_CONFIRMED | not decided: 1,500/s passes, 1,540/s fails, but not each time",
        "NOTHING_PASSES| no rate passes; 1,540/s fails",
        "AT_LEAST      | at least 1,500/s, the highest rate allowed",
        "INTERRUPTED   | interrupted; so far: 1,500/s passes, 1,540/s fails"
      })
  void aSentenceSaysWhatWasFound(End end, String sentence) {
    HighestRate rate =
        new HighestRate(
            end, OptionalDouble.of(1500), OptionalDouble.of(1540), "", List.of(), List.of());
    assertThat(rate.sentence()).isEqualTo(sentence);
    assertThat(rate.isFound()).isEqualTo(end == End.FOUND);
  }

  @Test
  void aSentenceOfASearchThatFoundLittleSaysSo() {
    OptionalDouble none = OptionalDouble.empty();
    assertThat(new HighestRate(End.INTERRUPTED, none, none, "", List.of(), List.of()).sentence())
        .isEqualTo("interrupted; so far: nothing passes");
    assertThat(
            new HighestRate(End.INTERRUPTED, OptionalDouble.of(700), none, "", List.of(), List.of())
                .sentence())
        .isEqualTo("interrupted; so far: 700/s passes");
    assertThat(new HighestRate(End.OTHERS, none, none, "", List.of(), List.of()).sentence())
        .isEqualTo("no rate passes; other programs were the limit");
  }
}
