package io.ibench.verdict;

import static io.ibench.verdict.Steps.AUXILIARY;
import static io.ibench.verdict.Steps.INSERT;
import static io.ibench.verdict.Steps.QUERY;
import static io.ibench.verdict.Steps.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.HostMetric;
import io.ibench.host.ServerPlace;
import io.ibench.measure.Outages;
import io.ibench.measure.RateGoal;
import io.ibench.measure.Role;
import io.ibench.measure.Stalls;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import io.ibench.measure.WorkerMetric;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each threshold from both sides; a value exactly at it is valid. */
class JudgeTest {

  private static final long PERCENT_OF_T_MILLIS = 1_000;
  private static final long TICK_NANOS = 10_000_000;
  private static final long PERCENT_OF_WORKER_NANOS = 4 * SECOND;

  private static void assertValid(Steps step) {
    Judgement judgement = step.judged();
    assertThat(judgement.reasons()).isEmpty();
    assertThat(judgement.verdict()).isEqualTo(Verdict.VALID);
  }

  private static void assertJudged(Steps step, Verdict verdict, String... reasons) {
    Judgement judgement = step.judged();
    assertThat(judgement.reasons()).containsExactly(reasons);
    assertThat(judgement.verdict()).isEqualTo(verdict);
  }

  private static void assertInvalid(Steps step, String reason) {
    assertJudged(step, Verdict.INVALID, reason);
  }

  private static void assertDegraded(Steps step, String reason) {
    assertJudged(step, Verdict.DEGRADED, reason);
  }

  @Test
  void aStepThatIsInterruptedBeforeItsRateIsSteadyHadNoPlannedTime() {
    assertDegraded(
        Steps.queries().until(RateGoal.STEADY).interrupted().lasting(60),
        "interrupted after 60 s, before its rate was steady (at most 100 s)");
    assertDegraded(
        Steps.queries().until(RateGoal.error(0.5)).interrupted().lasting(60),
        "interrupted after 60 s, before its rate was known to 0.5 % (at most 100 s)");
  }

  @Test
  void whatCannotBeHadIsNoReason() {
    assertValid(Steps.queries());
  }

  @Test
  void aTargetRateMustBeReachedTo95Percent() {
    assertValid(Steps.queries().target(Role.QUERY, 1000).did(QUERY, 95_000, 0, 0, 0));
    assertInvalid(
        Steps.queries().target(Role.QUERY, 1000).did(QUERY, 94_999, 0, 0, 0),
        "qps 950/s is 94.999 % of the target 1,000/s (least: 95 %)");
    assertInvalid(
        Steps.queries().target(Role.QUERY, 1000).did(QUERY, 81_230, 0, 0, 0),
        "qps 812.3/s is 81 % of the target 1,000/s (least: 95 %)");
    assertInvalid(
        Steps.queries().target(Role.QUERY, 30).did(QUERY, 2_850, 0, 0, 0),
        "qps 28.5/s is 95 % of the target 30/s (least: 95 %, rounded: 29/s)");
    assertInvalid(
        Steps.queries().target(Role.QUERY, 30).did(QUERY, 2_880, 0, 0, 0),
        "qps 28.8/s is 96 % of the target 30/s (least: 95 %, rounded: 29/s)");
  }

  @Test
  void aTargetRateMustNotBeExceededBy5Percent() {
    assertValid(Steps.queries().target(Role.QUERY, 1000).did(QUERY, 105_000, 0, 0, 0));
    assertInvalid(
        Steps.queries().target(Role.QUERY, 1000).did(QUERY, 105_001, 0, 0, 0),
        "qps 1,050/s is 105.001 % of the target 1,000/s (most: 105 %)");
    assertInvalid(
        Steps.queries().target(Role.QUERY, 0.1).did(QUERY, 100, 0, 0, 0),
        "qps 1/s is 1,000 % of the target 0.1/s (most: 105 %)");
    assertInvalid(
        Steps.queries().lasting(1000).target(Role.QUERY, 2.5).did(QUERY, 2_900, 0, 0, 0),
        "qps 2.9/s is 116 % of the target 2.5/s (most: 105 %)");
    assertInvalid(
        Steps.queries().target(Role.INSERT, 100).did(INSERT, 20_000, 0, 0, 0),
        "ips 200/s is 200 % of the target 100/s (most: 105 %)");
  }

