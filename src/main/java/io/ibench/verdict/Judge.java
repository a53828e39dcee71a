package io.ibench.verdict;

import io.ibench.measure.StepResult;
import java.util.List;

/** Judges steps. Immutable. */
public final class Judge {

  private final Conditions conditions;

  public Judge(Conditions conditions) {
    this.conditions = conditions;
  }

  /** The verdict of a step, or of one repeat of it, that is over. */
  public Judgement of(StepResult step) {
    return new Judgement(
        step.succeeded() && !conditions.roles().isEmpty() ? Verdict.VALID : Verdict.INVALID,
        List.of(),
        List.of());
  }
}
