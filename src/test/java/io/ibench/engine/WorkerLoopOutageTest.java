package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Aftermath;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Outage;
import io.ibench.workload.Worker;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The hot loop when connections are lost: they are replaced, or the run ends. */
class WorkerLoopOutageTest {

  private static final Percentage DIGITS = Percentage.withPercentage(1);

  private final OneWorker one = OneWorker.unthrottled(MILLI);

  private Outage onlyOutage() {
    List<Outage> outages = one.outages.drain(false);
    assertThat(outages).hasSize(1);
    return outages.get(0);
  }

  /** The server is away for this time from now on; an attempt takes 1 ms. */
  private void awayFor(long nanos) {
    long back = one.clock.nanoTime() + nanos;
    one.connections.usually(
        () -> {
          one.clock.advance(MILLI);
          if (one.clock.nanoTime() < back) {
            throw new DatabaseException(FailureKind.CONNECTION_LOST, "refused");
          }
          return 0;
        });
  }

  /** Loses its connection to a server that is away for this time. */
  private FakeWorker.Execution losing(FailureKind kind, long awayNanos) {
    return () -> {
      awayFor(awayNanos);
      throw new DatabaseException(kind, "gone");
    };
  }

  @ParameterizedTest
  @EnumSource(
      value = FailureKind.class,
      names = {"CONNECTION_LOST", "SERVER_SHUTDOWN"})
  void whatWasNotDoneIsDoneAgainOnANewConnection(FailureKind kind) {
    one.worker.then(losing(kind, 5 * SECOND));
    one.run(Long.MAX_VALUE, 10);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(10);
    assertThat(stats.failures()).isZero();
    assertThat(stats.retries()).isEqualTo(1);
    assertThat(one.worker.preparedAtEpochMillis()).as("the same keys again").hasSize(10);
    assertThat(one.worker.rollbacks()).as("nothing is left to roll back").isZero();
    assertThat(stats.service().getMaxValue())
        .as("the outage is in the time of the operation that met it")
        .isBetween(5 * SECOND, 11 * SECOND);
    Outage outage = onlyOutage();
    assertThat(outage.nanos()).isBetween(5 * SECOND, 10 * SECOND);
    assertThat(outage.startEpochMillis()).isEqualTo(ScriptedClock.START_EPOCH_MILLIS);
    assertThat(outage.workers()).isEqualTo(1);
    assertThat(outage.operationsLost()).isZero();
    assertThat(outage.cause()).isEqualTo(kind.label() + ": gone");
    assertThat(one.control.isStopped()).isFalse();
  }

  @Test
  void attemptsBecomeRareAndNeverRarerThanEveryTenthOfASecond() {
    one.worker.then(losing(FailureKind.CONNECTION_LOST, 59 * SECOND));
    one.run(Long.MAX_VALUE, 1);
    assertThat(one.drain().successes()).isEqualTo(1);
    assertThat(one.connections.renewals()).isBetween(590L, 1200L);
    assertThat(onlyOutage().nanos()).isBetween(59 * SECOND, 59 * SECOND + 110 * MILLI);
    for (int attempt = 0; attempt < 40; attempt++) {
      long longest = Math.min(100 * MILLI, 10 * MILLI << Math.min(attempt, 9));
      assertThat(ReconnectBackoff.pauseNanos(attempt, 1)).isEqualTo(longest);
      assertThat(ReconnectBackoff.pauseNanos(attempt, 0)).isEqualTo(longest / 2);
    }
  }

  @Test
  void whenAnotherWorkerHasReachedTheServerNobodyWaitsAnyLonger() {
    one.worker.then(losing(FailureKind.CONNECTION_LOST, 20 * SECOND));
    one.outages.began(OutageKind.LOST, "another worker");
    one.outages.prober().take("another worker");
    one.clock.whileWaiting(
        () -> {
          if (one.clock.waits() == 3) {
            one.clock.advance(20 * SECOND - (one.clock.nanoTime() - ScriptedClock.START));
            one.outages.prober().reached();
          }
        });
    one.clock.insteadOfWaiting(3);
    one.run(Long.MAX_VALUE, 1);
    assertThat(one.connections.renewals()).as("at once, two by itself, then").isEqualTo(4);
    assertThat(one.drain().service().getMaxValue())
        .isBetween(20 * SECOND - 20 * MILLI, 20 * SECOND + 140 * MILLI);
  }

  /** Its connecting hangs where others would succeed. */
  @Test
  void aWorkerThatWaitsForAnotherTriesByItselfEveryFiveSeconds() {
    one.worker.then(losing(FailureKind.CONNECTION_LOST, 50 * SECOND));
    one.outages.prober().take("another worker");
    one.run(Long.MAX_VALUE, 1);
    assertThat(one.connections.renewals()).isBetween(11L, 21L);
    assertThat(onlyOutage().nanos()).isBetween(50 * SECOND, 56 * SECOND);
  }

