package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static io.ibench.testing.StepBuilder.aStep;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.Clock;
import io.ibench.measure.CompilerThreads;
import io.ibench.measure.Counter;
import io.ibench.measure.Gauge;
import io.ibench.measure.PeriodAccumulator;
import io.ibench.measure.PeriodGauge;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.Recorder;
import io.ibench.measure.Role;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepStart;
import io.ibench.workload.WorkloadCounters;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The books, with intervals of a second and report periods of a minute. */
class TickerTest {

  private static final long START = ScriptedClock.START;
  private static final long LATE = 60_000;
  private static final long START_TO_LATE = 60 * SECOND + LATE;

  private final ScriptedClock clock = new ScriptedClock();
  private final RecordingListener listener = new RecordingListener();
  private final Recorder recorder = new Recorder(1, 1, false);
  private final WorkloadCounters workloadCounters = new WorkloadCounters(1);
  private final OutageWatch outages = new OutageWatch(clock);
  private Gauge gauge = (nanos, sink) -> sink.put("reads", nanos);
  private OptionalLong rows = OptionalLong.empty();
  private long ended = Long.MAX_VALUE;
  private Gauge slowGauge = (nanos, sink) -> sink.put("bytes", nanos);
  private final PeriodGauges slowGauges =
      new PeriodGauges(
          List.of(new PeriodGauge(List.of("bytes"), (nanos, sink) -> slowGauge.read(nanos, sink))),
          new RunControl(clock));
  private final Ticker ticker =
      new Ticker(
          clock,
          listener,
          new RunGauges(
              List.of((nanos, sink) -> gauge.read(nanos, sink)),
              slowGauges,
              CompilerThreads.UNKNOWN),
          TestSettings.withPeriods(SECOND, 60 * SECOND),
          new PeriodAccumulator.Shape(List.of(Role.QUERY), 1, 1, 1, false),
          new StepActivity(
              List.of(List.of(recorder)),
              List.of(workloadCounters),
              () -> 3,
              now -> now - START,
              () -> ended,
              outages,
              StallWatch.none(clock, outages),
              (nanos, sink) -> {},
              TestTableRows.of(() -> rows),
              new YieldGate(Clock.system(), () -> 0),
              () -> ""));

  @AfterEach
  void stopSlowGauges() {
    slowGauges.close();
  }

  private static StepStart step(int repeat) {
    return aStep().repeat(repeat, 2).threads(1).at(ScriptedClock.START_EPOCH_MILLIS).start();
  }

  private void work(int operations) {
    for (int i = 0; i < operations; i++) {
      recorder.success(0, 0, 0, 1_000, 1);
      workloadCounters.add(0, 1);
    }
  }

  private void begin() {
    ticker.readGauges();
    ticker.begin(step(1), START);
  }

  /** Continues to this many nanoseconds after the start. */
  private void goTo(long nanos) {
    clock.advance(START + nanos - clock.nanoTime());
  }

  @Test
  void intervalsFollowEachOtherWithoutAGap() {
    begin();
    for (int i = 1; i <= 5; i++) {
      work(i);
      goTo(i * SECOND + LATE);
      ticker.tick();
    }
    List<Snapshot> snapshots = listener.snapshots();
    assertThat(snapshots).extracting(Snapshot::successes).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(snapshots)
        .extracting(s -> s.workloadCounters()[0])
        .containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(snapshots.get(0).startNanos()).isEqualTo(START);
    for (int i = 1; i < snapshots.size(); i++) {
      assertThat(snapshots.get(i).startNanos()).isEqualTo(snapshots.get(i - 1).endNanos());
    }
    assertThat(snapshots).extracting(s -> s.workers().atWork()).containsOnly(3);
    assertThat(snapshots)
        .allSatisfy(
            s -> assertThat(s.workers().oldestInFlightNanos()).isEqualTo(s.endNanos() - START));
  }

