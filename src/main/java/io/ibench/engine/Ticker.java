package io.ibench.engine;

import io.ibench.measure.BorderMetric;
import io.ibench.measure.Clock;
import io.ibench.measure.Gauge;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Outage;
import io.ibench.measure.Outages;
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
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

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
  private final List<List<Recorder>> recorders;
  private final List<Tallies> tallies;
  private final List<Gauge> everyInterval;
  private final Supplier<OptionalLong> rows;
  private final IntSupplier workers;
  private final LongUnaryOperator oldestInFlight;
  private final OutageWatch outages;
  private final List<PeriodResult> periods = new ArrayList<>();
  private long[] talliesBefore;
  private StepStart step;
  private Period whole;
  private Period period;
  private Readings last = Readings.NONE;
  private long lastNanos;
  private long lastEpochMillis;
  private long nextReportNanos;

  /** The gauges: those cheap enough for every interval, and those for the ends of periods. */
  record Probes(List<Gauge> everyInterval, SlowGauges everyPeriod) {}

  /**
   * What a step's workers share with its ticker.
   *
   * @param recorders those of each client that is counted apart
   * @param workers how many are at work
   * @param oldestInFlight from a time, the age of the oldest operation under way
   * @param times tells what the workers' time was spent on
   * @param rows in the tables
   */
  record Crew(
      List<List<Recorder>> recorders,
      List<Tallies> tallies,
      IntSupplier workers,
      LongUnaryOperator oldestInFlight,
      OutageWatch outages,
      Gauge times,
      Supplier<OptionalLong> rows) {

    /**
     * No workers, only an action that may tell how far it is.
     *
     * @param age from a time, for how long it is under way
     */
    static Crew none(
        Tallies progress, LongUnaryOperator age, OutageWatch outages, Supplier<OptionalLong> rows) {
      return new Crew(
          List.of(), List.of(progress), () -> 0, age, outages, (nanos, sink) -> {}, rows);
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
    this.outages = crew.outages();
    this.rows = crew.rows();
    this.everyInterval = new ArrayList<>(probes.everyInterval());
    everyInterval.add(crew.times());
    this.talliesBefore = new long[shape.tallies()];
  }

  /**
   * Reads the gauges for the first time; call right before the workers begin. Those that may take
   * seconds come first: what they cost the machine is in no step's time, and so in no figure.
   */
  void readGauges() {
    Readings slow = readSlow(clock.nanoTime());
    last = slow.with(Readings.of(everyInterval, clock.nanoTime()));
  }

  /** Opens the books of a step or repeat, from where the one before ended. */
  void begin(StepStart stepStart, long startNanos) {
    step = stepStart;
    lastNanos = startNanos;
    lastEpochMillis = stepStart.startEpochMillis();
    nextReportNanos = startNanos + settings.reportEveryNanos();
    periods.clear();
    whole = open(startNanos);
    period = open(startNanos);
    listener.stepStarted(stepStart);
  }

  private Period open(long startNanos) {
    return new Period(shape, startNanos, lastEpochMillis, settings.intervalNanos(), last);
  }

  /** Whether the report period has had its length; periods are multiples of it from the start. */
  boolean isReportDue(long now) {
    return now >= nextReportNanos;
  }

  /** Ends an interval now. */
  void tick() {
    take(false, Long.MAX_VALUE);
  }

  /**
   * Drains first and reads the gauges after: they may take seconds, and whatever is done meanwhile
   * belongs to the next interval.
   *
   * @param mostNanos when the interval ended at the latest
   */
  private void take(boolean border, long mostNanos) {
    List<List<OperationStats>> clients = recorders.stream().map(this::drain).toList();
    List<OperationStats> sums = clients.size() == 1 ? clients.get(0) : sums(clients);
    long[] talliesSince = talliesSince();
    long start = lastNanos;
    long now = clock.nanoTime();
    lastNanos = Math.max(start, Math.min(now, mostNanos));
    lastEpochMillis = clock.epochMillis() - TimeUnit.NANOSECONDS.toMillis(now - lastNanos);
    int working = workers.getAsInt();
    long oldest = oldestInFlight.applyAsLong(now);
    int away = outages.away();
    List<Outage> over = outages.drain(border);
    Readings before = last;
    last = border ? readAll(now) : Readings.of(everyInterval, now);
    Snapshot snapshot =
        new Snapshot(
            step.repeat(),
            start,
            lastNanos,
            lastEpochMillis,
            isFull(lastNanos - start),
            sums,
            talliesSince,
            before,
            last,
            working,
            oldest,
            away,
            over,
            clients.size() > 1 ? clients : List.of(sums));
    whole.add(snapshot);
    period.add(snapshot);
    listener.interval(step, snapshot);
  }

  private List<OperationStats> drain(List<Recorder> client) {
    List<OperationStats> drained = shape.emptySums();
    for (Recorder recorder : client) {
      recorder.drainInto(drained);
    }
    return List.copyOf(drained);
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

  /** A tick is never quite on time, but rates of intervals are compared as if it were. */
  private boolean isFull(long nanos) {
    long interval = settings.intervalNanos();
    return Math.abs(nanos - interval) <= interval / 10;
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
  void closePeriod() {
    take(true, Long.MAX_VALUE);
    keepPeriod(
        period.close(lastNanos, lastEpochMillis, last, false),
        whole.close(lastNanos, lastEpochMillis, last, true));
    period = open(lastNanos);
    while (nextReportNanos <= lastNanos) {
      nextReportNanos += settings.reportEveryNanos();
    }
  }

  private void keepPeriod(PeriodResult result, PeriodResult soFar) {
    periods.add(result);
    listener.periodEnded(step, result, soFar);
  }

  /** Ends the interval, the period and the repeat now; the next one begins where it ends. */
  Closed closeAtBorder() {
    take(true, Long.MAX_VALUE);
    return closeTaken(lastNanos);
  }

  /**
   * Ends the interval, the period and the step. What passed between its end and now is in none of
   * them, as it is not in the step's time.
   *
   * @param endNanos when it ended, which is before now: the last operation's end
   */
  Closed close(long endNanos) {
    take(true, endNanos);
    return closeTaken(endNanos);
  }

  private Closed closeTaken(long endNanos) {
    PeriodResult result = whole.close(endNanos, lastEpochMillis, last, false);
    closeLastPeriod(endNanos, result);
    return new Closed(result, List.copyOf(periods));
  }

  /**
   * A period may have been opened after the last operation ended, while workers were still closing
   * their sessions. It has no length then, and no place if nothing was counted in it either.
   */
  private void closeLastPeriod(long endNanos, PeriodResult all) {
    boolean hasLength = endNanos > period.startNanos();
    boolean partial = !periods.isEmpty() && endNanos < nextReportNanos;
    PeriodResult result =
        period.close(Math.max(endNanos, period.startNanos()), lastEpochMillis, last, partial);
    boolean isEmpty = result.operations().isEmpty() && result.outages().equals(Outages.NONE);
    if (periods.isEmpty() || hasLength || !isEmpty) {
      keepPeriod(result, all);
    }
  }

  /** The whole of a step or repeat, and its periods. */
  record Closed(PeriodResult whole, List<PeriodResult> periods) {}

  /** The quick ones first: a period's figures end where it ends. */
  private Readings readAll(long now) {
    return Readings.of(everyInterval, now).with(readSlow(now));
  }

  private Readings readSlow(long now) {
    Gauge counted =
        (nanos, sink) -> rows.get().ifPresent(count -> sink.put(BorderMetric.ROWS, count));
    return Readings.of(List.of(counted), now).with(probes.everyPeriod().read(now));
  }
}