  @Test
  void aWorkerWhoseOwnConnectionIsLostWaitsForNobody() {
    one.outages.prober().take("another worker");
    one.worker.then(one.failing(MILLI, FailureKind.CONNECTION_LOST));
    one.run(Long.MAX_VALUE, 1);
    assertThat(one.connections.renewals()).isEqualTo(1);
    assertThat(onlyOutage().nanos()).isZero();
    assertThat(one.outages.prober().isTaken()).as("the server is there").isFalse();
  }

  @Test
  void aServerThatDoesNotComeBackEndsTheRunAfterOutageMax() {
    one.with(TestSettings.withOutageMax(30 * SECOND));
    one.worker.then(losing(FailureKind.CONNECTION_LOST, 3600 * SECOND));
    one.run(Long.MAX_VALUE, 10);
    assertThat(one.control.failure())
        .contains("connection_lost: the server did not come back in 30 s: refused");
    OperationStats stats = one.drain();
    assertThat(stats.failures(FailureKind.CONNECTION_LOST.ordinal())).isEqualTo(1);
    assertThat(stats.failed().orElseThrow().getMaxValue()).isCloseTo(30 * SECOND, DIGITS);
    assertThat(stats.successes()).isZero();
    assertThat(onlyOutage().nanos()).isBetween(30 * SECOND, 31 * SECOND);
    assertThat(one.outages.isUnresolved()).isTrue();
  }

  @Test
  void aServerThatComesBackAndRefusesEndsTheRunAtOnce() {
    one.worker.then(one.failing(MILLI, FailureKind.CONNECTION_LOST));
    one.connections.then(one.failing(MILLI, FailureKind.DENIED));
    one.run(Long.MAX_VALUE, 10);
    assertThat(one.connections.renewals()).isEqualTo(1);
    assertThat(one.control.failure()).contains("denied: scripted DENIED");
  }

  @Test
  void aServerThatIsFullAfterwardsIsWaitedFor() {
    one.worker.then(one.failing(MILLI, FailureKind.CONNECTION_LOST));
    one.connections.then(one.failing(MILLI, FailureKind.TOO_MANY_CONNECTIONS));
    one.run(Long.MAX_VALUE, 10);
    assertThat(one.drain().successes()).isEqualTo(10);
  }

  @Test
  void anUnknownOutcomeThatTurnsOutDoneIsASuccessWithItsRows() {
    one.worker.then(losing(FailureKind.OUTCOME_UNKNOWN, SECOND)).settling(() -> 7);
    one.run(Long.MAX_VALUE, 1);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(1);
    assertThat(stats.rows()).isEqualTo(7);
    assertThat(stats.failures()).isZero();
    assertThat(one.worker.executions()).isEqualTo(1);
    assertThat(stats.service().getMaxValue()).isGreaterThan(SECOND);
    assertThat(onlyOutage().operationsLost()).isZero();
  }

  @Test
  void anUnknownOutcomeThatTurnsOutNotDoneIsDoneAgain() {
    one.worker
        .then(losing(FailureKind.OUTCOME_UNKNOWN, SECOND))
        .settling(() -> Worker.NOT_EXECUTED);
    one.run(Long.MAX_VALUE, 1);
    assertThat(one.drain().successes()).isEqualTo(1);
    assertThat(one.worker.executions()).isEqualTo(2);
    assertThat(one.worker.failedWithOutcomeUnknown()).isEmpty();
  }

  /** A server that continues with the statement of a killed connection. */
  @Test
  void anUnknownOutcomeThatIsCommittedAfterItWasAskedForIsFoundByTheRetry() {
    one.complete()
        .worker
        .then(
            losing(FailureKind.OUTCOME_UNKNOWN, SECOND),
            one.failing(MILLI, FailureKind.DUPLICATE_KEY))
        .settling(() -> one.worker.settlements() == 1 ? Worker.NOT_EXECUTED : 7);
    one.run(Long.MAX_VALUE, 1);
    OperationStats stats = one.drain();
    assertThat(one.control.failure()).isEmpty();
    assertThat(stats.successes()).isEqualTo(1);
    assertThat(stats.rows()).isEqualTo(7);
    assertThat(stats.failures()).isZero();
    onlyOutage();
  }

  /** A worker whose operation is committed by the old session, some looks after the loss. */
  private void committedAfter(long looks, Aftermath.State meanwhile) {
    long[] looked = {0};
    one.connections.leaving(() -> looked[0]++ < looks ? meanwhile : Aftermath.State.OVER);
    one.worker
        .then(losing(FailureKind.OUTCOME_UNKNOWN, SECOND))
        .settling(() -> looked[0] > looks ? 7 : Worker.NOT_EXECUTED);
  }