  @Test
  void clientsAreDrainedApartAndAddedUp() {
    Recorder other = new Recorder(1, 1, false);
    Ticker ofTwo =
        new Ticker(
            clock,
            listener,
            new RunGauges(List.of(), slowGauges, CompilerThreads.UNKNOWN),
            TestSettings.withPeriods(SECOND, 60 * SECOND),
            new PeriodAccumulator.Shape(List.of(Role.QUERY), 1, 1, 2, false),
            new StepActivity(
                List.of(List.of(recorder), List.of(other)),
                List.of(workloadCounters),
                () -> 3,
                now -> 0,
                () -> Long.MAX_VALUE,
                outages,
                StallWatch.none(clock, outages),
                (nanos, sink) -> {},
                TestTableRows.UNKNOWN,
                new YieldGate(Clock.system(), () -> 0),
                () -> ""));
    ofTwo.begin(step(1), START);
    work(3);
    other.success(0, 0, 0, 1_000, 1);
    goTo(SECOND);
    ofTwo.tick();
    work(4);
    goTo(2 * SECOND);
    PeriodResult whole = ofTwo.close(START + 2 * SECOND).whole();
    List<Snapshot> snapshots = listener.snapshots();
    assertThat(snapshots).extracting(Snapshot::successes).containsExactly(4L, 4L);
    assertThat(snapshots)
        .extracting(s -> s.clients().stream().map(c -> c.get(0).successes()).toList())
        .containsExactly(List.of(3L, 1L), List.of(4L, 0L));
    assertThat(whole.successes()).isEqualTo(8);
    assertThat(whole.clients()).extracting(c -> c.get(0).count()).containsExactly(7L, 1L);
  }

  @Test
  void allIntervalsAreFullButTheRests() {
    begin();
    for (long at : new long[] {1000, 2050, 3000, 5400, 6000, 7000, 7500}) {
      goTo(at * MILLI);
      ticker.tick();
    }
    assertThat(listener.snapshots())
        .extracting(Snapshot::full)
        .as("on time, 50 ms late, on time, 2.4 s long, what is left of the next, on time, half")
        .containsExactly(true, true, true, true, true, true, false);
    goTo(7_900 * MILLI);
    ticker.close(START + 7_900 * MILLI);
    assertThat(listener.snapshots().get(7).full()).as("the rest of 0.4 s").isFalse();
  }

  @Test
  void anIntervalThatATickMadeLongerCountsAsSeveralOfItsRate() {
    begin();
    work(1000);
    goTo(SECOND);
    ticker.tick();
    work(300);
    goTo(4_050 * MILLI);
    ticker.tick();
    work(950);
    goTo(5 * SECOND);
    ticker.tick();
    PeriodResult whole = ticker.close(START + 5 * SECOND).whole();
    assertThat(whole.intervals().queries().toArray())
        .as("1000/s, three seconds of 300 in 3.05 s, and 950 in 0.95 s")
        .containsExactly(1000, 98, 98, 98, 1000);
    assertThat(whole.intervals().lost()).isEqualTo(2);
    assertThat(whole.intervals().count()).isEqualTo(4);
  }

  @Test
  void reportPeriodsEndAtMultiplesOfTheirLengthHoweverLateTheTicksAre() {
    begin();
    for (int i = 1; i <= 600; i++) {
      goTo(i * SECOND + LATE - 50 * i);
      ticker.tickOrClosePeriod(clock.nanoTime());
    }
    assertThat(listener.periods()).hasSize(10);
    assertThat(listener.periods())
        .extracting(period -> period.intervals().queries())
        .allSatisfy(full -> assertThat(full.size()).isEqualTo(60));
    assertThat(listener.periods()).extracting(PeriodResult::partial).containsOnly(false);
  }

  @Test
  void whatSlowGaugesCostBeforeAStepIsInNoneOfItsFigures() {
    long[] reads = {1_000};
    slowGauge =
        (nanos, sink) -> {
          reads[0] += 700;
          sink.put("bytes", 5);
        };
    gauge = (nanos, sink) -> sink.put("reads", reads[0]);
    begin();
    reads[0] += 3;
    goTo(SECOND);
    PeriodResult whole = ticker.close(START + SECOND).whole();
    assertThat(whole.start().values()).containsEntry("bytes", 5L);
    assertThat(whole.end().values().get("reads") - whole.start().values().get("reads"))
        .isEqualTo(3);
  }

