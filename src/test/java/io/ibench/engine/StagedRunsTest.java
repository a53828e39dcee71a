package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.host.HostMetric;
import io.ibench.host.ServerPlace;
import io.ibench.measure.RateEnd;
import io.ibench.measure.RateGoal;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.verdict.Judge;
import io.ibench.verdict.Judgement;
import io.ibench.verdict.Verdict;
import io.ibench.workload.WorkloadRun.Outcome;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whole runs of the engine, each with one event, and the verdict that it must get. */
@Timeout(300)
class StagedRunsTest {

  private static final long INSIDE_NANOS = StagedRun.INSIDE_NANOS;

  private static void assertJudged(StagedRun run, Verdict verdict, String... reasons)
      throws InterruptedException {
    Judgement judgement = run.judgement();
    assertThat(judgement.reasons()).containsExactly(reasons);
    assertThat(judgement.verdict()).isEqualTo(verdict);
    assertThat(judgement.remarks()).isEmpty();
  }

  private static void assertNamed(StagedRun run, String remark) throws InterruptedException {
    Judgement judgement = run.judgement();
    assertThat(judgement.reasons()).isEmpty();
    assertThat(judgement.remarks()).containsExactly(remark);
  }

  @Test
  void aRunThatNothingDisturbsIsValid() throws InterruptedException {
    assertJudged(StagedRun.usual(), Verdict.VALID);
  }

  @Test
  void aPacedRunThatHoldsItsRateIsValid() throws InterruptedException {
    assertJudged(StagedRun.usual().at(50), Verdict.VALID);
  }

  /** In 12 s its delay does not reach a second yet. */
  @Test
  void aRateThatIsNotReachedIsInvalid() throws InterruptedException {
    StagedRun run = StagedRun.of(12).at(100);
    run.inside(number -> run.takes(10_650_000));
    assertJudged(run, Verdict.INVALID, "qps 93.9/s is 94 % of the target 100/s (least: 95 %)");
  }

  @Test
  void aClientThatIsBusyWithItselfDegradesTheRun() throws InterruptedException {
    StagedRun run = StagedRun.usual();
    run.outside(number -> run.takes(2 * MILLI)).inside(number -> run.takes(8 * MILLI));
    assertJudged(
        run,
        Verdict.DEGRADED,
        "workers without a target rate were outside of operations for 20 % of their time"
            + " (most: 10 %)");
  }

  @Test
  void aClientOnAHostOfItsOwnThatWaitsForCpuDegradesTheRun() throws InterruptedException {
    assertJudged(
        StagedRun.usual().waitingForCpu(25),
        Verdict.DEGRADED,
        "the client's threads waited for a CPU for 25 % of their operations' time (most: 10 %)");
    assertJudged(StagedRun.usual().waitingForCpu(9.9), Verdict.VALID);
  }

  /** On one machine with the server, which uses the CPU while the client's threads wait for it. */
  @Test
  void aWaitForTheServersOwnWorkIsNamedAndIsNoReason() throws InterruptedException {
    assertNamed(
        StagedRun.usual().onOneBox().usingCpu(48, 46, 3).waitingForCpu(24),
        "the client's threads waited for a CPU for 24 % of their operations' time, as server and"
            + " client together used 94 % of the CPUs");
    assertNamed(
        StagedRun.usual().onOneBox().usingCpu(40, 20, 3).waitingForCpu(24),
        "the client's threads waited for a CPU for 24 % of their operations' time, mostly while"
            + " the server had it");
    assertJudged(
        StagedRun.usual().onOneBox().usingCpu(20, 40, 3).waitingForCpu(24),
        Verdict.DEGRADED,
        "the client's threads waited for a CPU for 24 % of their operations' time, 16 % while it"
            + " was not the server that had it (most: 10 %)");
  }

