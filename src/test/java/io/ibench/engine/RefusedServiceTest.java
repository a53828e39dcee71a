package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.measure.OperationStats;
import io.ibench.measure.Outage;
import io.ibench.workload.Worker;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The hot loop on a server that answers, and refuses its service for a while. */
class RefusedServiceTest {

  private static final Set<OutageKind> ALL = EnumSet.allOf(OutageKind.class);

  private final OneWorker one = OneWorker.unthrottled(MILLI).with(waitingFor(ALL));
  private long backNanos = Long.MAX_VALUE;

  private static RunSettings waitingFor(Set<OutageKind> kinds) {
    return TestSettings.withOutages(new OutageSettings(kinds, Long.MAX_VALUE));
  }

  /** The server refuses all operations like this from now on, for this time. */
  private void refusing(FailureKind kind, long nanos) {
    backNanos = one.clock.nanoTime() + nanos;
    one.worker.thenTimes(
        10_000,
        () -> {
          one.clock.advance(MILLI);
          if (one.clock.nanoTime() < backNanos) {
            throw new DatabaseException(kind, "refused");
          }
          return 1;
        });
  }

  private Outage onlyOutage() {
    List<Outage> outages = one.outages.drain(false);
    assertThat(outages).hasSize(1);
    return outages.get(0);
  }

  @ParameterizedTest
  @EnumSource(
      value = FailureKind.class,
      names = {"READ_ONLY", "TOO_MANY_CONNECTIONS", "DISK_FULL"})
  void theOperationIsTriedUntilTheServerExecutesIt(FailureKind kind) {
    refusing(kind, 20 * SECOND);
    one.run(Long.MAX_VALUE, 10);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(10);
    assertThat(stats.failures()).isZero();
    assertThat(stats.retries()).as("it is one operation").isEqualTo(1);
    assertThat(one.worker.executions()).isBetween(200L, 420L);
    assertThat(one.worker.rollbacks()).isEqualTo(one.worker.executions() - 10);
    assertThat(stats.service().getMaxValue()).isBetween(20 * SECOND, 21 * SECOND);
    Outage outage = onlyOutage();
    assertThat(outage.kind()).isEqualTo(kind.label());
    assertThat(outage.cause()).isEqualTo(kind.label() + ": refused");
    assertThat(outage.nanos()).isBetween(19_900 * MILLI, 20_200 * MILLI);
    assertThat(outage.operationsLost()).isZero();
    assertThat(one.control.isStopped()).isFalse();
    assertThat(one.connections.renewals() > 0)
        .as("a new connection may reach the server that took over")
        .isEqualTo(kind == FailureKind.READ_ONLY);
  }

  @ParameterizedTest
  @EnumSource(
      value = FailureKind.class,
      names = {
        "READ_ONLY",
        "TOO_MANY_CONNECTIONS",
        "DISK_FULL",
        "CONNECTION_LOST",
        "SERVER_SHUTDOWN"
      })
  void aKindThatIsNotListedEndsTheRunAtOnce(FailureKind kind) {
    one.with(waitingFor(EnumSet.complementOf(EnumSet.of(OutageKind.of(kind).orElseThrow()))));
    one.worker.thenTimes(10, one.failing(MILLI, kind));
    one.run(Long.MAX_VALUE, 10);
    assertThat(one.worker.executions()).isEqualTo(1);
    assertThat(one.connections.renewals()).isZero();
    assertThat(one.drain().failures(kind.ordinal())).isEqualTo(1);
    assertThat(one.control.failure()).contains(kind.label() + ": scripted " + kind);
    assertThat(one.outages.drain(true)).isEmpty();
  }

  @Test
  void anUnknownOutcomeIsBookedWhenLostConnectionsEndTheRun() {
    one.with(waitingFor(Set.of(OutageKind.READ_ONLY)));
    one.worker.then(one.failing(MILLI, FailureKind.OUTCOME_UNKNOWN));
    one.run(Long.MAX_VALUE, 10);
    assertThat(one.worker.failedWithOutcomeUnknown()).containsExactly(true);
    assertThat(one.control.failure()).contains("outcome_unknown: scripted OUTCOME_UNKNOWN");
  }

