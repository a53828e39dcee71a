package io.ibench.engine;

import io.ibench.measure.Clock;
import io.ibench.measure.Gauge;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Period;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Readings;
import io.ibench.measure.Recorder;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import io.ibench.workload.Tallies;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongUnaryOperator;

/**
 * Keeps the books of one step or repeat after the other: drains recorders and gauges together,
 * makes snapshots, folds them into periods and tells the listener. Used by the coordinating thread
 * alone.
 */
final class Ticker {

  private final Clock clock;
  private final RunListener listener;
  private final Probes probes;
  private final RunSettings settings;
  private final Period.Shape shape;
  private final List<Recorder> recorders;
  private final List<Tallies> tallies;
  private final IntSupplier workers;
  private final LongUnaryOperator oldestInFlight;
  private final List<PeriodResult> periods = new ArrayList<>();
  private long[] talliesBefore;
  private StepStart step;
  private Period whole;
  private Period period;
  private Readings last = Readings.NONE;
  private long lastNanos;

  /** The gauges: those cheap enough for every interval, and those for the ends of periods. */
  record Probes(List<Gauge> everyInterval, SlowGauges everyPeriod) {}

  /**
   * What a step's workers share with its ticker.
   *
   * @param workers how many are at work
   * @param oldestInFlight from a time, the age of the oldest operation under way
   */
  record Crew(
      List<Recorder> recorders,
      List<Tallies> tallies,
      IntSupplier workers,
      LongUnaryOperator oldestInFlight) {

    static Crew none() {
      return new Crew(List.of(), List.of(), () -> 0, now -> 0);
    }
  }

  Ticker(
      Clock clock,
      RunListener listener,
      Probes probes,
      RunSettings settings,
      Period.Shape shape,
      Crew crew) {
    this.clock = clock;
    this.listener = listener;
    this.probes = probes;
    this.settings = settings;
    this.shape = shape;
    this.recorders = crew.recorders();
    this.tallies = crew.tallies();
    this.workers = crew.workers();
    this.oldestInFlight = crew.oldestInFlight();
    this.talliesBefore = new long[shape.tallies()];
  }

  /** Reads the gauges for the first time; call before the workers begin. */
  void readGauges() {
    last = readAll(clock.nanoTime());
  }

  /** Opens the books of a step or repeat, from where the one before ended. */
  void begin(StepStart stepStart, long startNanos) {
    step = stepStart;
    lastNanos = startNanos;
    periods.clear();
    whole = open(startNanos);
    period = open(startNanos);
    listener.stepStarted(stepStart);
  }

  private Period open(long startNanos) {
    return new Period(shape, startNanos, clock.epochMillis(), settings.intervalNanos(), last);
  }

  long nextReportNanos() {
    return period.startNanos() + settings.reportEveryNanos();
  }

  /** Ends an interval now. */
  void tick(boolean full) {
    take(full, Readings.of(probes.everyInterval(), clock.nanoTime()));
  }

  private void take(boolean full, Readings readings) {
    List<OperationStats> sums =
        Recorder.emptySums(shape.operations(), shape.failureKinds(), shape.paced());
    for (Recorder recorder : recorders) {
      recorder.drainInto(sums);
    }
    long now = clock.nanoTime();
    last = readings;
    Snapshot snapshot =
        new Snapshot(
            step.repeat(),
            lastNanos,
            now,
            clock.epochMillis(),
            full,
            List.copyOf(sums),
            talliesSince(),
            readings,
            workers.getAsInt(),
            oldestInFlight.applyAsLong(now));
    lastNanos = now;
    whole.add(snapshot);
    period.add(snapshot);
    listener.interval(step, snapshot);
  }

  private long[] talliesSince() {
    long[] now = new long[talliesBefore.length];
    long[] since = new long[now.length];
    for (int i = 0; i < now.length; i++) {
      for (Tallies worker : tallies) {
        now[i] += worker.get(i);
      }
      since[i] = now[i] - talliesBefore[i];
    }
    talliesBefore = now;
    return since;
  }

  /** Ends an interval and a report period that has its whole length. */
  void closePeriod(boolean fullInterval) {
    closePeriod(fullInterval, false, clock.nanoTime());
  }

  private void closePeriod(boolean fullInterval, boolean partial, long endNanos) {
    take(fullInterval, readAll(clock.nanoTime()));
    PeriodResult result = period.close(endNanos, clock.epochMillis(), last, partial);
    periods.add(result);
    listener.periodEnded(step, result);
    period = open(endNanos);
  }

  /**
   * Ends the interval, the period and the step or repeat.
   *
   * @param endNanos when it ended: the border between repeats, or the last operation's end
   * @return the whole of it, and its periods
   */
  Closed close(boolean fullInterval, long endNanos) {
    closePeriod(fullInterval, !periods.isEmpty(), endNanos);
    PeriodResult result = whole.close(endNanos, clock.epochMillis(), last, false);
    return new Closed(result, List.copyOf(periods));
  }

  record Closed(PeriodResult whole, List<PeriodResult> periods) {}

  private Readings readAll(long now) {
    return Readings.of(probes.everyInterval(), now).with(probes.everyPeriod().read(now));
  }
}
