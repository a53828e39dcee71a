package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.suite.Cell.State;
import io.ibench.suite.Cell.Times;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CellTest {

  private final Cell planned = Cell.planned(3, "redo4", 2);

  @Test
  void aRepeatHasItsNumberInItsNameAndFolder() {
    assertThat(planned.name()).isEqualTo("redo4-r2");
    assertThat(planned.run()).isEqualTo(Path.of("redo4", "run-2"));
    assertThat(planned.isLoad()).isFalse();
    assertThat(planned.state()).isEqualTo(State.PLANNED);
    assertThat(planned.times()).isEqualTo(Times.NONE);
  }

  @Test
  void theLoadIsNoRepeat() {
    Cell load = Cell.planned(1, "redo4", 0);

    assertThat(load.name()).isEqualTo("redo4-load");
    assertThat(load.run()).isEqualTo(Path.of("redo4", "load"));
    assertThat(load.isLoad()).isTrue();
  }

  @Test
  void onlyTheLastStatesAreOver() {
    assertThat(State.values())
        .filteredOn(State::isOver)
        .containsExactly(State.DONE, State.FAILED, State.SKIPPED, State.INTERRUPTED);
    assertThat(State.values())
        .filteredOn(State::leavesSomething)
        .containsExactly(
            State.PREPARING,
            State.STARTING,
            State.CHECKING,
            State.RUNNING,
            State.COLLECTING,
            State.STOPPING,
            State.CLEANING);
  }

  @Test
  void eachChangeKeepsTheRest() {
    Cell.Server server = new Cell.Server("10.11", "/data/1", 3307);
    Cell.Child child = new Cell.Child(42, 1_000);
    Canary.Figures canary = new Canary.Figures(1, 2, 3);
    Cell running =
        planned
            .begun(5_000)
            .in(State.RUNNING)
            .on(server)
            .running(child)
            .withCanary(canary)
            .withReadBack(Map.of("a", "b"))
            .remarked("one")
            .remarked("two");

    assertThat(running)
        .isEqualTo(
            new Cell(
                3,
                "redo4",
                2,
                State.RUNNING,
                Optional.empty(),
                new Times(5_000, 0, 0),
                Optional.empty(),
                Optional.of(server),
                Optional.of(child),
                Map.of("a", "b"),
                Optional.of(canary),
                List.of("one", "two")));
    assertThat(running.ended(7, 60).because("x").over(State.FAILED, Optional.of("why"), 90))
        .isEqualTo(
            new Cell(
                3,
                "redo4",
                2,
                State.FAILED,
                Optional.of("why"),
                new Times(5_000, 90, 60),
                Optional.of(7),
                Optional.of(server),
                Optional.empty(),
                Map.of("a", "b"),
                Optional.of(canary),
                List.of("one", "two")));
    assertThat(running.because("x").reason()).contains("x");
  }

  @Test
  void aCellThatBeginsAgainForgetsItsServerAndRun() {
    Cell again =
        planned
            .begun(5_000)
            .on(new Cell.Server("10.11", "/data/1", 3307))
            .running(new Cell.Child(42, 1_000))
            .ended(7, 60)
            .running(new Cell.Child(43, 1_000))
            .begun(9_000);

    assertThat(again.state()).isEqualTo(State.WAITING);
    assertThat(again.times()).isEqualTo(new Times(9_000, 0, 0));
    assertThat(again.exitCode()).isEmpty();
    assertThat(again.server()).isEmpty();
    assertThat(again.child()).isEmpty();
  }

  @Test
  void anEarlierFileHasNeitherReadBackNorRemarks() {
    Cell old =
        new Cell(
            1,
            "a",
            1,
            State.DONE,
            Optional.empty(),
            Times.NONE,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            null,
            Optional.empty(),
            null);

    assertThat(old.readBack()).isEmpty();
    assertThat(old.remarks()).isEmpty();
  }
}
