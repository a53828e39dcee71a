package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.config.Rate;
import io.ibench.db.FailureKind;
import io.ibench.measure.Clock;
import io.ibench.measure.LatencySummary;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Recorder;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** The hot loop without failures: what is counted, and which times are recorded. */
class WorkerLoopTest {

  /** The error of two digits of a histogram. */
  private static final Percentage DIGITS = Percentage.withPercentage(1);

  @Test
  void withoutRateEveryOperationIsCountedWithItsOwnTime() {
    OneWorker one = OneWorker.unthrottled(3 * MILLI);
    one.worker.thenTimes(90, one.taking(MILLI)).then(one.taking(40 * MILLI));
    one.run(Long.MAX_VALUE, 100);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(100);
    assertThat(stats.rows()).isEqualTo(100);
    LatencySummary service = LatencySummary.of(stats.service());
    assertThat(service.count()).isEqualTo(100);
    assertThat(service.p50Nanos()).isCloseTo(MILLI, DIGITS);
    assertThat(service.p95Nanos()).isCloseTo(3 * MILLI, DIGITS);
    assertThat(service.maxNanos()).isCloseTo(40 * MILLI, DIGITS);
    assertThat(service.meanNanos()).isCloseTo((90 + 40 + 27) * MILLI / 100.0, DIGITS);
    assertThat(LatencySummary.of(stats.response())).as("nothing waited").isEqualTo(service);
    assertThat(stats.unstarted()).isZero();
    assertThat(stats.failed()).isEmpty();
  }

  @Test
  void aFixedRowTimeGrowsByAMillisecondWithEachOperation() {
    OneWorker one = OneWorker.unthrottled(3 * MILLI).with(TestSettings.withRowTime(5_000));
    one.run(Long.MAX_VALUE, 3);
    assertThat(one.worker.preparedAtEpochMillis()).containsExactly(5_000L, 5_001L, 5_002L);
  }

