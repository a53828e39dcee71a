package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.suite.Cell.State;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RemainingTimeTest {

  private static Cell done(String variant, int repeat, double seconds) {
    return Cell.planned(1, variant, repeat).over(State.DONE, Optional.empty(), seconds);
  }

  private static Cell planned(String variant) {
    return Cell.planned(1, variant, 9);
  }

  @Test
  void aCellTakesAsLongAsThoseOfItsVariantOrElseAsTheMeanOfAll() {
    RemainingTime time =
        new RemainingTime(
            List.of(
                done("a", 1, 10),
                done("a", 2, 30),
                done("b", 1, 80),
                done("b", 0, 1_000),
                Cell.planned(1, "a", 3).over(State.FAILED, Optional.empty(), 5_000)),
            List.of(done("c", 1, 7)),
            999);

    assertThat(time.isKnown()).isTrue();
    assertThat(time.ofCell("a")).hasValue(20);
    assertThat(time.ofCell("b")).hasValue(80);
    assertThat(time.ofCell("c")).hasValue(40);
    assertThat(time.source()).isEqualTo("from 3 cells");
  }

  @Test
  void cellsOfAnotherSuiteCountUntilOneHasEnded() {
    RemainingTime time =
        new RemainingTime(List.of(planned("a")), List.of(done("a", 1, 12), done("b", 1, 8)), 999);

    assertThat(time.isKnown()).isTrue();
    assertThat(time.ofCell("a")).hasValue(12);
    assertThat(time.ofCell("c")).hasValue(10);
    assertThat(time.source()).isEqualTo("from 2 cells of another suite");
    assertThat(new RemainingTime(List.of(done("a", 1, 3)), List.of(), 1).source())
        .isEqualTo("from 1 cell");
  }

  @Test
  void withoutAnyCellTheSettingsSayHowLongItTakes() {
    RemainingTime time = new RemainingTime(List.of(), List.of(), 15);

    assertThat(time.isKnown()).isFalse();
    assertThat(time.ofCell("a")).isEmpty();
    assertThat(time.of(List.of(planned("a"), planned("b")), Optional.empty(), 5)).isEqualTo(30);
  }

  @Test
  void whatHasPassedOfTheRunningCellIsNotLeft() {
    RemainingTime time = new RemainingTime(List.of(done("a", 1, 10)), List.of(), 999);
    Cell running = planned("a");

    assertThat(time.of(List.of(running, planned("b")), Optional.of(running), 4)).isEqualTo(16);
    assertThat(time.of(List.of(running, planned("b")), Optional.of(running), 40)).isEqualTo(10);
  }
}