  @Test
  void whatChanceExplainsIsNotAboveTheTarget() {
    // 4 standard deviations of 100 random starts, and one operation of each of 4 threads.
    assertValid(Steps.queries().target(Role.QUERY, 1).did(QUERY, 144, 0, 0, 0));
    assertInvalid(
        Steps.queries().target(Role.QUERY, 1).did(QUERY, 145, 0, 0, 0),
        "qps 1.4/s is 145 % of the target 1/s (most: 105 %)");
  }

  @Test
  void operationsOfGroupsWithoutARateAreNotAboveTheTargetOfOthers() {
    assertValid(Steps.queries().sharedTarget(Role.QUERY, 10).did(QUERY, 90_000, 0, 0, 0));
    assertInvalid(
        Steps.queries().sharedTarget(Role.QUERY, 10).did(QUERY, 900, 0, 0, 0),
        "qps 9/s is 90 % of the target 10/s (least: 95 %)");
  }

  @Test
  void workThatTheStepsTimeCutsOffDegradesIt() {
    assertDegraded(
        Steps.queries().ofOperations(1_000_000_000).leaving(999_637_296),
        "its time, 100 s, was over after 362,704 of 1,000,000,000 operations");
    assertValid(Steps.queries().ofOperations(1_000_000_000).leaving(0));
    assertDegraded(
        Steps.queries().lastingOrRows(100, 1_000).did(INSERT, 999, 0, 0, 0),
        "its time, 100 s, was over after 999 of 1,000 rows");
    assertValid(Steps.queries().lastingOrRows(100, 1_000).did(INSERT, 1_000, 0, 0, 0));
    assertDegraded(
        Steps.queries().ofOperations(100).leaving(10).interrupted(),
        "interrupted at the end of its 100 s");
  }

  @Test
  void groupsOfOneRoleShareTheirTargetsAndRolesAreJudgedApart() {
    assertInvalid(
        Steps.queries()
            .target(Role.QUERY, 10)
            .target(Role.INSERT, 60)
            .target(Role.INSERT, 40)
            .did(QUERY, 1_000, 0, 0, 0)
            .did(INSERT, 5_000, 0, 0, 0),
        "ips 50/s is 50 % of the target 100/s (least: 95 %)");
  }

  @Test
  void aStepWithoutAnythingDoneHasNotReachedItsTarget() {
    assertInvalid(
        Steps.queries().target(Role.QUERY, 0.5).lasting(0),
        "qps 0/s is 0 % of the target 0.5/s (least: 95 %)");
  }

  @Test
  void failuresAreCountedOverAllOperations() {
    assertValid(Steps.queries().did(QUERY, 9_999, 1, 0, 0));
    assertDegraded(
        Steps.queries().did(QUERY, 9_998, 1, 0, 0),
        "0.010001 % of the operations failed, 1 of 9,999 (most: 0.01 %)");
    assertDegraded(
        Steps.queries().did(QUERY, 99, 1, 0, 0),
        "1 % of the operations failed, 1 of 100 (most: 0.01 %)");
    assertInvalid(
        Steps.queries().did(QUERY, 98, 1, 0, 0),
        "1.01 % of the operations failed, 1 of 99 (most: 1 %)");
    assertInvalid(
        Steps.queries().did(QUERY, 90, 0, 0, 0).did(AUXILIARY, 9, 1, 0, 0).did(INSERT, 0, 4, 0, 0),
        "4.8 % of the operations failed, 5 of 104 (most: 1 %)");
  }

  @Test
  void pacedOperationsMustStartInTime() {
    Steps good = Steps.queries().target(Role.QUERY, 200).did(QUERY, 19_980, 1, 19, 1_000);
    assertValid(good);
    assertInvalid(
        Steps.queries().target(Role.QUERY, 200).did(QUERY, 19_980, 1, 19, 1_001),
        "5.005 % of the paced operations started more than 1 s late, 1,001 of 20,000 (most: 5 %)");
    assertValid(
        Steps.queries()
            .target(Role.QUERY, 10)
            .did(QUERY, 1_000, 0, 0, 0)
            .did(INSERT, 10, 0, 0, 10));
  }

