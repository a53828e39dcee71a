package io.ibench.engine;

import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.Clock;
import io.ibench.measure.Gauge;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Outage;
import io.ibench.measure.Period;
import io.ibench.measure.Readings;
import io.ibench.measure.Recorder;
import io.ibench.workload.WorkloadCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Drains recorders, tallies and outages and reads the gauges at the end of each interval. Used by
 * the ticker alone.
 */
final class IntervalDrain {

  private static final long QUIET_POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

  private final Clock clock;
  private final Period.Shape shape;
  private final StepActivity activity;
  private final List<Gauge> everyInterval;
  private final PeriodGauges everyPeriod;
  private final List<Recorder> recorders;
  private long[] talliesBefore;
  private long lastNanos;

  IntervalDrain(Clock clock, Period.Shape shape, RunGauges gauges, StepActivity activity) {
    this.clock = clock;
    this.shape = shape;
    this.activity = activity;
    this.everyInterval = new ArrayList<>(gauges.everyInterval());
    everyInterval.add(activity.times());
    this.everyPeriod = gauges.everyPeriod();
    this.recorders = activity.recorders().stream().flatMap(List::stream).toList();
    this.talliesBefore = new long[shape.tallies()];
  }

  /**
   * What an interval brought, without the readings that only the boundary of a period has.
   *
   * @param nanos when the gauges were read
   */
  record Drained(
      long nanos,
      long startNanos,
      long endNanos,
      long endEpochMillis,
      List<List<OperationStats>> clients,
      long[] tallies,
      int working,
      long oldestInFlight,
      int away,
      List<Outage> outages,
      Readings readings) {}

  /** All gauges, before anything is drained, the quick ones last. */
  Readings readGauges() {
    Readings slow = atBoundary(Readings.NONE, clock.nanoTime(), () -> {});
    return slow.with(Readings.of(everyInterval, clock.nanoTime()));
  }

  /** The next interval begins here; what was drained stays drained. */
  void begin(long startNanos) {
    lastNanos = startNanos;
  }

  /**
   * Takes the recorders' books away first and reads the gauges after: they may take time, and
   * whatever is done meanwhile belongs to the next interval. What passes after the last operation
   * belongs to none.
   */
  Drained take(boolean boundary) {
    return take(boundary, activity.ended().getAsLong());
  }

  /**
   * The last interval of a step.
   *
   * @param mostNanos when it ended at the latest, but not before the interval before it
   */
  Drained takeLast(long mostNanos) {
    return take(true, mostNanos);
  }

  /** Whether the last operation has ended. */
  boolean isOver() {
    return activity.ended().getAsLong() != Long.MAX_VALUE;
  }

  private Drained take(boolean boundary, long mostNanos) {
    recorders.forEach(Recorder::flip);
    long[] talliesSince = talliesSince();
    long start = lastNanos;
    long now = clock.nanoTime();
    lastNanos = Math.max(start, Math.min(now, mostNanos));
    long endEpochMillis = clock.epochMillis() - TimeUnit.NANOSECONDS.toMillis(now - lastNanos);
    Readings readings = Readings.of(everyInterval, now);
    int working = activity.workers().getAsInt();
    long oldestInFlight = activity.oldestInFlight().applyAsLong(now);
    int away = activity.outages().away();
    List<Outage> outages = activity.outages().drain(boundary);
    awaitQuiet();
    return new Drained(
        now,
        start,
        lastNanos,
        endEpochMillis,
        activity.recorders().stream().map(this::drain).toList(),
        talliesSince,
        working,
        oldestInFlight,
        away,
        outages,
        readings);
  }

  /**
   * A writer in the middle of a write may have lost its CPU. With more busy threads than CPUs it
   * gets one again after all others had theirs. All are waited for together, so that the wait is
   * the longest one and not the sum. The interval ended when the books were taken away.
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

  private long[] talliesSince() {
    long[] now = new long[talliesBefore.length];
    long[] since = new long[now.length];
    for (int i = 0; i < now.length; i++) {
      for (WorkloadCounters worker : activity.tallies()) {
        now[i] += worker.get(i);
      }
      since[i] = now[i] - talliesBefore[i];
    }
    talliesBefore = now;
    return since;
  }

  /**
   * What was read at an interval's end, with what is read at the boundary of a period only.
   *
   * @param meanwhile done several times a second while slow gauges are waited for
   */
  Readings atBoundary(Drained drained, Runnable meanwhile) {
    return atBoundary(drained.readings(), drained.nanos(), meanwhile);
  }

  private Readings atBoundary(Readings often, long now, Runnable meanwhile) {
    return often
        .with(Readings.of(List.of(this::countRows), now))
        .with(readSlowGauges(now, meanwhile));
  }

  /** These ask somebody else, which may take seconds: no worker waits for them. */
  private Readings readSlowGauges(long now, Runnable meanwhile) {
    activity.gate().open();
    try {
      return everyPeriod.read(now, meanwhile);
    } finally {
      activity.gate().resume();
    }
  }

  private void countRows(long nanos, Gauge.Sink sink) {
    OptionalLong count = activity.rows().get();
    if (count.isPresent()) {
      sink.put(BoundaryMetric.ROWS, count.getAsLong());
    } else {
      sink.absent(BoundaryMetric.ROWS, "the workload does not know how many rows there are");
    }
  }
}
