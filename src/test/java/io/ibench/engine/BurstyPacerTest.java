package io.ibench.engine;

import static io.ibench.engine.TestSettings.MILLI;
import static io.ibench.engine.TestSettings.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Rate;
import io.ibench.measure.OperationStats;
import io.ibench.workload.Pacing;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bursts at the beginning of each second, as the insert benchmark's own client sends them. */
class BurstyPacerTest {

  private static final long START = ScriptedClock.START;

  private final ScriptedClock clock = new ScriptedClock();
  private final StopFlag stop = new StopFlag();

  private BurstyPacer pacer(long rowsPerSecond, int rows, int threads, int number) {
    Rate rate = new Rate(rowsPerSecond, SECOND);
    return new BurstyPacer(
        clock,
        stop,
        new Schedule(START, 0, START + 1000 * SECOND),
        new ThreadShare(rate, rows, threads, number));
  }

  /** Milliseconds after the start at which these operations, which take no time, begin. */
  private List<Long> starts(Pacer pacer, int operations) {
    List<Long> starts = new ArrayList<>();
    for (int i = 0; i < operations; i++) {
      long now = pacer.await();
      assertThat(pacer.intended()).isLessThanOrEqualTo(now);
      starts.add((now - START) / MILLI);
    }
    return starts;
  }

  @ParameterizedTest
  @CsvSource({"1000, 50, 20", "100, 50, 2", "500, 50, 10"})
  void afterASecondWithOneOperationEverySecondHasAllOfItsAtOnce(
      long rowsPerSecond, int rows, int perBurst) {
    List<Long> starts = starts(pacer(rowsPerSecond, rows, 1, 0), 1 + 3 * perBurst);
    assertThat(starts.get(0)).isZero();
    for (int i = 0; i < 3 * perBurst; i++) {
      assertThat(starts.get(1 + i)).as("operation %d", i + 1).isEqualTo(1000L * (1 + i / perBurst));
    }
  }

  @Test
  void aBurstThatTookLessThanASecondDoesNotMoveTheNextOne() {
    BurstyPacer pacer = pacer(100, 50, 1, 0);
    starts(pacer, 2);
    clock.advance(940 * MILLI);
    assertThat(starts(pacer, 1)).containsExactly(1940L);
    assertThat(pacer.intended()).as("its burst's begin").isEqualTo(START + SECOND);
    assertThat(starts(pacer, 2)).containsExactly(2000L, 2000L);
    assertThat(pacer.intended()).isEqualTo(START + 2 * SECOND);
  }

  @Test
  void aSecondThatIsNearlyOverIsNotWaitedFor() {
    BurstyPacer pacer = pacer(100, 50, 1, 0);
    starts(pacer, 3);
    clock.advance(950 * MILLI);
    assertThat(starts(pacer, 3)).containsExactly(1950L, 1950L, 2950L);
  }

  @Test
  void aStallIsNotMadeUpFor() {
    BurstyPacer pacer = pacer(100, 50, 1, 0);
    starts(pacer, 2);
    clock.advance(10 * SECOND);
    assertThat(starts(pacer, 6))
        .as("the rest of its burst, then one burst at once, then one a second")
        .containsExactly(11_000L, 11_000L, 11_000L, 12_000L, 12_000L, 13_000L);
  }

  @Test
  void theThreadsOfAClientShareItsBursts() {
    assertThat(starts(pacer(150, 50, 2, 0), 5)).containsExactly(0L, 1000L, 1000L, 2000L, 3000L);
    assertThat(starts(pacerAfresh(150, 50, 2, 1), 4)).containsExactly(1000L, 2000L, 2000L, 3000L);
  }

  @Test
  void aBurstOfOneOperationIsEachThreadsInTurn() {
    assertThat(starts(pacer(50, 50, 2, 0), 3)).containsExactly(0L, 1000L, 3000L);
    assertThat(starts(pacerAfresh(50, 50, 2, 1), 2)).containsExactly(2000L, 4000L);
  }