  @Test
  void anUnknownOutcomeIsAskedForWhenTheOldSessionIsOver() {
    committedAfter(100, Aftermath.State.GOING_ON);
    one.run(Long.MAX_VALUE, 1);
    OperationStats stats = one.drain();
    assertThat(one.worker.executions()).as("or its rows were there twice").isEqualTo(1);
    assertThat(stats.successes()).isEqualTo(1);
    assertThat(stats.rows()).isEqualTo(7);
    assertThat(one.worker.settlements()).isEqualTo(1);
    assertThat(one.outages.drainFacts()).isEmpty();
  }

  @Test
  void anOldSessionThatDoesNotEndLeavesTheOutcomeUnknown() {
    committedAfter(Long.MAX_VALUE, Aftermath.State.GOING_ON);
    one.run(Long.MAX_VALUE, 1);
    OperationStats stats = one.drain();
    assertThat(one.worker.executions()).isEqualTo(1);
    assertThat(one.worker.settlements()).isZero();
    assertThat(stats.failures(FailureKind.OUTCOME_UNKNOWN.ordinal())).isEqualTo(1);
    assertThat(one.worker.failedWithOutcomeUnknown()).containsExactly(true);
    assertThat(onlyOutage().nanos()).isBetween(61 * SECOND, 63 * SECOND);
    assertThat(one.outages.drainFacts())
        .containsExactly(
            "1 outcomes stay unknown: the server still had the session of the lost connection 60 s"
                + " after it was asked to end it");
  }

  @Test
  void anOldSessionThatNobodySeesIsGivenTimeAndTheResultSaysSo() {
    committedAfter(Long.MAX_VALUE, Aftermath.State.UNSEEN);
    one.run(Long.MAX_VALUE, 1);
    assertThat(one.worker.settlements()).isEqualTo(1);
    assertThat(one.worker.executions()).isEqualTo(2);
    assertThat(onlyOutage().nanos()).isBetween(11 * SECOND, 13 * SECOND);
    assertThat(one.outages.drainFacts())
        .containsExactly(
            "1 unknown outcomes were looked up 10 s after the server was back: it does not show"
                + " whether it was still at work on them, so that rows may be there twice");
    assertThat(one.outages.drainFacts()).isEmpty();
  }

  @Test
  void theEndOfTheStepEndsTheWaitForAnOldSession() {
    committedAfter(Long.MAX_VALUE, Aftermath.State.GOING_ON);
    one.run(10 * SECOND, Long.MAX_VALUE);
    assertThat(one.drain().abandoned()).isEqualTo(1);
    assertThat(one.worker.failedWithOutcomeUnknown()).containsExactly(true);
    assertThat(one.worker.executions()).isEqualTo(1);
    assertThat(onlyOutage().nanos()).isBetween(9 * SECOND, 11 * SECOND);
    assertThat(one.outages.isUnresolved()).as("the server is there").isFalse();
  }

  @Test
  void whatWasCertainlyNotDoneWaitsForNoOldSession() {
    one.connections.leaving(() -> Aftermath.State.GOING_ON);
    one.worker.then(losing(FailureKind.CONNECTION_LOST, SECOND));
    one.run(Long.MAX_VALUE, 1);
    assertThat(one.drain().successes()).isEqualTo(1);
    assertThat(onlyOutage().nanos()).isLessThan(4 * SECOND);
  }

  @Test
  void aDuplicateThatIsNotItsOwnIsAFailureAfterAnUnknownOutcomeToo() {
    one.worker
        .then(
            losing(FailureKind.OUTCOME_UNKNOWN, SECOND),
            one.failing(MILLI, FailureKind.DUPLICATE_KEY))
        .settling(() -> Worker.NOT_EXECUTED);
    one.run(Long.MAX_VALUE, 1);
    assertThat(one.drain().failures(FailureKind.DUPLICATE_KEY.ordinal())).isEqualTo(1);
    assertThat(one.worker.settlements()).isEqualTo(2);
  }

  @Test
  void anUnknownOutcomeThatNobodyCanTellIsAFailureAndTheRunGoesOn() {
    one.with(TestSettings.withErrorsMax(0));
    one.worker.then(losing(FailureKind.OUTCOME_UNKNOWN, SECOND));
    one.run(Long.MAX_VALUE, 10);
    OperationStats stats = one.drain();
    assertThat(stats.failures(FailureKind.OUTCOME_UNKNOWN.ordinal())).isEqualTo(1);
    assertThat(stats.successes()).isEqualTo(9);
    assertThat(one.worker.failedWithOutcomeUnknown()).containsExactly(true);
    assertThat(onlyOutage().operationsLost()).isEqualTo(1);
    assertThat(one.control.isStopped()).as("outage.max is its limit, not errors.max").isFalse();
  }