  @Test
  void anOutageThatDoesNotEndInTimeEndsTheRun() {
    refusing(FailureKind.READ_ONLY, 3600 * SECOND);
    one.run(Long.MAX_VALUE, 10);
    assertThat(one.control.failure()).contains("read_only: still so after 60 s: refused");
    OperationStats stats = one.drain();
    assertThat(stats.failures(FailureKind.READ_ONLY.ordinal())).isEqualTo(1);
    assertThat(onlyOutage().nanos()).isBetween(60 * SECOND, 61 * SECOND);
  }

  @Test
  void theEndOfTheStepEndsTheWaiting() {
    refusing(FailureKind.READ_ONLY, 50 * SECOND);
    one.run(10 * SECOND, Long.MAX_VALUE);
    OperationStats stats = one.drain();
    assertThat(stats.abandoned()).isEqualTo(1);
    assertThat(stats.failures()).isZero();
    assertThat(one.worker.failedWithOutcomeUnknown()).containsExactly(false);
    assertThat(one.control.isStopped()).isFalse();
    assertThat(onlyOutage().nanos()).isBetween(9 * SECOND, 10 * SECOND + 200 * MILLI);
  }

  @Test
  void anInterruptEndsTheWaitingAndIsNoFailure() {
    refusing(FailureKind.READ_ONLY, 50 * SECOND);
    one.clock.whileWaiting(one.control::interrupt);
    one.run(Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(one.clock.waits()).isEqualTo(1);
    assertThat(one.control.failure()).isEmpty();
  }

  @Test
  void anotherFailureOfTheOperationEndsTheOutageAndIsTreatedAsEver() {
    one.worker.then(
        one.failing(MILLI, FailureKind.READ_ONLY),
        one.failing(MILLI, FailureKind.READ_ONLY),
        one.failing(MILLI, FailureKind.DEADLOCK));
    one.run(Long.MAX_VALUE, 1);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(1);
    assertThat(stats.retries()).isEqualTo(2);
    assertThat(one.worker.executions()).isEqualTo(4);
    assertThat(onlyOutage().kind()).isEqualTo("read_only");
  }

  @Test
  void aConnectionThatIsLostMeanwhileIsReplaced() {
    one.worker.then(
        one.failing(MILLI, FailureKind.DISK_FULL),
        one.failing(MILLI, FailureKind.CONNECTION_LOST),
        one.failing(MILLI, FailureKind.DISK_FULL));
    one.connections.then(
        one.failing(MILLI, FailureKind.CONNECTION_LOST),
        one.failing(MILLI, FailureKind.TOO_MANY_CONNECTIONS));
    one.run(Long.MAX_VALUE, 1);
    assertThat(one.drain().successes()).isEqualTo(1);
    assertThat(one.connections.renewals()).as("until one is there").isEqualTo(3);
    assertThat(onlyOutage().kind()).isEqualTo("disk_full");
  }

  @Test
  void anOutcomeThatBecomesUnknownMeanwhileIsLookedUpAndNotDoneTwice() {
    one.worker
        .then(
            one.failing(MILLI, FailureKind.READ_ONLY),
            one.failing(MILLI, FailureKind.OUTCOME_UNKNOWN))
        .settling(() -> 7);
    one.run(Long.MAX_VALUE, 1);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(1);
    assertThat(stats.rows()).isEqualTo(7);
    assertThat(one.worker.executions()).isEqualTo(2);
    assertThat(one.worker.settlements()).isEqualTo(1);
  }

  @Test
  void aDuplicateAfterAnUnknownOutcomeShowsThatItWasDone() {
    one.worker
        .then(
            one.failing(MILLI, FailureKind.OUTCOME_UNKNOWN),
            one.failing(MILLI, FailureKind.READ_ONLY),
            one.failing(MILLI, FailureKind.DUPLICATE_KEY))
        .settling(() -> one.worker.settlements() == 1 ? Worker.NOT_EXECUTED : 7);
    one.run(Long.MAX_VALUE, 1);
    assertThat(one.drain().rows()).isEqualTo(7);
    assertThat(one.worker.executions()).isEqualTo(3);
  }
}
