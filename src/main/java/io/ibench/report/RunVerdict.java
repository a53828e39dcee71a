package io.ibench.report;

import io.ibench.measure.StepResult;
import io.ibench.verdict.Judgement;
import io.ibench.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The verdict of a run as a whole, from those of its steps. */
final class RunVerdict {

  private RunVerdict() {}

  /** The worst one; empty where no step came to its end. */
  static Optional<Verdict> of(List<Judgement> steps) {
    return steps.stream().map(Judgement::verdict).reduce(Verdict::with);
  }

  /** Those of all steps, in their order. */
  static List<String> reasons(List<StepResult> steps, List<Judgement> judgements) {
    List<String> reasons = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      String title = steps.get(i).step().title();
      judgements.get(i).reasons().forEach(reason -> reasons.add(title + ": " + reason));
    }
    return reasons;
  }
}
