package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.measure.OperationStats;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The hot loop when each operation borrows its connection. */
class PooledLoopTest {

  private static final Percentage DIGITS = Percentage.withPercentage(1);

  private final OneWorker one = OneWorker.unthrottled(MILLI);
  private long waitNanos = 3 * MILLI;

  @BeforeEach
  void lend() {
    one.connections.lending(
        () -> {
          one.clock.advance(waitNanos);
          return 0;
        });
  }

  @Test
  void theWaitIsRecordedByItselfAndIsPartOfTheOperation() {
    one.run(Long.MAX_VALUE, 10);
    OperationStats stats = one.drain();
    Histogram wait = stats.poolWait().orElseThrow();
    assertThat(wait.getTotalCount()).isEqualTo(10);
    assertThat(wait.getMaxValue()).isCloseTo(3 * MILLI, DIGITS);
    assertThat(stats.service().getMaxValue()).isCloseTo(4 * MILLI, DIGITS);
    assertThat(one.connections.lent()).isZero();
  }

  @Test
  void everyAttemptBorrowsAndGivesBackWhetherItSucceedsOrNot() {
    one.worker.then(
        one.failing(MILLI, FailureKind.DEADLOCK), one.failing(MILLI, FailureKind.DUPLICATE_KEY));
    one.run(Long.MAX_VALUE, 2);
    OperationStats stats = one.drain();
    assertThat(stats.poolWait().orElseThrow().getTotalCount()).isEqualTo(3);
    assertThat(stats.failures(FailureKind.DUPLICATE_KEY.ordinal())).isEqualTo(1);
    assertThat(one.connections.lent()).isZero();
  }

  @Test
  void aPoolThatHasNoneInTimeIsAFailureOfItsOwnKind() {
    one.connections.lending(
        () -> {
          one.clock.advance(SECOND);
          throw new DatabaseException(FailureKind.TIMEOUT, "none became free");
        });
    one.run(Long.MAX_VALUE, 1);
    OperationStats stats = one.drain();
    assertThat(stats.failures(FailureKind.TIMEOUT.ordinal())).isEqualTo(1);
    assertThat(stats.poolWait()).as("there was no connection").isEmpty();
    assertThat(one.worker.executions()).isZero();
    assertThat(one.connections.lent()).isZero();
  }

  @Test
  void aSessionOfItsOwnConnectionsWaitsForNone() {
    OneWorker own = OneWorker.unthrottled(MILLI);
    own.run(Long.MAX_VALUE, 10);
    assertThat(own.drain().poolWait()).isEmpty();
  }
}
