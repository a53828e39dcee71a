package io.ibench.engine;

import io.ibench.engine.IntervalDrain.Drained;
import io.ibench.measure.Clock;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Outages;
import io.ibench.measure.PeriodAccumulator;
import io.ibench.measure.PeriodIntervals;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Readings;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.Stalls;
import io.ibench.measure.StepSoFar;
import io.ibench.measure.StepStart;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Counts one step or repeat after the other: drains recorders and gauges together, makes snapshots,
 * adds them to periods and notifies the listener. Not thread-safe; confined to the coordinating
 * thread.
 */
final class Ticker {

  private final Clock clock;
  private final RunListener listener;
  private final RunSettings settings;
  private final PeriodAccumulator.Shape shape;
  private final Supplier<OptionalLong> lastingRows;
  private final IntervalDrain drain;
  private final List<PeriodResult> periods = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // begin() comes first
  private StepStart step;

  @SuppressWarnings("NullAway.Init") // as step
  private PeriodAccumulator whole;

  @SuppressWarnings("NullAway.Init") // as step
  private PeriodAccumulator period;

  private Readings last = Readings.NONE;
  private long nextReportNanos;
  private boolean over;
  private List<Drained> awaitingPeriod = List.of();

  Ticker(
      Clock clock,
      RunListener listener,
      RunGauges gauges,
      RunSettings settings,
      PeriodAccumulator.Shape shape,
      StepActivity activity) {
    this.clock = clock;
    this.listener = listener;
    this.settings = settings;
    this.shape = shape;
    this.lastingRows = activity.rows().lasting();
    this.drain = new IntervalDrain(clock, shape, gauges, activity);
  }

  /**
   * Reads the gauges for the first time; call it right before the workers begin. The slow gauges
   * come first: their cost is in no step's time, so it is in no figure.
   */
  void readGauges() {
    last = drain.readGauges();
  }

  /** Reads the quick gauges once more, after a wait. */
  void readQuickGauges() {
    last = last.with(drain.readQuickGauges());
  }

  /** Begins a step or repeat, at the end of the previous one. */
  void begin(StepStart stepStart, long startNanos) {
    begin(stepStart, startNanos, stepStart.startEpochMillis(), Continuation.NONE);
  }

  /**
   * Begins a step or repeat that another process may have begun.
   *
   * @param epochMillis the time of day
   */
  void begin(StepStart stepStart, long startNanos, long epochMillis, Continuation continuation) {
    step = stepStart;
    if (awaitingPeriod.isEmpty()) {
      drain.begin(startNanos);
    }
    nextReportNanos = startNanos + settings.reportEveryNanos();
    periods.clear();
    whole = open(startNanos, stepStart.startEpochMillis());
    continuation.restore(whole, epochMillis);
    period = open(startNanos, epochMillis);
    listener.stepStarted(stepStart);
    bookWaiting();
  }

  private PeriodAccumulator open(long startNanos, long startEpochMillis) {
    return new PeriodAccumulator(
        shape, startNanos, startEpochMillis, settings.intervalNanos(), last);
  }

  /** Ends an interval now, and the report period if it has its full length. */
  void tickOrClosePeriod(long now) {
    if (isReportDue(now)) {
      closePeriod();
    } else {
      tick();
    }
  }

  /** Report periods have multiples of their length from the step's start. */
  boolean isReportDue(long now) {
    return now >= nextReportNanos;
  }

  /** Ends an interval now. */
  void tick() {
    Drained drained = drain.take(false);
    book(drained, drained.readings(), isFullAtTick(drained));
  }

  private void book(Drained drained, Readings readings, boolean full) {
    List<List<OperationStats>> clients = drained.clients();
    List<OperationStats> sums = clients.size() == 1 ? clients.get(0) : sums(clients);
    Snapshot snapshot =
        new Snapshot(
            new Snapshot.IntervalSpan(
                step.repeat(),
                drained.startNanos(),
                drained.endNanos(),
                drained.endEpochMillis(),
                full),
            sums,
            drained.workloadCounters(),
            last,
            readings,
            drained.workers(),
            drained.outages(),
            drained.stalls(),
            clients.size() > 1 ? clients : List.of(sums));
    last = readings;
    whole.add(snapshot);
    period.add(snapshot);
    whole.lost(drained.suspendedNanos());
    period.lost(drained.suspendedNanos());
    drain.watch(snapshot, whole.sums());
    listener.interval(step, snapshot);
    listener.counted(step, soFar(snapshot), over);
  }

  /** How many intervals of full length the step, or this repeat of it, has so far. */
  int fullIntervals() {
    return whole.fullIntervals();
  }

  /** The intervals of the step, or of this repeat of it, so far. */
  PeriodIntervals intervals() {
    return whole.intervals();
  }