  @Test
  void workersMustNotGetLost() {
    assertInvalid(
        Steps.queries().losingWorkers(1), "1 of 4 workers ended before the step did (most: 0)");
  }

  @Test
  void problemsAreReasons() {
    assertInvalid(
        Steps.queries().problems("table a has 3 rows, not 4"), "table a has 3 rows, not 4");
  }

  @Test
  void fewIntervalsMayBePartOfLongerOnes() {
    assertValid(Steps.queries().intervals(counts(99, 10)).lost(1));
    assertDegraded(
        Steps.queries().intervals(counts(98, 10)).lost(1),
        "1.01 % of the intervals are part of longer ones, 1 of 99 (most: 1 %): the client, or its"
            + " machine, stood still");
  }

  @Test
  void aClientAloneMustNotBeSaturated() {
    assertValid(saturated(10));
    assertInvalid(
        saturated(11),
        "the client used 90 % or more of its CPUs in 11 % of the intervals, 11 of 100"
            + " (most: 10 %)");
    assertThat(new Judge(Steps.ROLES, ServerPlace.SAME_MACHINE).of(saturated(100).over()).verdict())
        .as("on one box")
        .isEqualTo(Verdict.VALID);
  }

  private static Steps saturated(long intervals) {
    return Steps.queries()
        .grown(HostMetric.CLIENT_JUDGED_INTERVALS, 100)
        .grown(HostMetric.CLIENT_SATURATED_INTERVALS, intervals);
  }

  @Test
  void stallsAreJudgedByTheirShareOfTheTimeAndByTheLongest() {
    assertDegraded(
        Steps.queries().stalls(stopped(2, 4_300, 3_000)),
        "no operation ended in 2 stalls of 4.3 s together, the longest 3 s, 4.3 % of the time"
            + " (most: 1 %)");
    Steps week = Steps.queries().lasting(600_000);
    assertDegraded(
        week.stalls(stopped(1, 10_001, 10_001)),
        "no operation ended for 10.001 s (most: 10 s at a time)");
    Judgement named =
        new Judge(Steps.ROLES, ServerPlace.OTHER_MACHINE)
            .of(Steps.queries().lasting(1_000).stalls(stopped(1, 10_000, 10_000)).over());
    assertThat(named.reasons()).isEmpty();
    assertThat(named.remarks()).containsExactly("no operation ended for 10 s, 1 % of the time");
    Stalls old = new Stalls(3, 60_000_000_000L, 0, 0, 0, List.of());
    assertThat(
            new Judge(Steps.ROLES, ServerPlace.OTHER_MACHINE)
                .of(Steps.queries().stalls(old).over())
                .verdict())
        .isEqualTo(Verdict.VALID);
  }

  private static Stalls stopped(long count, long millis, long longestMillis) {
    long nanos = millis * 1_000_000;
    return new Stalls(count, nanos, count, nanos, longestMillis * 1_000_000, List.of());
  }

  @Test
  void outagesAreToldWithTheirLengthAndLossesAndRestarts() {
    assertDegraded(
        Steps.queries().outages(new Outages(2, 12_340_000_000L, 3, List.of())),
        "2 outages of 12.3 s together, 3 operations lost (most: 0)");
    assertDegraded(
        Steps.queries()
            .grown(HostMetric.SERVER_RESTARTS, 2)
            .outages(new Outages(1, 45_000_000L, 1, List.of())),
        "1 outage of 0.045 s, 1 operation lost, the server was restarted 2 times (most: 0)");
    assertDegraded(
        Steps.queries().grown(HostMetric.SERVER_RESTARTS, 1), "the server was restarted (most: 0)");
  }

  @Test
  void aStepOfWorkersNeedsTenIntervals() {
    assertValid(Steps.queries().intervals(counts(10, 10)));
    assertDegraded(
        Steps.queries().intervals(counts(9, 10)),
        "too short: 9 intervals of full length (least: 10)");
  }

