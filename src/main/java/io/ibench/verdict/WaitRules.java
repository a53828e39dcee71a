package io.ibench.verdict;

import io.ibench.host.ClientWait;
import io.ibench.host.CounterDelta;
import io.ibench.host.CpuShares;
import io.ibench.host.HostMetric;
import io.ibench.host.ServerPlace;
import io.ibench.measure.StepResult;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the client's wait for a CPU says of the server's figures. Where both run on one machine, a
 * thread of the client waits because somebody else has the CPU: the server, then it is the server's
 * work that was waited for, or the client itself, or others. docs/verdicts.md has the reasoning.
 */
final class WaitRules {

  private static final double ALL = 100;

  private final StepResult step;
  private final ServerPlace place;
  private final Findings findings;
  private final double waited;
  private final Optional<CpuShares> shares;

  WaitRules(StepResult step, ServerPlace place, Findings findings) {
    this.step = step;
    this.place = place;
    this.findings = findings;
    OptionalLong delay =
        CounterDelta.of(
            HostMetric.CLIENT_RUN_DELAY_NANOS, step.whole().start(), step.whole().end());
    this.waited = ClientWait.percent(step.whole(), delay).orElse(0);
    this.shares = NeighbourRules.shares(step, place);
  }

  /** Whether the client used up the CPUs by itself, which is then the one reason. */
  boolean judge() {
    if (waited <= Thresholds.MOST_CLIENT_WAIT_PERCENT) {
      return false;
    }
    if (place == ServerPlace.OTHER_MACHINE || shares.isEmpty()) {
      findings.degraded(sentence() + most());
      return false;
    }
    CpuShares cpu = shares.get();
    if (NeighbourRules.areMany(cpu)) {
      return false;
    }
    if (ALL - cpu.free() >= Thresholds.SATURATED_CPU_PERCENT) {
      return judgeUsedUp(cpu);
    }
    judgeContention(cpu);
    return false;
  }

  private String sentence() {
    return "the client's threads waited for a CPU for "
        + Words.percent(waited, Thresholds.MOST_CLIENT_WAIT_PERCENT)
        + " of their operations' time";
  }

  private static String most() {
    return " (most: " + Words.percent(Thresholds.MOST_CLIENT_WAIT_PERCENT) + ")";
  }

  /** Of an embedded database the client's CPU is the server's as far as it went into operations. */
  private double clientShare(CpuShares cpu) {
    if (place == ServerPlace.EMBEDDED) {
      return Math.max(0, step.whole().outsidePercent().orElse(0));
    }
    return cpu.own() > 0 ? ALL * cpu.client() / cpu.own() : 0;
  }

  private boolean judgeUsedUp(CpuShares cpu) {
    double client = clientShare(cpu);
    boolean isClient = client > Thresholds.MOST_CLIENT_SHARE_PERCENT;
    if (isClient) {
      findings.degraded(
          String.format(
              "the client's CPUs were used up, to %s, %s of it by the client itself (most: %s);"
                  + " its threads waited for a CPU for %s of their operations' time",
              Words.percent(ALL - cpu.free(), Thresholds.SATURATED_CPU_PERCENT),
              Words.percent(client, Thresholds.MOST_CLIENT_SHARE_PERCENT),
              Words.percent(Thresholds.MOST_CLIENT_SHARE_PERCENT),
              Words.percent(waited, Thresholds.MOST_CLIENT_WAIT_PERCENT)));
    } else {
      findings.remark(
          String.format(
              "%s, as server and client together used %s of the CPUs",
              sentence(), Words.percent(cpu.own(), Thresholds.SATURATED_CPU_PERCENT)));
    }
    return isClient;
  }

  /** There were CPUs to spare, at least on average. */
  private void judgeContention(CpuShares cpu) {
    double used = ALL - cpu.free();
    double saturated = ClientRules.saturatedPercent(step);
    double server = cpu.own() * (1 - clientShare(cpu) / ALL);
    double notServer = used > 0 ? waited * (1 - server / used) : waited;
    // Were the client's CPUs those of the whole machine, it would have used as much on average.
    if (used < saturated * Thresholds.SATURATED_CPU_PERCENT / ALL) {
      findings.degraded(
          String.format(
              "%s%s: its own CPUs were used up in %s of the intervals, and others were free",
              sentence(), most(), Words.percent(saturated, Thresholds.MOST_SATURATED_PERCENT)));
    } else if (notServer > Thresholds.MOST_CLIENT_WAIT_PERCENT) {
      findings.degraded(
          String.format(
              "%s, %s while it was not the server that had it%s",
              sentence(), Words.percent(notServer, Thresholds.MOST_CLIENT_WAIT_PERCENT), most()));
    } else {
      findings.remark(sentence() + ", mostly while the server had it");
    }
  }
}