  @Test
  void whatIsDoneWhileGaugesAreReadBelongsToTheNextPeriod() {
    begin();
    slowGauge = workingFor(3 * SECOND, 700);
    gauge = once(workingFor(0, 70));
    work(10);
    goTo(60 * SECOND);
    ticker.closePeriod();
    slowGauge = (nanos, sink) -> {};
    gauge = (nanos, sink) -> {};
    goTo(70 * SECOND);
    Ticker.Closed closed = ticker.close(START + 70 * SECOND);
    PeriodResult first = closed.periods().get(0);
    PeriodResult second = closed.periods().get(1);
    assertThat(first.successes()).isEqualTo(10);
    assertThat(first.seconds()).isEqualTo(60.0);
    assertThat(first.endEpochMillis()).isEqualTo(ScriptedClock.START_EPOCH_MILLIS + 60_000);
    assertThat(second.successes()).isEqualTo(770);
    assertThat(second.startNanos()).isEqualTo(first.endNanos());
    assertThat(second.startEpochMillis()).isEqualTo(first.endEpochMillis());
    assertThat(second.seconds()).isEqualTo(10.0);
    assertThat(closed.whole().successes()).isEqualTo(780);
  }

  /** An interval may end while the ticker waits for the slow gauge, and reads the gauge again. */
  private static Gauge once(Gauge gauge) {
    AtomicBoolean read = new AtomicBoolean();
    return (now, sink) -> {
      if (!read.getAndSet(true)) {
        gauge.read(now, sink);
      }
    };
  }

  private Gauge workingFor(long nanos, int operations) {
    return (now, sink) -> {
      work(operations);
      clock.advance(nanos);
    };
  }

  @Test
  void aRepeatBeginsWhereTheOneBeforeEnded() {
    begin();
    work(5);
    goTo(20 * SECOND + LATE);
    slowGauge = workingFor(2 * SECOND, 40);
    PeriodResult first = ticker.closeAtBoundary().whole();
    slowGauge = (nanos, sink) -> {};
    ticker.begin(step(2), first.endNanos());
    work(2);
    goTo(40 * SECOND);
    PeriodResult second = ticker.close(START + 40 * SECOND).whole();
    assertThat(first.endNanos()).isEqualTo(START + 20 * SECOND + LATE);
    assertThat(first.successes()).isEqualTo(5);
    assertThat(second.startNanos()).isEqualTo(first.endNanos());
    assertThat(second.successes()).isEqualTo(42);
    assertThat(second.workloadCounters()).containsExactly(42);
    assertThat(second.start().values()).as("read once for both").isEqualTo(first.end().values());
  }

  @Test
  void aStepThatIsOnePeriodIsNotPartialAndTheRestAfterPeriodsIs() {
    begin();
    goTo(10 * SECOND);
    assertThat(ticker.close(START + 10 * SECOND).periods())
        .extracting(PeriodResult::partial)
        .containsExactly(false);
    ticker.begin(step(2), START + 10 * SECOND);
    goTo(70 * SECOND);
    assertThat(ticker.isReportDue(clock.nanoTime())).isTrue();
    ticker.closePeriod();
    assertThat(ticker.isReportDue(clock.nanoTime())).isFalse();
    goTo(80 * SECOND);
    Ticker.Closed closed = ticker.close(START + 80 * SECOND);
    assertThat(closed.periods()).extracting(PeriodResult::partial).containsExactly(false, true);
    assertThat(closed.whole().partial()).isFalse();
  }

  @Test
  void aLastPeriodOfWholeLengthIsNotPartial() {
    begin();
    goTo(60 * SECOND + LATE);
    ticker.closePeriod();
    goTo(120 * SECOND + LATE / 2);
    assertThat(ticker.close(START + 120 * SECOND).periods())
        .extracting(PeriodResult::partial)
        .containsExactly(false, false);
  }

  @Test
  void aStepEndsWithItsLastOperationNotWithTheTick() {
    begin();
    goTo(12 * SECOND);
    PeriodResult whole = ticker.close(START + 10 * SECOND).whole();
    assertThat(whole.seconds()).isEqualTo(10.0);
    Snapshot last = listener.snapshots().get(0);
    assertThat(last.endNanos()).as("what is after it is in no rate").isEqualTo(whole.endNanos());
    assertThat(last.endEpochMillis()).isEqualTo(ScriptedClock.START_EPOCH_MILLIS + 10_000);
  }

