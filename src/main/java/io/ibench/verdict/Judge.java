package io.ibench.verdict;

import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Judges steps and runs by the {@link Thresholds}. Immutable. A figure that could not be had is no
 * reason.
 */
public final class Judge {

  private static final double SECOND_NANOS = 1e9;

  /** Less than that is no time in which anything could have been measured. */
  private static final double LEAST_LEFT_SECONDS = 0.001;

  private final Conditions conditions;

  public Judge(Conditions conditions) {
    this.conditions = conditions;
  }

  /**
   * The verdict of a step, or of one repeat of it, that is over.
   *
   * <p>A step without workers is judged by its problems and its end; one whose time is a result,
   * such as the building of an index, by what disturbed the server as well.
   */
  public Judgement of(StepResult step) {
    Findings findings = new Findings();
    judgeEnd(step, findings);
    step.problems().forEach(findings::invalid);
    if (step.step().threads() > 0) {
      WorkRules.judge(step, conditions.roles(), findings);
      ClientRules.judgeSaturation(step, conditions.serverPlace(), findings);
      WorkRules.judgeDisturbances(step, findings);
      ClientRules.judge(step, conditions.serverPlace(), findings);
    } else if (step.step().unit() != Unit.NONE) {
      WorkRules.judgeOutages(step, findings);
    }
    if (step.step().unit() != Unit.NONE) {
      new NeighbourRules(step, conditions.serverPlace(), findings).judge();
      ClientRules.judgeSteal(step, findings);
    }
    RateRules.judgeConstancy(step, findings);
    return findings.judgement();
  }

  /**
   * An interrupted step of a given length has measured the same thing for a shorter time. Any other
   * one has not done the work that its figures are about, such as the rows of a load.
   */
  private static void judgeEnd(StepResult result, Findings findings) {
    StepStart step = result.step();
    if (result.interrupted()) {
      double seconds = result.whole().seconds();
      if (step.goal().nanos().isPresent()) {
        findings.degraded(interrupted(seconds, step.goal().nanos().getAsLong() / SECOND_NANOS));
      } else {
        findings.invalid("interrupted after " + Words.duration(seconds));
      }
    } else {
      result.failure().ifPresent(findings::invalid);
    }
    if (result.workersLost() > 0 && !result.interrupted()) {
      findings.invalid(
          String.format(
              "%s of %s ended before the step did (most: 0)",
              Words.count(result.workersLost()), Words.count(step.threads(), "worker")));
    }
  }

  /** A step may be asked to end when its time is over, and before it has ended by itself. */
  private static String interrupted(double seconds, double planned) {
    return planned - seconds < LEAST_LEFT_SECONDS
        ? "interrupted at the end of its " + Words.duration(planned)
        : "interrupted after "
            + Words.duration(seconds, planned)
            + " of "
            + Words.duration(planned);
  }

  /**
   * The verdict of a run that is over: the worst of its steps. One that did not come to all of its
   * steps and repeats is not what was asked for.
   *
   * @param results of the steps and repeats that were begun, in order
   * @param planned the names of all steps
   */
  public Judgement ofRun(List<StepResult> results, List<String> planned) {
    Verdict verdict = Verdict.VALID;
    List<String> reasons = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    for (StepResult result : results) {
      Judgement step = of(result);
      verdict = verdict.with(step.verdict());
      String prefix = result.step().title() + ": ";
      step.reasons().forEach(reason -> reasons.add(prefix + reason));
      step.remarks().forEach(remark -> remarks.add(prefix + remark));
    }
    List<String> missing = missing(results, planned);
    reasons.addAll(missing);
    return new Judgement(missing.isEmpty() ? verdict : Verdict.INVALID, reasons, remarks);
  }

  private static List<String> missing(List<StepResult> results, List<String> planned) {
    List<String> missing = new ArrayList<>();
    if (!results.isEmpty()) {
      StepStart last = results.get(results.size() - 1).step();
      if (last.repeat() < last.repeats()) {
        missing.add(
            String.format(
                "%s: %s of %s %s begun",
                last.name(),
                Words.count(last.repeat()),
                Words.count(last.repeats(), "repeat"),
                last.repeat() == 1 ? "was" : "were"));
      }
    }
    Set<String> begun =
        results.stream().map(result -> result.step().name()).collect(Collectors.toSet());
    planned.stream()
        .filter(name -> !begun.contains(name))
        .forEach(name -> missing.add(name + ": not begun"));
    return missing;
  }
}
