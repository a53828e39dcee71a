package io.ibench.engine;

import io.ibench.engine.IntervalDrain.Drained;
import io.ibench.measure.Clock;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Outages;
import io.ibench.measure.Period;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Readings;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the books of one step or repeat after the other: drains recorders and gauges together,
 * makes snapshots, folds them into periods and tells the listener. Used by the coordinating thread
 * alone.
 */
final class Ticker {

  private final Clock clock;
  private final RunListener listener;
  private final RunSettings settings;
  private final Period.Shape shape;
  private final IntervalDrain drain;
  private final List<PeriodResult> periods = new ArrayList<>();
  private StepStart step;
  private Period whole;
  private Period period;
  private Readings last = Readings.NONE;
  private long nextReportNanos;
  private List<Drained> awaitingPeriod = List.of();

  Ticker(
      Clock clock,
      RunListener listener,
      RunGauges gauges,
      RunSettings settings,
      Period.Shape shape,
      StepActivity activity) {
    this.clock = clock;
    this.listener = listener;
    this.settings = settings;
    this.shape = shape;
    this.drain = new IntervalDrain(clock, shape, gauges, activity);
  }

  /**
   * Reads the gauges for the first time; call right before the workers begin. Those that may take
   * seconds come first: what they cost the machine is in no step's time, and so in no figure.
   */
  void readGauges() {
    last = drain.readGauges();
  }

  /** Opens the books of a step or repeat, from where the one before ended. */
  void begin(StepStart stepStart, long startNanos) {
    step = stepStart;
    if (awaitingPeriod.isEmpty()) {
      drain.begin(startNanos);
    }
    nextReportNanos = startNanos + settings.reportEveryNanos();
    periods.clear();
    whole = open(startNanos, stepStart.startEpochMillis());
    period = open(startNanos, stepStart.startEpochMillis());
    listener.stepStarted(stepStart);
    bookWaiting();
  }

  private Period open(long startNanos, long startEpochMillis) {
    return new Period(shape, startNanos, startEpochMillis, settings.intervalNanos(), last);
  }

  /** Whether the report period has had its length; periods are multiples of it from the start. */
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
            step.repeat(),
            drained.startNanos(),
            drained.endNanos(),
            drained.endEpochMillis(),
            full,
            sums,
            drained.tallies(),
            last,
            readings,
            drained.working(),
            drained.oldestInFlight(),
            drained.away(),
            drained.outages(),
            clients.size() > 1 ? clients : List.of(sums));
    last = readings;
    whole.add(snapshot);
    period.add(snapshot);
    listener.interval(step, snapshot);
  }

  /** Ends an interval with all gauges read, and the step. */
  private Drained takeLast(long mostNanos) {
    Drained drained = drain.takeLast(mostNanos);
    book(drained, drain.atBoundary(drained, () -> {}), isFullAtEnd(drained));
    return drained;
  }

  /**
   * Ends an interval with all gauges read, while the workers go on. The slow gauges may have to be
   * waited for: intervals go on meanwhile, and are booked when the period that they belong to has
   * been opened.
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

  /** A step or repeat ends when it ends, and has a rest that is shorter than an interval. */
  private boolean isFullAtEnd(Drained drained) {
    double lengths = lengths(drained);
    return Math.abs(lengths - 1) <= 0.1 || lengths >= 1.5;
  }

  private double lengths(Drained drained) {
    return (double) (drained.endNanos() - drained.startNanos()) / settings.intervalNanos();
  }

  /** Ends an interval and a report period that has its whole length. */
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
   * Ends the interval, the period and the step. What passed between its end and now is in none of
   * them, as it is not in the step's time. An interval may have been told that ended later, by as
   * much as its drain took, or because workers waited in vain for the next operation: the step
   * lasts as long as its intervals then.
   *
   * @param endNanos when it ended, at the latest: the last operation's end
   */
  Closed close(long endNanos) {
    return closeTaken(takeLast(endNanos));
  }

  private Closed closeTaken(Drained taken) {
    PeriodResult result = whole.close(taken.endNanos(), taken.endEpochMillis(), last, false);
    closeLastPeriod(taken.endNanos(), taken.endEpochMillis(), result);
    return new Closed(result, List.copyOf(periods));
  }

  /**
   * A period may have been opened just as the last operation ended. It has no length then, and no
   * place if nothing was counted in it either.
   */
  private void closeLastPeriod(long endNanos, long endEpochMillis, PeriodResult all) {
    boolean hasLength = endNanos > period.startNanos();
    boolean partial = !periods.isEmpty() && endNanos < nextReportNanos;
    PeriodResult result = period.close(endNanos, endEpochMillis, last, partial);
    boolean isEmpty = result.operations().isEmpty() && result.outages().equals(Outages.NONE);
    if (periods.isEmpty() || hasLength || !isEmpty) {
      keepPeriod(result, all);
    }
  }

  /** The whole of a step or repeat, and its periods. */
  record Closed(PeriodResult whole, List<PeriodResult> periods) {}
}
