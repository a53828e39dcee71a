package io.ibench.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.ibench.contract.FaultyDatabase.Fault;
import io.ibench.contract.RuleResult.State;
import io.ibench.contract.RuleRunner.Limits;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Session;
import io.ibench.db.memory.MemoryAdapter;
import io.ibench.db.memory.MemoryDatabase;
import io.ibench.db.noop.NoopAdapter;
import io.ibench.db.noop.NoopDatabase;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Rules that hang, that leave something behind, and that do not apply. */
@Timeout(300)
class RuleRunnerTest {

  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private final MemoryDatabase memory = new MemoryDatabase();
  private final CountDownLatch scanning = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  /** Ends threads that still wait. */
  @AfterEach
  void release() {
    released.countDown();
  }

  /** A scan waits until it is released, or until the session is aborted. */
  private Fault hangs(boolean untilAborted) {
    return call -> {
      if (call.is(Session.class, "abort") && untilAborted) {
        released.countDown();
      }
      if (call.is(Session.class, "scan")) {
        scanning.countDown();
        released.await();
      }
      return call.proceed();
    };
  }

  private static RuleRunner runner(Database database, Limits limits) {
    return new RuleRunner(
        database, new MemoryAdapter(), limits, System::nanoTime, (rule, nanos) -> {});
  }

  private static ContractRule rule(String name) {
    return Contract.rules().stream().filter(any -> any.name().equals(name)).findFirst().get();
  }

  private static final ContractRule SCAN = rule("ScanRules.readsOnlyWhatFulfilsTheConditions");

  @Test
  void aRuleThatHangsIsAbortedAndTheNextOneRuns() throws DatabaseException {
    Database hanging = FaultyDatabase.of(memory, hangs(true));
    RuleRunner runner = runner(hanging, new Limits(1, MINUTE));
    RuleResult result = runner.run(SCAN);
    assertThat(result.state()).isEqualTo(State.HANGING);
    assertThat(result.details()).last().asString().contains("Session.abort ended it");
    assertThat(runner.isStuck()).isFalse();
    assertThat(Contract.existingTables(memory)).isEmpty();
    assertThat(runner(hanging, RuleTests.LIMITS).run(SCAN).state()).isEqualTo(State.KEPT);
  }

  @Test
  void aRuleThatCannotBeAbortedIsTheLast() {
    RuleRunner runner = runner(FaultyDatabase.of(memory, hangs(false)), new Limits(1, 1));
    RuleResult result = runner.run(SCAN);
    assertThat(result.state()).isEqualTo(State.HANGING);
    assertThat(result.details()).last().asString().contains("Session.abort does not end it");
    assertThat(runner.isStuck()).isTrue();
    assertThatIllegalStateException().isThrownBy(() -> runner.run(SCAN));
  }

  @Test
  void anInterruptEndsTheRuleAndDropsItsTables() throws Exception {
    RuleRunner runner = runner(FaultyDatabase.of(memory, hangs(true)), RuleTests.LIMITS);
    Thread signal =
        new Thread(
            () -> {
              try {
                scanning.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              runner.interrupt();
            });
    signal.start();
    assertThat(runner.run(SCAN).state()).isEqualTo(State.INTERRUPTED);
    signal.join();
    assertThat(Contract.existingTables(memory)).isEmpty();
  }

  @Test
  void aRuleThatCannotDropItsTablesIsBroken() {
    Fault keepsTables =
        call -> {
          if (call.is(Database.class, "drop")) {
            throw new DatabaseException(FailureKind.DENIED, "no drop");
          }
          return call.proceed();
        };
    RuleResult result = runner(FaultyDatabase.of(memory, keepsTables), RuleTests.LIMITS).run(SCAN);
    assertThat(result.state()).isEqualTo(State.BROKEN);
    assertThat(result.details())
        .containsExactly(
            "expected: its sessions are closed and its tables dropped",
            "actual:   DENIED: no drop");
  }

  @Test
  void aFailureNamesItsPlaceInTheAdapter() {
    Fault fails =
        call -> {
          if (call.is(Session.class, "scan")) {
            throw new UnsupportedOperationException("later");
          }
          return call.proceed();
        };
    RuleResult result = runner(FaultyDatabase.of(memory, fails), RuleTests.LIMITS).run(SCAN);
    assertThat(result.details().get(1))
        .isEqualTo("actual:   java.lang.UnsupportedOperationException: later");
    assertThat(result.details().get(2))
        .startsWith("at:       io.ibench.contract.RuleRunnerTest.")
        .contains("RuleRunnerTest.java:");
  }

  @Test
  void aDatabaseWithoutDataIsAskedOnlyWhatItCanAnswer() {
    RuleRunner runner =
        new RuleRunner(
            new NoopDatabase(),
            new NoopAdapter(),
            RuleTests.LIMITS,
            System::nanoTime,
            (rule, nanos) -> {});
    assertThat(Contract.rules().stream().map(runner::run))
        .extracting(RuleResult::state)
        .containsOnly(State.KEPT, State.NOT_APPLICABLE)
        .contains(State.KEPT, State.NOT_APPLICABLE);
  }
}
