package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Rate;
import io.ibench.measure.Clock;
import io.ibench.measure.CompilerThreads;
import io.ibench.measure.OperationStats;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.SharedRecorder;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.workload.Pacing;
import io.ibench.workload.Step;
import io.ibench.workload.WorkloadRun.Outcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole runs that succeed, with the machine's clock and short steps: what must always be true. */
@Timeout(300)
class EngineTest {

  private final EngineRun engine = new EngineRun();
  private final Map<Integer, FakeWorker> workers = new ConcurrentHashMap<>();

  @AfterEach
  void nothingIsLeftBehind() throws InterruptedException {
    EngineRun.assertNoThreads();
    assertThat(engine.database.closed()).isEqualTo(engine.database.opened());
  }

  private FakePlan plan(Step... steps) {
    return new FakePlan(steps)
        .with(
            (number, session, random) ->
                workers.computeIfAbsent(number, n -> new FakeWorker(() -> 2)));
  }

  private long executions() {
    return workers.values().stream().mapToLong(FakeWorker::executions).sum();
  }

  @Test
  void everyRepeatIsReportedAndIsTheSumOfItsIntervals() throws InterruptedException {
    List<StepResult> results = engine.run(plan(FakePlan.lasting("request", 3, 200 * MILLI, 3)));
    assertThat(results).hasSize(3).allMatch(StepResult::succeeded);
    assertThat(results).extracting(r -> r.step().repeat()).containsExactly(1, 2, 3);
    assertThat(results)
        .extracting(r -> r.step().title())
        .containsExactly("request 1", "request 2", "request 3");
    assertThat(engine.listener.results()).isEqualTo(results);
    for (StepResult result : results) {
      List<Snapshot> intervals =
          engine.listener.snapshots().stream()
              .filter(s -> s.repeat() == result.step().repeat())
              .toList();
      PeriodResult whole = result.whole();
      assertThat(whole.successes())
          .isEqualTo(intervals.stream().mapToLong(Snapshot::successes).sum())
          .isEqualTo(result.periods().stream().mapToLong(PeriodResult::successes).sum());
      assertThat(whole.rows()).isEqualTo(2 * whole.successes());
      assertThat(latencies(intervals)).isEqualTo(whole.successes());
      assertThat(whole.operations().stream().mapToLong(o -> o.service().count()).sum())
          .isEqualTo(whole.successes());
    }
    assertThat(results.stream().mapToLong(r -> r.whole().successes()).sum())
        .as("nothing is lost between repeats")
        .isPositive()
        .isEqualTo(executions());
  }

  private static long latencies(List<Snapshot> intervals) {
    return intervals.stream()
        .flatMap(s -> s.operations().stream())
        .map(OperationStats::service)
        .mapToLong(h -> h.getTotalCount())
        .sum();
  }

  @Test
  void operationsThatTheTimeOfAStepCutsOffAreCounted() throws InterruptedException {
    OptionalLong asked = OptionalLong.of(1_000_000_007);
    Step.Work unpaced = FakePlan.lasting("request", 3, 60 * MILLI, 1);
    StepResult cut = engine.runOne(plan(unpaced.with(asked, OptionalLong.empty())));
    assertThat(cut.whole().successes()).isPositive();
    assertThat(cut.operationsLeft()).isEqualTo(1_000_000_007 - cut.whole().successes());

    Step.Work paced = FakePlan.paced("request", 2, 60 * MILLI, new Rate(1_000, SECOND));
    FakePlan slow = new FakePlan(paced.with(asked, OptionalLong.empty()));
    slow.with(
        (number, session, random) ->
            new FakeWorker(
                () -> {
                  LockSupport.parkNanos(30 * MILLI);
                  return 1;
                }));
    StepResult due = engine.runOne(slow);
    assertThat(due.whole().unstarted()).isPositive();
    assertThat(due.operationsLeft()).isEqualTo(1_000_000_007 - due.whole().successes());

    assertThat(engine.runOne(plan(FakePlan.counting("request", 3, 100))).operationsLeft()).isZero();
    Step.Work inTime = FakePlan.lasting("request", 3, 3600 * SECOND, 1);
    assertThat(
            engine
                .runOne(plan(inTime.with(OptionalLong.of(100), OptionalLong.empty())))
                .operationsLeft())
        .isZero();
  }

  @Test
  void talliesAreDividedBetweenRepeatsWithoutRemainder() throws InterruptedException {
    List<StepResult> results = engine.run(plan(FakePlan.lasting("request", 2, 60 * MILLI, 3)));
    assertThat(results.stream().mapToLong(r -> r.whole().workloadCounters()[0]).sum())
        .isEqualTo(executions());
    assertThat(engine.listener.snapshots().stream().mapToLong(s -> s.workloadCounters()[0]).sum())
        .isEqualTo(executions());
  }

