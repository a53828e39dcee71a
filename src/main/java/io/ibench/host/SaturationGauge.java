package io.ibench.host;

import io.ibench.measure.Gauge;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.BitSet;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Judges at each reading whether the client's CPUs were saturated since the reading before: by the
 * client's process, relative to the CPUs that it may use, or by all processes on the CPUs that it
 * may run on, whichever share is larger. Ignores readings that follow within 10 ms.
 *
 * <p>Reads how many CPUs the client may use once, when the gauge is created.
 */
public final class SaturationGauge implements Gauge {

  /** An interval with this share of the client's CPUs or more counts as saturated. */
  public static final double SATURATED_SHARE = 0.90;

  private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final ProcReader reader;
  private final Figure.Reading cpuNanos;
  private final double usableCpus;
  private final BitSet allowed;
  private @Nullable Moment before;
  private long judged;
  private long saturated;

  public SaturationGauge(Proc proc) {
    this(
        proc,
        clientCpu(ManagementFactory.getOperatingSystemMXBean()),
        Runtime.getRuntime().availableProcessors());
  }

  SaturationGauge(Proc proc, Figure.Reading cpuNanos, int availableProcessors) {
    this.reader = proc.reader();
    this.cpuNanos = cpuNanos;
    this.allowed = allowed(reader);
    double most = new ControlGroup(proc, "self").cpuQuota().orElse(availableProcessors);
    int byAffinity = allowed.isEmpty() ? availableProcessors : allowed.cardinality();
    this.usableCpus = Math.min(most, Math.min(availableProcessors, byAffinity));
  }

  private static Figure.Reading clientCpu(OperatingSystemMXBean system) {
    return () -> ClientGauge.cpuNanos(system);
  }

  /** Empty if unknown: then every CPU counts. */
  private static BitSet allowed(ProcReader reader) {
    try {
      return AllowedCpus.of(reader, "self").cpus();
    } catch (ProcException e) {
      return new BitSet();
    }
  }

  /** The state at a reading, and why a part of it is unknown. */
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
    double share =
        Math.max(ownShare(now), now.machine.usedSince(Objects.requireNonNull(before).machine));
    if (share >= 0) {
      judged++;
      saturated += share >= SATURATED_SHARE ? 1 : 0;
    }
  }

  private double ownShare(Moment now) {
    return now.cpuNanos.isPresent() && Objects.requireNonNull(before).cpuNanos.isPresent()
        ? (now.cpuNanos.value() - before.cpuNanos.value())
            / ((now.nanos - before.nanos) * usableCpus)
        : -1;
  }
}
