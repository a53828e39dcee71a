package io.ibench.measure;

import java.util.OptionalLong;

/**
 * The planned size of a step; a part is empty if it is not known before. Immutable.
 *
 * @param nanos its length
 * @param operations the number of operations
 * @param rows the number of rows that it writes
 */
public record StepGoal(OptionalLong nanos, OptionalLong operations, OptionalLong rows) {

  public static final StepGoal NONE =
      new StepGoal(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
}