  private StepSoFar soFar(Snapshot snapshot) {
    return new StepSoFar() {
      @Override
      public long nanos() {
        return snapshot.endNanos() - whole.startNanos();
      }

      @Override
      public long endEpochMillis() {
        return snapshot.endEpochMillis();
      }

      @Override
      public OptionalLong lastingRows() {
        return lastingRows.get();
      }

      @Override
      public void write(DataOutput out) throws IOException {
        whole.write(out, snapshot.endNanos(), last);
      }

      @Override
      public void writePeriod(DataOutput out) throws IOException {
        period.write(out, snapshot.endNanos(), last);
      }
    };
  }

  /** Ends the last interval of a step, with all gauges read. */
  private Drained takeLast(long maxNanos) {
    over = true;
    Drained drained = drain.takeLast(maxNanos);
    book(drained, drain.atBoundary(drained, () -> {}), isFullAtEnd(drained));
    return drained;
  }

  /**
   * Ends an interval with all gauges read, while the workers continue. Slow gauges may take their
   * time: the intervals that end during the wait are added to the next period, once it is open.
   */
  private Drained takeBoundary() {
    Drained drained = drain.take(true);
    List<Drained> waiting = new ArrayList<>();
    Readings readings =
        drain.atBoundary(
            drained,
            () -> {
              long due = drained.endNanos() + (waiting.size() + 1) * settings.intervalNanos();
              if (clock.nanoTime() >= due && !drain.isOver()) {
                waiting.add(drain.take(false));
              }
            });
    awaitingPeriod = waiting;
    book(drained, readings, isFullAtEnd(drained));
    return drained;
  }

  private void bookWaiting() {
    List<Drained> waiting = awaitingPeriod;
    awaitingPeriod = List.of();
    waiting.forEach(drained -> book(drained, drained.readings(), isFullAtTick(drained)));
  }

  private List<OperationStats> sums(List<List<OperationStats>> clients) {
    List<OperationStats> sums = List.copyOf(shape.emptySums());
    for (List<OperationStats> client : clients) {
      for (int operation = 0; operation < sums.size(); operation++) {
        sums.get(operation).add(client.get(operation));
      }
    }
    return sums;
  }

  /** A tick that is late makes its interval longer, and the next one shorter. */
  private boolean isFullAtTick(Drained drained) {
    return lengths(drained) > 0.5;
  }

  /** The last interval of a step or repeat is usually shorter than the others. */
  private boolean isFullAtEnd(Drained drained) {
    double lengths = lengths(drained);
    return Math.abs(lengths - 1) <= 0.1 || lengths >= 1.5;
  }

  private double lengths(Drained drained) {
    return (double) (drained.endNanos() - drained.startNanos()) / settings.intervalNanos();
  }

  /** Ends an interval and a report period of full length. */
  void closePeriod() {
    Drained boundary = takeBoundary();
    keepPeriod(
        period.close(boundary.endNanos(), boundary.endEpochMillis(), last, false),
        whole.close(boundary.endNanos(), boundary.endEpochMillis(), last, true));
    period = open(boundary.endNanos(), boundary.endEpochMillis());
    while (nextReportNanos <= boundary.endNanos()) {
      nextReportNanos += settings.reportEveryNanos();
    }
    bookWaiting();
  }

  private void keepPeriod(PeriodResult result, PeriodResult soFar) {
    periods.add(result);
    listener.periodEnded(step, result, soFar);
  }

  /** Ends the interval, the period and the repeat now; the next one begins where it ends. */
  Closed closeAtBoundary() {
    return closeTaken(takeBoundary());
  }

  /** Ends the interval, the period and the step now. */
  Closed close() {
    return close(Long.MAX_VALUE);
  }

  /**
   * Ends the interval, the period and the step; none of them contains the time between the step's
   * end and now. The previous interval may have ended after the last operation, because its drain
   * took time or workers waited in vain for another operation: then the step ends with that
   * interval.
   *
   * @param endNanos the end of the last operation: the step's end at the latest
   */
  Closed close(long endNanos) {
    return closeTaken(takeLast(endNanos));
  }

  private Closed closeTaken(Drained taken) {
    PeriodResult result = whole.close(taken.endNanos(), taken.endEpochMillis(), last, false);
    closeLastPeriod(taken.endNanos(), taken.endEpochMillis(), result);
    return new Closed(result, List.copyOf(periods), drain.clockFacts());
  }

  /**
   * A period that was opened at the end of the last operation has no length; without any counts it
   * is dropped.
   */
  private void closeLastPeriod(long endNanos, long endEpochMillis, PeriodResult all) {
    boolean hasLength = endNanos > period.startNanos();
    boolean partial = !periods.isEmpty() && endNanos < nextReportNanos;
    PeriodResult result = period.close(endNanos, endEpochMillis, last, partial);
    boolean isEmpty =
        result.operations().isEmpty()
            && result.outages().equals(Outages.NONE)
            && result.stalls().equals(Stalls.NONE);
    if (periods.isEmpty() || hasLength || !isEmpty) {
      keepPeriod(result, all);
    }
  }

  /**
   * A step or repeat as a whole, and its periods.
   *
   * @param clockFacts what the clocks did in its time, a line each
   */
  record Closed(PeriodResult whole, List<PeriodResult> periods, List<String> clockFacts) {}
}
