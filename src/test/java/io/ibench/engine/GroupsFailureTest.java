package io.ibench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Rate;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.StepResult;
import io.ibench.workload.WorkloadRun.End;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Leaders and followers that fail, die, or are stopped: no thread is left waiting. */
@Timeout(300)
class GroupsFailureTest {

  private static final int LAG = 8;

  private final EngineRun engine = new EngineRun();
  private final AtomicLong inserts = new AtomicLong();
  private final AtomicLong deletes = new AtomicLong();
  private final CountDownLatch never = new CountDownLatch(1);

  @AfterEach
  void nothingIsLeftBehind() throws InterruptedException {
    never.countDown();
    EngineRun.assertNoThreads();
    assertThat(engine.database.closed()).isEqualTo(engine.database.opened());
  }

  /** This many batches for each of the three clients; client 1 also behaves differently. */
  private GroupPlan plan(
      long batches, FakeWorker.Execution oddInsert, FakeWorker.Execution oddDelete) {
    return new GroupPlan(
            GroupPlan.step(GroupsTest.inserters(Rate.UNLIMITED), GroupsTest.deleters(LAG)))
        .with(
            "insert",
            client ->
                new GroupWorker(GroupPlan.INSERT, counting(inserts, client, oddInsert))
                    .withWork(batches))
        .with(
            "delete",
            client -> new GroupWorker(GroupPlan.DELETE, counting(deletes, client, oddDelete)));
  }

  private static FakeWorker.Execution counting(
      AtomicLong counter, int client, FakeWorker.Execution odd) {
    return () -> {
      int rows = client == 1 ? odd.run() : 1;
      counter.incrementAndGet();
      return rows;
    };
  }

  private static FakeWorker.Execution usual() {
    return () -> 1;
  }

  /** What its hundredth execution does. */
  private static FakeWorker.Execution hundredth(FakeWorker.Execution odd) {
    AtomicLong executions = new AtomicLong();
    return () -> executions.incrementAndGet() == 100 ? odd.run() : 1;
  }

  private static FakeWorker.Execution failing(FailureKind kind) {
    return () -> {
      throw new DatabaseException(kind, "scripted " + kind);
    };
  }

  private static FakeWorker.Execution dying() {
    return () -> {
      throw new IllegalStateException("a bug");
    };
  }

