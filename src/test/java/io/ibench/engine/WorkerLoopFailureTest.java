package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.measure.OperationStats;
import io.ibench.random.Random64;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The hot loop when executions fail: they are retried, counted, or end the run. */
class WorkerLoopFailureTest {

  private static final Percentage DIGITS = Percentage.withPercentage(1);

  private static Histogram failed(OperationStats stats) {
    return stats.failed().orElseThrow();
  }

  private static RetryPolicy policy(int retries, long backoffNanos) {
    return new RetryPolicy(retries, backoffNanos, OutageSettings.usual().kinds());
  }

  /** The pauses before the first retries; the loop draws them from their own generator. */
  private static long pauses(RunSettings settings, int retries) {
    Random64 jitter = new Random64(OneWorker.JITTER_SEED);
    RetryPolicy policy = policy(settings.retries(), settings.backoffNanos());
    long sum = 0;
    for (int attempt = 0; attempt < retries; attempt++) {
      sum += policy.pauseNanos(attempt, jitter.nextDouble());
    }
    return sum;
  }

  @ParameterizedTest
  @EnumSource(
      value = FailureKind.class,
      names = {"DEADLOCK", "LOCK_TIMEOUT"})
  void aRetriedOperationIsOneWhoseTimeHasAllAttemptsAndPauses(FailureKind kind) {
    RunSettings settings = TestSettings.withRetries(10, 100 * MILLI);
    OneWorker one = OneWorker.unthrottled(MILLI).with(settings);
    one.worker.then(
        one.failing(20 * MILLI, kind), one.failing(30 * MILLI, kind), one.taking(40 * MILLI));
    one.run(Long.MAX_VALUE, 1);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(1);
    assertThat(stats.rows()).isEqualTo(1);
    assertThat(stats.retries()).isEqualTo(2);
    assertThat(stats.failures()).isZero();
    assertThat(stats.failed()).isEmpty();
    assertThat(stats.service().getTotalCount()).isEqualTo(1);
    assertThat(stats.service().getMaxValue()).isCloseTo(90 * MILLI + pauses(settings, 2), DIGITS);
    assertThat(one.worker.rollbacks()).as("each failed attempt").isEqualTo(2);
    assertThat(one.worker.preparedAtEpochMillis()).as("the same keys again").hasSize(1);
    assertThat(one.worker.failedWithOutcomeUnknown()).isEmpty();
    assertThat(one.control.isStopped()).isFalse();
  }

  /** The first takes 5 s, so that the second, due at 1 s, begins at 5 s. */
  @Test
  void atARateTheResponseOfARetriedOperationCountsFromItsIntendedStart() {
    OneWorker one = OneWorker.paced(MILLI);
    one.worker.then(
        one.taking(5 * SECOND), one.failing(SECOND, FailureKind.DEADLOCK), one.taking(SECOND));
    one.runAt(1, 10 * SECOND);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(10);
    assertThat(stats.retries()).isEqualTo(1);
    assertThat(stats.response().getMaxValue()).isCloseTo(6 * SECOND, DIGITS);
    assertThat(stats.service().getCountBetweenValues(2 * SECOND, 3 * SECOND)).isEqualTo(1);
  }

  @Test
  void afterTheLastRetryTheOperationHasFailed() {
    RunSettings settings = TestSettings.withRetries(3, MILLI);
    OneWorker one = OneWorker.unthrottled(MILLI).with(settings);
    one.worker.thenTimes(4, one.failing(10 * MILLI, FailureKind.DEADLOCK));
    one.run(Long.MAX_VALUE, 5);
    OperationStats stats = one.drain();
    assertThat(stats.retries()).isEqualTo(3);
    assertThat(stats.failures(FailureKind.DEADLOCK.ordinal())).isEqualTo(1);
    assertThat(stats.failures()).isEqualTo(1);
    assertThat(stats.successes()).isEqualTo(4);
    assertThat(stats.rows()).isEqualTo(4);
    assertThat(stats.service().getTotalCount()).isEqualTo(4);
    assertThat(stats.service().getMaxValue()).as("successes alone").isCloseTo(MILLI, DIGITS);
    assertThat(failed(stats).getTotalCount()).isEqualTo(1);
    assertThat(failed(stats).getMaxValue()).isCloseTo(40 * MILLI + pauses(settings, 3), DIGITS);
    assertThat(one.worker.failedWithOutcomeUnknown()).containsExactly(false);
    assertThat(one.worker.executions()).isEqualTo(8);
  }

  @Test
  void withoutRetriesADeadlockFailsAtOnce() {
    OneWorker one = OneWorker.unthrottled(MILLI).with(TestSettings.withRetries(0, MILLI));
    one.worker.then(one.failing(MILLI, FailureKind.DEADLOCK));
    one.run(Long.MAX_VALUE, 5);
    OperationStats stats = one.drain();
    assertThat(stats.retries()).isZero();
    assertThat(stats.failures()).isEqualTo(1);
  }