  @Test
  void theChecksumOfAnOperationIsTheSumOverAllWorkersAtTheEndOfTheStep()
      throws InterruptedException {
    StepResult counted = engine.runOne(plan(FakePlan.counting("request", 3, 100)));
    assertThat(counted.answers().get().checksums()).isEqualTo(Map.of(0, 100L));

    List<StepResult> repeats = engine.run(plan(FakePlan.lasting("request", 1, 30 * MILLI, 2)));
    assertThat(repeats)
        .extracting(result -> result.answers().get().unknown().get())
        .allMatch(why -> why.startsWith("repeats are one continuous run"));
  }

  @Test
  void everyRepeatHasItsOwnDetails() throws InterruptedException {
    List<StepResult> results = engine.run(plan(FakePlan.lasting("request", 2, 60 * MILLI, 3)));
    for (StepResult result : results) {
      assertThat(result.details())
          .filteredOn(fact -> !fact.startsWith("ibench held its workers up")) // On a busy machine.
          .containsExactly(result.whole().workloadCounters()[0] + " done");
    }
  }

  @Test
  void timeIsDividedIntoIntervalsWithoutGapOrOverlap() throws InterruptedException {
    List<StepResult> results = engine.run(plan(FakePlan.lasting("request", 1, 110 * MILLI, 3)));
    List<Snapshot> all = engine.listener.snapshots();
    assertThat(all.get(0).startNanos()).isEqualTo(results.get(0).whole().startNanos());
    for (int i = 1; i < all.size(); i++) {
      assertThat(all.get(i).startNanos()).isEqualTo(all.get(i - 1).endNanos());
    }
    for (int i = 1; i < results.size(); i++) {
      PeriodResult before = results.get(i - 1).whole();
      assertThat(results.get(i).whole().startNanos()).isEqualTo(before.endNanos());
      assertThat(results.get(i).whole().startEpochMillis()).isEqualTo(before.endEpochMillis());
    }
    assertThat(all)
        .filteredOn(Snapshot::full)
        .as("the half intervals before and after a border are not full")
        .allSatisfy(s -> assertThat(s.nanos()).isGreaterThan(10 * MILLI));
    for (StepResult result : results) {
      assertThat(result.whole().intervals().queries().size())
          .as("a late tick's interval counts as often as it is long")
          .isEqualTo(
              all.stream()
                  .filter(s -> s.repeat() == result.step().repeat() && s.full())
                  .mapToInt(s -> Math.toIntExact(Math.round(s.nanos() / (20.0 * MILLI))))
                  .sum());
    }
  }

  @Test
  void operationsAreSplitExactlyAmongThreads() throws InterruptedException {
    StepResult result = engine.runOne(plan(FakePlan.counting("request", 4, 1003)));
    assertThat(result.succeeded()).isTrue();
    assertThat(result.whole().successes()).isEqualTo(1003);
    assertThat(workers.values())
        .extracting(FakeWorker::executions)
        .containsExactlyInAnyOrder(251L, 251L, 251L, 250L);
  }

  @Test
  void thereMayBeMoreThreadsThanOperations() throws InterruptedException {
    StepResult result = engine.runOne(plan(FakePlan.counting("request", 10, 3)));
    assertThat(result.whole().successes()).isEqualTo(3);
    assertThat(executions()).isEqualTo(3);
  }

  @Test
  void aHundredThreadsShareRecordersAndLoseNothing() throws InterruptedException {
    StepResult result = engine.runOne(plan(FakePlan.counting("request", 100, 200_000)));
    assertThat(result.whole().successes()).isEqualTo(200_000);
    assertThat(result.whole().operations().get(0).service().count()).isEqualTo(200_000);
    assertThat(result.whole().workloadCounters()).containsExactly(200_000);
    assertThat(workers.values()).hasSize(100).allMatch(w -> w.executions() == 2_000);
  }

  @ParameterizedTest
  @CsvSource({"1, 1, false", "64, 64, false", "65, 64, true", "1000, 64, true"})
  void aboveSixtyFourThreadsRecordersAreShared(int threads, int recorders, boolean shared) {
    StepContext context =
        new StepContext(
            engine.settings,
            engine.listener,
            engine.control,
            new RunGauges(
                List.of(),
                new PeriodGauges(List.of(), new RunControl(Clock.system())),
                CompilerThreads.UNKNOWN),
            plan(),
            new StepContext.RunData(
                engine.database, EngineRun.register(plan(), engine.database), plan(), 0),
            new OutageWatch(Clock.system()),
            new Repeatability(plan(), true, false),
            1,
            Continuation.NONE,
            Peers.NONE,
            Clock.system());
    StepWorkers stepWorkers = new StepWorkers(context, FakePlan.counting("request", threads, 1));
    assertThat(stepWorkers.recorders()).hasSize(1);
    assertThat(stepWorkers.recorders().get(0))
        .hasSize(recorders)
        .allMatch(recorder -> recorder instanceof SharedRecorder == shared);
  }

