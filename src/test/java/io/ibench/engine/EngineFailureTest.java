package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ibench.config.Rate;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.measure.StepResult;
import io.ibench.workload.Step;
import io.ibench.workload.WorkloadRun.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole runs that end early: each ends, gives the reason, and leaves no thread. */
@Timeout(300)
class EngineFailureTest {

  private static final long HOUR = 3600 * SECOND;

  private final EngineRun engine = new EngineRun();
  private final Step endless = FakePlan.lasting("request", 4, HOUR, 3);
  private final Step next = FakePlan.counting("next", 1, 1);

  @AfterEach
  void nothingIsLeftBehind() throws InterruptedException {
    EngineRun.assertNoThreads();
    assertThat(engine.database.closed()).isEqualTo(engine.database.opened());
  }

  /** Worker 1 behaves differently at its hundredth execution. */
  private static FakePlan.Workers odd(FakeWorker.Execution execution) {
    return (number, session, random) -> {
      FakeWorker worker = new FakeWorker(() -> 1);
      return number == 1 ? worker.thenTimes(99, () -> 1).then(execution) : worker;
    };
  }

  private static void assertIncomplete(FakePlan plan) {
    assertThat(plan.finished()).containsExactly("request stopped");
  }

  @Test
  void noStepFollowsOneThatFailed() throws InterruptedException {
    FakePlan plan = new FakePlan(endless, next);
    plan.with(
        odd(
            () -> {
              throw new DatabaseException(FailureKind.DISK_FULL, "no space left");
            }));
    StepResult result = engine.runOne(plan);
    assertThat(result.succeeded()).isFalse();
    assertThat(result.failure()).contains("disk_full: no space left");
    assertThat(result.interrupted()).isFalse();
    assertThat(result.whole().failures()).isEqualTo(1);
    assertThat(result.whole().successes()).isGreaterThanOrEqualTo(99);
    assertIncomplete(plan);
  }

  @Test
  void failuresAreCountedForAllWorkersTogetherAndForEachStepAnew() throws InterruptedException {
    engine.settings = TestSettings.withErrorsMax(10);
    Step first = FakePlan.counting("first", 5, 10);
    FakePlan plan = new FakePlan(first, endless);
    plan.with(
        (number, session, random) ->
            new FakeWorker(
                () -> {
                  throw new DatabaseException(FailureKind.TIMEOUT, "too slow");
                }));
    List<StepResult> results = engine.run(plan);
    assertThat(results).hasSize(2);
    assertThat(results.get(0).succeeded()).as("ten are allowed").isTrue();
    assertThat(results.get(0).whole().failures()).isEqualTo(10);
    assertThat(results.get(1).whole().failures())
        .as("the eleventh ends it; each worker may be at one more")
        .isBetween(11L, 14L);
    assertThat(results.get(1).failure().orElseThrow()).contains("errors.max = 10");
  }

  @Test
  void aWorkerThatDiesEndsTheRunWithItsReason() throws InterruptedException {
    FakePlan plan = new FakePlan(endless, next);
    plan.with(
        odd(
            () -> {
              throw new IllegalStateException("a bug");
            }));
    StepResult result = engine.runOne(plan);
    assertThat(result.failure())
        .contains("worker ibench-request-1 died: java.lang.IllegalStateException: a bug");
    assertThat(result.answers().get().checksums()).isEmpty();
    assertThat(result.answers().get().unknown()).hasValue("a worker has not ended properly");
    assertThat(plan.finished()).containsExactly("request abandoned");
    assertThat(result.workersLost()).isEqualTo(1);
  }

  @Test
  void anEndThatFailsInTheWorkloadEndsTheRunAndIsNotCalledTheRegister()
      throws InterruptedException {
    FakePlan plan = new FakePlan(FakePlan.counting("request", 1, 1), next);
    plan.finishing(
        () -> {
          throw new DatabaseException(FailureKind.DENIED, "not yours");
        });
    assertThat(engine.runOne(plan).failure())
        .hasValue("the end of step request: denied: not yours");
  }

