package io.ibench.verdict;

import io.ibench.host.CounterDelta;
import io.ibench.host.HostMetric;
import io.ibench.host.ServerPlace;
import io.ibench.measure.StepResult;
import java.util.Locale;
import java.util.OptionalLong;

/** Finds steps in which the client, or its machine, was measured instead of the server. */
final class ClientRules {

  private static final double MILLI_NANOS = 1e6;

  private ClientRules() {}

  /** Only for a client with its own machine: otherwise the server uses the same CPUs. */
  static void judgeSaturation(StepResult step, ServerPlace place, Findings findings) {
    long judged = grown(HostMetric.CLIENT_JUDGED_INTERVALS, step).orElse(0);
    long saturated = grown(HostMetric.CLIENT_SATURATED_INTERVALS, step).orElse(0);
    double percent = saturatedPercent(step);
    if (place == ServerPlace.OTHER_MACHINE && percent > Thresholds.MAX_SATURATED_PERCENT) {
      findings.invalid(
          String.format(
              Locale.ROOT,
              "the client used %s or more of its CPUs in %s of the intervals, %s of %s (most: %s)",
              NumberWords.percent(Thresholds.SATURATED_CPU_PERCENT),
              NumberWords.percent(percent, Thresholds.MAX_SATURATED_PERCENT),
              NumberWords.count(saturated),
              NumberWords.count(judged),
              NumberWords.percent(Thresholds.MAX_SATURATED_PERCENT)));
    }
  }

  /** The percentage of intervals in which the client's CPUs were saturated; 0 if unknown. */
  static double saturatedPercent(StepResult step) {
    long judged = grown(HostMetric.CLIENT_JUDGED_INTERVALS, step).orElse(0);
    long saturated = grown(HostMetric.CLIENT_SATURATED_INTERVALS, step).orElse(0);
    return judged == 0 ? 0 : 100.0 * saturated / judged;
  }

  /**
   * Judges the client's waits, its time outside of operations, and its garbage collection. If the
   * client itself saturated the CPUs, that is the only reason: the others follow from it.
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

  /**
   * Counters are read some milliseconds off the step's ends: too inexact in less than an interval.
   */
  static boolean isAnInterval(StepResult step) {
    return step.whole().nanos() >= step.whole().intervals().lengthNanos();
  }

  private static void judgeOutside(StepResult step, Findings findings) {
    double percent = step.whole().outsidePercent().orElse(0);
    if (percent > Thresholds.MAX_OUTSIDE_PERCENT) {
      findings.degraded(
          String.format(
              Locale.ROOT,
              "workers without a target rate were outside of operations for %s of their time"
                  + " (most: %s)",
              NumberWords.percent(percent, Thresholds.MAX_OUTSIDE_PERCENT),
              NumberWords.percent(Thresholds.MAX_OUTSIDE_PERCENT)));
    }
  }

  private static void judgeCollection(StepResult step, Findings findings) {
    double millis = step.whole().nanos() / MILLI_NANOS;
    long collecting = grown(HostMetric.CLIENT_GC_MILLIS, step).orElse(0);
    double percent = millis > 0 ? 100.0 * collecting / millis : 0;
    if (percent > Thresholds.MAX_GC_PERCENT) {
      findings.degraded(
          String.format(
              Locale.ROOT,
              "the client collected garbage for %s of the time (most: %s)",
              NumberWords.percent(percent, Thresholds.MAX_GC_PERCENT),
              NumberWords.percent(Thresholds.MAX_GC_PERCENT)));
    }
    long pauses = grown(HostMetric.CLIENT_GC_LONG_PAUSES, step).orElse(0);
    if (pauses > 0) {
      findings.degraded(
          String.format(
              Locale.ROOT,
              "%s of the client's garbage collection above %s ms (most: 0)",
              NumberWords.count(pauses, "pause"),
              NumberWords.count(Thresholds.MAX_GC_PAUSE_MILLIS)));
    }
  }

  static void judgeSteal(StepResult step, Findings findings) {
    long stolen = grown(HostMetric.CPU_STEAL_TICKS, step).orElse(0);
    long total = grown(HostMetric.CPU_TOTAL_TICKS, step).orElse(0);
    double percent = total > 0 ? 100.0 * stolen / total : 0;
    if (percent > Thresholds.MAX_STEAL_PERCENT) {
      findings.degraded(
          String.format(
              Locale.ROOT,
              "the hypervisor took %s of the CPUs' time away: steal (most: %s)",
              NumberWords.percent(percent, Thresholds.MAX_STEAL_PERCENT),
              NumberWords.percent(Thresholds.MAX_STEAL_PERCENT)));
    }
  }

  /** The growth of a counter over the step; empty if unknown. */
  static OptionalLong grown(HostMetric metric, StepResult step) {
    return CounterDelta.of(metric, step.whole().start(), step.whole().end());
  }
}