  @Test
  void aStepThatItsWorkEndsAndOneThatIsNoResultMayBeShort() {
    String reason = "too short: 9 intervals of full length (least: 10)";
    for (Steps step :
        List.of(
            Steps.inserts().ofRows(1000),
            Steps.inserts().serving(StepPurpose.LOAD),
            Steps.queries().serving(StepPurpose.WARMUP))) {
      assertJudged(step.intervals(counts(9, 10)), Verdict.SHORT, reason);
    }
    assertDegraded(
        Steps.inserts().ofRows(1000).intervals(counts(9, 10)).grown(HostMetric.SERVER_RESTARTS, 1),
        "the server was restarted (most: 0)");
  }

  @Test
  void workersMustSpendTheirTimeInside() {
    assertValid(inside(900));
    assertDegraded(
        inside(899),
        "workers without a target rate were outside of operations for 10.1 % of their time"
            + " (most: 10 %)");
    assertJudged(
        inside(899).serving(StepPurpose.LOAD).intervals(counts(9, 10)),
        Verdict.SHORT,
        "too short: 9 intervals of full length (least: 10)");
    assertValid(inside(1_001));
    assertValid(Steps.queries().grown(WorkerMetric.UNTHROTTLED_NANOS, 1000));
    assertValid(
        Steps.queries()
            .grown(WorkerMetric.UNTHROTTLED_NANOS, 1000)
            .atEnd(WorkerMetric.INSIDE_NANOS, 10));
  }

  private static Steps inside(long ofThousand) {
    return Steps.queries()
        .grown(WorkerMetric.UNTHROTTLED_NANOS, 1_000)
        .grown(WorkerMetric.INSIDE_NANOS, ofThousand);
  }

  /** Four workers, all of their 400 s inside operations. */
  private static Steps waiting(long nanos) {
    return Steps.queries()
        .took(QUERY, 40_000, 10_000_000)
        .grown(HostMetric.CLIENT_RUN_DELAY_NANOS, nanos);
  }

  @Test
  void threadsMustNotWaitForCpu() {
    assertValid(waiting(10 * PERCENT_OF_WORKER_NANOS));
    assertDegraded(
        waiting(25 * PERCENT_OF_WORKER_NANOS),
        "the client's threads waited for a CPU for 25 % of their operations' time (most: 10 %)");
    assertDegraded(
        waiting(10 * PERCENT_OF_WORKER_NANOS + 1),
        "the client's threads waited for a CPU for 10 % of their operations' time (most: 10 %)");
  }

  @Test
  void aWaitOnTheServersMachineWhoseCpuIsNotKnownIsJudgedAsOnAMachineOfItsOwn() {
    assertDegraded(
        waiting(25 * PERCENT_OF_WORKER_NANOS).at(ServerPlace.SAME_MACHINE),
        "the client's threads waited for a CPU for 25 % of their operations' time (most: 10 %)");
  }

  /** In 1,000 ticks of 10 ms. */
  private static Steps cpu(Steps step, long server, long client, long busy) {
    return step.at(ServerPlace.SAME_MACHINE)
        .grown(HostMetric.CPU_TOTAL_TICKS, 1_000)
        .grown(HostMetric.CPU_BUSY_TICKS, busy)
        .grown(HostMetric.SERVER_CPU_NANOS, server * TICK_NANOS)
        .grown(HostMetric.CLIENT_CPU_NANOS, client * TICK_NANOS);
  }

  @Test
  void otherProgramsMustNotUseTheCpus() {
    assertValid(cpu(Steps.queries(), 500, 300, 900));
    assertDegraded(
        cpu(Steps.queries(), 500, 299, 900),
        "other programs used 10.1 % of the CPUs' time (most: 10 %), server and client 80 %");
    assertThat(cpu(Steps.queries(), 50, 30, 101).judged().remarks())
        .containsExactly("21 % of the CPU that was used was that of other programs");
    assertThat(cpu(Steps.queries(), 50, 30, 100).judged().remarks()).isEmpty();
  }

  @Test
  void whoHasTheCpuWhileTheClientWaitsDecidesWhetherItIsAReason() {
    Steps usedUp = cpu(waiting(30 * PERCENT_OF_WORKER_NANOS), 450, 450, 900);
    assertValid(usedUp);
    assertThat(usedUp.judged().remarks()).hasSize(1);
    assertDegraded(
        cpu(waiting(30 * PERCENT_OF_WORKER_NANOS), 449, 450, 899),
        "the client's threads waited for a CPU for 30 % of their operations' time, 15 % while it"
            + " was not the server that had it (most: 10 %)");
    assertValid(cpu(waiting(30 * PERCENT_OF_WORKER_NANOS), 401, 200, 601));
    assertDegraded(
        cpu(waiting(30 * PERCENT_OF_WORKER_NANOS), 400, 201, 601),
        "the client's threads waited for a CPU for 30 % of their operations' time, 10.03 % while"
            + " it was not the server that had it (most: 10 %)");
  }