  @Test
  void withoutRateTheStepEndsAtItsTimeAndLeavesNothingUnstarted() {
    OneWorker one = OneWorker.unthrottled(3 * MILLI);
    one.run(SECOND, Long.MAX_VALUE);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).as("the last one begins at 999 ms").isEqualTo(334);
    assertThat(stats.unstarted()).isZero();
    assertThat(one.loop().lastNanosOr(0)).isEqualTo(ScriptedClock.START + 1002 * MILLI);
  }

  @Test
  void operationsAreRecordedUnderTheirOwnNumber() {
    OneWorker one = new OneWorker(false, 3, MILLI);
    one.run(Long.MAX_VALUE, 100);
    assertThat(one.drainAll()).extracting(OperationStats::successes).containsExactly(34L, 33L, 33L);
  }

  @Test
  void preparationIsNeitherTimedNorToldAnyTimeButThatOfTheLastEnd() {
    OneWorker one = OneWorker.unthrottled(250 * MILLI);
    one.run(SECOND, Long.MAX_VALUE);
    long start = ScriptedClock.START_EPOCH_MILLIS;
    assertThat(one.worker.preparedAtEpochMillis())
        .containsExactly(start, start + 250, start + 500, start + 750, start + 1000);
  }

  @Test
  void aWorkerThatWaitsForOthersIsAskedAgainAndItsWaitIsInNoTime() {
    OneWorker one = OneWorker.unthrottled(3 * MILLI);
    one.worker.idling(2);
    one.run(SECOND, Long.MAX_VALUE);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).as("each takes 2 + 3 ms").isEqualTo(200);
    assertThat(stats.service().getMaxValue()).isCloseTo(3 * MILLI, DIGITS);
    assertThat(one.loop().workedNanos(0)).isEqualTo(600 * MILLI);
    assertThat(stats.unstarted()).isZero();
  }

  @Test
  void aWorkerWithoutWorkEndsItsLoop() {
    OneWorker one = OneWorker.paced(MILLI);
    one.worker.withWork(5);
    one.runAt(100, 10 * SECOND);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(5);
    assertThat(stats.unstarted()).as("there was nothing to start").isZero();
  }

  @Test
  void atARateThatIsKeptNothingWaits() {
    OneWorker one = OneWorker.paced(MILLI);
    one.runAt(100, 10 * SECOND);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(1000);
    assertThat(stats.unstarted()).isZero();
    assertThat(LatencySummary.of(stats.response())).isEqualTo(LatencySummary.of(stats.service()));
    assertThat(stats.response().getMaxValue()).isCloseTo(MILLI, DIGITS);
  }

  /** 100 operations of 1 ms a second for 20 s; the one due at 5 s takes 10 s. */
  @Test
  void aStallIsInTheResponseTimesOfEverythingThatWasDueMeanwhile() {
    OneWorker one = OneWorker.paced(MILLI);
    one.worker.thenTimes(500, one.taking(MILLI)).then(one.taking(10 * SECOND));
    one.runAt(100, 20 * SECOND);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(2000);
    assertThat(stats.unstarted()).isZero();

    LatencySummary service = LatencySummary.of(stats.service());
    assertThat(service.count()).isEqualTo(2000);
    assertThat(service.maxNanos()).isCloseTo(10 * SECOND, DIGITS);
    assertThat(stats.service().getCountBetweenValues(2 * MILLI, 20 * SECOND))
        .as("one slow operation")
        .isEqualTo(1);
    assertThat(service.meanNanos()).isCloseTo((1999 * MILLI + 10 * SECOND) / 2000.0, DIGITS);

    List<Long> expected = responsesOfAStall();
    LatencySummary response = LatencySummary.of(stats.response());
    assertThat(response.count()).isEqualTo(2000);
    assertThat(response.maxNanos()).isCloseTo(10 * SECOND, DIGITS);
    assertThat(response.meanNanos())
        .isCloseTo(expected.stream().mapToLong(Long::longValue).average().orElseThrow(), DIGITS);
    assertThat(stats.response().getCountBetweenValues(2 * MILLI, 20 * SECOND))
        .as("waits")
        .isEqualTo(expected.stream().filter(nanos -> nanos > 2 * MILLI).count())
        .isGreaterThan(1000);
    assertThat(response.p50Nanos())
        .isCloseTo(expected.stream().sorted().skip(999).findFirst().orElseThrow(), DIGITS);
  }

  /** One server, arrivals every 10 ms, 1 ms each but for the one at 5 s: from queueing alone. */
  private static List<Long> responsesOfAStall() {
    long[] free = {0};
    return LongStream.range(0, 2000)
        .mapToObj(
            k -> {
              long due = k * 10 * MILLI;
              free[0] = Math.max(free[0], due) + (k == 500 ? 10 * SECOND : MILLI);
              return free[0] - due;
            })
        .toList();
  }

  /** The same, but the step ends at 10 s, in the middle of the stall. */
  @Test
  void whatWasDueButNeverStartedIsUnstartedAndInTheResponseTimesOnly() {
    OneWorker one = OneWorker.paced(MILLI);
    one.worker.thenTimes(500, one.taking(MILLI)).then(one.taking(10 * SECOND));
    one.runAt(100, 10 * SECOND);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).as("up to the one that stalled").isEqualTo(501);
    assertThat(one.worker.executions()).isEqualTo(501);
    assertThat(stats.unstarted()).as("due from 5.01 s to 9.99 s").isEqualTo(499);
    assertThat(stats.service().getTotalCount()).isEqualTo(501);
    assertThat(stats.rows()).isEqualTo(501);
    assertThat(stats.failures()).isZero();

    assertThat(stats.response().getTotalCount()).isEqualTo(1000);
    assertThat(stats.response().getCountBetweenValues(2 * MILLI, 20 * SECOND)).isEqualTo(500);
    assertThat(stats.response().getCountBetweenValues(2 * SECOND, 5 * SECOND))
        .as("due from 5.01 s to 8 s, and not started at 10 s: they waited at least 2 to 5 s")
        .isBetween(298L, 302L);
    assertThat(stats.response().getMaxValue()).isCloseTo(10 * SECOND, DIGITS);
  }

  @Test
  void unstartedOperationsAreSpreadOverTheMix() {
    OneWorker one = new OneWorker(true, 2, MILLI);
    one.worker.then(one.taking(10 * SECOND));
    one.runAt(100, SECOND);
    assertThat(one.drainAll()).extracting(OperationStats::unstarted).containsExactly(49L, 50L);
  }

  @Test
  void aRunThatIsStoppedLeavesWhatWasDueUnstarted() {
    OneWorker one = OneWorker.paced(MILLI);
    one.worker.then(
        () -> {
          one.clock.advance(SECOND);
          one.control.interrupt();
          return 1;
        });
    one.runAt(100, 10 * SECOND);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(1);
    assertThat(stats.unstarted()).as("due from 10 ms to 990 ms").isEqualTo(99);
    assertThat(stats.response().getTotalCount()).isEqualTo(100);
  }

  /** The step ends at 0.5 s for all, while an operation is in flight until 3 s. */
  @Test
  void whatBecameDueAfterTheStepWasOverIsNotUnstarted() {
    OneWorker one = OneWorker.paced(MILLI);
    one.worker.then(
        () -> {
          one.clock.advance(500 * MILLI);
          one.stop.set(one.clock.nanoTime());
          one.clock.advance(2500 * MILLI);
          return 1;
        });
    one.runAt(100, 10 * SECOND);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(1);
    assertThat(stats.unstarted()).as("due from 10 ms to 490 ms").isEqualTo(49);
    assertThat(stats.response().getCountBetweenValues(0, 500 * MILLI)).isEqualTo(49);
  }

  @Test
  void aWorkerThatWaitsWhenTheStepIsOverHasNothingUnstarted() {
    OneWorker one = OneWorker.paced(MILLI);
    one.clock.wakingBy(
        () -> {
          one.clock.advance(3 * MILLI);
          one.stop.set(one.clock.nanoTime());
        });
    one.runAt(100, 10 * SECOND);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(1);
    assertThat(stats.unstarted()).isZero();
    assertThat(one.clock.waits()).isEqualTo(1);
  }

  /** The step ends between reading the clock and reading the flag. */
  @Test
  void whatHasNoRateIsNeverUnstarted() {
    OneWorker one = OneWorker.unthrottled(MILLI);
    Pacer unthrottled = Pacer.unthrottled(one.clock);
    Pacer interrupted =
        new Pacer() {
          @Override
          public long await() {
            long now = unthrottled.await();
            one.clock.advance(MILLI);
            one.stop.set(one.clock.nanoTime());
            return now;
          }

          @Override
          public long intended() {
            return unthrottled.intended();
          }

          @Override
          public long skip() {
            return unthrottled.skip();
          }
        };
    one.loop().run(interrupted, ScriptedClock.START, 0, Long.MAX_VALUE, Long.MAX_VALUE);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isZero();
    assertThat(stats.unstarted()).isZero();
  }

  @Test
  void aRetryIsNotWaitedForWhenTheStepIsOver() {
    OneWorker one = OneWorker.unthrottled(MILLI).with(TestSettings.withRetries(100, 60 * SECOND));
    one.worker.then(one.failing(MILLI, FailureKind.DEADLOCK));
    one.clock.wakingBy(() -> one.stop.set(one.clock.nanoTime()));
    one.run(Long.MAX_VALUE, Long.MAX_VALUE);
    OperationStats stats = one.drain();
    assertThat(stats.abandoned()).isEqualTo(1);
    assertThat(stats.failures()).isZero();
    assertThat(one.worker.failedWithOutcomeUnknown()).containsExactly(false);
    assertThat(one.clock.waits()).isEqualTo(1);
  }

  @Test
  void aLostConnectionIsNotWaitedForWhenTheStepIsOver() {
    OneWorker one = OneWorker.unthrottled(MILLI);
    one.worker.then(one.failing(MILLI, FailureKind.CONNECTION_LOST));
    one.connections.usually(one.failing(MILLI, FailureKind.CONNECTION_LOST));
    one.clock.wakingBy(() -> one.stop.set(one.clock.nanoTime()));
    one.run(Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(one.drain().abandoned()).isEqualTo(1);
    assertThat(one.outages.away()).isZero();
    assertThat(one.control.isStopped()).isFalse();
  }

  /** Every second operation is auxiliary. */
  @Test
  void whatIsDoneOnTheSideTakesNoSlotOfTheRate() {
    OneWorker one = new OneWorker(true, 2, MILLI).aside(1);
    one.runAt(100, SECOND);
    List<OperationStats> stats = one.drainAll();
    assertThat(stats).extracting(OperationStats::successes).containsExactly(100L, 100L);
    assertThat(stats).extracting(OperationStats::unstarted).containsOnly(0L);
    assertThat(LatencySummary.of(stats.get(1).response()))
        .as("it is due when the worker comes to it")
        .isEqualTo(LatencySummary.of(stats.get(1).service()));
    assertThat(LatencySummary.of(stats.get(0).response()))
        .as("it holds nothing up")
        .isEqualTo(LatencySummary.of(stats.get(0).service()));
  }

  @Test
  void whatIsDoneOnTheSideIsNeitherPartOfTheBudgetNorUnstarted() {
    OneWorker counted = new OneWorker(false, 2, MILLI).aside(1);
    counted.run(Long.MAX_VALUE, 10);
    assertThat(counted.drainAll()).extracting(OperationStats::successes).containsExactly(10L, 9L);

    OneWorker stalled = new OneWorker(true, 2, MILLI).aside(0);
    stalled.worker.then(stalled.taking(10 * SECOND));
    stalled.runAt(100, SECOND);
    assertThat(stalled.drainAll())
        .extracting(OperationStats::unstarted)
        .as("the first one was on the side")
        .containsExactly(0L, 100L);
  }

  @Test
  void aBudgetThatIsUsedUpLeavesNothingUnstarted() {
    OneWorker one = OneWorker.paced(SECOND);
    Pacer pacer =
        new EvenPacer(
            one.clock,
            one.stop,
            new Schedule(ScriptedClock.START, 0, Long.MAX_VALUE),
            new ThreadShare(new Rate(100, SECOND), 1, 1, 0));
    one.loop().run(pacer, ScriptedClock.START, 0, Long.MAX_VALUE, 7);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(7);
    assertThat(stats.unstarted()).isZero();
  }

  @Test
  void theAgeOfAnOperationInFlightCountsFromItsIntendedStart() {
    OneWorker one = OneWorker.paced(MILLI);
    long[] ages = new long[2];
    one.worker.then(
        one.taking(SECOND),
        () -> {
          one.clock.advance(SECOND);
          ages[0] = one.loop().inFlightNanos(one.clock.nanoTime());
          return 1;
        });
    assertThat(one.loop().inFlightNanos(one.clock.nanoTime())).as("before").isZero();
    one.runAt(100, 2 * SECOND);
    assertThat(ages[0]).as("due at 10 ms, at 2 s").isEqualTo(2 * SECOND - 10 * MILLI);
    assertThat(one.loop().inFlightNanos(one.clock.nanoTime())).as("after").isZero();
  }

  @Test
  void serviceTimeIsFromTheLookBeforeTheExecutionToTheLookAfterIt() {
    ScriptedClock ticking = new ScriptedClock(MILLI);
    FakeWorker worker = new FakeWorker(() -> 1);
    Recorder recorder = new Recorder(1, FailureKind.values().length, false);
    WorkerLoop loop =
        new WorkerLoop(
            worker,
            OneWorker.connected(worker, recorder, ticking),
            recorder,
            ticking,
            new boolean[1],
            FollowGate.ALONE,
            new StopFlag(),
            new YieldGate(Clock.system(), () -> 0),
            OptionalLong.empty());
    loop.run(Pacer.unthrottled(ticking), ScriptedClock.START, 0, Long.MAX_VALUE, 1000);
    List<OperationStats> sums = Recorder.emptySums(1, FailureKind.values().length, false);
    recorder.flip();
    recorder.drainInto(sums);
    assertThat(sums.get(0).service().getMaxValue()).isCloseTo(MILLI, DIGITS);
    assertThat(ticking.nanoTime() - ScriptedClock.START)
        .as("two looks an operation")
        .isEqualTo(2000 * MILLI);
  }

  @Test
  void aWorkerThatDiesIsNotCaughtHere() {
    OneWorker one = OneWorker.unthrottled(MILLI);
    one.worker.then(
        () -> {
          throw new IllegalStateException("bug");
        });
    assertThatThrownBy(() -> one.run(SECOND, 10)).hasMessage("bug");
    assertThat(one.drain().successes()).isZero();
  }

  @Test
  void aLoopThatNeverRanHasNoLastOperation() {
    OneWorker one = OneWorker.unthrottled(MILLI);
    assertThat(one.loop().lastNanosOr(ScriptedClock.START)).isEqualTo(ScriptedClock.START);
    one.run(SECOND, 10);
    assertThat(one.loop().lastNanosOr(ScriptedClock.START))
        .isEqualTo(ScriptedClock.START + 10 * MILLI);
  }
}