  private static OperationSummary summary(StepResult result, int operation) {
    return result.whole().operations().stream()
        .filter(summary -> summary.operation() == operation)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aFollowerThatLosesItsSessionGetsItBackAndFinishes() throws InterruptedException {
    GroupPlan plan = plan(1000, usual(), hundredth(failing(FailureKind.CONNECTION_LOST)));
    StepResult result = engine.runOne(plan);
    assertThat(result.succeeded()).isTrue();
    assertThat(engine.database.renewed()).isEqualTo(1);
    assertThat(summary(result, GroupPlan.INSERT).count()).isEqualTo(3000);
    assertThat(summary(result, GroupPlan.DELETE).count()).isEqualTo(3000);
    assertThat(result.whole().outages().count()).isEqualTo(1);
  }

  @Test
  void aLeaderThatLosesItsSessionGetsItBackAndIsFollowed() throws InterruptedException {
    GroupPlan plan = plan(1000, hundredth(failing(FailureKind.OUTCOME_UNKNOWN)), usual());
    StepResult result = engine.runOne(plan);
    assertThat(result.succeeded()).isTrue();
    assertThat(engine.database.renewed()).isEqualTo(1);
    assertThat(summary(result, GroupPlan.DELETE).count()).isEqualTo(3000);
  }

  @Test
  void aFollowerWhoseServerStaysAwayEndsTheRun() throws InterruptedException {
    engine.settings = TestSettings.withOutageMax(0);
    engine.database = new FakeDatabase(Integer.MAX_VALUE, () -> {}).losing();
    GroupPlan plan = plan(Long.MAX_VALUE, usual(), hundredth(failing(FailureKind.CONNECTION_LOST)));
    assertThat(engine.runOne(plan).failure().orElseThrow()).contains("did not come back");
  }

  @Test
  void aFollowerThatDiesEndsTheRunAndItsLeader() throws InterruptedException {
    GroupPlan plan = plan(Long.MAX_VALUE, usual(), hundredth(dying()));
    StepResult result = engine.runOne(plan);
    assertThat(result.failure())
        .contains("worker ibench-l.i1.delete-1 died: java.lang.IllegalStateException: a bug");
    assertThat(plan.ends()).containsExactly(End.ABANDONED);
  }

  @Test
  void aLeaderThatDiesEndsTheRunAndItsFollower() throws InterruptedException {
    GroupPlan plan = plan(Long.MAX_VALUE, hundredth(dying()), usual());
    StepResult result = engine.runOne(plan);
    assertThat(result.failure())
        .contains("worker ibench-l.i1.insert-1 died: java.lang.IllegalStateException: a bug");
  }

  @Test
  void aFollowerThatFailsForGoodEndsTheRun() throws InterruptedException {
    GroupPlan plan = plan(Long.MAX_VALUE, usual(), hundredth(failing(FailureKind.DISK_FULL)));
    assertThat(engine.runOne(plan).failure()).contains("disk_full: scripted DISK_FULL");
  }

  /** Client 1's follower is busy until its leader's queue is full, and then interrupts. */
  @Test
  void aLeaderThatWaitsForRoomEndsWithTheRun() throws InterruptedException {
    AtomicLong ofClient = new AtomicLong();
    GroupPlan plan =
        plan(
            Long.MAX_VALUE,
            () -> (int) Math.min(1, ofClient.incrementAndGet()),
            () -> {
              while (ofClient.get() < LAG) {
                Thread.onSpinWait();
              }
              awaitParked("ibench-l.i1.insert-1");
              engine.control.interrupt();
              return 1;
            });
    StepResult result = engine.runOne(plan);
    assertThat(result.interrupted()).isTrue();
    assertThat(ofClient.get()).as("it was full").isEqualTo(LAG);
    assertThat(plan.ends()).containsExactly(End.STOPPED);
  }

  /** Client 1's leader interrupts in its first operation, while its follower has nothing to do. */
  @Test
  void aFollowerThatWaitsForWorkEndsWithTheRun() throws InterruptedException {
    GroupPlan plan =
        plan(
            Long.MAX_VALUE,
            () -> {
              awaitParked("ibench-l.i1.delete-1");
              engine.control.interrupt();
              return 1;
            },
            usual());
    StepResult result = engine.runOne(plan);
    assertThat(result.interrupted()).isTrue();
    assertThat(result.failure()).isEmpty();
    assertThat(plan.ends()).containsExactly(End.STOPPED);
  }

  @Test
  void aFollowerThatHangsIsBrokenOffAfterAnInterrupt() throws InterruptedException {
    engine.database = new FakeDatabase(Integer.MAX_VALUE, never::countDown);
    GroupPlan plan =
        plan(
            Long.MAX_VALUE,
            usual(),
            hundredth(
                () -> {
                  engine.control.interrupt();
                  return hang();
                }));
    StepResult result = engine.runOne(plan);
    assertThat(result.interrupted()).isTrue();
    assertThat(result.failure()).as("breaking off is no failure").isEmpty();
    assertThat(summary(result, GroupPlan.DELETE).abandoned()).isEqualTo(1);
  }

  private int hang() throws DatabaseException {
    try {
      never.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    throw new DatabaseException(FailureKind.CONNECTION_LOST, "broken off");
  }

  @Test
  void aFollowerThatIsDoneLeavesItsLeaderAlone() throws InterruptedException {
    GroupPlan plan =
        plan(100, usual(), usual())
            .with("delete", client -> new GroupWorker(GroupPlan.DELETE, usual()).withWork(5));
    StepResult result = engine.runOne(plan);
    assertThat(result.succeeded()).isTrue();
    assertThat(summary(result, GroupPlan.INSERT).count()).isEqualTo(300);
    assertThat(summary(result, GroupPlan.DELETE).count()).isEqualTo(15);
  }

  private static void awaitParked(String threadName) {
    Thread thread =
        Thread.getAllStackTraces().keySet().stream()
            .filter(t -> t.getName().equals(threadName))
            .findFirst()
            .orElseThrow();
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }
}