  @Test
  void aStepThatMustBeCompleteEndsWhenNobodyCanTell() {
    one.complete().worker.then(losing(FailureKind.OUTCOME_UNKNOWN, SECOND));
    one.run(Long.MAX_VALUE, 10);
    assertThat(one.control.failure()).contains("outcome_unknown: gone");
  }

  @Test
  void aConnectionLostWhileAskingIsGotBackToo() {
    one.worker
        .then(losing(FailureKind.OUTCOME_UNKNOWN, SECOND))
        .settling(
            () -> {
              if (one.worker.settlements() == 1) {
                throw new DatabaseException(FailureKind.CONNECTION_LOST, "once more");
              }
              return 1;
            });
    one.run(Long.MAX_VALUE, 1);
    assertThat(one.drain().successes()).isEqualTo(1);
    assertThat(one.worker.settlements()).isEqualTo(2);
    onlyOutage();
  }

  @Test
  void anOperationThatLosesEveryConnectionIsGivenUp() {
    one.worker.thenTimes(100, one.failing(MILLI, FailureKind.CONNECTION_LOST));
    one.run(Long.MAX_VALUE, 1);
    OperationStats stats = one.drain();
    assertThat(one.worker.executions()).isEqualTo(11);
    assertThat(stats.failures(FailureKind.CONNECTION_LOST.ordinal())).isEqualTo(1);
    assertThat(one.control.isStopped()).isFalse();
  }

  @Test
  void withoutRetriesTheOperationFailsAndTheConnectionIsReplaced() {
    one.with(TestSettings.withRetries(0, MILLI));
    one.worker.then(one.failing(MILLI, FailureKind.CONNECTION_LOST));
    one.run(Long.MAX_VALUE, 10);
    OperationStats stats = one.drain();
    assertThat(stats.failures(FailureKind.CONNECTION_LOST.ordinal())).isEqualTo(1);
    assertThat(stats.successes()).isEqualTo(9);
    assertThat(onlyOutage().operationsLost()).isEqualTo(1);
  }

  @Test
  void theEndOfTheStepEndsTheWaiting() {
    one.worker.then(losing(FailureKind.CONNECTION_LOST, 50 * SECOND));
    one.run(10 * SECOND, Long.MAX_VALUE);
    OperationStats stats = one.drain();
    assertThat(stats.abandoned()).isEqualTo(1);
    assertThat(stats.response().getMaxValue())
        .as("no less than this, and no pause goes on after the end")
        .isBetween(9 * SECOND, 10 * SECOND + 200 * MILLI);
    assertThat(stats.failures()).isZero();
    assertThat(one.worker.failedWithOutcomeUnknown()).containsExactly(false);
    assertThat(one.control.isStopped()).isFalse();
    assertThat(one.outages.isUnresolved()).isTrue();
  }

  @Test
  void anInterruptEndsTheWaiting() {
    one.with(TestSettings.withErrorsMax(0));
    one.worker.then(losing(FailureKind.CONNECTION_LOST, 50 * SECOND));
    one.clock.whileWaiting(one.control::interrupt);
    one.run(Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(one.clock.waits()).isEqualTo(1);
    assertThat(one.drain().failures(FailureKind.CONNECTION_LOST.ordinal())).isEqualTo(1);
    assertThat(one.control.failure()).isEmpty();
  }

  @Test
  void anOutageUnderWayIsCutAtABorderAndGoesOn() {
    one.outages.began(OutageKind.LOST, "first");
    one.clock.advance(SECOND);
    one.outages.began(OutageKind.LOST, "second");
    assertThat(one.outages.away()).isEqualTo(2);
    assertThat(one.outages.drain(false)).isEmpty();
    List<Outage> cut = one.outages.drain(true);
    one.clock.advance(2 * SECOND);
    one.outages.restored(1);
    one.outages.restored(0);
    List<Outage> rest = one.outages.drain(false);
    assertThat(cut).hasSize(1);
    assertThat(rest).hasSize(1);
    assertThat(cut.get(0).continues()).isFalse();
    assertThat(cut.get(0).nanos()).isEqualTo(SECOND);
    assertThat(cut.get(0).workers()).isEqualTo(2);
    assertThat(rest.get(0).continues()).isTrue();
    assertThat(rest.get(0).nanos()).isEqualTo(2 * SECOND);
    assertThat(rest.get(0).operationsLost()).isEqualTo(1);
    assertThat(rest.get(0).cause()).isEqualTo("first");
    assertThat(one.outages.away()).isZero();
  }
}
