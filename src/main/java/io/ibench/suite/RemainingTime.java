package io.ibench.suite;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How long the rest of a suite takes: each cell as long as those of its variant before it, or else
 * as the mean of all. Immutable.
 */
public final class RemainingTime {

  private final List<Cell> done;
  private final List<Cell> like;
  private final double plannedSeconds;

  /**
   * @param cells all of the suite
   * @param like those of another suite, which count as long as none of this suite has ended
   * @param plannedSeconds of a cell at least, by its settings
   */
  public RemainingTime(List<Cell> cells, List<Cell> like, double plannedSeconds) {
    this.done = done(cells);
    this.like = done(like);
    this.plannedSeconds = plannedSeconds;
  }

  private static List<Cell> done(List<Cell> cells) {
    return cells.stream()
        .filter(cell -> cell.state() == Cell.State.DONE && !cell.isLoad())
        .toList();
  }

  /** The seconds that a whole cell takes; empty when no cell has ended. */
  OptionalDouble ofCell(String variant) {
    List<Cell> known = done.isEmpty() ? like : done;
    OptionalDouble own =
        known.stream()
            .filter(cell -> cell.variant().equals(variant))
            .mapToDouble(cell -> cell.times().seconds())
            .average();
    return own.isPresent()
        ? own
        : known.stream().mapToDouble(cell -> cell.times().seconds()).average();
  }

  /** Whether any cell has ended. */
  public boolean isKnown() {
    return !done.isEmpty() || !like.isEmpty();
  }

  /**
   * The seconds that these cells take.
   *
   * @param running the running one, if any, is the first
   * @param elapsedSeconds of it
   */
  public double of(List<Cell> left, Optional<Cell> running, double elapsedSeconds) {
    double seconds = 0;
    for (Cell cell : left) {
      double whole = ofCell(cell.variant()).orElse(plannedSeconds);
      boolean begun = running.filter(cell::equals).isPresent();
      seconds += begun ? Math.max(0, whole - elapsedSeconds) : whole;
    }
    return seconds;
  }

  /** How sure it is, such as {@code from 4 cells}. */
  public String source() {
    int cells = done.isEmpty() ? like.size() : done.size();
    return "from "
        + cells
        + (cells == 1 ? " cell" : " cells")
        + (done.isEmpty() ? " of another suite" : "");
  }
}