  @Test
  void aClientThatUsesUpTheCpusIsTheOneReasonFromThreeQuartersOn() {
    assertValid(cpu(waiting(30 * PERCENT_OF_WORKER_NANOS), 225, 675, 900));
    assertDegraded(
        cpu(waiting(30 * PERCENT_OF_WORKER_NANOS), 224, 676, 900)
            .grown(HostMetric.CLIENT_GC_MILLIS, 5 * PERCENT_OF_T_MILLIS),
        "the client's CPUs were used up, to 90 %, 75.1 % of it by the client itself (most: 75 %);"
            + " its threads waited for a CPU for 30 % of their operations' time");
  }

  @Test
  void aClientWithFewerCpusThanTheMachineWaitsForItself() {
    Steps few =
        cpu(waiting(30 * PERCENT_OF_WORKER_NANOS), 500, 200, 700)
            .grown(HostMetric.CLIENT_JUDGED_INTERVALS, 100);
    assertValid(few.grown(HostMetric.CLIENT_SATURATED_INTERVALS, 77));
    assertDegraded(
        few.grown(HostMetric.CLIENT_SATURATED_INTERVALS, 78),
        "the client's threads waited for a CPU for 30 % of their operations' time (most: 10 %):"
            + " its own CPUs were used up in 78 % of the intervals, and others were free");
  }

  private static Steps written(long serverKbps, long disksKbps) {
    return Steps.queries()
        .at(ServerPlace.SAME_MACHINE)
        .grown(HostMetric.SERVER_WRITTEN_BYTES, 100 * 1024 * serverKbps)
        .grown(HostMetric.DISK_WRITTEN_BYTES, 100 * 1024 * disksKbps);
  }

  @Test
  void othersMustNotDoNearlyAllTheWriting() {
    assertValid(written(1_000, 5_000));
    assertDegraded(
        written(1_000, 5_050),
        "others than the server wrote 80.2 % of what its disks wrote (most: 80 %),"
            + " 4,050 of 5,050 KB/s");
    assertValid(written(10, 1_034));
    assertDegraded(
        written(10, 1_035),
        "others than the server wrote 99 % of what its disks wrote (most: 80 %),"
            + " 1,025 of 1,035 KB/s");
    assertDegraded(
        Steps.queries()
            .at(ServerPlace.EMBEDDED)
            .grown(HostMetric.CLIENT_WRITTEN_BYTES, 100 * 1024 * 10)
            .grown(HostMetric.DISK_WRITTEN_BYTES, 100 * 1024 * 1_035),
        "others than ibench's process wrote 99 % of what its disks wrote (most: 80 %),"
            + " 1,025 of 1,035 KB/s");
    assertValid(written(1_000, 900));
    assertValid(written(1_000, 5_050).atStart(HostMetric.MEMORY_DIRTY_BYTES, 100 * 1024 * 10));
  }

  @Test
  void inLessThanAnIntervalCountersSayNothingOfTheClient() {
    assertThat(waitingFor(0.999).judged().reasons()).isEmpty();
    assertThat(waitingFor(1).judged().reasons()).hasSize(2);
  }

  private static Steps waitingFor(double seconds) {
    return Steps.queries()
        .took(QUERY, 10, 1_000_000)
        .lasting(seconds)
        .unlimited()
        .grown(HostMetric.CLIENT_RUN_DELAY_NANOS, 60 * Steps.SECOND)
        .grown(HostMetric.CLIENT_GC_MILLIS, 60);
  }

  @Test
  void garbageCollectionMustBeRareAndShort() {
    assertValid(Steps.queries().grown(HostMetric.CLIENT_GC_MILLIS, PERCENT_OF_T_MILLIS));
    assertDegraded(
        Steps.queries().grown(HostMetric.CLIENT_GC_MILLIS, PERCENT_OF_T_MILLIS + 1),
        "the client collected garbage for 1.001 % of the time (most: 1 %)");
    assertDegraded(
        Steps.queries().grown(HostMetric.CLIENT_GC_LONG_PAUSES, 3),
        "3 pauses of the client's garbage collection above 200 ms (most: 0)");
  }

