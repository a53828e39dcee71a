package io.ibench.measure;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The planned size of a step, and what it mostly does; a part is empty if it is not known before.
 * Immutable.
 *
 * @param nanos its length
 * @param operations the number of operations
 * @param rows the number of rows that it writes
 * @param earlierNanos the length of the step's earlier repeats; 0 without them
 * @param mainOperation of its queries the one with the largest planned share
 * @param rate ends it as soon as this is known of its rate; then {@code nanos} is its longest time
 */
public record StepGoal(
    OptionalLong nanos,
    OptionalLong operations,
    OptionalLong rows,
    long earlierNanos,
    Optional<String> mainOperation,
    Optional<RateGoal> rate) {

  /** A step, or its first repeat. */
  public StepGoal(OptionalLong nanos, OptionalLong operations, OptionalLong rows) {
    this(nanos, operations, rows, 0, Optional.empty(), Optional.empty());
  }

  public static final StepGoal NONE =
      new StepGoal(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
}