  @Test
  void workersThatHaveNothingLeftToDoEndTheStep() throws InterruptedException {
    FakePlan plan = new FakePlan(FakePlan.loading("load", 3));
    plan.with((number, session, random) -> new FakeWorker(() -> 10).withWork(100 * number));
    StepResult result = engine.runOne(plan);
    assertThat(result.succeeded()).isTrue();
    assertThat(result.whole().successes()).isEqualTo(300);
    assertThat(result.whole().rows()).isEqualTo(3000);
    assertThat(plan.finished()).containsExactly("load complete");
  }

  /** Ticks are due during all the time in which no worker works any more. */
  @Test
  void timeAfterTheLastOperationIsInNoIntervalHoweverLongSessionsTakeToClose()
      throws InterruptedException {
    engine.settings = TestSettings.withPeriods(2 * MILLI, 10 * MILLI);
    long[] closed = new long[1];
    engine.database =
        FakeDatabase.unlimited()
            .closing(
                () -> {
                  long until = System.nanoTime() + 100 * MILLI;
                  while (System.nanoTime() < until) {
                    LockSupport.parkNanos(MILLI);
                  }
                  closed[0] = System.nanoTime();
                });
    StepResult result = engine.runOne(plan(FakePlan.counting("request", 1, 10)));
    assertThat(result.whole().endNanos()).isLessThan(closed[0]);
    assertThat(result.periods())
        .allSatisfy(period -> assertThat(period.endNanos()).isLessThan(closed[0]));
    assertThat(result.whole().successes()).isEqualTo(10);
  }

  @Test
  void aPacedStepSendsWhatWasDueOrCountsItAsUnstarted() throws InterruptedException {
    Rate rate = new Rate(1000, SECOND);
    StepResult result = engine.runOne(plan(FakePlan.paced("request", 3, 100 * MILLI, rate)));
    PeriodResult whole = result.whole();
    assertThat(whole.successes() + whole.unstarted()).as("due in 100 ms").isEqualTo(100);
    assertThat(whole.operations().get(0).response().count()).isEqualTo(100);
    assertThat(whole.operations().get(0).service().count()).isEqualTo(whole.successes());
    assertThat(result.step().paced()).isTrue();
  }

  @Test
  void aPoissonStepHasTheArrivalsOfItsSeedInEveryRunAndOthersInAnotherStep()
      throws InterruptedException {
    assertThat(poissonArrivals("request")).isBetween(130L, 270L);
    assertThat(poissonArrivals("request"))
        .isEqualTo(poissonArrivals("request"))
        .isNotEqualTo(poissonArrivals("other"));
  }

  /** How many are due in 100 ms at 2000/s. */
  private long poissonArrivals(String name) throws InterruptedException {
    Rate rate = new Rate(2000, SECOND);
    StepResult result =
        engine.runOne(plan(FakePlan.paced(name, 3, 100 * MILLI, rate, Pacing.POISSON)));
    PeriodResult whole = result.whole();
    assertThat(whole.operations().get(0).response().count())
        .isEqualTo(whole.successes() + whole.unstarted());
    return whole.successes() + whole.unstarted();
  }

  @Test
  void theListenerHearsEveryStepInOrder() throws InterruptedException {
    FakePlan plan =
        plan(
            FakePlan.action("create"),
            FakePlan.lasting("request", 2, 50 * MILLI, 2),
            FakePlan.counting("more", 1, 10));
    engine.run(plan);
    assertThat(withoutRepeatedIntervals(engine.listener.events()))
        .containsExactly(
            "started create",
            "interval create",
            "period create",
            "ended create",
            "started request 1",
            "interval request 1",
            "period request 1",
            "ended request 1",
            "started request 2",
            "interval request 2",
            "period request 2",
            "ended request 2",
            "started more",
            "interval more",
            "period more",
            "ended more");
    assertThat(plan.finished()).containsExactly("request complete", "more complete");
  }

  private static List<String> withoutRepeatedIntervals(List<String> events) {
    List<String> kept = new ArrayList<>();
    for (String event : events) {
      if (kept.isEmpty() || !kept.get(kept.size() - 1).equals(event)) {
        kept.add(event);
      }
    }
    return kept;
  }

