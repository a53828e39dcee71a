package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CollapseTest {

  private final Collapse collapse = new Collapse();

  @Test
  void theFirstMinuteIsWhatLaterOnesAreComparedWith() {
    assertThat(collapse.observe("l.i0", 59, 1)).isEmpty();
    assertThat(collapse.observe("l.i0", 60, 1_000)).isEmpty();
    assertThat(collapse.observe("l.i0", 90, 49)).isEmpty();
    assertThat(collapse.observe("l.i0", 119.9, 40)).isEmpty();
    assertThat(collapse.observe("l.i0", 120, 40))
        .contains("collapsed: l.i0 is at 4.0 % of its first minute's rate");
  }

  @Test
  void aTwentiethIsEnoughAndBeginsTheHalfMinuteAgain() {
    collapse.observe("l.i0", 60, 1_000);
    assertThat(collapse.observe("l.i0", 70, 10)).isEmpty();
    assertThat(collapse.observe("l.i0", 100, 50)).isEmpty();
    assertThat(collapse.observe("l.i0", 105, 10)).isEmpty();
    assertThat(collapse.observe("l.i0", 134, 10)).isEmpty();
    assertThat(collapse.observe("l.i0", 135, 10)).isPresent();
  }

  @Test
  void eachStepHasItsOwnFirstMinute() {
    collapse.observe("l.i0", 60, 1_000);
    collapse.observe("l.i0", 70, 10);

    assertThat(collapse.observe("l.i0 2", 70, 10)).isEmpty();
    assertThat(collapse.observe("l.i0 2", 200, 10)).isEmpty();
  }
}