  @Test
  void aClientThatUsesUpTheCpusByItselfIsToldInOneReason() throws InterruptedException {
    StagedRun run = StagedRun.usual().embedded().usingCpu(0, 97, 2).waitingForCpu(90);
    run.outside(number -> run.takes(40 * MILLI)).with(HostMetric.CLIENT_GC_MILLIS, time -> 0);
    assertJudged(
        run.with(HostMetric.CLIENT_GC_MILLIS, time -> (long) (time * 25)),
        Verdict.DEGRADED,
        "the client's CPUs were used up, to 99 %, 80 % of it by the client itself (most: 75 %);"
            + " its threads waited for a CPU for 90 % of their operations' time");
    StagedRun inside = StagedRun.usual().embedded().usingCpu(0, 97, 2).waitingForCpu(90);
    assertNamed(
        inside,
        "the client's threads waited for a CPU for 90 % of their operations' time, as server and"
            + " client together used 97 % of the CPUs");
  }

  @Test
  void aBusyNeighbourOnTheCpuDegradesTheRun() throws InterruptedException {
    assertJudged(
        StagedRun.usual().onOneBox().usingCpu(9, 9, 80).waitingForCpu(16),
        Verdict.DEGRADED,
        "other programs used 80 % of the CPUs' time (most: 10 %), server and client 18 %; the"
            + " client's threads waited for a CPU for 16 % of their operations' time");
    assertJudged(
        StagedRun.usual().usingCpu(30, 0, 25),
        Verdict.DEGRADED,
        "other programs used 25 % of the CPUs' time (most: 10 %), the server 30 %");
    assertJudged(StagedRun.usual().onOneBox().usingCpu(40, 40, 10), Verdict.VALID);
  }

  @Test
  void aBusyNeighbourOnTheDiskDegradesTheRun() throws InterruptedException {
    assertJudged(
        StagedRun.usual().onOneBox().writing(450, 28_850),
        Verdict.DEGRADED,
        "others than the server wrote 98 % of what its disks wrote (most: 80 %),"
            + " 28,850 of 29,300 KB/s");
    assertJudged(StagedRun.usual().onOneBox().writing(4_000, 12_000), Verdict.VALID);
  }

  @Test
  void aSaturatedClientOnAHostOfItsOwnIsInvalid() throws InterruptedException {
    StagedRun run =
        StagedRun.usual()
            .with(HostMetric.CLIENT_SATURATED_INTERVALS, time -> Math.min((long) time, 30));
    assertJudged(
        run,
        Verdict.INVALID,
        "the client used 90 % or more of its CPUs in 30 % of the intervals, 30 of 100"
            + " (most: 10 %)");
  }

  @Test
  void aBoxThatClientAndServerSaturateTogetherIsNotInvalid() throws InterruptedException {
    StagedRun run =
        StagedRun.usual()
            .onOneBox()
            .with(HostMetric.CLIENT_SATURATED_INTERVALS, time -> (long) time);
    assertJudged(run, Verdict.VALID);
    StagedRun starved =
        StagedRun.usual()
            .onOneBox()
            .with(HostMetric.CLIENT_SATURATED_INTERVALS, time -> (long) time)
            .with(HostMetric.CLIENT_RUN_DELAY_NANOS, time -> (long) (time * 900 * MILLI));
    starved.outside(number -> starved.takes(30 * MILLI));
    assertThat(starved.judgement().verdict()).isEqualTo(Verdict.DEGRADED);
  }

  @Test
  void garbageCollectionDegradesTheRun() throws InterruptedException {
    assertJudged(
        StagedRun.usual().with(HostMetric.CLIENT_GC_MILLIS, time -> (long) (time * 25)),
        Verdict.DEGRADED,
        "the client collected garbage for 2.5 % of the time (most: 1 %)");
    assertJudged(
        StagedRun.usual().with(HostMetric.CLIENT_GC_LONG_PAUSES, time -> time > 50 ? 1 : 0),
        Verdict.DEGRADED,
        "1 pause of the client's garbage collection above 200 ms (most: 0)");
  }