  @Test
  void aLongStepIsReportedInPeriodsOfWhichTheLastIsPartial() throws InterruptedException {
    engine.settings = TestSettings.withPeriods(10 * MILLI, 40 * MILLI);
    FakeWorker worker =
        new FakeWorker(
            () -> {
              if (engine.listener.periods().size() >= 3) {
                engine.control.interrupt();
              }
              return 1;
            });
    workers.put(0, worker);
    StepResult result = engine.runOne(plan(FakePlan.lasting("request", 1, 3600 * SECOND, 1)));
    List<PeriodResult> periods = result.periods();
    assertThat(periods).hasSizeGreaterThanOrEqualTo(4).isEqualTo(engine.listener.periods());
    int last = periods.size() - 1;
    // On a busy machine the end may come as late as that of a whole period.
    long begun = periods.get(last).startNanos() - result.whole().startNanos();
    long due = (begun / (40 * MILLI) + 1) * 40 * MILLI;
    boolean early = result.whole().endNanos() - result.whole().startNanos() < due;
    assertThat(periods.get(last).partial() || !early).isTrue();
    assertThat(periods.subList(0, last)).noneMatch(PeriodResult::partial);
    assertThat(periods.stream().mapToLong(PeriodResult::successes).sum())
        .isEqualTo(result.whole().successes())
        .isEqualTo(executions());
    for (int i = 1; i < periods.size(); i++) {
      assertThat(periods.get(i).startNanos()).isEqualTo(periods.get(i - 1).endNanos());
    }
    assertThat(periods.get(0).startNanos()).isEqualTo(result.whole().startNanos());
    assertThat(periods.get(last).endNanos()).isEqualTo(result.whole().endNanos());
  }

  @Test
  void aStepTellsWhatItCounts() throws InterruptedException {
    engine.run(
        plan(
            FakePlan.action("create"),
            FakePlan.indexing("index"),
            FakePlan.counting("request", 1, 1)));
    assertThat(engine.listener.results())
        .extracting(r -> r.step().unit())
        .containsExactly(StepStart.Unit.NONE, StepStart.Unit.INDEXED_ROWS, StepStart.Unit.QUERIES);
    assertThat(engine.listener.results())
        .extracting(r -> r.step().threads())
        .containsExactly(0, 0, 1);
  }

  @Test
  void whatAnActionFoundIsInItsResult() throws InterruptedException {
    FakePlan plan = plan(FakePlan.indexing("index"));
    plan.acting(() -> new Outcome(1234, List.of("a fact"), List.of()));
    StepResult result = engine.runOne(plan);
    assertThat(result.rows()).isEqualTo(1234);
    assertThat(result.facts()).containsExactly("a fact");
    assertThat(result.succeeded()).isTrue();
  }

  @Test
  void gaugesAreReadAtBothEndsOfEveryStep() throws InterruptedException {
    long[] reads = {0};
    engine.gauges = List.of((nanos, sink) -> sink.put("reads", ++reads[0]));
    List<StepResult> results = engine.run(plan(FakePlan.lasting("request", 1, 50 * MILLI, 2)));
    for (StepResult result : results) {
      long start = result.whole().start().values().get("reads");
      long end = result.whole().end().values().get("reads");
      assertThat(end).isGreaterThan(start);
    }
    assertThat(results.get(1).whole().start()).isEqualTo(results.get(0).whole().end());
  }

  @Test
  void noTwoWorkersDrawTheSameStreamAndASecondRunDrawsTheSameAgain() throws InterruptedException {
    List<Long> first = firstDraws();
    assertThat(first).hasSize(16).doesNotHaveDuplicates();
    assertThat(firstDraws()).containsExactlyInAnyOrderElementsOf(first);
  }

  @Test
  void pacingDoesNotMoveTheWorkersStreams() throws InterruptedException {
    List<Long> even = drawsOfOperations(Pacing.EVEN);
    assertThat(even).hasSize(80).doesNotHaveDuplicates();
    assertThat(drawsOfOperations(Pacing.POISSON)).containsExactlyInAnyOrderElementsOf(even);
  }

  /** What 8 workers draw in 10 operations each. */
  private List<Long> drawsOfOperations(Pacing pacing) throws InterruptedException {
    Collection<Long> draws = new ConcurrentLinkedQueue<>();
    Rate rate = new Rate(1_000_000, SECOND);
    FakePlan plan = new FakePlan(FakePlan.paced("request", 8, 10 * SECOND, rate, pacing));
    plan.with(
        (number, session, random) ->
            new FakeWorker(
                    () -> {
                      draws.add(random.nextLong());
                      return 1;
                    })
                .withWork(10));
    engine.run(plan);
    return List.copyOf(draws);
  }

  private List<Long> firstDraws() throws InterruptedException {
    Collection<Long> draws = new ConcurrentLinkedQueue<>();
    FakePlan plan =
        new FakePlan(FakePlan.counting("warmup", 8, 8), FakePlan.counting("request", 8, 8));
    plan.with(
        (number, session, random) -> {
          draws.add(random.nextLong());
          return new FakeWorker(() -> 1);
        });
    engine.run(plan);
    return List.copyOf(draws);
  }
}
