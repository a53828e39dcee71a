package io.ibench.merge;

import io.ibench.measure.StepPurpose;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The verdict on a merged run, by the same rule as that of a run of one process: the worst of its
 * main steps, or of its loads, or of all. Immutable.
 */
record RunVerdict(Optional<Verdict> verdict, List<String> reasons) {

  /**
   * @param first the run of the first agent, which names the steps that did not begin
   * @param sums the merged steps
   */
  static RunVerdict of(RunReport first, List<Step> sums) {
    List<Step> decisive = RunReport.decisive(sums);
    List<Verdict> verdicts = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    for (Step step : sums) {
      Verdict verdict = step.verdict().orElse(Verdict.VALID);
      boolean isTrial =
          step.purpose().equals(Optional.of(StepPurpose.TRIAL)) && step.state() == RunState.DONE;
      if (!isTrial && decisive.contains(step)) {
        verdicts.add(verdict);
        if (verdict.isBad()) {
          step.reasons().forEach(reason -> reasons.add(step.title() + ": " + reason));
        }
      }
    }
    List<String> missing = missing(first);
    reasons.addAll(missing);
    boolean incomplete = !missing.isEmpty() || sums.isEmpty() && !first.plan().isEmpty();
    return new RunVerdict(
        Optional.of(incomplete ? Verdict.INVALID : Verdict.together(verdicts)), reasons);
  }

  /** What the first agent says of the run and of none of its steps. */
  private static List<String> missing(RunReport first) {
    Set<String> left = new LinkedHashSet<>(first.reasons());
    for (Step step : first.steps()) {
      step.reasons().forEach(reason -> left.remove(step.title() + ": " + reason));
    }
    if (first.verdict().isEmpty()) {
      first.notBegun().forEach(name -> left.add(name + ": not begun"));
    }
    return List.copyOf(left);
  }
}
