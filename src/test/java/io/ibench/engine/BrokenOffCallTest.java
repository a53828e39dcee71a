package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.measure.Outage;
import io.ibench.measure.StepResult;
import io.ibench.workload.Worker;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of an operation whose call was broken off because the server was silent. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BrokenOffCallTest {

  private final OneWorker one = OneWorker.unthrottled(MILLI);

  /** A call that is broken off after 5 s, and fails like this. */
  private FakeWorker.Execution brokenOff(FailureKind kind) {
    return () -> {
      one.clock.advance(5 * SECOND);
      one.loop().breakOff(5 * SECOND);
      throw new DatabaseException(kind, "closed");
    };
  }

  @ParameterizedTest
  @CsvSource({
    "CONNECTION_LOST, CONNECTION_LOST",
    "SERVER_SHUTDOWN, SERVER_SHUTDOWN",
    "OUTCOME_UNKNOWN, OUTCOME_UNKNOWN",
    "TIMEOUT, CONNECTION_LOST",
    "FATAL, OUTCOME_UNKNOWN"
  })
  void itIsALostConnectionWhateverTheDriverMakesOfIt(FailureKind told, FailureKind kind) {
    one.worker.then(brokenOff(told)).settling(() -> Worker.NOT_EXECUTED);
    one.run(Long.MAX_VALUE, 10);
    assertThat(one.drain().successes()).isEqualTo(10);
    assertThat(one.worker.settlements()).isEqualTo(kind == FailureKind.OUTCOME_UNKNOWN ? 1 : 0);
    Outage outage = one.outages.drain(false).get(0);
    assertThat(outage.kind()).isEqualTo("lost");
    assertThat(outage.cause())
        .isEqualTo(kind.label() + ": no answer for 5.0 s, broken off by outage.silent: closed");
  }

  @Test
  void anAnswerOfTheServerStaysWhatItIs() {
    one.worker.then(brokenOff(FailureKind.DEADLOCK));
    one.run(Long.MAX_VALUE, 10);
    assertThat(one.drain().successes()).isEqualTo(10);
    assertThat(one.outages.drain(true)).isEmpty();
  }

  @Test
  void aCallAfterTheFailureIsBrokenOffToo() {
    one.worker.then(one.failing(MILLI, FailureKind.CONNECTION_LOST));
    one.connections.then(brokenOff(FailureKind.FATAL));
    one.run(Long.MAX_VALUE, 10);
    assertThat(one.connections.renewals()).as("tries again").isEqualTo(2);
    assertThat(one.drain().successes()).isEqualTo(10);
  }

  @Test
  void theWorkerIsSeenWaitingForTheServerInEachCallAndInNoPause() {
    long before = one.loop().progress();
    one.worker.then(one.failing(MILLI, FailureKind.CONNECTION_LOST));
    one.connections.then(
        () -> {
          assertThat(one.loop().isCalling()).isTrue();
          assertThat(one.loop().progress()).isGreaterThan(before);
          throw new DatabaseException(FailureKind.CONNECTION_LOST, "away");
        });
    one.clock.whileWaiting(() -> assertThat(one.loop().isCalling()).isFalse());
    one.run(Long.MAX_VALUE, 10);
    assertThat(one.clock.waits()).isPositive();
    assertThat(one.drain().successes()).isEqualTo(10);
    assertThat(one.loop().isCalling()).isFalse();
  }

  /** Waits 200 ms for the first answer. */
  @Test
  void theEngineBreaksOffAnOperationWithoutAnAnswerAndTheStepGoesOn() throws Exception {
    CountDownLatch aborted = new CountDownLatch(1);
    EngineRun engine = new EngineRun();
    engine.database = new FakeDatabase(1, aborted::countDown).onServer();
    engine.settings =
        TestSettings.withOutages(new OutageSettings(OutageSettings.usual().kinds(), 200 * MILLI));
    AtomicInteger executions = new AtomicInteger();
    FakePlan plan = new FakePlan(FakePlan.counting("request", 1, 10));
    plan.with(
        (number, session, random) ->
            new FakeWorker(
                () -> {
                  if (executions.incrementAndGet() == 1) {
                    hang(aborted);
                    throw new DatabaseException(FailureKind.CONNECTION_LOST, "socket closed");
                  }
                  return 1;
                }));
    StepResult result = engine.runOne(plan);
    assertThat(result.failure()).isEmpty();
    assertThat(result.whole().successes()).isEqualTo(10);
    assertThat(result.whole().outages().count()).isEqualTo(1);
    assertThat(result.facts())
        .anyMatch(fact -> fact.endsWith("without an answer for 0.2 s: broken off (outage.silent)"));
    assertThat(result.details())
        .anyMatch(detail -> detail.contains("BrokenOffCallTest.hang:"))
        .noneMatch(detail -> detail.contains("WorkerLoop"));
  }

  private static void hang(CountDownLatch aborted) {
    try {
      aborted.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
