package io.ibench.engine;

import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.Clock;
import io.ibench.measure.Gauge;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Outage;
import io.ibench.measure.PeriodAccumulator;
import io.ibench.measure.Readings;
import io.ibench.measure.Recorder;
import io.ibench.measure.Snapshot;
import io.ibench.measure.Stall;
import io.ibench.measure.WorkerState;
import io.ibench.workload.WorkloadCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Drains recorders, workloadCounters and outages and reads the gauges at the end of each interval.
 * Not thread-safe; used by the ticker only.
 */
final class IntervalDrain {

  private static final long QUIET_POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  private final Clock clock;
  private final PeriodAccumulator.Shape shape;
  private final StepActivity activity;
  private final List<Gauge> everyInterval;
  private final PeriodGauges everyPeriod;
  private final ClockWatch clocks;
  private final List<Recorder> recorders;
  private long[] countersBefore;
  private long lastNanos;

  IntervalDrain(
      Clock clock, PeriodAccumulator.Shape shape, RunGauges gauges, StepActivity activity) {
    this.clock = clock;
    this.clocks = new ClockWatch(clock);
    this.shape = shape;
    this.activity = activity;
    this.everyInterval = new ArrayList<>(gauges.everyInterval());
    everyInterval.add(activity.times());
    this.everyPeriod = gauges.everyPeriod();
    this.recorders = activity.recorders().stream().flatMap(List::stream).toList();
    this.countersBefore = new long[shape.workloadCounters()];
  }

  /**
   * The data of an interval, without the readings that are taken at the boundaries of periods only.
   *
   * @param nanos when the gauges were read
   * @param suspendedNanos how long the machine was suspended, which is in no clock
   */
  record Drained(
      long nanos,
      long startNanos,
      long endNanos,
      long endEpochMillis,
      List<List<OperationStats>> clients,
      long[] workloadCounters,
      WorkerState workers,
      List<Outage> outages,
      List<Stall> stalls,
      Readings readings,
      long suspendedNanos) {}

  /** Reads all gauges before the first interval, the quick ones last. */
  Readings readGauges() {
    Readings slow = atBoundary(Readings.NONE, clock.nanoTime(), () -> {});
    return slow.with(Readings.of(everyInterval, clock.nanoTime()));
  }

  /** Reads the gauges of every interval. */
  Readings readQuickGauges() {
    return Readings.of(everyInterval, clock.nanoTime());
  }

  /** The next interval begins here. */
  void begin(long startNanos) {
    lastNanos = startNanos;
  }

  /**
   * Ends an interval. Flips the recorders first and reads the gauges later: that may take time, and
   * operations in that time belong to the next interval. The time after the last operation belongs
   * to no interval.
   */
  Drained take(boolean boundary) {
    return take(boundary, activity.ended().getAsLong());
  }

  /**
   * The last interval of a step.
   *
   * @param maxNanos its end at the latest, but not before the end of the previous interval
   */
  Drained takeLast(long maxNanos) {
    return take(true, maxNanos);
  }

  /** Shows an interval to the watch for stalls. */
  void watch(Snapshot snapshot, List<OperationStats> soFar) {
    activity.stalls().interval(snapshot, soFar);
  }

  /** Whether the last operation has ended. */
  boolean isOver() {
    return activity.ended().getAsLong() != Long.MAX_VALUE;
  }

  private Drained take(boolean boundary, long maxNanos) {
    recorders.forEach(Recorder::flip);
    long[] countersSince = countersSince();
    long start = lastNanos;
    long now = clock.nanoTime();
    lastNanos = Math.max(start, Math.min(now, maxNanos));
    long epochMillis = clock.epochMillis();
    long suspended = clocks.look(now, epochMillis);
    long endEpochMillis = epochMillis - TimeUnit.NANOSECONDS.toMillis(now - lastNanos);
    Readings readings = Readings.of(everyInterval, now);
    WorkerState workers =
        new WorkerState(
            activity.workers().getAsInt(),
            activity.oldestInFlight().applyAsLong(now),
            activity.outages().away(),
            activity.waitsFor().get());
    List<Outage> outages = activity.outages().drain(boundary);
    List<Stall> stalls = activity.stalls().drain(boundary, lastNanos);
    awaitQuiet();
    return new Drained(
        now,
        start,
        lastNanos,
        endEpochMillis,
        activity.recorders().stream().map(this::drain).toList(),
        countersSince,
        workers,
        outages,
        stalls,
        readings,
        suspended);
  }

  /** What the clocks did since the last call, a line each. */
  List<String> clockFacts() {
    return clocks.drainFacts();
  }

  /**
   * Waits for writers that lost their CPU in the middle of a write: with more busy threads than
   * CPUs a writer continues after all others had their turn. One wait for all takes the longest
   * time, not the sum. The interval has already ended, with the flip.
   */
  private void awaitQuiet() {
    for (Recorder recorder : recorders) {
      while (!recorder.isQuiet()) {
        LockSupport.parkNanos(this, QUIET_POLL_NANOS);
      }
    }
  }

  private List<OperationStats> drain(List<Recorder> client) {
    List<OperationStats> drained = shape.emptySums();
    for (Recorder recorder : client) {
      recorder.drainInto(drained);
    }
    return List.copyOf(drained);
  }

  private long[] countersSince() {
    long[] now = new long[countersBefore.length];
    long[] since = new long[now.length];
    for (int i = 0; i < now.length; i++) {
      for (WorkloadCounters worker : activity.workloadCounters()) {
        now[i] += worker.get(i);
      }
      since[i] = now[i] - countersBefore[i];
    }
    countersBefore = now;
    return since;
  }

  /**
   * The readings at an interval's end, plus those at the boundaries of periods only.
   *
   * @param meanwhile runs several times a second during the wait for slow gauges
   */
  Readings atBoundary(Drained drained, Runnable meanwhile) {
    return atBoundary(drained.readings(), drained.nanos(), meanwhile);
  }

  private Readings atBoundary(Readings quick, long now, Runnable meanwhile) {
    return quick
        .with(Readings.of(List.of(this::countRows), now))
        .with(readSlowGauges(now, meanwhile));
  }

  /** Slow gauges may take seconds: no worker waits for them. */
  private Readings readSlowGauges(long now, Runnable meanwhile) {
    activity.gate().open();
    try {
      return everyPeriod.read(
          now,
          () -> {
            activity.stalls().look(clock.nanoTime());
            meanwhile.run();
          });
    } finally {
      activity.gate().resume();
    }
  }

  private void countRows(long nanos, Gauge.Sink sink) {
    OptionalLong count = activity.rows().rows().get();
    if (count.isPresent()) {
      sink.put(BoundaryMetric.ROWS, count.getAsLong());
    } else {
      sink.absent(BoundaryMetric.ROWS, "the workload does not know how many rows there are");
    }
    OptionalLong bytes = activity.rows().bytes().get();
    if (bytes.isPresent()) {
      sink.put(BoundaryMetric.ROW_BYTES, bytes.getAsLong());
    } else {
      sink.absent(
          BoundaryMetric.ROW_BYTES,
          "the workload does not know them: values of unknown length were replaced or deleted,"
              + " or this run has not loaded the tables");
    }
  }
}
