package io.ibench.verdict;

import static io.ibench.testing.StepBuilder.aStep;

import io.ibench.host.HostMetric;
import io.ibench.host.ServerPlace;
import io.ibench.measure.Buckets;
import io.ibench.measure.IntervalCounts;
import io.ibench.measure.LatencySummary;
import io.ibench.measure.OperationCounts;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.Outages;
import io.ibench.measure.PeriodIntervals;
import io.ibench.measure.PeriodReadings;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.PeriodSpan;
import io.ibench.measure.RateEnd;
import io.ibench.measure.RateGoal;
import io.ibench.measure.RateTarget;
import io.ibench.measure.Readings;
import io.ibench.measure.Role;
import io.ibench.measure.Stalls;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import io.ibench.testing.StepBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Makes steps that are over: valid ones, of 100 s and 4 threads, unless a test says otherwise. */
final class Steps {

  static final long SECOND = 1_000_000_000L;

  /** On a clock with an arbitrary start. */
  private static final long START = -3_000 * SECOND;

  static final int QUERY = 0;
  static final int INSERT = 1;
  static final int AUXILIARY = 2;
  static final List<Role> ROLES = List.of(Role.QUERY, Role.INSERT, Role.AUXILIARY);

  private final Unit unit;
  private final Map<String, Long> start = new HashMap<>();
  private final Map<String, Long> end = new HashMap<>();
  private final List<OperationSummary> operations = new ArrayList<>();
  private final List<RateTarget> targets = new ArrayList<>();
  private final List<PeriodResult> periods = new ArrayList<>();
  private final StepBuilder step = aStep().lasting(100 * SECOND);
  private Outages outages = Outages.NONE;
  private Stalls stalls = Stalls.NONE;
  private long[] intervals = new long[100];
  private long nanos = 100 * SECOND;

  private long lostIntervals;
  private long left;

  private ServerPlace place = ServerPlace.OTHER_MACHINE;

  private Steps(Unit unit) {
    this.unit = unit;
    Arrays.fill(intervals, 10);
  }

  static Steps queries() {
    return new Steps(Unit.QUERIES);
  }

  static Steps inserts() {
    return new Steps(Unit.ROWS);
  }

  static Steps action(Unit unit) {
    Steps steps = new Steps(unit);
    steps.step.threads(0);
    steps.intervals = new long[] {0};
    return steps.unlimited();
  }

  Steps unlimited() {
    step.planned(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());
    return this;
  }

  Steps until(RateGoal goal) {
    step.until(goal);
    return this;
  }

  Steps rateEnd(RateEnd end) {
    step.rateEnd(end);
    return this;
  }

  Steps named(String stepName) {
    step.named(stepName, "request");
    return this;
  }

  Steps serving(StepPurpose purpose) {
    step.serving(purpose);
    return this;
  }

  /** It ends after so many rows. */
  Steps ofRows(long rows) {
    step.planned(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.of(rows));
    return this;
  }

  Steps repeat(int number, int of) {
    step.repeat(number, of);
    return this;
  }

  Steps lasting(double seconds) {
    nanos = Math.round(seconds * SECOND);
    return this;
  }

  Steps did(int operation, long count, long failures, long unstarted, long late) {
    operations.add(summary(operation, count, failures, unstarted, late, 1_000));
    return this;
  }

  /** Successes with this average latency. */
  Steps took(int operation, long count, double meanNanos) {
    operations.add(summary(operation, count, 0, 0, 0, meanNanos, 1_000));
    return this;
  }

  static OperationSummary summary(
      int operation, long count, long failures, long unstarted, long late, long p99Nanos) {
    return summary(operation, count, failures, unstarted, late, 1, p99Nanos);
  }

  private static OperationSummary summary(
      int operation,
      long count,
      long failures,
      long unstarted,
      long late,
      double meanNanos,
      long p99Nanos) {
    LatencySummary latency =
        new LatencySummary(count, meanNanos, 1, 1, p99Nanos, p99Nanos, p99Nanos, 1);
    return new OperationSummary(
        operation,
        new OperationCounts(count, count, 0, 0, unstarted, 0, late),
        List.of(failures),
        latency,
        latency,
        Optional.empty(),
        Optional.empty(),
        Collections.nCopies(Buckets.COUNT, 0L));
  }

