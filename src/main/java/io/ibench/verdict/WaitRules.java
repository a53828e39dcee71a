package io.ibench.verdict;

import io.ibench.host.ClientWait;
import io.ibench.host.CpuShares;
import io.ibench.host.HostMetric;
import io.ibench.host.ServerPlace;
import io.ibench.measure.StepResult;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Judges the client's waits for a CPU. If client and server share a machine, a thread of the client
 * waits while the server, the client or another program has the CPU; a wait for the server is part
 * of the server's work. docs/verdicts.md has the reasoning.
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
    OptionalLong delay = ClientRules.grown(HostMetric.CLIENT_RUN_DELAY_NANOS, step);
    this.waited = ClientWait.percent(step.whole(), delay).orElse(0);
    this.shares = NeighbourRules.shares(step, place);
  }

  /** Returns whether the client itself saturated the CPUs, which is then the only reason. */
  boolean judge() {
    if (waited <= Thresholds.MAX_CLIENT_WAIT_PERCENT) {
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
        + NumberWords.percent(waited, Thresholds.MAX_CLIENT_WAIT_PERCENT)
        + " of their operations' time";
  }

  private static String most() {
    return " (most: " + NumberWords.percent(Thresholds.MAX_CLIENT_WAIT_PERCENT) + ")";
  }

  /** With an embedded database, the client's CPU inside operations is the database's. */
  private double clientShare(CpuShares cpu) {
    if (place == ServerPlace.EMBEDDED) {
      return Math.max(0, step.whole().outsidePercent().orElse(0));
    }
    return cpu.own() > 0 ? ALL * cpu.client() / cpu.own() : 0;
  }

  private boolean judgeUsedUp(CpuShares cpu) {
    double client = clientShare(cpu);
    boolean isClient = client > Thresholds.MAX_CLIENT_SHARE_PERCENT;
    if (isClient) {
      findings.degraded(
          String.format(
              Locale.ROOT,
              "the client's CPUs were used up, to %s, %s of it by the client itself (most: %s);"
                  + " its threads waited for a CPU for %s of their operations' time",
              NumberWords.percent(ALL - cpu.free(), Thresholds.SATURATED_CPU_PERCENT),
              NumberWords.percent(client, Thresholds.MAX_CLIENT_SHARE_PERCENT),
              NumberWords.percent(Thresholds.MAX_CLIENT_SHARE_PERCENT),
              NumberWords.percent(waited, Thresholds.MAX_CLIENT_WAIT_PERCENT)));
    } else {
      findings.remark(
          String.format(
              Locale.ROOT,
              "%s, as server and client together used %s of the CPUs",
              sentence(),
              NumberWords.percent(cpu.own(), Thresholds.SATURATED_CPU_PERCENT)));
    }
    return isClient;
  }

  /** CPUs were free, at least on average. */
  private void judgeContention(CpuShares cpu) {
    double used = ALL - cpu.free();
    double saturated = ClientRules.saturatedPercent(step);
    double server = cpu.own() * (1 - clientShare(cpu) / ALL);
    double notServer = used > 0 ? waited * (1 - server / used) : waited;
    // If the client could use all CPUs of the machine, the average would be at least as high.
    if (used < saturated * Thresholds.SATURATED_CPU_PERCENT / ALL) {
      findings.degraded(
          String.format(
              Locale.ROOT,
              "%s%s: its own CPUs were used up in %s of the intervals, and others were free",
              sentence(),
              most(),
              NumberWords.percent(saturated, Thresholds.MAX_SATURATED_PERCENT)));
    } else if (notServer > Thresholds.MAX_CLIENT_WAIT_PERCENT) {
      findings.degraded(
          String.format(
              Locale.ROOT,
              "%s, %s while it was not the server that had it%s",
              sentence(),
              NumberWords.percent(notServer, Thresholds.MAX_CLIENT_WAIT_PERCENT),
              most()));
    } else {
      findings.remark(sentence() + ", mostly while the server had it");
    }
  }
}