  @Test
  void anIntervalEndsWithTheLastOperationAlsoWhenTheStepIsNotClosedYet() {
    begin();
    goTo(SECOND);
    ticker.tick();
    work(7);
    ended = START + 1_300 * MILLI;
    goTo(2 * SECOND);
    ticker.tick();
    goTo(3 * SECOND);
    Ticker.Closed closed = ticker.close(ended);
    assertThat(listener.snapshots())
        .extracting(Snapshot::nanos)
        .containsExactly(SECOND, 300 * MILLI, 0L);
    assertThat(closed.whole().seconds()).isEqualTo(1.3);
    assertThat(closed.whole().successes()).isEqualTo(7);
  }

  @Test
  void whatSlowGaugesTakeAfterTheLastOperationIsInNoInterval() {
    begin();
    goTo(59 * SECOND);
    ticker.tick();
    ended = START + 59_500 * MILLI;
    slowGauge = workingFor(5 * SECOND, 0);
    goTo(60 * SECOND);
    ticker.closePeriod();
    assertThat(ticker.close(ended).whole().seconds()).isEqualTo(59.5);
    assertThat(listener.snapshots())
        .extracting(Snapshot::nanos)
        .containsExactly(59 * SECOND, 500 * MILLI, 0L);
  }

  @Test
  void aPeriodThatBeganAfterTheLastOperationIsNone() {
    begin();
    work(5);
    goTo(60 * SECOND + LATE);
    ticker.closePeriod();
    goTo(61 * SECOND);
    Ticker.Closed closed = ticker.close(START + 60 * SECOND);
    assertThat(closed.periods()).extracting(PeriodResult::successes).containsExactly(5L);
    assertThat(listener.snapshots()).extracting(Snapshot::nanos).containsExactly(START_TO_LATE, 0L);
    assertThat(closed.whole().endNanos())
        .as("an interval that was told belongs to the step")
        .isEqualTo(START + START_TO_LATE);
  }

  @Test
  void whatWasCountedAfterTheLastOperationHasAPeriodWithoutLength() {
    begin();
    goTo(60 * SECOND + LATE);
    ticker.closePeriod();
    recorder.unstarted(0, START, START + 60 * SECOND);
    goTo(61 * SECOND);
    Ticker.Closed closed = ticker.close(START + 60 * SECOND);
    assertThat(closed.periods()).extracting(PeriodResult::unstarted).containsExactly(0L, 1L);
    assertThat(closed.periods().get(1).seconds()).isZero();
  }

  @Test
  void everyPeriodHasTheReadingsOfBothItsEnds() {
    begin();
    goTo(30 * SECOND);
    ticker.tick();
    goTo(60 * SECOND);
    ticker.closePeriod();
    PeriodResult period = listener.periods().get(0);
    assertThat(period.start().values()).containsEntry("reads", START).containsEntry("bytes", START);
    assertThat(period.end().values())
        .containsEntry("reads", START + 60 * SECOND)
        .containsEntry("bytes", START + 60 * SECOND);
    assertThat(listener.snapshots().get(0).readings().values())
        .as("slow gauges are read at the borders of periods only")
        .containsOnlyKeys("reads");
  }

  @Test
  void serverCountersAreReadAtBothEndsOfStepsAndPeriodsOnly() {
    slowGauge = (nanos, sink) -> sink.counter("pages", new Counter(nanos - START, true));
    begin();
    goTo(30 * SECOND);
    ticker.tick();
    goTo(60 * SECOND);
    ticker.closePeriod();
    goTo(90 * SECOND);
    Ticker.Closed closed = ticker.close(START + 90 * SECOND);

    assertThat(listener.snapshots().get(0).readings().counters()).isEmpty();
    assertThat(pages(closed.periods().get(0))).containsExactly(0L, 60 * SECOND);
    assertThat(pages(closed.periods().get(1))).containsExactly(60 * SECOND, 90 * SECOND);
    assertThat(pages(closed.whole())).containsExactly(0L, 90 * SECOND);
    assertThat(closed.whole().countersReset()).isFalse();
  }

  /** At the start and at the end. */
  private static List<Long> pages(PeriodResult period) {
    return List.of(
        period.start().counters().get("pages").value(),
        period.end().counters().get("pages").value());
  }