  @ParameterizedTest
  @CsvSource({
    "6/m, 1, 100, 1",
    "6/m, 1, 100, 4",
    "2.5/s, 1, 2500, 1",
    "2.5/s, 1, 2500, 3",
    "0.001/s, 1, 1, 2",
    "1500/s, 1000, 1500, 1",
    "1500/s, 1000, 1500, 2",
    "1/h, 100000, 0, 1",
    "123456.789/s, 7000, 17636, 3",
    "0.333333/s, 1, 333, 2"
  })
  void aThousandBurstsHaveWhatIsDueInAThousandSeconds(
      String text, int rows, long expected, int threads) {
    Rate rate = StepKeys.RATE.valueOf(text);
    long due = 0;
    for (int number = 0; number < threads; number++) {
      ThreadShare share = new ThreadShare(rate, rows, threads, number);
      Schedule when = new Schedule(START, 0, START + 1_000_500 * MILLI);
      due += untilTheEnd(new BurstyPacer(new ScriptedClock(), stop, when, share));
    }
    assertThat(due).isEqualTo(1 + expected);
  }

  private static long untilTheEnd(BurstyPacer pacer) {
    long count = 0;
    while (pacer.await() < START + 1_000_500 * MILLI) {
      count++;
    }
    return count;
  }

  @Test
  void twoAndAHalfOperationsASecondAreTwoAndThreeInTurn() {
    Schedule when = new Schedule(START, 0, START + 1000 * SECOND);
    ThreadShare share = new ThreadShare(new Rate(5, 2 * SECOND), 1, 1, 0);
    assertThat(starts(new BurstyPacer(clock, stop, when, share), 11))
        .containsExactly(0L, 1000L, 1000L, 2000L, 2000L, 2000L, 3000L, 3000L, 4000L, 4000L, 4000L);
  }

  private static BurstyPacer pacerAfresh(long rowsPerSecond, int rows, int threads, int number) {
    return new BurstyPacerTest().pacer(rowsPerSecond, rows, threads, number);
  }

  @Test
  void beingStoppedWhileWaitingEndsTheWaitAndNothingIsDue() {
    BurstyPacer pacer = pacer(1000, 50, 1, 0);
    starts(pacer, 1);
    clock.wakingBy(
        () -> {
          clock.advance(300 * MILLI);
          stop.set(clock.nanoTime());
        });
    assertThat(pacer.await()).isEqualTo(START + 300 * MILLI);
    assertThat(pacer.intended()).isEqualTo(START + 300 * MILLI);
    assertThat(clock.waits()).isEqualTo(1);
  }

  /** 1000 operations of 2 ms in a burst take two seconds each time. */
  @Test
  void onlyTheBurstThatTheEndCutsIsUnstarted() {
    OneWorker one = OneWorker.paced(2 * MILLI);
    Rate rate = new Rate(1000, SECOND);
    one.runWith(new Step.Group("", 1, rate, Pacing.BURSTY, 1), 0, 10 * SECOND);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).as("bursts at 1, 3, 5, 7 and 9 s").isEqualTo(1 + 4500);
    assertThat(stats.unstarted()).as("of the one that began at 9 s").isEqualTo(500);
    assertThat(stats.response().getMaxValue())
        .as("from the burst's begin")
        .isBetween(1_980 * MILLI, 2_020 * MILLI);
  }

  @Test
  void whenTheEndComesBetweenBurstsNothingIsUnstarted() {
    OneWorker one = OneWorker.paced(MILLI);
    Rate rate = new Rate(10, SECOND);
    one.runWith(new Step.Group("", 1, rate, Pacing.BURSTY, 1), 0, 10 * SECOND + 500 * MILLI);
    OperationStats stats = one.drain();
    assertThat(stats.successes()).isEqualTo(101);
    assertThat(stats.unstarted()).isZero();
  }
}
