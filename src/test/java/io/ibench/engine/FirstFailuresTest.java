package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.measure.FirstFailure;
import io.ibench.measure.StepResult;
import io.ibench.workload.internal.RegisteredDataset;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The first failure of each kind is reported with its message, when failed operations do not end
 * the run.
 */
@Timeout(300)
class FirstFailuresTest {

  private static final long AROUND_ZERO = Long.MAX_VALUE - 10;

  private final FirstFailures failures = new FirstFailures();

  private void fail(int operation, FailureKind kind, String text, long nanos) {
    failures.add(operation, new DatabaseException(kind, text), nanos);
  }

  @Test
  void theFirstOfEachKindIsKeptInTheOrderOfTime() {
    fail(2, FailureKind.TIMEOUT, "slow", 20);
    fail(1, FailureKind.FATAL, "no", 10);
    fail(3, FailureKind.TIMEOUT, "slow again", 30);

    assertThat(failures.takeAll())
        .containsExactly(
            new FirstFailure(1, FailureKind.FATAL.ordinal(), 10, "no"),
            new FirstFailure(2, FailureKind.TIMEOUT.ordinal(), 20, "slow"));
    assertThat(failures.takeAll()).isEmpty();
  }

  @Test
  void whatFailsAfterABorderIsOfTheNextRepeat() {
    fail(0, FailureKind.TIMEOUT, "before", AROUND_ZERO);
    fail(0, FailureKind.FATAL, "after", AROUND_ZERO + 20);

    assertThat(failures.takeUntil(AROUND_ZERO + 10))
        .extracting(FirstFailure::text)
        .containsExactly("before");
    assertThat(failures.takeAll()).extracting(FirstFailure::text).containsExactly("after");
  }

  @Test
  void secretsAreHiddenAndLongTextsCut() {
    String secret = "cannot reach //joe:hush@there, password=hush too";
    String smile = "\uD83D\uDE42";
    fail(0, FailureKind.DENIED, secret, 1);
    fail(0, FailureKind.FATAL, smile.repeat(FirstFailures.MAX_TEXT + 1), 2);
    fail(0, FailureKind.TIMEOUT, "x".repeat(FirstFailures.MAX_TEXT), 3);
    fail(0, FailureKind.DEADLOCK, null, 4);

    assertThat(failures.takeAll())
        .extracting(FirstFailure::text)
        .containsExactly(
            "cannot reach //joe:***@there, password=*** too",
            smile.repeat(FirstFailures.MAX_TEXT) + "...",
            "x".repeat(FirstFailures.MAX_TEXT),
            "null");
  }

  /** Two repeats of a second, with operations of 300 ms that all fail. */
  @Test
  void aRunKeepsThemForEachRepeat() throws InterruptedException, DatabaseException {
    StagedClock clock = new StagedClock(2 * SECOND);
    AtomicInteger failed = new AtomicInteger();
    FakePlan plan =
        new FakePlan(FakePlan.lasting("request", 1, SECOND, 2))
            .with(
                (number, session, random) ->
                    new FakeWorker(
                        () -> {
                          clock.advance(300 * MILLI);
                          throw new DatabaseException(
                              FailureKind.TIMEOUT, "too slow " + failed.incrementAndGet());
                        }));
    FakeDatabase database = FakeDatabase.unlimited();
    Engine engine =
        new Engine(
            clock,
            TestSettings.withErrorsMax(Long.MAX_VALUE),
            new RecordingListener(),
            new RunControl(clock),
            List.of(),
            List.of());

    List<StepResult> results =
        engine.run(plan, database, RegisteredDataset.read(plan, database, "fake", "test"));

    assertThat(results).hasSize(2).allMatch(StepResult::succeeded);
    assertThat(results.get(0).firstFailures())
        .containsExactly(
            new FirstFailure(0, FailureKind.TIMEOUT.ordinal(), 300 * MILLI, "too slow 1"));
    assertThat(results.get(1).firstFailures())
        .extracting(FirstFailure::text)
        .isEqualTo(List.of("too slow 4"));
  }

  @Test
  void nothingOfOneStepIsLeftToTheNext() throws InterruptedException {
    EngineRun engine = new EngineRun();
    AtomicInteger executed = new AtomicInteger();
    FakePlan plan =
        new FakePlan(FakePlan.counting("first", 1, 2), FakePlan.counting("second", 1, 2));
    plan.with(
        (number, session, random) ->
            new FakeWorker(
                () -> {
                  if (executed.incrementAndGet() <= 2) {
                    throw new DatabaseException(FailureKind.TIMEOUT, "too slow");
                  }
                  return 1;
                }));

    List<StepResult> results = engine.run(plan);

    assertThat(results.get(0).firstFailures()).hasSize(1);
    assertThat(results.get(1).firstFailures()).isEmpty();
  }
}
