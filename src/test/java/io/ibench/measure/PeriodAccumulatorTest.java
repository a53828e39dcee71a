package io.ibench.measure;

import static io.ibench.testing.SnapshotBuilder.anInterval;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.Slow;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PeriodAccumulatorTest {

  private static final PeriodAccumulator.Shape SHAPE =
      new PeriodAccumulator.Shape(
          List.of(Role.QUERY, Role.INSERT, Role.DELETE, Role.AUXILIARY), 2, 2, 1, true);
  private static final long SECOND = 1_000_000_000L;

  private final PeriodAccumulator period =
      new PeriodAccumulator(SHAPE, 5 * SECOND, 77_000, SECOND, readings(1, 900));

  private static Readings readings(long reads, long memory) {
    return new Readings(Map.of("reads", reads, "memory", memory), Map.of(), Map.of());
  }

  /** An interval of a second with this many successes, of two rows each, of operation 1. */
  private static Snapshot interval(long successes, boolean full, Readings readings) {
    List<OperationStats> sums = Recorder.emptySums(4, 2, true);
    for (long i = 0; i < successes; i++) {
      sums.get(1).success(0, 0, 1_000, 2);
    }
    return anInterval(sums)
        .full(full)
        .workloadCounters(successes, 1)
        .readings(Readings.NONE, readings)
        .build();
  }

  /** This many successes, of two rows each, by operation. */
  private static List<OperationStats> operations(long... successes) {
    List<OperationStats> sums = Recorder.emptySums(successes.length, 2, true);
    for (int operation = 0; operation < successes.length; operation++) {
      for (long i = 0; i < successes[operation]; i++) {
        sums.get(operation).success(0, 0, 1_000, 2);
      }
    }
    return List.copyOf(sums);
  }

  /** A full interval of one client. */
  private static Snapshot snapshot(List<OperationStats> operations) {
    return snapshot(operations, List.of(operations));
  }

  private static Snapshot snapshot(
      List<OperationStats> operations, List<List<OperationStats>> clients) {
    return anInterval(operations).workloadCounters(0, 0).clients(clients).build();
  }

  @Test
  void aPeriodIsTheSumOfItsIntervals() {
    period.add(interval(10, true, readings(5, 1_000)));
    period.add(interval(20, true, readings(8, 5_000)));
    period.add(interval(5, false, readings(9, 2_000)));
    PeriodResult result = period.close(8 * SECOND, 80_000, readings(10, 3_000), true);
    assertThat(result.successes()).isEqualTo(35);
    assertThat(result.rows()).isEqualTo(70);
    assertThat(result.workloadCounters()).containsExactly(35, 3);
    assertThat(result.seconds()).isEqualTo(3.0);
    assertThat(result.partial()).isTrue();
    assertThat(result.startEpochMillis()).isEqualTo(77_000);
    assertThat(result.endEpochMillis()).isEqualTo(80_000);
    assertThat(result.intervals().lengthNanos()).isEqualTo(SECOND);
  }

  @Test
  void onlyFullIntervalsGiveRatesInTheirOrder() {
    period.add(interval(4, false, Readings.NONE));
    period.add(interval(10, true, Readings.NONE));
    period.add(interval(0, true, Readings.NONE));
    period.add(interval(7, true, Readings.NONE));
    period.add(interval(3, false, Readings.NONE));
    PeriodResult result = period.close(8 * SECOND, 80_000, Readings.NONE, false);
    assertThat(result.intervals().insertedRows().toArray())
        .as("a stalled one is one")
        .containsExactly(20, 0, 14);
    assertThat(result.successes()).as("partial ones count all the same").isEqualTo(24);
  }

  @Test
  void anIntervalCountsQueriesAndInsertedAndDeletedRowsEachByItsRole() {
    period.add(snapshot(operations(5, 3, 2, 70)));
    period.add(snapshot(operations(6, 0, 0, 80)));
    PeriodResult result = period.close(8 * SECOND, 80_000, Readings.NONE, false);
    assertThat(result.intervals().queries().toArray()).as("queries").containsExactly(5, 6);
    assertThat(result.intervals().insertedRows().toArray())
        .as("rows, two each")
        .containsExactly(6, 0);
    assertThat(result.intervals().deletedRows().toArray())
        .as("rows, two each")
        .containsExactly(4, 0);
    assertThat(result.successes()).as("what is done on the side as well").isEqualTo(166);
  }

  @Test
  void everyClientIsSummedUpByItself() {
    PeriodAccumulator.Shape shape =
        new PeriodAccumulator.Shape(List.of(Role.QUERY, Role.INSERT), 2, 2, 2, true);
    PeriodAccumulator ofTwo = new PeriodAccumulator(shape, 0, 0, SECOND, Readings.NONE);
    for (int i = 0; i < 3; i++) {
      ofTwo.add(snapshot(operations(5, 9), List.of(operations(5, 2), operations(0, 7))));
    }
    PeriodResult result = ofTwo.close(SECOND, 0, Readings.NONE, false);
    assertThat(result.operations()).extracting(OperationSummary::count).containsExactly(15L, 27L);
    assertThat(result.clients()).hasSize(2);
    assertThat(result.clients().get(0))
        .extracting(OperationSummary::count)
        .containsExactly(15L, 6L);
    assertThat(result.clients().get(1)).extracting(OperationSummary::count).containsExactly(21L);
  }

  @Test
  void oneClientIsNotSummedUpTwice() {
    period.add(interval(10, true, Readings.NONE));
    assertThat(period.close(SECOND, 0, Readings.NONE, false).clients()).isEmpty();
  }

  @Test
  void operationsInWhichNothingHappenedAreLeftOut() {
    period.add(interval(10, true, Readings.NONE));
    PeriodResult result = period.close(8 * SECOND, 80_000, Readings.NONE, false);
    assertThat(result.operations()).extracting(OperationSummary::operation).containsExactly(1);
  }

  @Test
  void gaugesAreKeptAtBothEndsAndAtTheirHighest() {
    period.add(interval(1, true, readings(5, 7_000)));
    period.add(interval(1, true, readings(8, 2_000)));
    PeriodResult result = period.close(8 * SECOND, 80_000, readings(10, 3_000), false);
    assertThat(result.start()).isEqualTo(readings(1, 900));
    assertThat(result.end()).isEqualTo(readings(10, 3_000));
    assertThat(result.highest()).containsEntry("memory", 7_000L).containsEntry("reads", 10L);
  }

  @Test
  void theHighestValueMayBeTheFirstOrTheLast() {
    PeriodAccumulator falling = new PeriodAccumulator(SHAPE, 0, 0, SECOND, readings(0, 9_000));
    assertThat(falling.close(1, 0, readings(0, 1), false).highest())
        .containsEntry("memory", 9_000L);
    PeriodAccumulator rising = new PeriodAccumulator(SHAPE, 0, 0, SECOND, readings(0, 1));
    assertThat(rising.close(1, 0, readings(0, 9_000), false).highest())
        .containsEntry("memory", 9_000L);
  }

  /** A server's own counter and level. */
  private static Readings counted(long pages, long cached) {
    return new Readings(
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of("pages", new Counter(pages, true), "cached", new Counter(cached, false)));
  }

  /**
   * Whether the server's counters began again in a period with these readings, from its start to
   * its end.
   */
  private static boolean countedAnew(Readings... readings) {
    PeriodAccumulator period = new PeriodAccumulator(SHAPE, 0, 0, SECOND, readings[0]);
    for (int i = 1; i < readings.length - 1; i++) {
      period.add(interval(1, true, readings[i]));
    }
    return period.close(SECOND, 0, readings[readings.length - 1], false).countersReset();
  }

  @Test
  void aServerCounterThatFallsWasStartedAnew() {
    assertThat(countedAnew(counted(5, 9), counted(5, 9), counted(6, 2))).isFalse();
    assertThat(countedAnew(counted(5, 9), counted(4, 9))).isTrue();
    assertThat(countedAnew(counted(5, 9), counted(1, 9), counted(8, 9)))
        .as("in the middle, and beyond where it was since")
        .isTrue();
    assertThat(countedAnew(counted(5, 9), Readings.NONE, counted(4, 9)))
        .as("with a reading without it between")
        .isTrue();
    assertThat(countedAnew(Readings.NONE, counted(5, 9), Readings.NONE)).isFalse();
  }

  @Test
  void whatWasClosedDoesNotChangeWhenThePeriodGoesOn() {
    period.add(interval(10, true, readings(5, 1_000)));
    PeriodResult result = period.close(8 * SECOND, 80_000, Readings.NONE, false);
    period.add(interval(10, true, readings(5, 9_000)));
    assertThat(result.successes()).isEqualTo(10);
    assertThat(result.intervals().insertedRows().toArray()).containsExactly(20);
    assertThat(result.workloadCounters()).containsExactly(10, 1);
    assertThat(result.highest()).containsEntry("memory", 1_000L);
  }

  @Test
  @Slow
  void eightDaysOfSecondsStaySmall() {
    Snapshot snapshot = intervalWithoutLatencies(3);
    for (int i = 0; i < 700_000; i++) {
      period.add(snapshot);
    }
    assertThat(Footprint.bytes(period)).isLessThan(3L << 20);
    PeriodResult result = period.close(8 * SECOND, 80_000, Readings.NONE, false);
    assertThat(result.successes()).isEqualTo(2_100_000);
    assertThat(result.intervals().queries().toArray()).hasSize(700_000).containsOnly(3);
    assertThat(Footprint.bytes(result)).isLessThan(3L << 20);
  }

  private static Outage outage(long fromSecond, long seconds, boolean continues) {
    return new Outage(
        fromSecond * SECOND, 0, (fromSecond + seconds) * SECOND, 3, 1, "lost", "gone", continues);
  }

  private static Snapshot with(Outage... outages) {
    return anInterval(Recorder.emptySums(4, 2, true))
        .workloadCounters(0, 0)
        .outages(outages)
        .build();
  }

  @Test
  void outagesAreCountedAndOneThatABorderHasCutIsOne() {
    period.add(with(outage(5, 2, true)));
    period.add(with(outage(8, 1, false), outage(10, 3, false)));
    period.add(with(outage(13, 4, true)));
    Outages outages = period.close(20 * SECOND, 0, Readings.NONE, false).outages();
    assertThat(outages.count()).as("the first began before the period").isEqualTo(3);
    assertThat(outages.nanos()).isEqualTo(10 * SECOND);
    assertThat(outages.operationsLost()).isEqualTo(4);
    assertThat(outages.first()).extracting(o -> o.nanos() / SECOND).containsExactly(2L, 1L, 7L);
  }

  @Test
  void ofManyOutagesTheFirstAreKeptAndAllAreCounted() {
    for (int i = 0; i < 5_000; i++) {
      period.add(with(outage(10 + i, 1, false)));
    }
    Outages outages = period.close(20 * SECOND, 0, Readings.NONE, false).outages();
    assertThat(outages.count()).isEqualTo(5_000);
    assertThat(outages.nanos()).isEqualTo(5_000 * SECOND);
    assertThat(outages.first()).hasSize(100);
    assertThat(outages.first().get(0).startNanos()).isEqualTo(10 * SECOND);
  }

  private static Snapshot intervalWithoutLatencies(long successes) {
    List<OperationStats> sums = Recorder.emptySums(4, 2, true);
    sums.get(0).startCountingAt(successes);
    return anInterval(sums).workloadCounters(0, 0).readings(Readings.NONE, readings(2, 3)).build();
  }
}
