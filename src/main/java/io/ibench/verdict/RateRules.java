package io.ibench.verdict;

import io.ibench.measure.IntervalCounts;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.RateTarget;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Judges whether a step reached its target rates, and whether its rate was constant. */
final class RateRules {

  private static final double SECOND_NANOS = 1e9;
  private static final int THIRDS = 3;

  private RateRules() {}

  /** Groups with the same role are counted together. */
  static void judgeTargets(StepResult step, List<Role> roles, Findings findings) {
    Map<Role, Double> targets = new TreeMap<>();
    for (RateTarget target : step.step().targets()) {
      targets.merge(target.role(), target.perSecond(), Double::sum);
    }
    targets.forEach((role, target) -> judgeTarget(role, target, step, roles, findings));
  }

  private static void judgeTarget(
      Role role, double target, StepResult step, List<Role> roles, Findings findings) {
    PeriodResult whole = step.whole();
    long count = role == Role.QUERY ? whole.queries(roles) : whole.rows(roles, role);
    double actual = whole.seconds() > 0 ? count / whole.seconds() : 0;
    if (target <= 0) {
      return;
    }
    double percent = 100 * actual / target;
    if (!SustainedRate.isSustained(target, actual)) {
      double least = Thresholds.MIN_TARGET_PERCENT;
      boolean byRounding = percent >= least;
      findings.invalid(
          sentence(role, target, actual, percent, least)
              + " (least: "
              + NumberWords.percent(least)
              + (byRounding
                  ? ", rounded: " + NumberWords.rate(SustainedRate.least(target)) + "/s"
                  : "")
              + ")");
    } else if (percent > Thresholds.MAX_TARGET_PERCENT && isAbove(role, target, step, roles)) {
      double most = Thresholds.MAX_TARGET_PERCENT;
      findings.invalid(
          sentence(role, target, actual, percent, most)
              + " (most: "
              + NumberWords.percent(most)
              + ")");
    }
  }

  private static String sentence(
      Role role, double target, double actual, double percent, double limit) {
    return String.format(
        Locale.ROOT,
        "%s %s/s is %s of the target %s/s",
        name(role),
        NumberWords.rate(actual),
        NumberWords.percent(percent, limit),
        NumberWords.rate(target));
  }

  /**
   * Whether operations without a target rate, random starts, and one operation of each thread at
   * the step's begin or from an earlier repeat do not explain why so many were done.
   */
  private static boolean isAbove(Role role, double target, StepResult step, List<Role> roles) {
    if (step.step().targets().stream().anyMatch(each -> each.role() == role && each.shared())) {
      return false;
    }
    PeriodResult whole = step.whole();
    long operations = 0;
    for (OperationSummary each : whole.operations()) {
      operations += roles.get(each.operation()) == role ? each.count() : 0;
    }
    long units = role == Role.QUERY ? operations : whole.rows(roles, role);
    double expected = target * whole.seconds() * operations / units;
    double chance = Thresholds.CHANCE_DEVIATIONS * Math.sqrt(expected) + step.step().threads();
    return operations > expected + chance;
  }

  private static String name(Role role) {
    return switch (role) {
      case QUERY -> "qps";
      case INSERT -> "ips";
      case DELETE -> "dps";
      case AUXILIARY -> throw new IllegalArgumentException("what is done aside has no target rate");
    };
  }

  /**
   * Compares the rates of the last and the first third of the full intervals. The rate of queries
   * should be constant; inserts that become slower as tables grow are only a remark.
   */
  static void judgeConstancy(StepResult step, Findings findings) {
    if (step.step().targets().stream().anyMatch(RateTarget::isRamp) || GoalRules.isSteady(step)) {
      return;
    }
    Unit unit = step.step().unit();
    boolean queries = unit == Unit.QUERIES;
    PeriodResult whole = step.whole();
    IntervalCounts intervals = whole.intervals().of(queries ? Role.QUERY : Role.INSERT);
    if (!queries && unit != Unit.ROWS || intervals.size() < Thresholds.MIN_INTERVALS) {
      return;
    }
    int third = intervals.size() / THIRDS;
    long first = intervals.sum(0, third);
    long last = intervals.sum(intervals.size() - third, intervals.size());
    double percent = first == last ? 0 : 100.0 * Math.abs(last - first) / first;
    double most = Thresholds.MAX_RATE_CHANGE_PERCENT;
    if (percent <= most) {
      return;
    }
    double seconds = third * (whole.intervals().lengthNanos() / SECOND_NANOS);
    String sentence =
        String.format(
            Locale.ROOT,
            "%s of the last third, %s/s, is %s the first, %s/s",
            queries ? "qps" : "ips",
            NumberWords.rate(last / seconds),
            first == 0
                ? "above"
                : NumberWords.percent(percent, most) + (last < first ? " below" : " above"),
            NumberWords.rate(first / seconds));
    if (queries) {
      findings.degraded(sentence + " (most: " + NumberWords.percent(most) + ")");
    } else {
      findings.remark(sentence);
    }
  }
}
