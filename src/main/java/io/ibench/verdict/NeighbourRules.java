package io.ibench.verdict;

import io.ibench.host.ClientWait;
import io.ibench.host.CounterDelta;
import io.ibench.host.CpuShares;
import io.ibench.host.HostMetric;
import io.ibench.host.Neighbours;
import io.ibench.host.ServerPlace;
import io.ibench.measure.StepResult;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Whether others used the CPUs and the disks of the server's machine. */
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

  /** Who used the CPUs over the whole step; empty where that is not known. */
  static Optional<CpuShares> shares(StepResult step, ServerPlace place) {
    return neighbours(step, place).cpuShares();
  }

  private static Neighbours neighbours(StepResult step, ServerPlace place) {
    return new Neighbours(place, metric -> grown(metric, step));
  }

  private static OptionalLong grown(HostMetric metric, StepResult step) {
    return CounterDelta.of(metric, step.whole().start(), step.whole().end());
  }

  /** Whether others used so much CPU that it is a reason. */
  static boolean areMany(CpuShares cpu) {
    return cpu.other() > Thresholds.MOST_OTHER_CPU_PERCENT;
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
              "other programs used %s of the CPUs' time (most: %s), %s %s%s",
              Words.percent(cpu.other(), Thresholds.MOST_OTHER_CPU_PERCENT),
              Words.percent(Thresholds.MOST_OTHER_CPU_PERCENT),
              ours(),
              Words.percent(cpu.own(), Thresholds.MOST_OTHER_CPU_PERCENT),
              waited()));
      return;
    }
    double ofUsed = ALL * cpu.other() / Math.max(cpu.own() + cpu.other(), Double.MIN_NORMAL);
    if (ofUsed > Thresholds.MOST_OTHER_COST_PERCENT) {
      findings.remark(
          String.format(
              "%s of the CPU that was used was that of other programs",
              Words.percent(ofUsed, Thresholds.MOST_OTHER_COST_PERCENT)));
    }
  }

  private String ours() {
    return switch (place) {
      case EMBEDDED -> "the client with its database";
      case SAME_MACHINE -> "server and client";
      case OTHER_MACHINE -> "the server";
    };
  }

  /** What they cost the client's threads, where these are on the same machine. */
  private String waited() {
    OptionalDouble percent =
        place == ServerPlace.OTHER_MACHINE
            ? OptionalDouble.empty()
            : ClientWait.percent(step.whole(), grown(HostMetric.CLIENT_RUN_DELAY_NANOS, step));
    return percent.isPresent()
        ? String.format(
            "; the client's threads waited for a CPU for %s of their operations' time",
            Words.percent(percent.getAsDouble(), Thresholds.MOST_CLIENT_WAIT_PERCENT))
        : "";
  }

  /**
   * What was waiting in memory when the step began may be the server's from before, counted then
   * and written now.
   */
  private void judgeWrites() {
    OptionalLong others = neighbours(step, place).otherWrittenBytes();
    double disks = grown(HostMetric.DISK_WRITTEN_BYTES, step).orElse(0);
    if (others.isEmpty() || disks == 0) {
      return;
    }
    Long dirty = step.whole().start().values().get(HostMetric.MEMORY_DIRTY_BYTES.key());
    double bytes = others.getAsLong() - (dirty == null ? 0 : dirty);
    double percent = ALL * bytes / disks;
    double kbps = bytes / KIB / step.whole().seconds();
    if (percent > Thresholds.MOST_OTHER_WRITES_PERCENT
        && kbps > Thresholds.LEAST_OTHER_WRITES_KBPS) {
      findings.degraded(
          String.format(
              "others than the server wrote %s of what its disks wrote (most: %s), %s of %s KB/s",
              Words.percent(percent, Thresholds.MOST_OTHER_WRITES_PERCENT),
              Words.percent(Thresholds.MOST_OTHER_WRITES_PERCENT),
              Words.rate(kbps),
              Words.rate(disks / KIB / step.whole().seconds())));
    }
  }
}
