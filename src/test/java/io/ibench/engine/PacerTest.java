package io.ibench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Rate;
import io.ibench.random.Random64;
import io.ibench.workload.Pacing;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which pacer a thread of a group gets. */
class PacerTest {

  private static final long SECOND = TestSettings.SECOND;
  private static final long START = ScriptedClock.START;
  private static final Rate RATE = new Rate(1000, SECOND);
  private static final int ROWS = 100;
  private static final int THREADS = 4;

  private final ScriptedClock clock = new ScriptedClock();
  private final StopFlag stop = new StopFlag();

  private Pacer pacer(Rate rate, Pacing pacing, int number, long workerSeed) {
    Step.Group group = new Step.Group("", THREADS, rate, pacing, ROWS);
    Schedule when = new Schedule(START, 0, START + SECOND);
    return Pacers.of(group, Optional.empty(), number, when, clock, stop, workerSeed);
  }

  private static long[] firstDue(Pacer pacer) {
    return LongStream.range(0, 20).map(i -> pacer.skip() - START).toArray();
  }

  @ParameterizedTest
  @CsvSource({
    "6/m, 1, 1",
    "6/m, 1, 4",
    "2.5/s, 1, 3",
    "1500/s, 1000, 2",
    "7/h, 1, 2",
    "90/s, 4, 4"
  })
  void eachPacingHoldsAnyRate(String text, int rows, int threads) {
    Rate rate = StepKeys.RATE.valueOf(text);
    double expected = rate.perSecond() * 1000 / rows;
    long end = START + 1000 * SECOND;
    for (Pacing pacing : Pacing.values()) {
      Step.Group group = new Step.Group("", threads, rate, pacing, rows);
      long started = 0;
      for (int number = 0; number < threads; number++) {
        Schedule when = new Schedule(START, 0, end);
        Pacer pacer =
            Pacers.of(group, Optional.empty(), number, when, new ScriptedClock(), stop, number);
        while (pacer.await() < end) {
          started++;
        }
      }
      double tolerance = pacing == Pacing.POISSON ? 4 * Math.sqrt(expected) : 1;
      // Of bursts the last second's is that of the next one.
      double least = pacing == Pacing.BURSTY ? expected * 999 / 1000 : expected;
      assertThat((double) started)
          .as(pacing.name())
          .isBetween(least - tolerance, expected + tolerance);
    }
  }

  @Test
  void withoutRateNothingIsEverDueWhateverThePacing() {
    for (Pacing pacing : Pacing.values()) {
      Pacer pacer = pacer(Rate.UNLIMITED, pacing, 0, 1);
      assertThat(pacer.await()).isEqualTo(START);
      assertThat(pacer.intended()).isEqualTo(START);
      assertThat(pacer.skip()).isEqualTo(Long.MAX_VALUE);
    }
  }

  @Test
  void theThreadsOfAnEvenGroupTakeTurnsWhateverTheirSeed() {
    for (int number = 0; number < THREADS; number++) {
      int first = number;
      assertThat(firstDue(pacer(RATE, Pacing.EVEN, number, 99)))
          .containsExactly(
              LongStream.range(0, 20)
                  .map(k -> (k * THREADS + first) * ROWS * SECOND / 1000)
                  .toArray());
    }
  }

  @Test
  void aPoissonThreadHasItsShareOfTheRateAndItsWorkersSeedDecides() {
    Pacer pacer = pacer(RATE, Pacing.POISSON, 0, 1);
    long last = START;
    for (int i = 0; i < 10_000; i++) {
      last = pacer.skip();
    }
    assertThat((last - START) / 10_000.0 / SECOND)
        .as("100 rows of 250 a second")
        .isBetween(0.38, 0.42);
    long[] due = firstDue(pacer(RATE, Pacing.POISSON, 0, 1));
    assertThat(firstDue(pacer(RATE, Pacing.POISSON, 0, 1))).containsExactly(due);
    assertThat(firstDue(pacer(RATE, Pacing.POISSON, 0, 2))).doesNotContain(due);
  }

  @Test
  void aPoissonThreadDoesNotDrawWhatItsWorkerDraws() {
    long workerSeed = 1;
    Pacer onWorkersStream =
        new PoissonPacer(
            clock,
            stop,
            new Schedule(START, 0, Long.MAX_VALUE),
            new ThreadShare(RATE, ROWS, THREADS, 0),
            new Random64(workerSeed));
    assertThat(firstDue(pacer(RATE, Pacing.POISSON, 0, workerSeed)))
        .doesNotContain(firstDue(onWorkersStream));
  }

  @Test
  void aStepsEndEndsTheWaitOfEveryPacing() {
    for (Pacing pacing : Pacing.values()) {
      Pacer pacer = pacer(new Rate(1, 3600 * SECOND), pacing, 1, 1);
      assertThat(pacer.await()).isEqualTo(START + SECOND);
    }
  }
}
