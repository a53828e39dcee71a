package io.ibench.report.console;

import io.ibench.measure.Latency;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Role;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import io.ibench.measure.StepStart.Unit;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The progress, rates and latencies of a step, from its intervals so far; after a run was resumed
 * latencies, retries and failures are those since then. Its size does not depend on the length of
 * the step. Confined to the coordinating thread.
 */
public final class StepProgress {

  private final StepStart step;
  private final List<Role> roles;
  private final Role counted;
  private final long[] failures;
  private final Histogram service = Latency.histogram();
  private final Histogram lastService = Latency.histogram();
  private long nanos;
  private long operations;
  private long rows;
  private long retries;
  private double lastRate;
  private double lastInsertRate;
  private long oldestNanos;
  private int workersAway;
  private String waitsFor = "";

  /**
   * @param roles of the operations, by number
   * @param failureKinds the number of kinds of failure
   */
  public StepProgress(StepStart step, List<Role> roles, int failureKinds) {
    this.step = step;
    this.roles = roles;
    this.counted = step.unit() == Unit.QUERIES ? Role.QUERY : Role.INSERT;
    this.failures = new long[failureKinds];
    nanos = step.reached().nanos();
    operations = step.reached().operations();
    rows = step.reached().rows();
  }

  public void add(Snapshot snapshot) {
    long done =
        step.threads() > 0
            ? snapshot.rows(roles, Role.INSERT)
            : Arrays.stream(snapshot.workloadCounters()).sum();
    nanos += snapshot.nanos();
    rows += done;
    lastService.reset();
    for (int i = 0; i < snapshot.operations().size(); i++) {
      add(roles.get(i), snapshot.operations().get(i));
    }
    service.add(lastService);
    long counts = counted == Role.QUERY ? snapshot.queries(roles) : done;
    lastRate = perSecond(counts, snapshot);
    lastInsertRate = perSecond(done, snapshot);
    // The age of an action is its own; while it reports progress, it does not hang.
    workersAway = snapshot.workers().withoutConnection();
    waitsFor = snapshot.workers().waitsFor();
    oldestNanos = step.threads() == 0 && done > 0 ? 0 : snapshot.workers().oldestInFlightNanos();
  }

  private void add(Role role, OperationStats stats) {
    operations += role == counted ? stats.successes() + stats.failures() : 0;
    retries += stats.retries();
    for (int kind = 0; kind < failures.length; kind++) {
      failures[kind] += stats.failures(kind);
    }
    if (role == counted && stats.successes() > 0) {
      lastService.add(stats.service());
    }
  }

  private static double perSecond(long count, Snapshot snapshot) {
    return snapshot.nanos() > 0 ? count * 1e9 / snapshot.nanos() : 0;
  }

  public long nanos() {
    return nanos;
  }

  /** Inserted rows, or rows that an action reports. */
  long rows() {
    return rows;
  }

  /** Operations that the unit counts: successes and failures. */
  long operations() {
    return operations;
  }

  long failures(int kind) {
    return failures[kind];
  }

  public long failures() {
    return LongStream.of(failures).sum();
  }

  long retries() {
    return retries;
  }

  /** Operations or rows that the unit counts, per second of the last interval. */
  double lastRate() {
    return lastRate;
  }

  /** Inserted rows per second of the last interval. */
  double lastInsertRate() {
    return lastInsertRate;
  }

  /** Whether a step of queries also inserts rows. */
  boolean alsoInserts() {
    return counted == Role.QUERY
        && (rows > 0 || step.targets().stream().anyMatch(target -> target.role() == Role.INSERT));
  }

  /** The p99 of service times of the last interval's successes that the unit counts. */
  OptionalLong lastP99Nanos() {
    return p99(lastService);
  }

  /** The same over the whole step so far. */
  OptionalLong p99Nanos() {
    return p99(service);
  }

  private static OptionalLong p99(Histogram histogram) {
    return histogram.getTotalCount() == 0
        ? OptionalLong.empty()
        : OptionalLong.of(histogram.getValueAtPercentile(99));
  }

  /** Workers that waited for the server when the last interval ended. */
  int workersAway() {
    return workersAway;
  }

  /** What an action waited for when the last interval ended, in words; empty if unknown. */
  public String waitsFor() {
    return waitsFor;
  }

  /** Age of the oldest operation in flight when the last interval ended; 0 for no operation. */
  long oldestNanos() {
    return oldestNanos;
  }

  /** The share that is done, 0 to 1, of the goal that ends the step first; empty without goals. */
  public OptionalDouble done() {
    return goals().mapToDouble(Goal::done).max();
  }

  /** The time left at the average speed so far; empty if unknown. */
  public OptionalLong leftNanos() {
    LongStream works = goals().mapToLong(goal -> goal.leftNanos(nanos)).filter(left -> left >= 0);
    LongStream time = step.goal().nanos().stream().map(planned -> Math.max(0, planned - nanos));
    return LongStream.concat(time, works).min();
  }

  private Stream<Goal> goals() {
    return Stream.of(
            new Goal(nanos, step.goal().nanos()),
            new Goal(operations, step.goal().operations()),
            new Goal(rows, step.goal().rows()))
        .filter(goal -> goal.planned().isPresent());
  }

  /** One of the goals that may end a step. */
  private record Goal(long reached, OptionalLong planned) {

    double done() {
      long all = planned.getAsLong();
      return reached >= all ? 1 : (double) reached / all;
    }

    /** Negative if unknown. */
    long leftNanos(long sinceNanos) {
      if (done() == 0) {
        return -1;
      }
      return Math.round(sinceNanos / done()) - sinceNanos;
    }
  }
}