  @Test
  void aStepSeesThatTheServerCountedAnewAtTheBorderOfAPeriod() {
    slowGauge = (nanos, sink) -> sink.counter("pages", new Counter(100, true));
    begin();
    slowGauge = (nanos, sink) -> sink.counter("pages", new Counter(50, true));
    goTo(60 * SECOND);
    ticker.closePeriod();
    slowGauge = (nanos, sink) -> sink.counter("pages", new Counter(200, true));
    goTo(90 * SECOND);
    Ticker.Closed closed = ticker.close(START + 90 * SECOND);

    assertThat(closed.periods())
        .extracting(PeriodResult::countersReset)
        .containsExactly(true, false);
    assertThat(closed.whole().countersReset()).isTrue();
  }

  @Test
  void theListenerHearsEverythingInOrder() {
    begin();
    goTo(SECOND);
    ticker.tick();
    goTo(60 * SECOND);
    ticker.closePeriod();
    goTo(61 * SECOND);
    ticker.close(clock.nanoTime());
    assertThat(listener.events())
        .containsExactly(
            "started request 1",
            "interval request 1",
            "interval request 1",
            "period request 1",
            "interval request 1",
            "period request 1");
  }

  @Test
  void anIntervalHasTheReadingsOfTheOneBeforeItAlsoAtBordersAndInTheNextRepeat() {
    begin();
    goTo(SECOND);
    ticker.tick();
    goTo(60 * SECOND);
    ticker.closePeriod();
    goTo(61 * SECOND);
    ticker.tick();
    goTo(80 * SECOND);
    PeriodResult first = ticker.closeAtBoundary().whole();
    ticker.begin(step(2), first.endNanos());
    goTo(81 * SECOND);
    ticker.tick();

    List<Snapshot> all = listener.snapshots();
    assertThat(all.get(0).before().values())
        .as("read before the workers began")
        .containsEntry("reads", START)
        .containsEntry("bytes", START);
    for (int i = 1; i < all.size(); i++) {
      assertThat(all.get(i).before()).isSameAs(all.get(i - 1).readings());
    }
    assertThat(all).extracting(Snapshot::repeat).containsExactly(1, 1, 1, 1, 2);
  }

  @Test
  void intervalsThatWereOversleptAreCountedInThePeriodInWhichTheyWereDue() {
    begin();
    for (long at : new long[] {1000, 2000, 6400, 7000, 8490}) {
      goTo(at * MILLI);
      ticker.tick();
    }
    goTo(60 * SECOND);
    ticker.closePeriod();
    goTo(61 * SECOND);
    Ticker.Closed closed = ticker.close(START + 61 * SECOND);

    assertThat(closed.periods())
        .extracting(period -> period.intervals().count())
        .containsExactly(6L, 1L);
    assertThat(closed.periods())
        .extracting(period -> period.intervals().lost())
        .as("of 4.4 s three and of 51.51 s fifty-one; 0.49 s too many are none")
        .containsExactly(3L + 51, 0L);
    assertThat(closed.whole().intervals().count()).isEqualTo(7);
    assertThat(closed.whole().intervals().lost()).isEqualTo(54);
  }

  @Test
  void aPeriodEndsWithTheStepAsItStandsSoThatAProcessThatDiesLeavesIt() {
    begin();
    work(10);
    goTo(60 * SECOND);
    ticker.closePeriod();
    work(5);
    goTo(120 * SECOND);
    ticker.closePeriod();
    work(1);
    goTo(130 * SECOND);
    PeriodResult whole = ticker.close(START + 130 * SECOND).whole();

    List<PeriodResult> soFar = listener.soFar();
    assertThat(soFar).extracting(PeriodResult::successes).containsExactly(10L, 15L, 16L);
    assertThat(soFar).extracting(PeriodResult::startNanos).containsOnly(START);
    assertThat(soFar).extracting(PeriodResult::seconds).containsExactly(60.0, 120.0, 130.0);
    assertThat(soFar).extracting(PeriodResult::partial).containsExactly(true, true, false);
    assertThat(soFar.get(1).workloadCounters()).containsExactly(15);
    assertThat(soFar.get(1).end().values()).containsEntry("bytes", START + 120 * SECOND);
    assertThat(soFar.get(2)).isSameAs(whole);
  }

