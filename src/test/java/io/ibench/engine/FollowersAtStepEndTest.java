package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Rate;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.measure.Clock;
import io.ibench.measure.CompilerThreads;
import io.ibench.workload.Step;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long followers may take after the others have ended. */
@Timeout(300)
class FollowersAtStepEndTest {

  private final Clock clock = Clock.system();
  private final RunControl control = new RunControl(clock);
  private final CountDownLatch aborted = new CountDownLatch(1);

  /** Leaders commit eight operations each, and end. */
  private StepWorkers started(FakeWorker.Execution delete) throws InterruptedException {
    Step.Work step = GroupPlan.step(GroupsTest.inserters(Rate.UNLIMITED), GroupsTest.deleters(8));
    GroupPlan plan =
        new GroupPlan(step)
            .with("insert", n -> new GroupWorker(GroupPlan.INSERT, () -> 1).withWork(8))
            .with("delete", n -> new GroupWorker(GroupPlan.DELETE, delete));
    StepContext context =
        new StepContext(
            TestSettings.DEFAULT,
            new RecordingListener(),
            control,
            new RunGauges(List.of(), new PeriodGauges(List.of(), control), CompilerThreads.UNKNOWN),
            plan,
            new StepContext.RunData(
                new FakeDatabase(Integer.MAX_VALUE, aborted::countDown),
                EngineRun.register(plan, FakeDatabase.unlimited()),
                plan,
                0),
            new OutageWatch(clock),
            new Repeatability(plan, true, false),
            1,
            Continuation.NONE,
            Peers.NONE,
            clock);
    StepWorkers stepWorkers = new StepWorkers(context, step);
    stepWorkers.start();
    stepWorkers.awaitReady();
    stepWorkers.go(new Schedule(clock.nanoTime(), clock.epochMillis(), Long.MAX_VALUE));
    return stepWorkers;
  }

  @Test
  void followersThatGetOnAreNotBrokenOff() throws InterruptedException {
    StepWorkers stepWorkers =
        started(
            () -> {
              long until = clock.nanoTime() + 100 * MILLI;
              while (clock.nanoTime() < until) {
                clock.parkUntil(until);
              }
              return 1;
            });
    stepWorkers.awaitDone(500 * MILLI, () -> {});
    assertThat(stepWorkers.isDone()).isTrue();
    assertThat(aborted.getCount()).as("sessions broken off").isOne();
    assertThat(control.failure()).isEmpty();
  }

  @Test
  void followersThatHangAreBrokenOffAndThatIsAFailure() throws InterruptedException {
    StepWorkers stepWorkers =
        started(
            () -> {
              try {
                aborted.await();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              throw new DatabaseException(FailureKind.CONNECTION_LOST, "broken off");
            });
    stepWorkers.awaitDone(200 * MILLI, () -> {});
    assertThat(stepWorkers.isDone()).isTrue();
    assertThat(control.failure())
        .contains("a group did not finish what the one that it follows has committed");
  }
}
