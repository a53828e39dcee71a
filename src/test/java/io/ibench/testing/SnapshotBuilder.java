package io.ibench.testing;

import io.ibench.measure.OperationStats;
import io.ibench.measure.Outage;
import io.ibench.measure.Readings;
import io.ibench.measure.Snapshot;
import io.ibench.measure.Stall;
import io.ibench.measure.WorkerState;
import java.util.List;

/** Builds an interval: a full first second of one worker and one client unless a test says else. */
public final class SnapshotBuilder {

  private final List<OperationStats> operations;
  private long startNanos;
  private long endNanos = 1_000_000_000L;
  private long endEpochMillis;
  private boolean full = true;
  private long[] workloadCounters = {};
  private Readings before = Readings.NONE;
  private Readings readings = Readings.NONE;
  private WorkerState workers = new WorkerState(1, 0, 0);
  private List<Outage> outages = List.of();
  private List<Stall> stalls = List.of();
  private List<List<OperationStats>> clients;

  private SnapshotBuilder(List<OperationStats> operations) {
    this.operations = List.copyOf(operations);
    this.clients = List.of(this.operations);
  }

  public static SnapshotBuilder anInterval(List<OperationStats> operations) {
    return new SnapshotBuilder(operations);
  }

  /** One like another one. */
  public static SnapshotBuilder anInterval(Snapshot like) {
    return new SnapshotBuilder(like.operations())
        .from(like.startNanos(), like.endNanos(), like.endEpochMillis())
        .workloadCounters(like.workloadCounters())
        .readings(like.before(), like.readings())
        .workers(like.workers());
  }

  public SnapshotBuilder from(long start, long end, long epochMillisAtEnd) {
    startNanos = start;
    endNanos = end;
    endEpochMillis = epochMillisAtEnd;
    return this;
  }

  public SnapshotBuilder full(boolean isFull) {
    full = isFull;
    return this;
  }

  public SnapshotBuilder workloadCounters(long... counts) {
    workloadCounters = counts.clone();
    return this;
  }

  public SnapshotBuilder readings(Readings atStart, Readings atEnd) {
    before = atStart;
    readings = atEnd;
    return this;
  }

  public SnapshotBuilder workers(WorkerState atEnd) {
    workers = atEnd;
    return this;
  }

  public SnapshotBuilder outages(Outage... ended) {
    outages = List.of(ended);
    return this;
  }

  public SnapshotBuilder stalls(Stall... ended) {
    stalls = List.of(ended);
    return this;
  }

  public SnapshotBuilder clients(List<List<OperationStats>> each) {
    clients = List.copyOf(each);
    return this;
  }

  public Snapshot build() {
    return new Snapshot(
        new Snapshot.IntervalSpan(1, startNanos, endNanos, endEpochMillis, full),
        operations,
        workloadCounters,
        before,
        readings,
        workers,
        outages,
        stalls,
        clients);
  }
}