  /** Uses up the 0.9 s that an interrupted run gives to its books. */
  @Test
  void booksThatHangDoNotKeepAnInterruptedRunFromItsResults() throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    FakePlan plan = new FakePlan(FakePlan.counting("request", 1, 100), next);
    plan.with(
            (number, session, random) ->
                new FakeWorker(
                    () -> {
                      engine.control.interrupt();
                      return 1;
                    }))
        .finishing(
            () -> {
              try {
                end.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    StepResult result = engine.runOne(plan);
    end.countDown();
    assertThat(result.whole().successes()).isEqualTo(1);
    assertThat(result.interrupted()).isTrue();
    assertThat(result.failure().orElseThrow()).contains("no answer in time");
  }

  @Test
  void aWorkerThatDiesOfAnErrorEndsTheRunWithItsReason() throws InterruptedException {
    FakePlan plan = new FakePlan(endless, next);
    plan.with(
        odd(
            () -> {
              throw new AssertionError("a worse bug");
            }));
    assertThat(engine.runOne(plan).failure().orElseThrow()).contains("a worse bug");
  }

  /** Waits 500 ms for the fourth session. */
  @Test
  void aSessionThatCannotBeOpenedEndsTheRunBeforeItBegins() throws InterruptedException {
    engine.database = new FakeDatabase(3, () -> {});
    engine.settings = TestSettings.withOutageMax(500 * MILLI);
    StepResult result = engine.runOne(new FakePlan(endless, next));
    assertThat(result.failure())
        .contains("too_many_connections: still so after 500 ms: no more than 3");
    assertThat(engine.listener.events())
        .contains("awaited request: too_many_connections: no more than 3");
    assertThat(result.workersLost()).isEqualTo(1);
    assertThat(result.whole().successes()).isZero();
  }

  @Test
  void aWorkerThatCannotBePreparedEndsTheRunBeforeItBegins() throws InterruptedException {
    FakePlan plan = new FakePlan(endless, next);
    plan.with(
        (number, session, random) -> {
          throw new DatabaseException(FailureKind.NOT_FOUND, "no such table");
        });
    StepResult result = engine.runOne(plan);
    assertThat(result.failure()).contains("not_found: no such table");
    assertThat(result.workersLost()).as("of four, none could be prepared").isBetween(1L, 4L);
    assertThat(result.whole().successes()).isZero();
  }

  @Test
  void anInterruptFromAnotherThreadEndsTheRunWithWhatWasMeasured() throws InterruptedException {
    FakePlan plan = new FakePlan(endless, next);
    plan.with(
        odd(
            () -> {
              new Thread(engine.control::interrupt, "interrupting").start();
              return 1;
            }));
    StepResult result = engine.runOne(plan);
    assertThat(result.interrupted()).isTrue();
    assertThat(result.failure()).isEmpty();
    assertThat(result.succeeded()).isFalse();
    assertThat(result.whole().successes()).isGreaterThanOrEqualTo(100);
    assertThat(engine.listener.results()).containsExactly(result);
    assertThat(result.workersLost()).as("they were told to end").isZero();
    assertIncomplete(plan);
  }

  @Test
  void anInterruptInALaterRepeatKeepsTheEarlierOnes() throws InterruptedException {
    FakePlan plan = new FakePlan(FakePlan.lasting("request", 2, 30 * MILLI, 1_000_000));
    plan.with(
        (number, session, random) ->
            new FakeWorker(
                () -> {
                  if (engine.listener.results().size() >= 2) {
                    engine.control.interrupt();
                  }
                  return 1;
                }));
    List<StepResult> results = engine.run(plan);
    assertThat(results).hasSizeGreaterThanOrEqualTo(3);
    int last = results.size() - 1;
    assertThat(results.get(last).interrupted()).isTrue();
    assertThat(results.subList(0, last)).allMatch(StepResult::succeeded);
    assertThat(results).allMatch(result -> result.workersLost() == 0);
  }

  @Test
  void anInterruptWakesWorkersThatWaitForTheirNextOperation() throws InterruptedException {
    Step slow = FakePlan.paced("request", 4, 20 * HOUR, new Rate(1, HOUR));
    FakePlan plan = new FakePlan(slow, next);
    plan.with(
        (number, session, random) ->
            new FakeWorker(
                () -> {
                  new Thread(engine.control::interrupt, "interrupting").start();
                  return 1;
                }));
    StepResult result = engine.runOne(plan);
    assertThat(result.interrupted()).isTrue();
    assertThat(result.whole().successes()).isEqualTo(1);
    assertThat(result.whole().unstarted()).isZero();
  }

  @Test
  void aRunInterruptedBeforeItBeginsDoesNothing() throws InterruptedException {
    engine.control.interrupt();
    assertThat(engine.run(new FakePlan(endless))).isEmpty();
    assertThat(engine.listener.events()).isEmpty();
  }

  /** Uses up the 0.9 s that an interrupted run gives to operations in flight. */
  @Test
  void anOperationThatHangsIsBrokenOffAfterAnInterrupt() throws InterruptedException {
    CountDownLatch aborted = new CountDownLatch(1);
    engine.database = new FakeDatabase(1, aborted::countDown);
    FakePlan plan = new FakePlan(FakePlan.lasting("request", 1, HOUR, 1), next);
    plan.with(
        (number, session, random) ->
            new FakeWorker(
                () -> {
                  engine.control.interrupt();
                  return hang(aborted);
                }));
    StepResult result = engine.runOne(plan);
    assertThat(result.interrupted()).isTrue();
    assertThat(result.failure()).as("breaking off is no failure").isEmpty();
    assertThat(result.whole().operations()).hasSize(1);
    assertThat(result.whole().operations().get(0).abandoned()).isEqualTo(1);
    assertThat(result.whole().failures()).isZero();
    assertThat(result.whole().seconds()).isGreaterThan(0.8);
  }

  private static int hang(CountDownLatch aborted) throws DatabaseException {
    try {
      aborted.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    throw new DatabaseException(FailureKind.CONNECTION_LOST, "broken off");
  }

  @Test
  void anActionThatFailsEndsTheRunWithItsReason() throws InterruptedException {
    FakePlan plan = new FakePlan(FakePlan.action("create"), next);
    plan.acting(
        () -> {
          throw new DatabaseException(FailureKind.DENIED, "not yours");
        });
    StepResult result = engine.runOne(plan);
    assertThat(result.failure()).contains("denied: not yours");
    assertThat(result.interrupted()).isFalse();
  }

  @Test
  void anActionThatFindsAProblemEndsTheRun() throws InterruptedException {
    FakePlan plan = new FakePlan(FakePlan.action("verify"), next);
    plan.acting(() -> new Outcome(0, List.of(), List.of("a count is wrong")));
    StepResult result = engine.runOne(plan);
    assertThat(result.problems()).containsExactly("a count is wrong");
    assertThat(result.failure()).isEmpty();
  }

  @Test
  void aStepOfWorkersThatFindsAProblemEndsTheRun() throws InterruptedException {
    FakePlan plan = new FakePlan(FakePlan.counting("load", 1, 1), next);
    plan.withOutcomeOfWork(new Outcome(0, List.of(), List.of("rows are missing")));
    assertThat(engine.runOne(plan).problems()).containsExactly("rows are missing");
  }

  @Test
  void anActionThatWasInterruptedMakesTheRunInterrupted() throws InterruptedException {
    FakePlan plan = new FakePlan(FakePlan.action("create"), next);
    plan.acting(
        () -> {
          throw new InterruptedException();
        });
    StepResult result = engine.runOne(plan);
    assertThat(result.interrupted()).isTrue();
    assertThat(result.failure()).isEmpty();
  }

  @Test
  void aCommandThatFailedForAnInterruptMakesTheRunInterrupted() throws InterruptedException {
    FakePlan plan = new FakePlan(FakePlan.action("create"), next);
    plan.acting(
        () -> {
          Thread.currentThread().interrupt();
          throw new DatabaseException(FailureKind.TIMEOUT, "interrupted");
        });
    StepResult result = engine.runOne(plan);
    assertThat(result.interrupted()).isTrue();
    assertThat(result.failure()).isEmpty();
  }

  @Test
  void anInterruptReachesAnActionThatWaits() throws InterruptedException {
    FakePlan plan = new FakePlan(FakePlan.action("verify"), next);
    plan.acting(
        () -> {
          new Thread(engine.control::interrupt, "interrupting").start();
          new CountDownLatch(1).await();
          return Outcome.NOTHING;
        });
    assertThat(engine.runOne(plan).interrupted()).isTrue();
  }

  @Test
  void theEndOfTheServerReachesAnActionThatWaitsAndIsTheReason() throws InterruptedException {
    FakePlan plan = new FakePlan(FakePlan.action("verify"), next);
    plan.acting(
        () -> {
          new Thread(() -> engine.control.serverEnded("by signal 9"), "ending").start();
          new CountDownLatch(1).await();
          return Outcome.NOTHING;
        });
    StepResult result = engine.runOne(plan);
    assertThat(result.failure()).hasValue("by signal 9");
    assertThat(result.interrupted()).isFalse();
  }

  @Test
  void onlyTheFirstFailureOfARunIsExplained() {
    List<String> explained = new ArrayList<>();
    engine.control.explainFailures(
        reason -> {
          explained.add(reason);
          return "explained: " + reason;
        });
    engine.control.fail("first");
    engine.control.fail("second");
    assertThat(engine.control.failure()).hasValue("explained: first");
    assertThat(explained).containsExactly("first");
  }

  @Test
  void anActionThatHeedsNoInterruptSaysWhatItLeaves() throws InterruptedException {
    FakePlan plan = new FakePlan(FakePlan.action("drain"), next);
    plan.leaving("a setting is not restored");
    CountDownLatch answer = new CountDownLatch(1);
    plan.acting(
        () -> {
          engine.control.interrupt();
          while (answer.getCount() > 0) {
            Thread.onSpinWait();
          }
          return Outcome.NOTHING;
        });
    StepResult result = engine.runOne(plan);
    answer.countDown();
    assertThat(result.facts()).containsExactly("a setting is not restored");
  }

  @Test
  void anActionThatDiesEndsTheRunWithItsReason() throws InterruptedException {
    FakePlan plan = new FakePlan(FakePlan.action("create"), next);
    plan.acting(
        () -> {
          throw new IllegalStateException("a bug");
        });
    assertThat(engine.runOne(plan).failure())
        .contains("step create died: java.lang.IllegalStateException: a bug");
  }

  @Test
  void anActionThatDiesOfAnErrorEndsTheRunWithItsReason() throws InterruptedException {
    FakePlan plan = new FakePlan(FakePlan.action("create"), next);
    plan.acting(
        () -> {
          throw new StackOverflowError("a worse bug");
        });
    assertThat(engine.runOne(plan).failure().orElseThrow()).contains("a worse bug");
  }

  @ParameterizedTest
  @ValueSource(strings = {"started", "interval", "period", "ended"})
  void aListenerThatThrowsEndsAStepOfWorkers(String event) {
    engine.listener.throwingAt(event);
    Step step = event.equals("interval") ? endless : FakePlan.lasting("request", 4, MILLI, 1);
    assertThatThrownBy(() -> engine.run(new FakePlan(step, next)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("disk full at " + event);
    assertThat(engine.listener.events()).noneMatch(heard -> heard.endsWith("next"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"started", "interval", "period", "ended"})
  void aListenerThatThrowsEndsAnAction(String event) {
    engine.listener.throwingAt(event);
    FakePlan plan = new FakePlan(FakePlan.action("create"), next);
    plan.acting(
        () -> {
          if (event.equals("interval")) {
            new CountDownLatch(1).await();
          }
          return Outcome.NOTHING;
        });
    assertThatThrownBy(() -> engine.run(plan)).hasMessage("disk full at " + event);
    assertThat(engine.listener.events()).noneMatch(heard -> heard.endsWith("next"));
  }

  @Test
  void interruptingTheCoordinatingThreadEndsTheRun() {
    Thread coordinator = Thread.currentThread();
    FakePlan plan = new FakePlan(endless, next);
    plan.with(
        odd(
            () -> {
              coordinator.interrupt();
              return 1;
            }));
    assertThatThrownBy(() -> engine.run(plan)).isInstanceOf(InterruptedException.class);
  }

  @Test
  void interruptingTheCoordinatingThreadEndsAnAction() {
    Thread coordinator = Thread.currentThread();
    FakePlan plan = new FakePlan(FakePlan.action("verify"), next);
    plan.acting(
        () -> {
          coordinator.interrupt();
          new CountDownLatch(1).await();
          return Outcome.NOTHING;
        });
    assertThatThrownBy(() -> engine.run(plan)).isInstanceOf(InterruptedException.class);
  }
}
