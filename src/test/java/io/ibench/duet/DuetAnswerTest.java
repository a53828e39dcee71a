package io.ibench.duet;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.duet.DuetAnswer.State;
import io.ibench.statistics.AnytimeInterval;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DuetAnswerTest {

  private static final AnytimeInterval NO_CPU = AnytimeInterval.of(new double[0], new int[0]);

  private static AnytimeInterval percent(double low, double high) {
    double from = Math.log1p(low / 100);
    double to = Math.log1p(high / 100);
    return new AnytimeInterval(8, (from + to) / 2, from, to, 0);
  }

  private static DuetAnswer answer(AnytimeInterval time, boolean swapped) {
    return DuetAnswer.of(time, NO_CPU, 0.01, swapped ? 0 : DuetAnswer.INSTANCES);
  }

  @Test
  void aDifferenceIsSaidWithItsInterval() {
    DuetAnswer slower = DuetAnswer.of(percent(1.2, 2.4), percent(1.9, 2.3), 0.01, 0);
    assertThat(slower.state()).isEqualTo(State.DIFFERENT);
    assertThat(slower.sentence())
        .isEqualTo(
            "B is 1.8 % slower than A (95 %: 1.2 to 2.4 %); CPU per operation 2.1 % more"
                + " (1.9 to 2.3 %)");
    assertThat(answer(percent(-12, -8), true).sentence())
        .isEqualTo("B is 10 % faster than A (95 %: 8.0 to 12 %)");
  }

  /** CPU is often sure where the disk disturbs the time. */
  @Test
  void atTheEndTheCpuAnswersIfTheTimeDoesNot() {
    AnytimeInterval time = percent(-1.8, 3.4);
    AnytimeInterval cpu = percent(0.3, 1.1);
    assertThat(DuetAnswer.of(time, cpu, 0.01, 0).state()).isEqualTo(State.OPEN);
    DuetAnswer end = DuetAnswer.atEnd(time, cpu, 0.01, 0);
    assertThat(end.state()).isEqualTo(State.DIFFERENT_CPU);
    assertThat(end.sentence())
        .isEqualTo(
            "B takes 0.7 % more CPU per operation than A (95 %: 0.3 to 1.1 %); its time is not"
                + " decided: 0.8 % slower (95 %: -1.8 to 3.4 %)");
    assertThat(DuetAnswer.atEnd(time, cpu, 0.01, DuetAnswer.INSTANCES).state())
        .isEqualTo(State.OPEN);
    assertThat(DuetAnswer.atEnd(time, percent(-12, -8), 0.01, 0).sentence())
        .startsWith("B takes 10 % less CPU per operation than A (95 %: 8.0 to 12 %); its time");
    assertThat(DuetAnswer.atEnd(time, NO_CPU, 0.01, 0).state()).isEqualTo(State.OPEN);
  }

  @Test
  void noDifferenceIsSaidWithItsLimit() {
    DuetAnswer alike = answer(percent(-0.3, 0.7), true);
    assertThat(alike.state()).isEqualTo(State.ALIKE);
    assertThat(alike.sentence()).isEqualTo("no difference above 0.7 % (95 %)");
  }

  @Test
  void aWideIntervalDecidesNothing() {
    DuetAnswer open = answer(percent(-2, 3), true);
    assertThat(open.state()).isEqualTo(State.OPEN);
    assertThat(open.sentence()).startsWith("not decided: B is 0.5 % slower");
    assertThat(answer(percent(0.1, 30), true).state()).isEqualTo(State.OPEN);
    assertThat(answer(new AnytimeInterval(3, 0.1, 0.05, 0.15, 0), true).sentence())
        .isEqualTo("too few blocks to tell a difference");
  }

  /** Two servers that run already keep what belongs to each instance. */
  @Test
  void nothingBelowTheDifferenceOfTwoInstancesIsSaidOfServersThatKeepTheirSettings() {
    DuetAnswer small = answer(percent(0.4, 1.1), false);
    assertThat(small.state()).isEqualTo(State.LIKE_INSTANCES);
    assertThat(small.sentence()).contains("two equal instances differ by up to 1.5 %");
    assertThat(answer(percent(2, 3), false).state()).isEqualTo(State.DIFFERENT);
    assertThat(answer(percent(-0.5, 0.5), false).state()).isEqualTo(State.LIKE_INSTANCES);
    assertThat(answer(percent(1, 2.6), false).state()).isEqualTo(State.LIKE_INSTANCES);
  }

  @Test
  void aConditionIsTrueOnlyIfItIsForTheWholeInterval() {
    List<String> mistakes = new ArrayList<>();
    DuetGate gate = DuetGate.parse("time > 1.01", mistakes).orElseThrow();
    assertThat(mistakes).isEmpty();
    assertThat(gate.isTrue(percent(1.5, 2), NO_CPU)).isTrue();
    assertThat(gate.isTrue(percent(0.5, 2), NO_CPU)).isFalse();
    assertThat(gate.isDecided(percent(0.5, 2), NO_CPU)).isFalse();
    assertThat(gate.isDecided(percent(0.2, 0.8), NO_CPU)).isTrue();
    assertThat(DuetGate.parse("cpu<0.9", mistakes).orElseThrow().isTrue(NO_CPU, percent(-30, -20)))
        .isTrue();
    for (String wrong : List.of("time", "qps>1", "time>x", "time>0", "time>1.2.3", "time>99")) {
      assertThat(DuetGate.parse(wrong, mistakes)).as(wrong).isEmpty();
    }
    assertThat(mistakes).hasSize(6).allMatch(line -> line.startsWith("--fail-if "));
  }

  @Test
  void atTheEndADifferenceIsSaidHoweverWideItsIntervalIs() {
    AnytimeInterval wide = percent(0.3, 4);
    assertThat(DuetAnswer.of(wide, NO_CPU, 0.01, 0).state()).isEqualTo(DuetAnswer.State.OPEN);
    DuetAnswer last = DuetAnswer.atEnd(wide, NO_CPU, 0.01, 0);
    assertThat(last.state()).isEqualTo(DuetAnswer.State.DIFFERENT);
    assertThat(last.sentence()).isEqualTo("B is 2.1 % slower than A (95 %: 0.3 to 4.0 %)");
    assertThat(DuetAnswer.atEnd(percent(-0.3, 4), NO_CPU, 0.01, 0).state())
        .isEqualTo(DuetAnswer.State.OPEN);
    assertThat(DuetAnswer.atEnd(wide, NO_CPU, 0.01, DuetAnswer.INSTANCES).state())
        .isEqualTo(DuetAnswer.State.OPEN);
  }
}