  @Test
  void cpuTimeMustNotBeStolen() {
    assertValid(stolen(50));
    assertDegraded(
        stolen(51), "the hypervisor took 5.1 % of the CPUs' time away: steal (most: 5 %)");
  }

  private static Steps stolen(long ofThousand) {
    return Steps.queries()
        .grown(HostMetric.CPU_TOTAL_TICKS, 1_000)
        .grown(HostMetric.CPU_STEAL_TICKS, ofThousand);
  }

  private static long[] counts(int n, long each) {
    long[] counts = new long[n];
    Arrays.fill(counts, each);
    return counts;
  }

  @Test
  void theRateOfQueriesMustNotChange() {
    assertValid(Steps.queries().intervals(1000, 1000, 1000, 5, 5, 5, 5, 900, 900, 900));
    assertValid(Steps.queries().intervals(1000, 1000, 1000, 5, 5, 5, 5, 1100, 1100, 1100));
    assertDegraded(
        Steps.queries().intervals(1000, 1000, 1000, 5, 5, 5, 5, 900, 900, 899),
        "qps of the last third, 899.7/s, is 10.03 % below the first, 1,000/s (most: 10 %)");
    assertDegraded(
        Steps.queries().intervals(1000, 1000, 1000, 5, 5, 5, 5, 1100, 1100, 1101),
        "qps of the last third, 1,100/s, is 10.03 % above the first, 1,000/s (most: 10 %)");
    assertDegraded(
        Steps.queries().intervals(0, 0, 0, 5, 5, 5, 5, 5, 5, 5),
        "qps of the last third, 5/s, is above the first, 0/s (most: 10 %)");
    assertValid(Steps.queries().intervals(counts(20, 0)));
    assertDegraded(
        Steps.queries().intervals(10, 10, 10, 10, 10, 1, 1, 1, 1),
        "too short: 9 intervals of full length (least: 10)");
  }

  @Test
  void insertsThatSlowDownAreNamedAndNotJudged() {
    Judgement judgement =
        Steps.inserts().intervals(1000, 1000, 1000, 5, 5, 5, 5, 500, 500, 500).judged();
    assertThat(judgement.verdict()).isEqualTo(Verdict.VALID);
    assertThat(judgement.reasons()).isEmpty();
    assertThat(judgement.remarks())
        .containsExactly("ips of the last third, 500/s, is 50 % below the first, 1,000/s");
  }

  @Test
  void anActionIsJudgedByItsEndAndProblemsAlone() {
    Outages outages = new Outages(1, SECOND, 0, List.of());
    assertValid(Steps.action(Unit.NONE).lost(5).outages(outages));
    assertInvalid(Steps.action(Unit.NONE).failed("denied: no"), "denied: no");
    assertDegraded(
        Steps.action(Unit.INDEXED_ROWS).lost(5).outages(outages),
        "1 outage of 1 s, 0 operations lost (most: 0)");
  }

  @Test
  void aStepThatFailedIsInvalidForThatReasonFirst() {
    assertJudged(
        Steps.queries().failed("disk full").losingWorkers(2).intervals(1, 2),
        Verdict.INVALID,
        "disk full",
        "2 of 4 workers ended before the step did (most: 0)",
        "too short: 2 intervals of full length (least: 10)");
  }

  @Test
  void anInterruptedStepOfTimeIsLessOfTheSameAndOneOfWorkIsNot() {
    assertDegraded(Steps.queries().interrupted().lasting(60), "interrupted after 60 s of 100 s");
    assertDegraded(
        Steps.queries().interrupted().failed("the server hung").losingWorkers(4).lasting(60),
        "interrupted after 60 s of 100 s");
    assertInvalid(
        Steps.inserts().unlimited().interrupted().lasting(9_000), "interrupted after 2.5 h");
    assertInvalid(Steps.action(Unit.NONE).interrupted().lasting(150), "interrupted after 2.5 min");
  }

