package io.ibench.verdict;

import io.ibench.host.HostMetric;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.Outages;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.RateTarget;
import io.ibench.measure.Role;
import io.ibench.measure.Stalls;
import io.ibench.measure.StepGoal;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Judges the operations and intervals of a step of workers. */
final class WorkRules {

  private static final double SECOND_NANOS = 1e9;

  private WorkRules() {}

  /** Finds reasons for INVALID. */
  static void judge(StepResult step, List<Role> roles, Findings findings) {
    RateRules.judgeTargets(step, roles, findings);
    judgeFailures(step.whole(), findings);
    judgeLateness(step, roles, findings);
  }

  /** Finds reasons for DEGRADED and SHORT. */
  static void judgeDisturbances(StepResult step, List<Role> roles, Findings findings) {
    judgeWorkLeft(step, roles, findings);
    judgeOutages(step, findings);
    judgeStalls(step.whole(), findings);
    judgeLateTicks(step.whole(), findings);
    int intervals = intervals(step);
    if (intervals < Thresholds.MIN_INTERVALS) {
      String reason =
          String.format(
              Locale.ROOT,
              "too short: %s of full length (least: %s)",
              NumberWords.count(intervals, "interval"),
              NumberWords.count(Thresholds.MIN_INTERVALS));
      if (isShortByDesign(step.step())) {
        findings.brief(reason);
      } else {
        findings.degraded(reason);
      }
    }
  }

  /** Whether its own work ended it before there was enough to judge it by. */
  static boolean isBrief(StepResult step) {
    return intervals(step) < Thresholds.MIN_INTERVALS && isShortByDesign(step.step());
  }

  private static int intervals(StepResult step) {
    return step.whole().intervals().queries().size();
  }

  /** Its work decided how long it took, or it is no result anyway. */
  private static boolean isShortByDesign(StepStart step) {
    return step.purpose() != StepPurpose.MAIN || step.goal().rows().isPresent();
  }

  /** Counts the failures of all operations, including auxiliary ones. */
  private static void judgeFailures(PeriodResult whole, Findings findings) {
    long failures = whole.failures();
    long all = failures + whole.successes();
    if (all == 0) {
      return;
    }
    double percent = 100.0 * failures / all;
    if (percent > Thresholds.MAX_FAILED_PERCENT) {
      findings.invalid(failures(failures, all, percent, Thresholds.MAX_FAILED_PERCENT));
    } else if (percent > Thresholds.FEW_FAILED_PERCENT) {
      findings.degraded(failures(failures, all, percent, Thresholds.FEW_FAILED_PERCENT));
    }
  }

  /** Its time was over before it had done the operations or rows that it was to do. */
  private static void judgeWorkLeft(StepResult step, List<Role> roles, Findings findings) {
    StepGoal goal = step.step().goal();
    if (goal.nanos().isEmpty() || !step.succeeded()) {
      return;
    }
    if (goal.operations().isPresent() && step.operationsLeft() > 0) {
      workLeft(step, step.operationsLeft(), goal.operations().getAsLong(), "operations", findings);
    }
    if (goal.rows().isPresent() && step.whole().nanos() >= goal.nanos().getAsLong()) {
      long planned = goal.rows().getAsLong();
      long left = planned - step.whole().rows(roles, Role.INSERT);
      if (left > 0) {
        workLeft(step, left, planned, "rows", findings);
      }
    }
  }

  private static void workLeft(
      StepResult step, long left, long planned, String what, Findings findings) {
    double seconds = step.step().goal().nanos().orElseThrow() / SECOND_NANOS;
    findings.degraded(
        String.format(
            Locale.ROOT,
            "its time, %s, was over after %s of %s %s",
            NumberWords.duration(seconds),
            NumberWords.count(Math.max(0, planned - left)),
            NumberWords.count(planned),
            what));
  }

  private static String failures(long failures, long all, double percent, double most) {
    return String.format(
        Locale.ROOT,
        "%s of the operations failed, %s of %s (most: %s)",
        NumberWords.percent(percent, most),
        NumberWords.count(failures),
        NumberWords.count(all),
        NumberWords.percent(most));
  }

