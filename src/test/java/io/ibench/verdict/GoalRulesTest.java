package io.ibench.verdict;

import static io.ibench.verdict.Steps.QUERY;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.RateEnd;
import io.ibench.measure.RateGoal;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class GoalRulesTest {

  private static final RateGoal ONE = RateGoal.error(1);

  private static RateEnd steady(boolean reached, double change, double error) {
    return new RateEnd(RateGoal.STEADY, reached, 50, 100, 98.1, change, error);
  }

  private static RateEnd mean(boolean reached, double error) {
    return new RateEnd(ONE, reached, 0, 100, 9_812, Double.NaN, error);
  }

  private static Judgement judged(RateEnd end) {
    return Steps.queries().did(QUERY, 9_105, 0, 0, 0).rateEnd(end).judged();
  }

  private static void assertRemarked(RateEnd end, String remark) {
    Judgement judgement = judged(end);
    assertThat(judgement.verdict()).isEqualTo(Verdict.VALID);
    assertThat(judgement.remarks()).containsExactly(remark);
  }

  private static void assertDegraded(RateEnd end, String reason) {
    Judgement judgement = judged(end);
    assertThat(judgement.verdict()).isEqualTo(Verdict.DEGRADED);
    assertThat(judgement.reasons()).containsExactly(reason);
    assertThat(judgement.remarks()).isEmpty();
  }

  @Test
  void aSteadyRateIsShownBesideThatOfTheWholeStep() {
    assertRemarked(
        steady(true, 1, 2), "steady since 50 s: 98.1 qps in the last 50 s; 91 in the whole step");
  }

  @Test
  void aRateThatStillChangesDegradesTheStep() {
    assertDegraded(
        steady(false, -12, 3),
        "not steady after 100 s: the rate still falls by 14 % a minute; 98.1 qps in the last 50 s;"
            + " 91 in the whole step");
    assertDegraded(
        steady(false, 9.5, 1),
        "not steady after 100 s: the rate still rises by 11 % a minute; 98.1 qps in the last 50 s;"
            + " 91 in the whole step");
  }

  @Test
  void aRateThatScattersDegradesTheStep() {
    assertDegraded(
        steady(false, -2, 17),
        "not steady after 100 s: 98.1 qps in the last 50 s; 91 in the whole step; the rate"
            + " scatters: it may have changed by 19 % in the last 50 s (most: 10 %)");
  }

  @Test
  void aMeanThatIsKnownHasItsError() {
    assertRemarked(mean(true, 0.91), "9,812 qps +-0.91 % (95 %) after 100 s");
    assertDegraded(mean(false, 1.8), "9,812 qps +-1.8 % (95 %) after 100 s (asked: 1 %)");
    assertDegraded(mean(false, 1.002), "9,812 qps +-1.002 % (95 %) after 100 s (asked: 1 %)");
  }

  @Test
  void aRateOfWhichNothingIsKnownDegradesTheStep() {
    assertDegraded(
        new RateEnd(ONE, false, 0, 100, Double.NaN, Double.NaN, Double.NaN),
        "nothing is known of the rate after 100 s: too few intervals, or no work");
  }

  @Test
  void aStepWhoseWorkWasDoneBeforeIsNotDegraded() {
    Judgement judgement =
        Steps.queries()
            .did(QUERY, 600, 0, 0, 0)
            .rateEnd(steady(false, -12, 3))
            .lasting(60)
            .judged();
    assertThat(judgement.verdict()).isEqualTo(Verdict.VALID);
    assertThat(judgement.remarks())
        .containsExactly(
            "its work was done before: not steady after 60 s: the rate still falls by 14 % a minute;"
                + " 98.1 qps in the last 50 s; 10 in the whole step");
  }

  @Test
  void aStepThatWasInterruptedIsNotJudgedByItsRate() {
    Judgement judgement =
        Steps.queries().rateEnd(steady(false, -12, 3)).interrupted().lasting(60).judged();
    assertThat(judgement.reasons()).containsExactly("interrupted after 60 s of 100 s");
  }

  /** Before its rate was steady it was another one: that is what the step is for. */
  @Test
  void aStepThatBecameSteadyMayBeginOtherwise() {
    long[] warmingUp = new long[100];
    Arrays.fill(warmingUp, 10);
    Arrays.fill(warmingUp, 0, 40, 5);
    assertThat(Steps.queries().intervals(warmingUp).judged().reasons()).hasSize(1);
    Judgement judgement = Steps.queries().intervals(warmingUp).rateEnd(steady(true, 1, 2)).judged();
    assertThat(judgement.reasons()).isEmpty();
    assertThat(judgement.verdict()).isEqualTo(Verdict.VALID);
    assertThat(
            Steps.queries().intervals(warmingUp).rateEnd(steady(false, -12, 3)).judged().reasons())
        .hasSize(2);
  }
}