  @Test
  void aHypervisorThatTakesCpuAwayDegradesTheRun() throws InterruptedException {
    assertJudged(
        StagedRun.usual().with(HostMetric.CPU_STEAL_TICKS, time -> (long) (time * 40)),
        Verdict.DEGRADED,
        "the hypervisor took 10 % of the CPUs' time away: steal (most: 5 %)");
  }

  /** Every operation with such a number fails. */
  private static StagedRun failingEvery(long count) {
    StagedRun run = StagedRun.usual();
    return run.inside(
        number -> {
          run.takes(INSIDE_NANOS);
          if (number % count == count - 1) {
            throw new DatabaseException(FailureKind.TIMEOUT, "scripted");
          }
        });
  }

  @Test
  void manyFailuresAreInvalidAndFewDegradeTheRun() throws InterruptedException {
    assertJudged(
        failingEvery(50),
        Verdict.INVALID,
        "2 % of the operations failed, 200 of 10,000 (most: 1 %)");
    assertJudged(
        failingEvery(2_000),
        Verdict.DEGRADED,
        "0.05 % of the operations failed, 5 of 10,000 (most: 0.01 %)");
    assertJudged(failingEvery(10_000), Verdict.VALID);
  }

  /** The step ends after 100 s, outage.max is 600 s, and the workload's end needs the server. */
  @Test
  void aRunWaitsOnceForAServerThatIsAwayWhenItsStepEnds() throws InterruptedException {
    StagedRun run = StagedRun.usual().losing();
    StagedWorker.Script work =
        number -> {
          run.takes(StagedRun.INSIDE_NANOS);
          if (number >= 5_000) {
            throw new DatabaseException(FailureKind.CONNECTION_LOST, "scripted");
          }
        };
    FakePlan plan =
        new FakePlan(FakePlan.lasting("request", 1, 100 * SECOND, 1))
            .with((number, session, random) -> new StagedWorker(any -> {}, work, () -> {}))
            .finishing(
                () -> {
                  throw new DatabaseException(FailureKind.CONNECTION_LOST, "scripted");
                });
    Judgement judgement = run.judgement(plan);
    assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judgement.reasons().toString())
        .contains(
            "the end of step request: connection_lost: the server did not come back in 600 s");
    assertThat(run.seconds()).isBetween(649.0, 651.0);
  }

  /** The connection is lost at 50 s; the server answers again some seconds later. */
  private static StagedRun away(long seconds) {
    StagedRun run = StagedRun.usual();
    return run.settling(() -> run.takes(seconds * SECOND))
        .inside(
            number -> {
              run.takes(INSIDE_NANOS);
              if (number == 5_000) {
                throw new DatabaseException(FailureKind.OUTCOME_UNKNOWN, "scripted");
              }
            });
  }

  @Test
  void anOutageDegradesTheRunAndTellsOfTheRestart() throws InterruptedException {
    assertJudged(away(7), Verdict.DEGRADED, "1 outage of 7 s, 0 operations lost (most: 0)");
    assertJudged(
        away(7).with(HostMetric.SERVER_RESTARTS, time -> time > 51 ? 1 : 0),
        Verdict.DEGRADED,
        "1 outage of 7 s, 0 operations lost, the server was restarted (most: 0)");
  }

  @Test
  void queriesThatBecomeSlowerDegradeTheRun() throws InterruptedException {
    StagedRun run = StagedRun.usual();
    run.inside(number -> run.takes((run.seconds() < 50 ? 10 : 20) * MILLI));
    assertJudged(
        run,
        Verdict.DEGRADED,
        "qps of the last third, 50/s, is 50 % below the first, 100/s (most: 10 %)");
  }

  @Test
  void fewIntervalsDegradeTheRun() throws InterruptedException {
    assertJudged(
        StagedRun.of(9), Verdict.DEGRADED, "too short: 9 intervals of full length (least: 10)");
    assertJudged(StagedRun.of(10), Verdict.VALID);
  }

  /** The server stalls for 10 s; the operations due meanwhile are executed afterwards. */
  @Test
  void aScheduleThatWasNotKeptIsInvalid() throws InterruptedException {
    StagedRun run = StagedRun.usual().at(10);
    run.inside(number -> run.takes(number == 500 ? 10 * SECOND : INSIDE_NANOS));
    Judgement judgement = run.judgement();
    assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judgement.reasons())
        .satisfiesExactly(
            late ->
                assertThat(late)
                    .isEqualTo(
                        "9.9 % of the paced operations started more than 1 s late, 99 of 1,000"
                            + " (most: 5 %)"),
            stall ->
                assertThat(stall)
                    .matches("no operation ended for (9.9|10|10.1) s, .*% of the time .*"));
  }

  /** Stalls are exact to a tenth of a second. */
  @Test
  void aStallOfThreeSecondsDegradesAShortRun() throws InterruptedException {
    StagedRun unpaced = StagedRun.usual();
    unpaced.inside(number -> unpaced.takes(number == 5_000 ? 3 * SECOND : INSIDE_NANOS));
    StagedRun paced = StagedRun.usual().at(50);
    paced.inside(number -> paced.takes(number == 2_500 ? 3 * SECOND : INSIDE_NANOS));
    for (StagedRun run : List.of(unpaced, paced)) {
      Judgement judgement = run.judgement();
      assertThat(judgement.reasons())
          .singleElement(STRING)
          .matches(
              "no operation ended for (2.9|3|3.1) s, (2.9|3|3.1) % of the time \\(most: 1 %\\)");
    }
  }

  @Test
  void aStallOfThreeSecondsIsNamedInALongRun() throws InterruptedException {
    StagedRun run = StagedRun.of(1_000);
    run.inside(number -> run.takes(number == 50_000 ? 3 * SECOND : INSIDE_NANOS));
    Judgement judgement = run.judgement();
    assertThat(judgement.reasons()).isEmpty();
    assertThat(judgement.remarks())
        .singleElement(STRING)
        .matches("no operation ended for (2.9|3|3.1) s, 0.(29|3|31) % of the time");
  }

  @Test
  void aCheckpointEveryFewSecondsIsNoStall() throws InterruptedException {
    StagedRun run = StagedRun.of(1_000);
    run.inside(number -> run.takes(number % 500 == 0 ? 800 * MILLI : INSIDE_NANOS));
    assertJudged(run, Verdict.VALID);
  }

  /** The whole machine stalls, twice, for two seconds. */
  @Test
  void aClientThatStoodStillIsDegraded() throws InterruptedException {
    StagedRun run = StagedRun.usual();
    run.whileReading(
        () -> {
          if (run.readings() == 40 || run.readings() == 50) {
            run.standsStill(2 * SECOND);
          }
        });
    Judgement judgement = run.judgement();
    assertThat(judgement.verdict()).isEqualTo(Verdict.DEGRADED);
    assertThat(judgement.reasons()).hasSize(1);
    assertThat(judgement.reasons().get(0))
        .as("with or without an interval of no length at the end")
        .matches("2 % of the intervals are part of longer ones, 2 of 10[01] .*stood still");
  }

  @Test
  void dataThatIsNotWhatItShouldBeIsInvalid() throws InterruptedException {
    FakePlan plan = new FakePlan(FakePlan.action("verify"));
    plan.acting(() -> new Outcome(10, List.of(), List.of("table link has 9 rows, not 10")));
    Judgement judgement = StagedRun.usual().judgement(plan);
    assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judgement.reasons()).containsExactly("table link has 9 rows, not 10");
  }

  @Test
  void anActionThatDoesItsWorkIsValidHoweverShort() throws InterruptedException {
    Judgement judgement = StagedRun.usual().judgement(new FakePlan(FakePlan.action("create")));
    assertThat(judgement.verdict()).isEqualTo(Verdict.VALID);
    assertThat(judgement.reasons()).isEmpty();
  }

  /** The last operation takes five intervals more than the step. */
  @Test
  @Timeout(300)
  void aLongLastOperationLosesNoInterval() throws InterruptedException {
    StagedRun run = StagedRun.usual();
    Semaphore ticks = new Semaphore(0);
    run.whileReading(ticks::release)
        .inside(
            number -> {
              boolean last = run.seconds() > 99.985;
              if (last) {
                ticks.drainPermits();
              }
              run.takes(StagedRun.INSIDE_NANOS);
              for (int interval = 0; last && interval < 5; interval++) {
                awaitTick(ticks);
                run.takes(SECOND);
              }
            });

    Judgement judgement = run.judgement();
    assertThat(judgement.verdict())
        .as("it ends with less than it began")
        .isEqualTo(Verdict.DEGRADED);
    assertThat(judgement.reasons()).noneMatch(reason -> reason.contains("missing"));
  }

  /** The clock stops being staged where the step must end; its limit is ten minutes. */
  private static StepResult resultUntil(RateGoal goal, long seconds, StagedWorker.Script script)
      throws InterruptedException {
    StagedRun run = StagedRun.of(seconds);
    FakePlan plan =
        new FakePlan(FakePlan.until(FakePlan.lasting("warmup", 1, 600 * SECOND, 1), goal))
            .with(
                (number, session, random) ->
                    new StagedWorker(
                        n -> {},
                        n -> {
                          script.run(n);
                          run.takes(INSIDE_NANOS);
                        },
                        () -> {}));
    return run.result(plan);
  }

  @Test
  void aStepEndsAtTheSecondLookThatFindsItsRateSteady() throws InterruptedException {
    StepResult result = resultUntil(RateGoal.STEADY, 38, number -> {});
    assertThat(result.step().goal().rate()).contains(RateGoal.STEADY);
    RateEnd end = result.ending().rate().orElseThrow();
    assertThat(end.reached()).isTrue();
    assertThat(end.fromSeconds()).isEqualTo(18);
    assertThat(end.toSeconds()).isEqualTo(38);
    assertThat(end.perSecond()).isEqualTo(100, within(0.1));
    assertThat(result.whole().seconds()).isGreaterThanOrEqualTo(38).isLessThan(600);
    assertThat(result.succeeded()).isTrue();
    assertThat(result.workersLost()).isZero();
    assertThat(result.operationsLeft()).isZero();
  }

  @Test
  void aStepEndsAtTheSecondLookThatKnowsItsMeanRate() throws InterruptedException {
    StepResult result = resultUntil(RateGoal.error(1), 38, number -> {});
    RateEnd end = result.ending().rate().orElseThrow();
    assertThat(end.reached()).isTrue();
    assertThat(end.errorPercent()).isLessThan(1);
    assertThat(end.toSeconds()).isEqualTo(38);
  }

  /** Operations get slower all the time: by the end of 600 s each takes four times as long. */
  @Test
  void aStepWhoseRateFallsHasAllItsTimeAndIsDegraded() throws InterruptedException {
    StagedRun run = StagedRun.of(600);
    FakePlan plan =
        new FakePlan(
                FakePlan.until(FakePlan.lasting("request", 1, 600 * SECOND, 1), RateGoal.STEADY))
            .with(
                (number, session, random) ->
                    new StagedWorker(
                        n -> {},
                        n -> run.takes(INSIDE_NANOS + (long) (run.seconds() * INSIDE_NANOS / 200)),
                        () -> {}));
    StepResult result = run.result(plan);
    assertThat(result.whole().seconds()).isEqualTo(600, within(0.1));
    assertThat(new Judge(List.of(Role.QUERY), ServerPlace.OTHER_MACHINE).of(result).reasons())
        .anySatisfy(
            reason ->
                assertThat(reason)
                    .matches(
                        "not steady after 10 min: the rate still falls by 9\\.\\d % a minute; "
                            + "31\\.\\d qps in the last 5 min; 46\\.\\d in the whole step"));
  }

  private static void awaitTick(Semaphore ticks) {
    try {
      assertThat(ticks.tryAcquire(60, TimeUnit.SECONDS)).as("an interval ends").isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError("nobody interrupts a staged run", e);
    }
  }
}