  Steps target(Role role, double perSecond) {
    targets.add(new RateTarget("group " + targets.size(), role, perSecond));
    return this;
  }

  /** Other groups have no rate, and do the same. */
  Steps sharedTarget(Role role, double perSecond) {
    targets.add(new RateTarget("group " + targets.size(), role, perSecond, Optional.empty(), true));
    return this;
  }

  /** It ends after so many operations, or after 100 s. */
  Steps ofOperations(long number) {
    step.planned(OptionalLong.of(100 * SECOND), OptionalLong.of(number), OptionalLong.empty());
    return this;
  }

  /** It ends after so many rows, or after a time. */
  Steps lastingOrRows(long seconds, long rows) {
    step.planned(OptionalLong.of(seconds * SECOND), OptionalLong.empty(), OptionalLong.of(rows));
    return this;
  }

  /** So many operations were not begun. */
  Steps leaving(long number) {
    left = number;
    return this;
  }

  Steps grown(HostMetric metric, long by) {
    return grown(metric.key(), by);
  }

  Steps atStart(HostMetric metric, long value) {
    start.put(metric.key(), value);
    return this;
  }

  /** At the step's end only. */
  Steps atEnd(String metric, long value) {
    end.put(metric, value);
    return this;
  }

  Steps grown(String metric, long by) {
    start.put(metric, 5_000_000L);
    end.put(metric, 5_000_000L + by);
    return this;
  }

  Steps intervals(long... counts) {
    intervals = counts.clone();
    return this;
  }

  Steps lost(long count) {
    lostIntervals = count;
    return this;
  }

  Steps stalls(Stalls happened) {
    stalls = happened;
    return this;
  }

  Steps outages(Outages happened) {
    outages = happened;
    return this;
  }

  Steps problems(String... lines) {
    step.problems(lines);
    return this;
  }

  Steps interrupted() {
    step.interrupted(true);
    return this;
  }

  Steps failed(String why) {
    step.failed(why);
    return this;
  }

  Steps losingWorkers(long count) {
    step.losingWorkers(count);
    return this;
  }

  /** Adds a report period after the earlier ones; its length is the time of its values. */
  Steps period(double seconds, Map<String, Long> levelsAtEnd, OperationSummary... did) {
    long from = periods.isEmpty() ? START : periods.get(periods.size() - 1).endNanos();
    Readings readings = new Readings(levelsAtEnd, Map.of(), Map.of());
    periods.add(
        period(
            from,
            from + Math.round(seconds * SECOND),
            List.of(did),
            new long[0],
            Readings.NONE,
            readings,
            0,
            Outages.NONE));
    nanos = periods.get(periods.size() - 1).endNanos() - START;
    return this;
  }

  private PeriodResult period(
      long fromNanos,
      long toNanos,
      List<OperationSummary> did,
      long[] counts,
      Readings first,
      Readings last,
      long lost,
      Outages happened) {
    boolean queries = unit == Unit.QUERIES;
    return new PeriodResult(
        new PeriodSpan(fromNanos, toNanos, 0, 0, false),
        did,
        new long[0],
        PeriodReadings.of(first, last),
        new PeriodIntervals(
            SECOND,
            IntervalCounts.of(queries ? counts : new long[counts.length]),
            IntervalCounts.of(queries ? new long[counts.length] : counts),
            IntervalCounts.of(new long[counts.length]),
            counts.length,
            lost),
        happened,
        stalls,
        List.of());
  }

  StepResult over() {
    PeriodResult whole =
        period(
            START,
            START + nanos,
            operations,
            intervals,
            new Readings(start, Map.of(), Map.of()),
            new Readings(end, Map.of(), Map.of()),
            lostIntervals,
            outages);
    return step.counting(unit)
        .targets(targets)
        .periods(periods.isEmpty() ? List.of(whole) : periods)
        .operationsLeft(left)
        .over(whole);
  }

  Steps at(ServerPlace where) {
    place = where;
    return this;
  }

  /** For a client on its own host, unless a test says otherwise. */
  Judgement judged() {
    return new Judge(ROLES, place).of(over());
  }
}
