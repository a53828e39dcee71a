package io.ibench.host;

import io.ibench.measure.Gauge;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;

/**
 * Judges at each reading whether the client's CPUs were used up since the one before: by the
 * client's process, measured by the CPUs that it may use at most, or by whoever else runs on the
 * CPUs that it may run on, whichever is more. Readings that are close together judge once.
 *
 * <p>How many CPUs the client may use is looked up once, when the gauge is made.
 */
public final class SaturationGauge implements Gauge {

  /** From this share of the client's CPUs on an interval counts as saturated. */
  public static final double SATURATED_SHARE = 0.90;

  private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final ProcReader reader;
  private final Figure.Source cpuNanos;
  private final double usableCpus;
  private final BitSet allowed;
  private Moment before;
  private long judged;
  private long saturated;

  public SaturationGauge(Proc proc) {
    this(
        proc,
        clientCpu(ManagementFactory.getOperatingSystemMXBean()),
        Runtime.getRuntime().availableProcessors());
  }

  SaturationGauge(Proc proc, Figure.Source cpuNanos, int availableProcessors) {
    this.reader = proc.reader();
    this.cpuNanos = cpuNanos;
    this.allowed = allowed(reader);
    double most = ControlGroup.of(proc, "self").cpuQuota().orElse(availableProcessors);
    int byAffinity = allowed.isEmpty() ? availableProcessors : allowed.cardinality();
    this.usableCpus = Math.min(most, Math.min(availableProcessors, byAffinity));
  }

  private static Figure.Source clientCpu(OperatingSystemMXBean system) {
    return () -> ClientGauge.cpuNanos(system);
  }

  /** Empty where the kernel does not tell: then every CPU counts. */
  private static BitSet allowed(ProcReader reader) {
    try {
      return AllowedCpus.of(reader, "self").cpus();
    } catch (ProcException e) {
      return new BitSet();
    }
  }

  /** What the client and its CPUs had done at a reading, and why one of both is unknown. */
  private record Moment(long nanos, Figure cpuNanos, CpuTimes machine, String reason) {

    boolean isKnown() {
      return cpuNanos.isPresent() || machine.totalTicks() > 0;
    }
  }

  @Override
  public void read(long nanos, Sink sink) {
    if (before == null || nanos - before.nanos >= SHORTEST_NANOS) {
      Moment now = now(nanos);
      if (before != null) {
        judge(now);
      }
      before = now;
    }
    if (before.isKnown()) {
      sink.put(HostMetric.CLIENT_JUDGED_INTERVALS.key(), judged);
      sink.put(HostMetric.CLIENT_SATURATED_INTERVALS.key(), saturated);
    } else {
      sink.absent(HostMetric.CLIENT_JUDGED_INTERVALS.key(), before.reason);
      sink.absent(HostMetric.CLIENT_SATURATED_INTERVALS.key(), before.reason);
    }
  }

  private Moment now(long nanos) {
    Figure own = Figure.of(cpuNanos);
    try {
      return new Moment(nanos, own, CpuTimes.read(reader, allowed), own.reason());
    } catch (ProcException e) {
      return new Moment(nanos, own, CpuTimes.UNKNOWN, own.reason() + "; " + e.getMessage());
    }
  }

  private void judge(Moment now) {
    double share = Math.max(ownShare(now), now.machine.usedSince(before.machine));
    if (share >= 0) {
      judged++;
      saturated += share >= SATURATED_SHARE ? 1 : 0;
    }
  }

  private double ownShare(Moment now) {
    return now.cpuNanos.isPresent() && before.cpuNanos.isPresent()
        ? (now.cpuNanos.value() - before.cpuNanos.value())
            / ((now.nanos - before.nanos) * usableCpus)
        : -1;
  }
}
