package io.ibench.measure;

import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds intervals up to a period. Not thread-safe; used by the ticker's thread. Its size does not
 * depend on its length, except for the {@link IntervalCounts} that the percentiles of rates need.
 */
public final class PeriodAccumulator {

  private long startNanos;
  private final long startEpochMillis;
  private Readings start;
  private final int failureKinds;
  private final List<OperationStats> sums;
  private final long[] workloadCounters;
  private final Map<String, Long> highest = new HashMap<>();
  private final Outages.Builder outages = new Outages.Builder();
  private final Stalls.Builder stalls = new Stalls.Builder();
  private final PeriodIntervals.Builder intervals;
  private final List<Role> roles;
  private final List<List<OperationStats>> clients = new ArrayList<>();
  private final Map<String, Counter> counters = new HashMap<>();
  private boolean countersReset;

  public PeriodAccumulator(
      Shape shape, long startNanos, long startEpochMillis, long intervalNanos, Readings start) {
    this.startNanos = startNanos;
    this.startEpochMillis = startEpochMillis;
    this.intervals = new PeriodIntervals.Builder(intervalNanos);
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
    raise(snapshot.readings());
    intervals.add(
        new CountedIntervals.Counted(
            snapshot.nanos(),
            snapshot.full(),
            snapshot.queries(roles),
            snapshot.rows(roles, Role.INSERT),
            snapshot.rows(roles, Role.DELETE)));
  }

  /** Counts time in which the machine was suspended as intervals that were lost. */
  public void lost(long suspendedNanos) {
    intervals.lost(suspendedNanos);
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
        new PeriodSpan(startNanos, endNanos, startEpochMillis, endEpochMillis, partial),
        summaries(sums),
        workloadCounters.clone(),
        new PeriodReadings(start, end, Map.copyOf(highest), countersReset),
        intervals.build(),
        outages.build(),
        stalls.build(),
        clients.stream().map(this::summaries).toList());
  }

  /**
   * Writes everything except the intervals' counts, for {@link #continueFrom} and {@link #stored}.
   *
   * @param now the end of the last interval
   * @param last the readings then
   */
  public void write(DataOutput out, long now, Readings last) throws IOException {
    out.writeLong(now - startNanos);
    out.writeLong(startEpochMillis);
    out.writeInt(sums.size());
    write(out, sums);
    out.writeInt(clients.size());
    for (List<OperationStats> client : clients) {
      write(out, client);
    }
    out.writeInt(workloadCounters.length);
    for (long counter : workloadCounters) {
      out.writeLong(counter);
    }
    new Readings(highest, Map.of(), Map.of()).write(out);
    outages.build().write(out);
    stalls.build().write(out);
    start.write(out);
    last.write(out);
  }

  private static void write(DataOutput out, List<OperationStats> all) throws IOException {
    for (OperationStats stats : all) {
      stats.write(out);
    }
  }

  /**
   * Begins with what another process has counted of the same step. Its time is as long as if the
   * time between the two processes did not exist. Call it on a new object.
   *
   * @param in what {@link #write} has written
   * @param nowEpochMillis the time of day at the start of this object's time
   * @param earlier the intervals of that time, in order
   * @throws IOException when it is damaged, or of a step with other operations
   */
  public void continueFrom(DataInput in, long nowEpochMillis, CountedIntervals earlier)
      throws IOException {
    long now = startNanos;
    startNanos -= in.readLong();
    in.readLong();
    StoredReadings readings = readCounts(in, now, nowEpochMillis);
    start = start.asIfSince(readings.start(), readings.last());
    earlier.stream().forEach(intervals::add);
  }

  /** The readings at the start and at the end of what was written. */
  private record StoredReadings(Readings start, Readings last) {}

  private StoredReadings readCounts(DataInput in, long now, long nowEpochMillis)
      throws IOException {
    require(in.readInt() == sums.size(), "operations");
    read(in, sums);
    require(in.readInt() == clients.size(), "clients");
    for (List<OperationStats> client : clients) {
      read(in, client);
    }
    require(in.readInt() == workloadCounters.length, "counters");
    for (int i = 0; i < workloadCounters.length; i++) {
      workloadCounters[i] += in.readLong();
    }
    Readings.read(in).values().forEach((metric, value) -> highest.merge(metric, value, Math::max));
    outages.begin(Outages.read(in, now, nowEpochMillis));
    stalls.begin(Stalls.read(in, now, nowEpochMillis));
    return new StoredReadings(Readings.read(in), Readings.read(in));
  }

  /**
   * The period that {@link #write} has written, as it was when its process ended.
   *
   * @param endEpochMillis its end
   * @param earlier the intervals of the step up to that time; those at the end are the period's
   * @throws IOException when it is damaged, or of a step with other operations
   */
  public static PeriodResult stored(
      Shape shape, DataInput in, long endEpochMillis, long intervalNanos, CountedIntervals earlier)
      throws IOException {
    long nanos = in.readLong();
    long startEpochMillis = in.readLong();
    PeriodAccumulator period =
        new PeriodAccumulator(shape, 0, startEpochMillis, intervalNanos, Readings.NONE);
    StoredReadings readings = period.readCounts(in, nanos, endEpochMillis);
    period.start = readings.start();
    int first = earlier.size();
    for (long left = nanos; first > 0 && left >= earlier.get(first - 1).nanos() / 2; first--) {
      left -= earlier.get(first - 1).nanos();
    }
    earlier.from(first).forEach(period.intervals::add);
    return period.close(nanos, endEpochMillis, readings.last(), true);
  }

  /**
   * Writes operations alone, for {@link #operations}.
   *
   * @param start two numbers of the caller's
   */
  public static void write(DataOutput out, long start, long end, List<OperationStats> operations)
      throws IOException {
    out.writeLong(start);
    out.writeLong(end);
    out.writeInt(operations.size());
    write(out, operations);
  }

  /**
   * The operations of what {@link #write} has written, by number.
   *
   * @param paced as the step
   */
  public static List<OperationStats> operations(DataInput in, int failureKinds, boolean paced)
      throws IOException {
    in.readLong();
    in.readLong();
    List<OperationStats> operations = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      OperationStats stats = new OperationStats(failureKinds, paced);
      stats.read(in);
      operations.add(stats);
    }
    return operations;
  }

  /**
   * The same without the kinds of failure, and whether or not the step was paced: without pacing
   * there are no response times.
   */
  public static List<OperationStats> operations(DataInputStream in) throws IOException {
    in.readLong();
    in.readLong();
    List<OperationStats> operations = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      operations.add(OperationStats.readAny(in));
    }
    return operations;
  }

  private static void require(boolean same, String what) throws IOException {
    if (!same) {
      throw new IOException("another number of " + what);
    }
  }

  private static void read(DataInput in, List<OperationStats> all) throws IOException {
    for (OperationStats stats : all) {
      stats.read(in);
    }
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

  /** The number of intervals of full length so far. */
  public int fullIntervals() {
    return intervals.full();
  }

  /** The intervals so far. */
  public PeriodIntervals intervals() {
    return intervals.build();
  }

  /** The statistics so far, by operation. Read only. */
  public List<OperationStats> sums() {
    return sums;
  }
}
