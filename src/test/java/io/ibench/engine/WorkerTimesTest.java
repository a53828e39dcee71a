package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Rate;
import io.ibench.db.FailureKind;
import io.ibench.measure.StepResult;
import io.ibench.measure.WorkerMetric;
import io.ibench.workload.Pacing;
import io.ibench.workload.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long workers are at work, and how much of that with the database. */
@Timeout(300)
class WorkerTimesTest {

  private final EngineRun engine = new EngineRun();

  @Test
  void aWorkerIsInsideWhileAnOperationIsCarriedOutAndOutsideWhileItWaits() {
    OneWorker one = OneWorker.paced(2 * MILLI);
    one.runAt(100, 100 * MILLI);

    assertThat(one.loop().insideNanos(Long.MAX_VALUE)).isEqualTo(10 * 2 * MILLI);
    assertThat(one.loop().workedNanos(Long.MAX_VALUE)).isBetween(90 * MILLI, 102 * MILLI);
  }

  @Test
  void aFailedOperationWasInsideWithAllItsAttempts() {
    OneWorker one = OneWorker.unthrottled(MILLI);
    one.worker.then(
        one.failing(3 * MILLI, FailureKind.TIMEOUT),
        one.failing(4 * MILLI, FailureKind.DEADLOCK),
        one.taking(5 * MILLI));
    one.run(Long.MAX_VALUE, 3);

    long worked = one.loop().workedNanos(Long.MAX_VALUE);
    assertThat(one.drain().failures()).isEqualTo(1);
    assertThat(worked).isGreaterThanOrEqualTo((3 + 4 + 5 + 1) * MILLI);
    assertThat(one.loop().insideNanos(Long.MAX_VALUE))
        .as("nothing else was done")
        .isEqualTo(worked);
  }

  @Test
  void timeIsCountedUpToNowAndStopsWithTheWorker() {
    OneWorker one = OneWorker.unthrottled(MILLI);
    List<Long> seen = new ArrayList<>();
    assertThat(one.loop().workedNanos(one.clock.nanoTime())).as("not begun").isZero();
    one.worker.then(
        () -> {
          one.clock.advance(7 * MILLI);
          seen.add(one.loop().workedNanos(one.clock.nanoTime()));
          seen.add(one.loop().insideNanos(one.clock.nanoTime()));
          return 1;
        });
    one.run(Long.MAX_VALUE, 2);

    assertThat(seen).as("inside so far").containsExactly(7 * MILLI, 7 * MILLI);
    one.clock.advance(3600 * SECOND);
    assertThat(one.loop().workedNanos(one.clock.nanoTime())).isEqualTo(8 * MILLI);
    assertThat(one.loop().insideNanos(Long.MAX_VALUE)).isEqualTo(8 * MILLI);
  }

  private static long at(StepResult result, String metric) {
    return result.whole().end().values().get(metric);
  }

  @Test
  void workersWithoutARateAreCountedTogether() throws InterruptedException {
    CountDownLatch both = new CountDownLatch(2);
    AtomicLong seenInside = new AtomicLong();
    FakePlan plan = new FakePlan(FakePlan.counting("request", 2, 2));
    plan.with((number, session, random) -> new FakeWorker(() -> together(both, seenInside)));
    StepResult result = engine.runOne(plan);

    assertThat(result.whole().start().values())
        .containsEntry(WorkerMetric.UNTHROTTLED_NANOS, 0L)
        .containsEntry(WorkerMetric.INSIDE_NANOS, 0L);
    long length = result.whole().endNanos() - result.whole().startNanos();
    long inside = at(result, WorkerMetric.INSIDE_NANOS);
    assertThat(inside).isGreaterThanOrEqualTo(seenInside.get());
    assertThat(at(result, WorkerMetric.UNTHROTTLED_NANOS)).isBetween(inside, 2 * length);
  }

  /** An operation that lasts until both workers are at theirs, and 50 ms more. */
  private static int together(CountDownLatch both, AtomicLong seenInside) {
    long begin = System.nanoTime();
    both.countDown();
    try {
      both.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    long until = System.nanoTime() + 50 * MILLI;
    while (System.nanoTime() < until) {
      LockSupport.parkNanos(MILLI);
    }
    seenInside.addAndGet(System.nanoTime() - begin);
    return 1;
  }

  @Test
  void workersWithARateAreNotCounted() throws InterruptedException {
    Rate rate = new Rate(1000, SECOND);
    StepResult result = engine.runOne(new FakePlan(FakePlan.paced("request", 2, 60 * MILLI, rate)));

    assertThat(result.whole().successes()).isPositive();
    assertThat(at(result, WorkerMetric.UNTHROTTLED_NANOS)).isZero();
    assertThat(at(result, WorkerMetric.INSIDE_NANOS)).isZero();
  }

  @Test
  void workersThatFollowOrAreFollowedAreNotCounted() throws InterruptedException {
    Step.Group leader = group("insert", Optional.empty());
    Step.Group follower = group("delete", Optional.of(new Step.Following("insert", 2)));
    GroupPlan plan =
        new GroupPlan(GroupPlan.step(leader, follower))
            .with("insert", number -> new FakeWorker(() -> 1).withWork(20))
            .with("delete", number -> new FakeWorker(() -> 1));
    StepResult result = engine.runOne(plan);

    assertThat(result.whole().successes()).isEqualTo(40);
    assertThat(at(result, WorkerMetric.UNTHROTTLED_NANOS)).isZero();
    assertThat(at(result, WorkerMetric.INSIDE_NANOS)).isZero();
  }

  private static Step.Group group(String name, Optional<Step.Following> follows) {
    return new Step.Group(name, 1, 1, Rate.UNLIMITED, Pacing.EVEN, 1, follows, false);
  }
}
