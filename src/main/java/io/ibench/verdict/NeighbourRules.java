package io.ibench.verdict;

import io.ibench.host.ClientWait;
import io.ibench.host.CpuShares;
import io.ibench.host.HostMetric;
import io.ibench.host.Neighbours;
import io.ibench.host.ServerPlace;
import io.ibench.measure.StepResult;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Finds other programs that used the CPUs and disks of the server's machine. */
final class NeighbourRules {

  private static final double KIB = 1024;
  private static final double ALL = 100;

  private final StepResult step;
  private final ServerPlace place;
  private final Findings findings;

  NeighbourRules(StepResult step, ServerPlace place, Findings findings) {
    this.step = step;
    this.place = place;
    this.findings = findings;
  }

  /** The shares of the CPUs over the whole step; empty if unknown. */
  static Optional<CpuShares> shares(StepResult step, ServerPlace place) {
    return neighbours(step, place).cpuShares();
  }

  private static Neighbours neighbours(StepResult step, ServerPlace place) {
    return new Neighbours(place, metric -> ClientRules.grown(metric, step));
  }

  /** Whether other programs used so much CPU that it is a reason. */
  static boolean areMany(CpuShares cpu) {
    return cpu.other() > Thresholds.MAX_OTHER_CPU_PERCENT;
  }

  void judge() {
    if (ClientRules.isAnInterval(step)) {
      shares(step, place).ifPresent(this::judgeCpu);
      judgeWrites();
    }
  }

  private void judgeCpu(CpuShares cpu) {
    if (areMany(cpu)) {
      findings.degraded(
          String.format(
              Locale.ROOT,
              "other programs used %s of the CPUs' time (most: %s), %s %s%s",
              NumberWords.percent(cpu.other(), Thresholds.MAX_OTHER_CPU_PERCENT),
              NumberWords.percent(Thresholds.MAX_OTHER_CPU_PERCENT),
              ours(),
              NumberWords.percent(cpu.own(), Thresholds.MAX_OTHER_CPU_PERCENT),
              waited()));
      return;
    }
    double ofUsed = ALL * cpu.other() / Math.max(cpu.own() + cpu.other(), Double.MIN_NORMAL);
    if (ofUsed > Thresholds.MAX_OTHER_COST_PERCENT) {
      findings.remark(
          String.format(
              Locale.ROOT,
              "%s of the CPU that was used was that of other programs",
              NumberWords.percent(ofUsed, Thresholds.MAX_OTHER_COST_PERCENT)));
    }
  }

  private String ours() {
    return switch (place) {
      case EMBEDDED -> "ibench's process";
      case SAME_MACHINE -> "server and client";
      case OTHER_MACHINE -> "the server";
    };
  }

  /** The waits of the client's threads, if the client is on the same machine. */
  private String waited() {
    OptionalDouble percent =
        place == ServerPlace.OTHER_MACHINE
            ? OptionalDouble.empty()
            : ClientWait.percent(
                step.whole(), ClientRules.grown(HostMetric.CLIENT_RUN_DELAY_NANOS, step));
    return percent.isPresent()
        ? String.format(
            Locale.ROOT,
            "; the client's threads waited for a CPU for %s of their operations' time",
            NumberWords.percent(percent.getAsDouble(), Thresholds.MAX_CLIENT_WAIT_PERCENT))
        : "";
  }

  /**
   * Data that was dirty in memory at the step's start may be the server's, from before the step.
   */
  private void judgeWrites() {
    OptionalLong others = neighbours(step, place).otherWrittenBytes();
    double disks = ClientRules.grown(HostMetric.DISK_WRITTEN_BYTES, step).orElse(0);
    if (others.isEmpty() || disks == 0) {
      return;
    }
    Long dirty = step.whole().start().values().get(HostMetric.MEMORY_DIRTY_BYTES.key());
    double bytes = others.getAsLong() - (dirty == null ? 0 : dirty);
    double percent = ALL * bytes / disks;
    double kbps = bytes / KIB / step.whole().seconds();
    if (percent > Thresholds.MAX_OTHER_WRITES_PERCENT && kbps > Thresholds.MIN_OTHER_WRITES_KBPS) {
      findings.degraded(
          String.format(
              Locale.ROOT,
              "others than %s wrote %s of what its disks wrote (most: %s), %s of %s KB/s",
              place == ServerPlace.EMBEDDED ? ours() : "the server",
              NumberWords.percent(percent, Thresholds.MAX_OTHER_WRITES_PERCENT),
              NumberWords.percent(Thresholds.MAX_OTHER_WRITES_PERCENT),
              NumberWords.rate(kbps),
              NumberWords.rate(disks / KIB / step.whole().seconds())));
    }
  }
}
