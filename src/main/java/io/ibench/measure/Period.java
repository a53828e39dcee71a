package io.ibench.measure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Folds intervals into a period. Owned by the ticker's thread. Its size does not depend on its
 * length, but for the {@link IntervalCounts} from which the rates' percentiles are taken.
 */
public final class Period {

  private final long startNanos;
  private final long startEpochMillis;
  private final long intervalNanos;
  private final Readings start;
  private final int failureKinds;
  private final List<OperationStats> sums;
  private final long[] tallies;
  private final Map<String, Long> highest = new HashMap<>();
  private final OutageSum outages = new OutageSum();
  private final IntervalCounts.Builder intervals = new IntervalCounts.Builder();
  private final IntervalCounts.Builder intervalRows = new IntervalCounts.Builder();
  private final IntervalCounts.Builder intervalDeletes = new IntervalCounts.Builder();
  private final List<Role> roles;
  private final List<List<OperationStats>> clients = new ArrayList<>();
  private long allIntervals;
  private long lostIntervals;
  private final Map<String, Counter> counters = new HashMap<>();
  private boolean countedAnew;

  public Period(
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
    this.tallies = new long[shape.tallies()];
    raise(start);
  }

  /**
   * What is counted.
   *
   * @param roles of the operations, by number
   * @param clients whose operations are counted apart as well; 1: nobody's
   * @param paced whether any operation has a target rate
   */
  public record Shape(List<Role> roles, int failureKinds, int tallies, int clients, boolean paced) {

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

  /** Takes an interval in. */
  public void add(Snapshot snapshot) {
    add(sums, snapshot.operations());
    for (int client = 0; client < clients.size(); client++) {
      add(clients.get(client), snapshot.clients().get(client));
    }
    for (int i = 0; i < tallies.length; i++) {
      tallies[i] += snapshot.tallies()[i];
    }
    snapshot.outages().forEach(outages::add);
    long lengths = Math.round((double) snapshot.nanos() / intervalNanos);
    allIntervals++;
    lostIntervals += Math.max(0, lengths - 1);
    raise(snapshot.readings());
    if (snapshot.full()) {
      addRates(snapshot, lengths);
    }
  }

  /**
   * A tick is never quite on time: counts are those of an interval of exact length at the same
   * rate. One that came late by whole intervals counts as so many at its mean rate, so that a
   * stretch in which the client stood still has its weight in the rates' percentiles.
   */
  private void addRates(Snapshot snapshot, long lengths) {
    double share = (double) intervalNanos / snapshot.nanos();
    for (long length = 0; length < lengths; length++) {
      intervals.add(share(snapshot.queries(roles), share));
      intervalRows.add(share(snapshot.rows(roles, Role.INSERT), share));
      intervalDeletes.add(share(snapshot.rows(roles, Role.DELETE), share));
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
              countedAnew |= before != null && counter.isBelow(before);
            });
  }

  /** Closes the period. */
  public PeriodResult close(long endNanos, long endEpochMillis, Readings end, boolean partial) {
    raise(end);
    return new PeriodResult(
        startNanos,
        endNanos,
        startEpochMillis,
        endEpochMillis,
        partial,
        summaries(sums),
        tallies.clone(),
        start,
        end,
        Map.copyOf(highest),
        intervals.build(),
        intervalRows.build(),
        intervalNanos,
        outages.sum(),
        intervalDeletes.build(),
        clients.stream().map(this::summaries).toList(),
        countedAnew,
        allIntervals,
        lostIntervals);
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
