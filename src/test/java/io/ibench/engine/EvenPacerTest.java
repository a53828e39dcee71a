package io.ibench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Rate;
import io.ibench.testing.Slow;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Slow
class EvenPacerTest {

  private static final long SECOND = TestSettings.SECOND;
  private static final long HOUR = 3600 * SECOND;
  private static final long YEARS_70 = 70 * 365 * 24 * HOUR;
  private static final long START = ScriptedClock.START;

  private final ScriptedClock clock = new ScriptedClock();
  private final StopFlag stop = new StopFlag();

  private EvenPacer pacer(Rate rate, int rows, int threads, int number) {
    return new EvenPacer(
        clock,
        stop,
        new Schedule(START, 0, Long.MAX_VALUE),
        new ThreadShare(rate, rows, threads, number));
  }

  /** The definition: start + floor(operation x rows x perNanos / count), within 70 years. */
  private static long due(Rate rate, int rows, long operation) {
    return START
        + BigInteger.valueOf(operation)
            .multiply(BigInteger.valueOf(rows))
            .multiply(BigInteger.valueOf(rate.perNanos()))
            .divide(BigInteger.valueOf(rate.count()))
            .min(BigInteger.valueOf(YEARS_70))
            .longValueExact();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1000000000",
    "7, 1000000000",
    "100, 1000000000",
    "33333, 1000000000",
    "5, 2000000000",
    "1000000, 1000000000",
    "1000000000, 1000000000",
    "3000001, 3600000000000",
    "33333333333, 1000000000000000",
    "100000001, 1000000000000000"
  })
  void everyStatementIsDueExactlyWhenItsFormulaSays(long count, long perNanos) {
    Rate rate = new Rate(count, perNanos);
    for (int rows : new int[] {1, 100}) {
      for (int threads : new int[] {1, 3, 64, 10_007, 99_999_989}) {
        for (int number : new int[] {0, threads / 2, threads - 1}) {
          EvenPacer pacer = pacer(rate, rows, threads, number);
          for (long k = 0; k < 12; k++) {
            assertThat(Math.min(pacer.skip(), START + YEARS_70))
                .as("%s, rows %d, thread %d of %d, k %d", rate, rows, number, threads, k)
                .isEqualTo(due(rate, rows, k * threads + number));
          }
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"7, 1000000000", "33333, 1000000000", "33333333333, 1000000000000000"})
  void tenMillionStatementsDoNotDrift(long count, long perNanos) {
    Rate rate = new Rate(count, perNanos);
    EvenPacer pacer = pacer(rate, 1, 3, 1);
    for (long k = 0; k < 10_000_000; k++) {
      long due = pacer.skip();
      if (k % 99_991 == 0 || k > 9_999_990) {
        assertThat(due).as("k %d", k).isEqualTo(due(rate, 1, 3 * k + 1));
      }
    }
  }

  /** The pacer carries quotient and remainder exactly, so the last due times prove those before. */
  @Test
  void aBillionStatementsDoNotDrift() {
    Rate rate = new Rate(33_333, SECOND);
    int rows = 100;
    int threads = 7;
    int number = 3;
    EvenPacer pacer = pacer(rate, rows, threads, number);
    for (long k = 0; k < 1_000_000_000; k++) {
      pacer.skip();
    }
    for (long k = 1_000_000_000; k < 1_000_000_100; k++) {
      assertThat(pacer.skip()).isEqualTo(due(rate, rows, k * threads + number));
    }
  }

  @Test
  void aRateThatIsNeverReachedDoesNotOverflow() {
    EvenPacer pacer = pacer(new Rate(1, HOUR), 100_000, 100_000, 99_999);
    assertThat(pacer.skip()).isGreaterThan(START + YEARS_70);
    assertThat(pacer.skip()).isGreaterThan(START + YEARS_70);
  }

  @Test
  void waitsUntilTheStatementIsDueAndNoLonger() {
    EvenPacer pacer = pacer(new Rate(100, SECOND), 1, 1, 0);
    for (int k = 0; k < 1000; k++) {
      assertThat(pacer.await()).isEqualTo(START + k * SECOND / 100);
      assertThat(pacer.intended()).isEqualTo(START + k * SECOND / 100);
    }
    assertThat(clock.waits()).as("the first one is due at once").isEqualTo(999);
  }

  @Test
  void debtIsKept() {
    EvenPacer pacer = pacer(new Rate(100, SECOND), 1, 1, 0);
    pacer.await();
    clock.advance(10 * SECOND);
    for (int k = 1; k <= 1000; k++) {
      assertThat(pacer.await()).as("overdue, so now").isEqualTo(START + 10 * SECOND);
      assertThat(pacer.intended()).isEqualTo(START + k * SECOND / 100);
    }
    assertThat(pacer.await()).as("on time again").isEqualTo(START + 10 * SECOND + SECOND / 100);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 16})
  void threadsTogetherAreNeverMoreThanOneStatementOffTheRate(int threads) {
    Rate rate = new Rate(33_333, SECOND);
    int rows = 100;
    List<Long> started = new ArrayList<>();
    for (int number = 0; number < threads; number++) {
      ScriptedClock own = new ScriptedClock();
      EvenPacer pacer =
          new EvenPacer(
              own,
              stop,
              new Schedule(START, 0, START + 10 * SECOND),
              new ThreadShare(rate, rows, threads, number));
      for (long at = pacer.await(); at < START + 10 * SECOND; at = pacer.await()) {
        started.add(at - START);
      }
    }
    Collections.sort(started);
    assertThat(started).hasSize(3334);
    for (int i = 0; i < started.size(); i++) {
      double ideal = started.get(i) * 33_333.0 / 1e9 / rows;
      assertThat(i - ideal).as("sent before %d ns", started.get(i)).isBetween(-1.0, 1.0);
      assertThat(i + 1 - ideal).as("sent at %d ns", started.get(i)).isBetween(-1.0, 1.001);
    }
  }

  @Test
  void nothingStartsAtOrAfterTheEnd() {
    EvenPacer pacer =
        new EvenPacer(
            clock,
            stop,
            new Schedule(START, 0, START + SECOND),
            new ThreadShare(new Rate(2, SECOND), 1, 1, 0));
    assertThat(pacer.await()).isEqualTo(START);
    assertThat(pacer.await()).isEqualTo(START + SECOND / 2);
    assertThat(pacer.await()).as("waits for the end, not longer").isEqualTo(START + SECOND);
    assertThat(pacer.await()).isEqualTo(START + SECOND);
  }

  @Test
  void aStoppedRunDoesNotWaitForTheNextStatement() {
    EvenPacer pacer = pacer(new Rate(1, HOUR), 1, 1, 1);
    stop.set(clock.nanoTime());
    assertThat(pacer.await()).isEqualTo(START);
    assertThat(clock.waits()).isZero();
  }

  @Test
  void beingStoppedWhileWaitingEndsTheWait() {
    EvenPacer pacer = pacer(new Rate(1, HOUR), 1, 1, 1);
    clock.whileWaiting(() -> stop.set(clock.nanoTime()));
    pacer.await();
    assertThat(clock.waits()).isEqualTo(1);
  }
}
