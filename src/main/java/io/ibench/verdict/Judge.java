package io.ibench.verdict;

import io.ibench.host.ServerPlace;
import io.ibench.measure.RateGoal;
import io.ibench.measure.Role;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Judges steps and runs by the {@link Thresholds}. A missing figure is no reason. Immutable. */
public final class Judge {

  private static final double SECOND_NANOS = 1e9;

  /** A step that is shorter by less than this has its full length. */
  private static final double MIN_LEFT_SECONDS = 0.001;

  private final List<Role> roles;
  private final ServerPlace serverPlace;

  /**
   * @param roles of the operations, by number
   * @param serverPlace where the database runs
   */
  public Judge(List<Role> roles, ServerPlace serverPlace) {
    this.roles = List.copyOf(roles);
    this.serverPlace = serverPlace;
  }

  /**
   * The verdict of a step, or of a repeat of it, that has ended.
   *
   * <p>A step without workers is judged by its problems and its end. If its time is a result, such
   * as building an index, it is also judged by what disturbed the server. A step that its own work
   * ends too early is not judged by shares of its time: its start is too large a part of it.
   */
  public Judgement of(StepResult step) {
    Findings findings = new Findings();
    judgeEnd(step, findings);
    step.problems().forEach(findings::invalid);
    if (step.step().threads() > 0) {
      WorkRules.judge(step, roles, findings);
      ClientRules.judgeSaturation(step, serverPlace, findings);
      WorkRules.judgeDisturbances(step, roles, findings);
      if (WorkRules.isBrief(step)) {
        return findings.judgement();
      }
      ClientRules.judge(step, serverPlace, findings);
    } else if (step.step().unit() != Unit.NONE) {
      WorkRules.judgeOutages(step, findings);
    }
    if (step.step().unit() != Unit.NONE) {
      new NeighbourRules(step, serverPlace, findings).judge();
      ClientRules.judgeSteal(step, findings);
    }
    GoalRules.judge(step, roles, findings);
    RateRules.judgeConstancy(step, findings);
    return findings.judgement();
  }

  /**
   * An interrupted step of a given length has measured the same for a shorter time. Any other
   * interrupted step has not done the work that its figures describe, such as the rows of a load.
   */
  private static void judgeEnd(StepResult result, Findings findings) {
    StepStart step = result.step();
    if (result.interrupted()) {
      double seconds = result.whole().seconds();
      if (step.goal().nanos().isPresent()) {
        double planned = step.goal().nanos().getAsLong() / SECOND_NANOS;
        findings.degraded(
            step.goal().rate().isPresent()
                ? interrupted(seconds, step.goal().rate().get(), planned)
                : interrupted(seconds, planned));
      } else {
        findings.invalid("interrupted after " + NumberWords.duration(seconds));
      }
    } else {
      result.failure().ifPresent(findings::invalid);
    }
    if (result.workersLost() > 0 && !result.interrupted()) {
      findings.invalid(
          String.format(
              Locale.ROOT,
              "%s of %s ended before the step did (most: 0)",
              NumberWords.count(result.workersLost()),
              NumberWords.count(step.threads(), "worker")));
    }
  }

  private static String interrupted(double seconds, RateGoal goal, double most) {
    return String.format(
        Locale.ROOT,
        "interrupted after %s, before its rate was %s (at most %s)",
        NumberWords.duration(seconds),
        goal.isSteady() ? "steady" : "known to " + goal,
        NumberWords.duration(most));
  }

  /** An interrupt may come after a step's time is over and before the step has ended. */
  private static String interrupted(double seconds, double planned) {
    return planned - seconds < MIN_LEFT_SECONDS
        ? "interrupted at the end of its " + NumberWords.duration(planned)
        : "interrupted after "
            + NumberWords.duration(seconds, planned)
            + " of "
            + NumberWords.duration(planned);
  }

  /**
   * The verdict of a run that has ended: the worst verdict of its main steps. Without main steps it
   * is that of its loads, else that of all steps. INVALID if any step is INVALID, or if steps or
   * repeats are missing. Short steps do not matter beside longer ones.
   *
   * @param results of the steps and repeats that began, in order
   * @param planned the names of all steps
   */
  public Judgement ofRun(List<StepResult> results, List<String> planned) {
    Set<StepResult> decisive = decisive(results);
    List<Verdict> verdicts = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    List<String> remarks = new ArrayList<>();
    for (StepResult result : results) {
      if (result.step().purpose() == StepPurpose.TRIAL && result.succeeded()) {
        continue; // Its target may be too high on purpose.
      }
      Judgement step = of(result);
      String prefix = result.step().title() + ": ";
      step.remarks().forEach(remark -> remarks.add(prefix + remark));
      if (decisive.contains(result) || step.verdict() == Verdict.INVALID) {
        verdicts.add(step.verdict());
        if (step.verdict().isBad()) {
          step.reasons().forEach(reason -> reasons.add(prefix + reason));
        }
      }
    }
    List<String> missing = missing(results, planned);
    reasons.addAll(missing);
    return new Judgement(
        missing.isEmpty() ? Verdict.together(verdicts) : Verdict.INVALID, reasons, remarks);
  }

  private static Set<StepResult> decisive(List<StepResult> results) {
    for (StepPurpose purpose : List.of(StepPurpose.MAIN, StepPurpose.LOAD)) {
      List<StepResult> found =
          results.stream().filter(result -> result.step().purpose() == purpose).toList();
      if (!found.isEmpty()) {
        return identitySet(found);
      }
    }
    return identitySet(results);
  }

  private static Set<StepResult> identitySet(List<StepResult> results) {
    Set<StepResult> set = Collections.newSetFromMap(new IdentityHashMap<>());
    set.addAll(results);
    return set;
  }

  private static List<String> missing(List<StepResult> results, List<String> planned) {
    List<String> missing = new ArrayList<>();
    if (!results.isEmpty()) {
      StepStart last = results.get(results.size() - 1).step();
      if (last.repeat() < last.repeats()) {
        missing.add(
            String.format(
                Locale.ROOT,
                "%s: %s of %s %s begun",
                last.name(),
                NumberWords.count(last.repeat()),
                NumberWords.count(last.repeats(), "repeat"),
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