  @Test
  void rowsInTheTablesAreToldAtTheBordersOfPeriodsWhereTheyAreKnown() {
    begin();
    rows = OptionalLong.of(5);
    goTo(SECOND);
    ticker.tick();
    goTo(60 * SECOND);
    ticker.closePeriod();
    rows = OptionalLong.of(1L << 33);
    goTo(70 * SECOND);
    List<PeriodResult> periods = ticker.close(START + 70 * SECOND).periods();

    assertThat(periods.get(0).start().values()).doesNotContainKey(BoundaryMetric.ROWS);
    assertThat(periods.get(0).end().values()).containsEntry(BoundaryMetric.ROWS, 5L);
    assertThat(periods.get(1).start().values()).containsEntry(BoundaryMetric.ROWS, 5L);
    assertThat(periods.get(1).end().values()).containsEntry(BoundaryMetric.ROWS, 1L << 33);
    assertThat(listener.snapshots().get(0).readings().values())
        .doesNotContainKey(BoundaryMetric.ROWS);
  }

  /**
   * Hangs for four intervals, each of which ends; in the first there is one operation, and so on.
   */
  private void hangFourIntervals() {
    Semaphore ticks = new Semaphore(0);
    gauge =
        (nanos, sink) -> {
          sink.put("reads", nanos);
          ticks.release();
        };
    slowGauge =
        (nanos, sink) -> {
          ticks.acquireUninterruptibly();
          for (int interval = 1; interval <= 4; interval++) {
            work(interval);
            clock.advance(SECOND);
            ticks.acquireUninterruptibly();
          }
          sink.put("bytes", 77);
        };
  }

  private void assertFourIntervals(List<Snapshot> all, PeriodResult before, PeriodResult after) {
    assertThat(all.subList(1, 5)).extracting(Snapshot::nanos).containsOnly(SECOND);
    assertThat(all.subList(1, 5)).extracting(Snapshot::full).containsOnly(true);
    assertThat(all.subList(1, 5)).extracting(Snapshot::successes).containsExactly(1L, 2L, 3L, 4L);
    for (int i = 1; i < all.size(); i++) {
      assertThat(all.get(i).startNanos()).isEqualTo(all.get(i - 1).endNanos());
      assertThat(all.get(i).before()).isSameAs(all.get(i - 1).readings());
    }
    assertThat(before.successes()).isEqualTo(9);
    assertThat(before.end().values()).containsEntry("bytes", 77L);
    assertThat(before.endNanos()).isEqualTo(START + SECOND);
    assertThat(after.start()).isSameAs(before.end());
    assertThat(after.successes()).isEqualTo(10);
    assertThat(after.intervals().count()).isEqualTo(5);
    assertThat(after.intervals().lost()).isZero();
  }

  @Test
  @Timeout(300)
  void intervalsGoOnWhileTheGaugesOfAPeriodAreWaitedFor() {
    begin();
    work(9);
    goTo(SECOND);
    hangFourIntervals();
    ticker.closePeriod();
    slowGauge = (nanos, sink) -> {};
    goTo(6 * SECOND);
    Ticker.Closed closed = ticker.close(START + 6 * SECOND);

    assertFourIntervals(listener.snapshots(), closed.periods().get(0), closed.periods().get(1));
    assertThat(closed.whole().successes()).isEqualTo(19);
    assertThat(listener.soFar().get(0).successes()).isEqualTo(9);
  }

  @Test
  @Timeout(300)
  void intervalsWhileTheGaugesOfARepeatAreWaitedForAreOfTheNextOne() {
    begin();
    work(9);
    goTo(SECOND);
    hangFourIntervals();
    PeriodResult first = ticker.closeAtBoundary().whole();
    slowGauge = (nanos, sink) -> {};
    ticker.begin(step(2), first.endNanos());
    goTo(6 * SECOND);
    PeriodResult second = ticker.close(START + 6 * SECOND).whole();

    assertFourIntervals(listener.snapshots(), first, second);
    assertThat(listener.snapshots()).extracting(Snapshot::repeat).containsExactly(1, 2, 2, 2, 2, 2);
  }

  @Test
  void rowsThatTheWorkloadDoesNotKnowAreAbsentWithAReason() {
    begin();
    goTo(SECOND);
    PeriodResult whole = ticker.close(START + SECOND).whole();

    assertThat(whole.end().values()).doesNotContainKey(BoundaryMetric.ROWS);
    assertThat(whole.end().absent())
        .containsEntry(BoundaryMetric.ROWS, "the workload does not know how many rows there are");
  }
}
