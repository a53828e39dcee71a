package io.ibench.verdict;

import io.ibench.measure.PeriodResult;
import io.ibench.measure.RateEnd;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** Says whether a step's rate became what was to end the step, with its numbers. */
final class GoalRules {

  private final StepResult step;
  private final RateEnd end;
  private final Findings findings;
  private final String unit;

  private GoalRules(StepResult step, RateEnd end, Findings findings) {
    this.step = step;
    this.end = end;
    this.findings = findings;
    this.unit = step.step().unit() == Unit.QUERIES ? "qps" : "ips";
  }

  /** Finds a reason for DEGRADED, or remarks what is known of the rate. */
  static void judge(StepResult step, List<Role> roles, Findings findings) {
    if (step.ending().rate().isPresent() && step.succeeded()) {
      new GoalRules(step, step.ending().rate().get(), findings).judge(roles);
    }
  }

  /** Whether a step has ended because its rate was steady: then its beginning may differ. */
  static boolean isSteady(StepResult step) {
    return step.ending().rate().filter(end -> end.reached() && end.goal().isSteady()).isPresent();
  }

  private void judge(List<Role> roles) {
    String after = NumberWords.duration(step.whole().seconds());
    if (!end.isKnown()) {
      missed("nothing is known of the rate after " + after + ": too few intervals, or no work");
    } else if (end.goal().isSteady()) {
      judgeSteady(after, whole(roles));
    } else if (end.reached()) {
      findings.remark(
          String.format(
              Locale.ROOT,
              "%s %s +-%s (95 %%) after %s",
              NumberWords.rate(end.perSecond()),
              unit,
              error(),
              after));
    } else {
      missed(
          String.format(
              Locale.ROOT,
              "%s %s +-%s (95 %%) after %s (asked: %s)",
              NumberWords.rate(end.perSecond()),
              unit,
              error(),
              after,
              end.goal()));
    }
  }

  private String error() {
    return NumberWords.percent(end.errorPercent(), end.goal().errorPercent().orElse(0));
  }

  private double whole(List<Role> roles) {
    PeriodResult whole = step.whole();
    long count =
        step.step().unit() == Unit.QUERIES ? whole.queries(roles) : whole.rows(roles, Role.INSERT);
    return count / whole.seconds();
  }

  private void judgeSteady(String after, double whole) {
    String numbers =
        String.format(
            Locale.ROOT,
            "%s %s in the last %s; %s in the whole step",
            NumberWords.rate(end.perSecond()),
            unit,
            NumberWords.duration(end.seconds()),
            NumberWords.rate(whole));
    if (end.reached()) {
      findings.remark("steady since " + NumberWords.duration(end.fromSeconds()) + ": " + numbers);
      return;
    }
    double size = Math.abs(end.changePercent());
    double most = RateEnd.STEADY_PERCENT;
    if (size > end.errorPercent()) {
      missed(
          String.format(
              Locale.ROOT,
              "not steady after %s: the rate still %s by %s a minute; %s",
              after,
              end.changePercent() < 0 ? "falls" : "rises",
              NumberWords.percent(60 * size / end.seconds(), 0),
              numbers));
    } else {
      missed(
          String.format(
              Locale.ROOT,
              "not steady after %s: %s; the rate scatters: it may have changed by %s in the last %s"
                  + " (most: %s)",
              after,
              numbers,
              NumberWords.percent(size + end.errorPercent(), most),
              NumberWords.duration(end.seconds()),
              NumberWords.percent(most)));
    }
  }

  /** What the user gave it to do may end a step before; then nothing is wrong. */
  private void missed(String reason) {
    OptionalLong most = step.step().goal().nanos();
    if (most.isPresent() && step.whole().nanos() < most.getAsLong()) {
      findings.remark("its work was done before: " + reason);
    } else {
      findings.degraded(reason);
    }
  }
}
