package io.ibench.engine;

import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Rate;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.workload.Step;
import io.ibench.workload.WorkloadRun.Outcome;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is done around steps: when, when not, and what its failure means. */
@Timeout(300)
class StepInterceptorTest {

  private final EngineRun engine = new EngineRun();

  @AfterEach
  void nothingIsLeftBehind() throws InterruptedException {
    EngineRun.assertNoThreads();
  }

  /** Records its calls among the events of the listener; fails before one step, if any. */
  private StepInterceptor noting(String refused, Runnable whileBefore) {
    return new StepInterceptor() {
      @Override
      public Optional<String> before(Step step) {
        assertThat(Thread.currentThread().getName()).doesNotStartWith("ibench-");
        engine.listener.events().add("before " + step.name());
        whileBefore.run();
        return step.name().equals(refused) ? Optional.of("not like this") : Optional.empty();
      }

      @Override
      public void after(Step step, List<StepResult> results) {
        engine.listener.events().add("after " + step.name() + " " + results.size());
      }
    };
  }

  private List<String> bordersOnly() {
    return engine.listener.events().stream()
        .filter(event -> !event.startsWith("interval") && !event.startsWith("period"))
        .toList();
  }

  @Test
  void eachStepHasItOnceAroundAllItsRepeatsAndAfterItsResultsWereTold()
      throws InterruptedException {
    engine.around = noting("", () -> {});
    engine.run(new FakePlan(FakePlan.action("create"), FakePlan.lasting("request", 1, 1, 2)));

    assertThat(bordersOnly())
        .containsExactly(
            "before create",
            "started create",
            "ended create",
            "after create 1",
            "before request",
            "started request 1",
            "ended request 1",
            "started request 2",
            "ended request 2",
            "after request 2");
  }

  @Test
  void noTimeOfItIsInTheStepAndNothingOfTheStepHasBegun() throws InterruptedException {
    long[] beforeEnded = {0};
    engine.around =
        noting(
            "",
            () -> {
              assertThat(engine.database.opened()).isZero();
              beforeEnded[0] = System.nanoTime();
            });
    StepResult result = engine.runOne(new FakePlan(FakePlan.counting("request", 1, 10)));

    assertThat(result.whole().startNanos() - beforeEnded[0]).isNotNegative();
  }

  @Test
  void aFailureBeforeAStepFailsTheRunWithAResultOfNoLength() throws InterruptedException {
    engine.around = noting("request", () -> {});
    Step.Work refused = FakePlan.paced("request", 3, SECOND, new Rate(100, SECOND));
    FakePlan plan = new FakePlan(FakePlan.action("create"), refused, FakePlan.action("verify"));
    List<StepResult> results = engine.run(plan);

    assertThat(results).hasSize(2).isEqualTo(engine.listener.results());
    StepResult last = results.get(1);
    assertThat(last.failure()).contains("not like this");
    assertThat(last.interrupted()).isFalse();
    assertThat(last.succeeded()).isFalse();
    assertThat(last.step().name()).isEqualTo("request");
    assertThat(last.step().threads()).isEqualTo(3);
    assertThat(last.step().paced()).isTrue();
    assertThat(last.step().targets()).hasSize(1);
    assertThat(last.whole().seconds()).isZero();
    assertThat(last.whole().operations()).isEmpty();
    assertThat(last.periods()).isEmpty();
    assertThat(plan.finished()).isEmpty();
    assertThat(engine.database.opened()).isZero();
    assertThat(bordersOnly().subList(4, 7))
        .containsExactly("before request", "started request", "ended request");
    assertThat(bordersOnly()).hasSize(7);
  }

  @Test
  void aFailureBeforeAnActionIsToldInTheSameWay() throws InterruptedException {
    engine.around = noting("index", () -> {});
    StepResult result = engine.runOne(new FakePlan(FakePlan.indexing("index")));

    assertThat(result.failure()).contains("not like this");
    assertThat(result.step().unit()).isEqualTo(StepStart.Unit.INDEXED_ROWS);
  }

  @Test
  void aRunInterruptedBeforeAStepHasNoResultOfIt() throws InterruptedException {
    engine.around = noting("request", engine.control::interrupt);

    assertThat(engine.run(new FakePlan(FakePlan.counting("request", 1, 1)))).isEmpty();
    assertThat(bordersOnly()).containsExactly("before request");
  }

  @Test
  void whatFollowsAStepThatFailedIsDone() throws InterruptedException {
    engine.around = noting("", () -> {});
    FakePlan plan = new FakePlan(FakePlan.action("create"), FakePlan.action("next"));
    plan.acting(
        () -> {
          throw new DatabaseException(FailureKind.DISK_FULL, "no space left");
        });
    assertThat(engine.run(plan)).hasSize(1);

    assertThat(bordersOnly())
        .containsExactly("before create", "started create", "ended create", "after create 1");
  }

  @Test
  void whatFollowsAStepThatFoundAProblemIsDoneAndNoStepAfterIt() throws InterruptedException {
    engine.around = noting("", () -> {});
    FakePlan plan = new FakePlan(FakePlan.action("verify"), FakePlan.action("next"));
    plan.acting(() -> new Outcome(0, List.of(), List.of("a count is wrong")));
    assertThat(engine.run(plan)).hasSize(1);

    assertThat(bordersOnly()).last().isEqualTo("after verify 1");
  }

  @Test
  void whatFollowsAnInterruptedStepIsDone() throws InterruptedException {
    engine.around = noting("", () -> {});
    FakePlan plan = new FakePlan(FakePlan.counting("request", 1, 5), FakePlan.action("next"));
    plan.with(
        (number, session, random) ->
            new FakeWorker(
                () -> {
                  engine.control.interrupt();
                  return 1;
                }));
    assertThat(engine.run(plan)).hasSize(1);

    assertThat(bordersOnly()).last().isEqualTo("after request 1");
    assertThat(engine.control.leftNanos()).isLessThan(5 * SECOND);
  }
}
