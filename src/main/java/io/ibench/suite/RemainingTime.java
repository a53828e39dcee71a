package io.ibench.suite;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How long the rest of a suite takes: each cell as long as those of its variant before it, or else
 * as the mean of all. Immutable.
 */
final class RemainingTime {

  private final List<Cell> done;
  private final double plannedSeconds;

  /**
   * @param cells all of the suite
   * @param plannedSeconds of a cell at least, by its settings
   */
  RemainingTime(List<Cell> cells, double plannedSeconds) {
    this.done =
        cells.stream().filter(cell -> cell.state() == Cell.State.DONE && !cell.isLoad()).toList();
    this.plannedSeconds = plannedSeconds;
  }

  /** The seconds that a whole cell takes; empty when no cell has ended. */
  OptionalDouble ofCell(String variant) {
    OptionalDouble own =
        done.stream()
            .filter(cell -> cell.variant().equals(variant))
            .mapToDouble(Cell::seconds)
            .average();
    return own.isPresent() ? own : done.stream().mapToDouble(Cell::seconds).average();
  }

  /**
   * The seconds that these cells take.
   *
   * @param running the running one, if any, is the first
   * @param elapsedSeconds of it
   */
  double of(List<Cell> left, Optional<Cell> running, double elapsedSeconds) {
    double seconds = 0;
    for (Cell cell : left) {
      double whole = ofCell(cell.variant()).orElse(plannedSeconds);
      boolean begun = running.filter(cell::equals).isPresent();
      seconds += begun ? Math.max(0, whole - elapsedSeconds) : whole;
    }
    return seconds;
  }

  /** How sure it is, such as {@code from 4 cells}. */
  String source() {
    return done.isEmpty()
        ? "at least"
        : "from " + done.size() + (done.size() == 1 ? " cell" : " cells");
  }
}
