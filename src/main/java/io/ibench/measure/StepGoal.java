package io.ibench.measure;

import java.util.OptionalLong;

/**
 * What a step is planned to do; each is empty where it is not known before.
 *
 * @param nanos how long it takes
 * @param operations how many operations it does
 * @param rows how many rows it writes
 */
public record StepGoal(OptionalLong nanos, OptionalLong operations, OptionalLong rows) {

  /** Nothing is planned. */
  public static final StepGoal NONE =
      new StepGoal(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
}
