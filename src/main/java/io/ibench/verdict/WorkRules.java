package io.ibench.verdict;

import io.ibench.host.CounterDelta;
import io.ibench.host.HostMetric;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.Outages;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.RateTarget;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What the operations and intervals of a step of workers tell. */
final class WorkRules {

  private static final double SECOND_NANOS = 1e9;

  private WorkRules() {}

  /** What makes a step INVALID. */
  static void judge(StepResult step, List<Role> roles, Findings findings) {
    RateRules.judgeTargets(step, roles, findings);
    judgeFailures(step.whole(), findings);
    judgeLateness(step, roles, findings);
  }

  /** What makes it DEGRADED. */
  static void judgeDisturbances(StepResult step, Findings findings) {
    judgeOutages(step, findings);
    judgeLateTicks(step.whole(), findings);
    int intervals = step.whole().fullIntervals().size();
    if (intervals < Thresholds.LEAST_INTERVALS) {
      findings.degraded(
          String.format(
              "too short: %s of full length (least: %s)",
              Words.count(intervals, "interval"), Words.count(Thresholds.LEAST_INTERVALS)));
    }
  }

  /** Failures of all operations count, also of those on the side. */
  private static void judgeFailures(PeriodResult whole, Findings findings) {
    long failures = whole.failures();
    long all = failures + whole.successes();
    if (all == 0) {
      return;
    }
    double percent = 100.0 * failures / all;
    if (percent > Thresholds.MOST_FAILED_PERCENT) {
      findings.invalid(failures(failures, all, percent, Thresholds.MOST_FAILED_PERCENT));
    } else if (percent > Thresholds.FEW_FAILED_PERCENT) {
      findings.degraded(failures(failures, all, percent, Thresholds.FEW_FAILED_PERCENT));
    }
  }

  private static String failures(long failures, long all, double percent, double most) {
    return String.format(
        "%s of the operations failed, %s of %s (most: %s)",
        Words.percent(percent, most), Words.count(failures), Words.count(all), Words.percent(most));
  }

  /** Of the operations that a target rate may count, those that were due. */
  private static void judgeLateness(StepResult step, List<Role> roles, Findings findings) {
    Set<Role> paced =
        step.step().targets().stream().map(RateTarget::role).collect(Collectors.toSet());
    long due = 0;
    long late = 0;
    for (OperationSummary operation : step.whole().operations()) {
      if (paced.contains(roles.get(operation.operation()))) {
        late += operation.late();
        due += operation.count() + operation.unstarted();
        due += operation.failures().stream().mapToLong(Long::longValue).sum();
      }
    }
    double percent = due == 0 ? 0 : 100.0 * late / due;
    if (percent > Thresholds.MOST_LATE_PERCENT) {
      findings.invalid(
          String.format(
              "%s of the paced operations started more than %s s late, %s of %s (most: %s)",
              Words.percent(percent, Thresholds.MOST_LATE_PERCENT),
              Words.count(Thresholds.LATE_SECONDS),
              Words.count(late),
              Words.count(due),
              Words.percent(Thresholds.MOST_LATE_PERCENT)));
    }
  }

  private static void judgeLateTicks(PeriodResult whole, Findings findings) {
    long lost = whole.lostIntervals();
    long all = lost + whole.intervals();
    double percent = all == 0 ? 0 : 100.0 * lost / all;
    if (percent > Thresholds.MOST_LOST_INTERVALS_PERCENT) {
      findings.degraded(
          String.format(
              "%s of the intervals are part of longer ones, %s of %s (most: %s): the client, or its"
                  + " machine, stood still",
              Words.percent(percent, Thresholds.MOST_LOST_INTERVALS_PERCENT),
              Words.count(lost),
              Words.count(all),
              Words.percent(Thresholds.MOST_LOST_INTERVALS_PERCENT)));
    }
  }

  /** Outages, with the restarts of the server that go with them. */
  static void judgeOutages(StepResult step, Findings findings) {
    Outages outages = step.whole().outages();
    long restarts =
        CounterDelta.of(HostMetric.SERVER_RESTARTS, step.whole().start(), step.whole().end())
            .orElse(0);
    String restarted =
        restarts == 0
            ? ""
            : "the server was restarted"
                + (restarts == 1 ? "" : " " + Words.count(restarts) + " times");
    if (outages.count() > 0) {
      findings.degraded(
          String.format(
              "%s of %s%s, %s lost%s (most: 0)",
              Words.count(outages.count(), "outage"),
              Words.duration(outages.nanos() / SECOND_NANOS),
              outages.count() == 1 ? "" : " together",
              Words.count(outages.operationsLost(), "operation"),
              restarts == 0 ? "" : ", " + restarted));
    } else if (restarts > 0) {
      findings.degraded(restarted + " (most: 0)");
    }
  }
}
