package io.ibench.verdict;

import io.ibench.host.CounterDelta;
import io.ibench.host.HostMetric;
import io.ibench.host.ServerPlace;
import io.ibench.measure.StepResult;
import java.util.OptionalLong;

/** Whether it was the client, or the machine below it, that was measured. */
final class ClientRules {

  private static final double MILLI_NANOS = 1e6;

  private ClientRules() {}

  /** A client that shares its host with the server may not call the CPUs its own. */
  static void judgeSaturation(StepResult step, ServerPlace place, Findings findings) {
    long judged = grown(HostMetric.CLIENT_JUDGED_INTERVALS, step).orElse(0);
    long saturated = grown(HostMetric.CLIENT_SATURATED_INTERVALS, step).orElse(0);
    double percent = saturatedPercent(step);
    if (place == ServerPlace.OTHER_MACHINE && percent > Thresholds.MOST_SATURATED_PERCENT) {
      findings.invalid(
          String.format(
              "the client used %s or more of its CPUs in %s of the intervals, %s of %s (most: %s)",
              Words.percent(Thresholds.SATURATED_CPU_PERCENT),
              Words.percent(percent, Thresholds.MOST_SATURATED_PERCENT),
              Words.count(saturated),
              Words.count(judged),
              Words.percent(Thresholds.MOST_SATURATED_PERCENT)));
    }
  }

  /** Of the intervals, in how many the client's CPUs were used up; 0 where nobody knows. */
  static double saturatedPercent(StepResult step) {
    long judged = grown(HostMetric.CLIENT_JUDGED_INTERVALS, step).orElse(0);
    long saturated = grown(HostMetric.CLIENT_SATURATED_INTERVALS, step).orElse(0);
    return judged == 0 ? 0 : 100.0 * saturated / judged;
  }

  /**
   * What the client did beside its operations. Where it used up the CPUs by itself, that is the one
   * reason: each of the others follows from it.
   */
  static void judge(StepResult step, ServerPlace place, Findings findings) {
    boolean isLong = isAnInterval(step);
    if (isLong && new WaitRules(step, place, findings).judge()) {
      return;
    }
    judgeOutside(step, findings);
    if (isLong) {
      judgeCollection(step, findings);
    }
  }

  /** Counters are read some milliseconds off T: in less than an interval that is no small share. */
  static boolean isAnInterval(StepResult step) {
    return nanos(step) >= step.whole().intervalNanos();
  }

  private static void judgeOutside(StepResult step, Findings findings) {
    double percent = step.whole().outsidePercent().orElse(0);
    if (percent > Thresholds.MOST_OUTSIDE_PERCENT) {
      findings.degraded(
          String.format(
              "workers without a target rate were outside of operations for %s of their time"
                  + " (most: %s)",
              Words.percent(percent, Thresholds.MOST_OUTSIDE_PERCENT),
              Words.percent(Thresholds.MOST_OUTSIDE_PERCENT)));
    }
  }

  private static void judgeCollection(StepResult step, Findings findings) {
    double millis = nanos(step) / MILLI_NANOS;
    long collecting = grown(HostMetric.CLIENT_GC_MILLIS, step).orElse(0);
    double percent = millis > 0 ? 100.0 * collecting / millis : 0;
    if (percent > Thresholds.MOST_GC_PERCENT) {
      findings.degraded(
          String.format(
              "the client collected garbage for %s of the time (most: %s)",
              Words.percent(percent, Thresholds.MOST_GC_PERCENT),
              Words.percent(Thresholds.MOST_GC_PERCENT)));
    }
    long pauses = grown(HostMetric.CLIENT_GC_LONG_PAUSES, step).orElse(0);
    if (pauses > 0) {
      findings.degraded(
          String.format(
              "%s of the client's garbage collection above %s ms (most: 0)",
              Words.count(pauses, "pause"), Words.count(Thresholds.LONGEST_GC_PAUSE_MILLIS)));
    }
  }

  static void judgeSteal(StepResult step, Findings findings) {
    long stolen = grown(HostMetric.CPU_STEAL_TICKS, step).orElse(0);
    long total = grown(HostMetric.CPU_TOTAL_TICKS, step).orElse(0);
    double percent = total > 0 ? 100.0 * stolen / total : 0;
    if (percent > Thresholds.MOST_STEAL_PERCENT) {
      findings.degraded(
          String.format(
              "the hypervisor took %s of the CPUs' time away: steal (most: %s)",
              Words.percent(percent, Thresholds.MOST_STEAL_PERCENT),
              Words.percent(Thresholds.MOST_STEAL_PERCENT)));
    }
  }

  private static long nanos(StepResult step) {
    return step.whole().endNanos() - step.whole().startNanos();
  }

  private static OptionalLong grown(HostMetric metric, StepResult step) {
    return CounterDelta.of(metric, step.whole().start(), step.whole().end());
  }
}