  /** Late operations in percent of all due operations with a paced role. */
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
    if (percent > Thresholds.MAX_LATE_PERCENT) {
      findings.invalid(
          String.format(
              Locale.ROOT,
              "%s of the paced operations started more than %s s late, %s of %s (most: %s)",
              NumberWords.percent(percent, Thresholds.MAX_LATE_PERCENT),
              NumberWords.count(Thresholds.LATE_SECONDS),
              NumberWords.count(late),
              NumberWords.count(due),
              NumberWords.percent(Thresholds.MAX_LATE_PERCENT)));
    }
  }

  /** Judges the time in which no operation ended. Other stalls are named, and not judged. */
  private static void judgeStalls(PeriodResult whole, Findings findings) {
    Stalls stalls = whole.stalls();
    if (stalls.stopped() == 0) {
      return;
    }
    double percent = whole.nanos() == 0 ? 0 : 100.0 * stalls.stoppedNanos() / whole.nanos();
    double longest = stalls.longestStoppedNanos() / SECOND_NANOS;
    String what =
        stalls.stopped() == 1
            ? String.format(
                Locale.ROOT,
                "no operation ended for %s",
                NumberWords.duration(longest, Thresholds.MAX_STALL_SECONDS))
            : String.format(
                Locale.ROOT,
                "no operation ended in %s stalls of %s together, the longest %s",
                NumberWords.count(stalls.stopped()),
                NumberWords.duration(stalls.stoppedNanos() / SECOND_NANOS),
                NumberWords.duration(longest, Thresholds.MAX_STALL_SECONDS));
    String share = NumberWords.percent(percent, Thresholds.MAX_STALLED_PERCENT) + " of the time";
    if (percent > Thresholds.MAX_STALLED_PERCENT) {
      String most = NumberWords.percent(Thresholds.MAX_STALLED_PERCENT);
      findings.degraded(what + ", " + share + " (most: " + most + ")");
    } else if (longest > Thresholds.MAX_STALL_SECONDS) {
      String most = NumberWords.duration(Thresholds.MAX_STALL_SECONDS);
      findings.degraded(what + " (most: " + most + " at a time)");
    } else {
      findings.remark(what + ", " + share);
    }
  }

  private static void judgeLateTicks(PeriodResult whole, Findings findings) {
    long lost = whole.intervals().lost();
    long all = lost + whole.intervals().count();
    double percent = all == 0 ? 0 : 100.0 * lost / all;
    if (percent > Thresholds.MAX_LOST_INTERVALS_PERCENT) {
      findings.degraded(
          String.format(
              Locale.ROOT,
              "%s of the intervals are part of longer ones, %s of %s (most: %s): the client, or its"
                  + " machine, stood still",
              NumberWords.percent(percent, Thresholds.MAX_LOST_INTERVALS_PERCENT),
              NumberWords.count(lost),
              NumberWords.count(all),
              NumberWords.percent(Thresholds.MAX_LOST_INTERVALS_PERCENT)));
    }
  }

  /** Judges outages and the server's restarts. */
  static void judgeOutages(StepResult step, Findings findings) {
    Outages outages = step.whole().outages();
    long restarts = ClientRules.grown(HostMetric.SERVER_RESTARTS, step).orElse(0);
    String restarted =
        restarts == 0
            ? ""
            : "the server was restarted"
                + (restarts == 1 ? "" : " " + NumberWords.count(restarts) + " times");
    if (outages.count() > 0) {
      findings.degraded(
          String.format(
              Locale.ROOT,
              "%s of %s%s, %s lost%s (most: 0)",
              NumberWords.count(outages.count(), "outage"),
              NumberWords.duration(outages.nanos() / SECOND_NANOS),
              outages.count() == 1 ? "" : " together",
              NumberWords.count(outages.operationsLost(), "operation"),
              restarts == 0 ? "" : ", " + restarted));
    } else if (restarts > 0) {
      findings.degraded(restarted + " (most: 0)");
    }
  }
}