  @Test
  void theEndOfTheRunEndsRetriesAndPauses() {
    RunSettings settings = TestSettings.withRetries(1000, 3600 * SECOND);
    OneWorker one = OneWorker.unthrottled(MILLI).with(settings);
    one.worker.thenTimes(10, one.failing(MILLI, FailureKind.DEADLOCK));
    one.clock.whileWaiting(one.control::interrupt);
    one.run(Long.MAX_VALUE, Long.MAX_VALUE);
    OperationStats stats = one.drain();
    assertThat(one.worker.executions()).as("one more try, and no pause after it").isEqualTo(2);
    assertThat(one.clock.waits()).isEqualTo(1);
    assertThat(stats.failures(FailureKind.DEADLOCK.ordinal())).isEqualTo(1);
  }

  @Test
  void failuresAreCountedByKindAndNeverEnterTheTimesOfSuccesses() {
    OneWorker one = OneWorker.paced(MILLI);
    one.worker.then(
        one.failing(500 * MILLI, FailureKind.TIMEOUT),
        one.taking(MILLI),
        one.failing(300 * MILLI, FailureKind.DUPLICATE_KEY),
        one.failing(400 * MILLI, FailureKind.DUPLICATE_KEY));
    one.runAt(1, 10 * SECOND);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(7);
    assertThat(stats.failures(FailureKind.TIMEOUT.ordinal())).isEqualTo(1);
    assertThat(stats.failures(FailureKind.DUPLICATE_KEY.ordinal())).isEqualTo(2);
    assertThat(stats.failures()).isEqualTo(3);
    assertThat(stats.service().getTotalCount()).isEqualTo(7);
    assertThat(stats.response().getTotalCount()).isEqualTo(7);
    assertThat(stats.service().getMaxValue()).isCloseTo(MILLI, DIGITS);
    assertThat(stats.response().getMaxValue()).isCloseTo(MILLI, DIGITS);
    assertThat(failed(stats).getTotalCount()).isEqualTo(3);
    assertThat(failed(stats).getMaxValue()).isCloseTo(500 * MILLI, DIGITS);
    assertThat(failed(stats).getMean()).isCloseTo(400.0 * MILLI, DIGITS);
    assertThat(one.worker.failedWithOutcomeUnknown()).containsExactly(false, false, false);
    assertThat(one.worker.rollbacks()).isEqualTo(3);
  }

