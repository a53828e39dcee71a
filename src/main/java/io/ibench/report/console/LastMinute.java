package io.ibench.report.console;

import io.ibench.measure.Latency;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Role;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Rate and latencies of the last minute of a step, in parts of ten seconds or an interval. Its size
 * does not depend on the length of the step. Confined to the coordinating thread.
 */
public final class LastMinute {

  private static final int PARTS = 6;
  private static final long PART_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long MINUTE_NANOS = PARTS * PART_NANOS;

  private final StepStart step;
  private final List<Role> roles;
  private final Role counted;
  private final List<Part> parts = new ArrayList<>();

  /** Successive intervals together. */
  private static final class Part {
    private final Histogram service = Latency.histogram();
    private long nanos;
    private long count;
  }

  /**
   * @param roles of the operations, by number
   */
  public LastMinute(StepStart step, List<Role> roles) {
    this.step = step;
    this.roles = roles;
    this.counted = step.unit() == Unit.QUERIES ? Role.QUERY : Role.INSERT;
  }

  /** Adds the next interval. */
  public void add(Snapshot snapshot) {
    if (parts.isEmpty() || parts.get(parts.size() - 1).nanos >= PART_NANOS) {
      parts.add(new Part());
    }
    Part part = parts.get(parts.size() - 1);
    part.nanos += snapshot.nanos();
    part.count += count(snapshot);
    for (int i = 0; i < snapshot.operations().size(); i++) {
      OperationStats stats = snapshot.operations().get(i);
      if (roles.get(i) == counted && stats.successes() > 0) {
        part.service.add(stats.service());
      }
    }
    while (parts.size() > 1 && nanos() - parts.get(0).nanos >= MINUTE_NANOS) {
      parts.remove(0);
    }
  }

  private long count(Snapshot snapshot) {
    if (counted == Role.QUERY) {
      return snapshot.queries(roles);
    }
    return step.threads() > 0
        ? snapshot.rows(roles, Role.INSERT)
        : Arrays.stream(snapshot.workloadCounters()).sum();
  }

  /** The time that is covered: a minute, at most ten seconds or an interval more. */
  public long nanos() {
    return parts.stream().mapToLong(part -> part.nanos).sum();
  }

  /** What the step's unit counts, per second. */
  public double perSecond() {
    long nanos = nanos();
    return nanos > 0 ? parts.stream().mapToLong(part -> part.count).sum() * 1e9 / nanos : 0;
  }

  /** The p99 of service times of what the unit counts, in nanoseconds; empty without any. */
  public OptionalLong p99Nanos() {
    Histogram all = Latency.histogram();
    parts.forEach(part -> all.add(part.service));
    return all.getTotalCount() == 0
        ? OptionalLong.empty()
        : OptionalLong.of(all.getValueAtPercentile(99));
  }

  /** The unit of the rate. */
  public String unit() {
    return step.unit() == Unit.QUERIES ? "qps" : "rows/s";
  }
}