  @Test
  void aStepInterruptedCloseToItsEndSaysHowClose() {
    assertDegraded(
        Steps.queries().interrupted().lasting(99.99), "interrupted after 99.99 s of 100 s");
    assertDegraded(
        Steps.queries().interrupted().lasting(99.94), "interrupted after 99.9 s of 100 s");
    assertDegraded(
        Steps.queries().interrupted().lasting(99.9995), "interrupted at the end of its 100 s");
    assertDegraded(
        Steps.queries().interrupted().lasting(100.02), "interrupted at the end of its 100 s");
  }

  @Test
  void aLengthIsToldFromTheOneThatItIsHeldAgainst() {
    assertThat(NumberWords.duration(7_199.9, 7_200)).isEqualTo("119.998 min");
    assertThat(NumberWords.duration(7_200, 7_200)).isEqualTo("2 h");
    assertThat(NumberWords.duration(11, 12)).isEqualTo("11 s");
  }

  @Test
  void invalidReasonsComeFirst() {
    assertJudged(
        Steps.queries().did(QUERY, 90, 10, 0, 0).intervals(counts(2, 1)).lost(1),
        Verdict.INVALID,
        "10 % of the operations failed, 10 of 100 (most: 1 %)",
        "33 % of the intervals are part of longer ones, 1 of 3 (most: 1 %): the client, or its"
            + " machine, stood still",
        "too short: 2 intervals of full length (least: 10)");
  }

  private static Judgement run(List<String> planned, Steps... steps) {
    List<StepResult> results = Arrays.stream(steps).map(Steps::over).toList();
    return new Judge(Steps.ROLES, ServerPlace.OTHER_MACHINE).ofRun(results, planned);
  }

  @Test
  void aRunIsAsGoodAsItsWorstStep() {
    Judgement good =
        run(List.of("load", "request"), Steps.inserts().named("load"), Steps.queries());
    assertThat(good).isEqualTo(new Judgement(Verdict.VALID, List.of(), List.of()));
    Judgement judgement =
        run(
            List.of("load", "request"),
            Steps.inserts().named("load").intervals(1),
            Steps.queries().repeat(1, 2),
            Steps.queries().repeat(2, 2).problems("no"));
    assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judgement.reasons())
        .containsExactly("load: too short: 1 interval of full length (least: 10)", "request 2: no");
  }

  private static Steps load() {
    return Steps.inserts().named("load").serving(StepPurpose.LOAD);
  }

  @Test
  void aRunIsJudgedByItsMainSteps() {
    Judgement judgement =
        run(
            List.of("load", "l.i1", "request"),
            load().grown(HostMetric.SERVER_RESTARTS, 1),
            Steps.inserts().named("l.i1").ofRows(1000).intervals(1),
            Steps.queries());
    assertThat(judgement).isEqualTo(new Judgement(Verdict.VALID, List.of(), List.of()));

    Judgement wrongLoad =
        run(List.of("load", "request"), load().problems("a row is missing"), Steps.queries());
    assertThat(wrongLoad)
        .isEqualTo(new Judgement(Verdict.INVALID, List.of("load: a row is missing"), List.of()));
  }

  @Test
  void aRunWithoutMainStepsIsJudgedByItsLoads() {
    Judgement judgement =
        run(
            List.of("load", "verify"),
            load().intervals(1),
            Steps.action(Unit.NONE).named("verify").serving(StepPurpose.ACTION));
    assertThat(judgement).isEqualTo(new Judgement(Verdict.SHORT, List.of(), List.of()));
  }

  @Test
  void aRunThatDidNotComeToAllItsStepsIsInvalid() {
    Judgement judgement =
        run(List.of("load", "request", "verify"), Steps.queries().repeat(1, 3).interrupted());
    assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(judgement.reasons())
        .containsExactly(
            "request 1: interrupted at the end of its 100 s",
            "request: 1 of 3 repeats was begun",
            "load: not begun",
            "verify: not begun");
    assertThat(run(List.of("load")).verdict()).isEqualTo(Verdict.INVALID);
  }

  @Test
  void aRunInterruptedInItsLastTimedStepIsAsGoodAsThatStep() {
    assertThat(run(List.of("request"), Steps.queries().interrupted()).verdict())
        .isEqualTo(Verdict.DEGRADED);
  }
}
