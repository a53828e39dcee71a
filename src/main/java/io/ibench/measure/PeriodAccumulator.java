package io.ibench.measure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds intervals up to a period. Not thread-safe; used by the ticker's thread. Its size does not
 * depend on its length, except for the {@link IntervalCounts} that the percentiles of rates need.
 */
public final class PeriodAccumulator {

  private final long startNanos;
  private final long startEpochMillis;
  private final long intervalNanos;
  private final Readings start;
  private final int failureKinds;
  private final List<OperationStats> sums;
  private final long[] workloadCounters;
  private final Map<String, Long> highest = new HashMap<>();
  private final Outages.Builder outages = new Outages.Builder();
  private final Stalls.Builder stalls = new Stalls.Builder();
  private final IntervalCounts.Builder queries = new IntervalCounts.Builder();
  private final IntervalCounts.Builder insertedRows = new IntervalCounts.Builder();
  private final IntervalCounts.Builder deletedRows = new IntervalCounts.Builder();
  private final List<Role> roles;
  private final List<List<OperationStats>> clients = new ArrayList<>();
  private long allIntervals;
  private long lostIntervals;
  private final Map<String, Counter> counters = new HashMap<>();
  private boolean countersReset;

  public PeriodAccumulator(
      Shape shape, long startNanos, long startEpochMillis, long intervalNanos, Readings start) {
    this.startNanos = startNanos;
    this.startEpochMillis = startEpochMillis;
    this.intervalNanos = intervalNanos;
    this.start = start;
    this.failureKinds = shape.failureKinds();
    this.roles = shape.roles();
    this.sums = shape.emptySums();
    for (int client = 0; shape.clients() > 1 && client < shape.clients(); client++) {
      clients.add(shape.emptySums());
    }
    this.workloadCounters = new long[shape.workloadCounters()];
    raise(start);
  }

  /**
   * The dimensions of a period's counters.
   *
   * @param roles of the operations, by number
   * @param clients that are also counted separately; 1 for no separate counts
   * @param paced whether any operation has a target rate
   */
  public record Shape(
      List<Role> roles, int failureKinds, int workloadCounters, int clients, boolean paced) {

    public Shape {
      roles = List.copyOf(roles);
    }

    /** Empty statistics, by operation. */
    public List<OperationStats> emptySums() {
      return Recorder.emptySums(roles.size(), failureKinds, paced);
    }
  }

  public long startNanos() {
    return startNanos;
  }

  public void add(Snapshot snapshot) {
    add(sums, snapshot.operations());
    for (int client = 0; client < clients.size(); client++) {
      add(clients.get(client), snapshot.clients().get(client));
    }
    for (int i = 0; i < workloadCounters.length; i++) {
      workloadCounters[i] += snapshot.workloadCounters()[i];
    }
    snapshot.outages().forEach(outages::add);
    snapshot.stalls().forEach(stalls::add);
    long lengths = Math.round((double) snapshot.nanos() / intervalNanos);
    allIntervals++;
    lostIntervals += Math.max(0, lengths - 1);
    raise(snapshot.readings());
    if (snapshot.full()) {
      addRates(snapshot, lengths);
    }
  }

  /**
   * Adds the counts of an interval of exact length at the same rate, as no tick is exactly on time.
   * A tick that is late by whole intervals counts as that many intervals at its mean rate, so that
   * a time in which the client stood still has its weight in the percentiles of rates.
   */
  private void addRates(Snapshot snapshot, long lengths) {
    double share = (double) intervalNanos / snapshot.nanos();
    for (long length = 0; length < lengths; length++) {
      queries.add(share(snapshot.queries(roles), share));
      insertedRows.add(share(snapshot.rows(roles, Role.INSERT), share));
      deletedRows.add(share(snapshot.rows(roles, Role.DELETE), share));
    }
  }

  private static long share(long count, double share) {
    return share == 1 ? count : Math.round(count * share);
  }

  private static void add(List<OperationStats> sums, List<OperationStats> more) {
    for (int i = 0; i < sums.size(); i++) {
      sums.get(i).add(more.get(i));
    }
  }

  private void raise(Readings readings) {
    readings.values().forEach((metric, value) -> highest.merge(metric, value, Math::max));
    readings
        .counters()
        .forEach(
            (name, counter) -> {
              Counter before = counters.put(name, counter);
              countersReset |= before != null && counter.wasResetSince(before);
            });
  }

  public PeriodResult close(long endNanos, long endEpochMillis, Readings end, boolean partial) {
    raise(end);
    return new PeriodResult(
        startNanos,
        endNanos,
        startEpochMillis,
        endEpochMillis,
        partial,
        summaries(sums),
        workloadCounters.clone(),
        start,
        end,
        Map.copyOf(highest),
        countersReset,
        new PeriodIntervals(
            intervalNanos,
            queries.build(),
            insertedRows.build(),
            deletedRows.build(),
            allIntervals,
            lostIntervals),
        outages.build(),
        stalls.build(),
        clients.stream().map(this::summaries).toList());
  }

  private List<OperationSummary> summaries(List<OperationStats> stats) {
    List<OperationSummary> summaries = new ArrayList<>();
    for (int i = 0; i < stats.size(); i++) {
      OperationSummary summary = OperationSummary.of(i, stats.get(i), failureKinds);
      if (!summary.isEmpty()) {
        summaries.add(summary);
      }
    }
    return List.copyOf(summaries);
  }

  /** The statistics so far, by operation. Read only. */
  public List<OperationStats> sums() {
    return sums;
  }
}