  @Test
  void oneFailureMoreThanAllowedEndsTheRunWithItsReason() {
    OneWorker one = OneWorker.unthrottled(MILLI).with(TestSettings.withErrorsMax(2));
    one.worker.thenTimes(10, one.failing(MILLI, FailureKind.DUPLICATE_KEY));
    one.run(Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(one.drain().failures()).isEqualTo(3);
    assertThat(one.worker.executions()).isEqualTo(3);
    assertThat(one.control.failure())
        .contains(
            "3 failed operations, errors.max = 2; the last one: duplicate_key: scripted"
                + " DUPLICATE_KEY");
  }

  @Test
  void asManyFailuresAsAllowedDoNotEndTheRun() {
    OneWorker one = OneWorker.unthrottled(MILLI).with(TestSettings.withErrorsMax(2));
    one.worker.thenTimes(2, one.failing(MILLI, FailureKind.FATAL));
    one.run(Long.MAX_VALUE, 10);
    assertThat(one.drain().successes()).isEqualTo(8);
    assertThat(one.control.isStopped()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = FailureKind.class,
      names = {"DENIED", "NOT_FOUND", "DISK_FULL"})
  void whatTheNextOperationWouldMeetAsWellEndsTheRunAtOnce(FailureKind kind) {
    OneWorker one = OneWorker.unthrottled(MILLI);
    one.worker.thenTimes(10, one.failing(MILLI, kind));
    one.run(Long.MAX_VALUE, Long.MAX_VALUE);
    OperationStats stats = one.drain();
    assertThat(one.worker.executions()).isEqualTo(1);
    assertThat(stats.failures(kind.ordinal())).isEqualTo(1);
    assertThat(stats.retries()).isZero();
    assertThat(one.control.failure()).contains(kind.label() + ": scripted " + kind);
    assertThat(one.control.isInterrupted()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = FailureKind.class,
      mode = Mode.INCLUDE,
      names = {"DUPLICATE_KEY", "TIMEOUT", "FATAL"})
  void otherKindsAreCountedAndTheRunGoesOn(FailureKind kind) {
    OneWorker one = OneWorker.unthrottled(MILLI);
    one.worker.then(one.failing(MILLI, kind));
    one.run(Long.MAX_VALUE, 10);
    OperationStats stats = one.drain();
    assertThat(stats.failures(kind.ordinal())).isEqualTo(1);
    assertThat(stats.successes()).isEqualTo(9);
    assertThat(stats.retries()).isZero();
  }

  @Test
  void aStepThatMustBeCompleteEndsAtItsFirstFailure() {
    OneWorker one = OneWorker.unthrottled(MILLI).complete();
    one.worker.then(one.taking(MILLI), one.failing(MILLI, FailureKind.DUPLICATE_KEY));
    one.run(Long.MAX_VALUE, 10);
    assertThat(one.worker.executions()).isEqualTo(2);
    assertThat(one.control.failure()).contains("duplicate_key: scripted DUPLICATE_KEY");
  }

  @Test
  void aStepThatMustBeCompleteStillRetries() {
    OneWorker one = OneWorker.unthrottled(MILLI).complete();
    one.worker.then(one.failing(MILLI, FailureKind.DEADLOCK));
    one.run(Long.MAX_VALUE, 10);
    assertThat(one.drain().successes()).isEqualTo(10);
    assertThat(one.control.isStopped()).isFalse();
  }

  @Test
  void theWorkerIsToldWhenTheOutcomeIsUnknown() {
    OneWorker one = OneWorker.unthrottled(MILLI);
    one.worker.then(one.failing(MILLI, FailureKind.OUTCOME_UNKNOWN));
    one.run(Long.MAX_VALUE, 10);
    assertThat(one.worker.failedWithOutcomeUnknown()).containsExactly(true);
  }

  @Test
  void whenTheRollbackFailsTooItsFailureCounts() {
    OneWorker one = OneWorker.unthrottled(MILLI);
    one.worker
        .then(one.failing(MILLI, FailureKind.DEADLOCK))
        .rollingBack(one.failing(MILLI, FailureKind.DENIED));
    one.run(Long.MAX_VALUE, 10);
    OperationStats stats = one.drain();
    assertThat(stats.failures(FailureKind.DENIED.ordinal())).isEqualTo(1);
    assertThat(stats.failures()).as("one operation, one failure").isEqualTo(1);
    assertThat(stats.retries()).isZero();
    assertThat(one.control.failure()).contains("denied: scripted DENIED");
  }

  @Test
  void aRollbackThatMeetsALostConnectionGetsItBack() {
    OneWorker one = OneWorker.unthrottled(MILLI);
    one.worker
        .then(one.failing(MILLI, FailureKind.DEADLOCK))
        .rollingBack(one.failing(MILLI, FailureKind.CONNECTION_LOST));
    one.run(Long.MAX_VALUE, 10);
    assertThat(one.connections.renewals()).isEqualTo(1);
    assertThat(one.drain().successes()).isEqualTo(10);
  }

  /** Due at 0, begun at 0, aborted at 15 s, 5 s after the end of the step. */
  @Test
  void whatIsBrokenOffAtTheEndIsAbandonedAndInTheResponseTimesOnly() {
    OneWorker one = OneWorker.paced(MILLI);
    one.worker.then(brokenOff(one, 15 * SECOND));
    one.runAt(1, 10 * SECOND);
    OperationStats stats = one.drain();
    assertThat(stats.abandoned()).isEqualTo(1);
    assertThat(stats.unstarted()).as("due at 1 s to 9 s").isEqualTo(9);
    assertThat(stats.successes()).isZero();
    assertThat(stats.failures()).isZero();
    assertThat(stats.failed()).isEmpty();
    assertThat(stats.service().getTotalCount()).isZero();
    assertThat(stats.response().getTotalCount()).isEqualTo(10);
    assertThat(stats.response().getMaxValue()).isCloseTo(15 * SECOND, DIGITS);
    assertThat(one.worker.failedWithOutcomeUnknown()).containsExactly(true);
    assertThat(one.control.isStopped()).as("that is no failure").isFalse();
  }

  @Test
  void whatIsBrokenOffIsNotRetried() {
    OneWorker one = OneWorker.unthrottled(MILLI);
    one.worker.then(
        () -> {
          one.loop().abort();
          throw new DatabaseException(FailureKind.DEADLOCK, "scripted");
        });
    one.run(Long.MAX_VALUE, 1);
    OperationStats stats = one.drain();
    assertThat(stats.abandoned()).isEqualTo(1);
    assertThat(stats.retries()).isZero();
    assertThat(one.worker.executions()).isEqualTo(1);
  }

  @Test
  void whatEndsWellAlthoughItWasBrokenOffIsASuccess() {
    OneWorker one = OneWorker.unthrottled(MILLI);
    one.worker.then(
        () -> {
          one.loop().abort();
          return 1;
        });
    one.run(Long.MAX_VALUE, 1);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(1);
    assertThat(stats.abandoned()).isZero();
  }

  private static FakeWorker.Execution brokenOff(OneWorker one, long afterNanos) {
    return () -> {
      one.clock.advance(afterNanos);
      one.loop().abort();
      throw new DatabaseException(FailureKind.CONNECTION_LOST, "broken off");
    };
  }

  @Test
  void pausesDoubleAndStayBetweenHalfAndAllOfTheirLength() {
    RetryPolicy policy = policy(100, MILLI);
    List<Long> shortest = new ArrayList<>();
    List<Long> longest = new ArrayList<>();
    for (int attempt = 0; attempt < 12; attempt++) {
      shortest.add(2 * policy.pauseNanos(attempt, 0) / MILLI);
      longest.add(policy.pauseNanos(attempt, 1) / MILLI);
    }
    assertThat(longest)
        .containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 64L, 128L, 256L, 512L, 1024L, 1024L)
        .isEqualTo(shortest);
  }
}
