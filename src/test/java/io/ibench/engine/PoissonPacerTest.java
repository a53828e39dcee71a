package io.ibench.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.config.Rate;
import io.ibench.random.Random64;
import io.ibench.testing.Slow;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Seeds are fixed; bounds are five standard errors wide, so another seed would pass as well. */
@Slow
class PoissonPacerTest {

  private static final long SECOND = TestSettings.SECOND;
  private static final long HOUR = 3600 * SECOND;
  private static final long YEARS_70 = 70 * 365 * 24 * HOUR;
  private static final long START = ScriptedClock.START;
  private static final int GAPS = 1_000_000;

  private final ScriptedClock clock = new ScriptedClock();
  private final StopFlag stop = new StopFlag();

  private PoissonPacer pacer(Rate rate, int rows, int threads, long seed) {
    return pacer(rate, rows, threads, seed, Long.MAX_VALUE);
  }

  private PoissonPacer pacer(Rate rate, int rows, int threads, long seed, long endNanos) {
    Random64 random = new Random64(seed);
    return new PoissonPacer(
        clock,
        stop,
        new Schedule(START, 0, endNanos),
        new ThreadShare(rate, rows, threads, 0),
        random);
  }

  /** The gaps before the first {@code GAPS} due times, in nanoseconds. */
  private static double[] gaps(Pacer pacer) {
    double[] gaps = new double[GAPS];
    long before = START;
    for (int i = 0; i < GAPS; i++) {
      long due = pacer.skip();
      gaps[i] = due - before;
      before = due;
    }
    return gaps;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private static double variance(double[] values) {
    double mean = mean(values);
    return Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElseThrow();
  }

  private static Offset<Double> fiveErrors(double standardError) {
    return within(5 * standardError);
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 1000000000, 1, 1, 1000000",
    "1000, 1000000000, 1, 8, 8000000",
    "33333, 1000000000, 100, 3, 9000090.00090",
    "90, 60000000000, 1, 2, 1333333333.333",
    "5, 2000000000, 7, 1, 2800000000"
  })
  void gapsAreExponentialWithTheThreadsShareOfTheRateAsMean(
      long count, long perNanos, int rows, int threads, double expectedMean) {
    double[] gaps = gaps(pacer(new Rate(count, perNanos), rows, threads, 42));

    assertThat(mean(gaps)).isCloseTo(expectedMean, fiveErrors(expectedMean / Math.sqrt(GAPS)));
    // The fourth central moment of an exponential distribution is 9 x variance^2.
    double variance = expectedMean * expectedMean;
    assertThat(variance(gaps)).isCloseTo(variance, fiveErrors(variance * Math.sqrt(8.0 / GAPS)));
    for (double x : new double[] {0.01, 0.1, 0.5, 1, 2, 5, 9}) {
      double p = Math.exp(-x);
      double longer = Arrays.stream(gaps).filter(gap -> gap > x * expectedMean).count();
      assertThat(longer / GAPS)
          .as("gaps longer than %s means", x)
          .isCloseTo(p, fiveErrors(Math.sqrt(p * (1 - p) / GAPS)));
    }
  }

  @Test
  void gapsKnowNothingOfTheGapBefore() {
    double[] gaps = gaps(pacer(new Rate(1000, SECOND), 1, 1, 42));
    double mean = mean(gaps);
    double products = 0;
    for (int i = 1; i < GAPS; i++) {
      products += (gaps[i] - mean) * (gaps[i - 1] - mean);
    }
    assertThat(products / (GAPS - 1) / variance(gaps))
        .as("correlation of neighbours")
        .isCloseTo(0, fiveErrors(1 / Math.sqrt(GAPS)));
  }

  /** How many of all threads' operations are due in each of 20,000 windows of 10 ms. */
  private double[] countsInWindows(int threads) {
    long window = 10_000_000;
    double[] counts = new double[20_000];
    for (int number = 0; number < threads; number++) {
      Pacer pacer = pacer(new Rate(1000, SECOND), 1, threads, 100 + number);
      long end = START + window * counts.length;
      for (long due = pacer.skip(); due < end; due = pacer.skip()) {
        counts[(int) ((due - START) / window)]++;
      }
    }
    return counts;
  }

  @ParameterizedTest
  @CsvSource({"1", "8", "64"})
  void theNumberDueInAWindowHasItsMeanAsVarianceForAllThreadsTogether(int threads) {
    double[] counts = countsInWindows(threads);
    double mean = mean(counts);
    assertThat(mean).isCloseTo(10, fiveErrors(Math.sqrt(10.0 / counts.length)));
    assertThat(variance(counts) / mean).isCloseTo(1, fiveErrors(Math.sqrt(2.0 / counts.length)));
  }

  @Test
  void theSameSeedHasTheSameScheduleAndAnotherSeedAnother() {
    Rate rate = new Rate(1000, SECOND);
    long[] first = firstDue(pacer(rate, 1, 2, 1));
    assertThat(firstDue(pacer(rate, 1, 2, 1))).containsExactly(first);
    assertThat(firstDue(pacer(rate, 1, 2, 2))).doesNotContain(first);
  }

  /** Calculated separately, from SplitMix64's definition. */
  @Test
  void theScheduleOfASeedIsTheSameOnEveryPlatform() {
    assertThat(firstDue(pacer(new Rate(1000, SECOND), 1, 2, 1)))
        .startsWith(1_672_011, 4_411_135, 11_492_244, 12_667_510, 13_842_437);
  }

  private static long[] firstDue(Pacer pacer) {
    return LongStream.range(0, 1000).map(i -> pacer.skip() - START).toArray();
  }

  @ParameterizedTest
  @CsvSource({"7, 3", "300000000, 1", "999999937, 8"})
  void dueTimesAreTheSumOfTheGapsWithoutDrift(long perSecond, int threads) {
    PoissonPacer pacer = pacer(new Rate(perSecond, SECOND), 1, threads, 42);
    Random64 random = new Random64(42);
    double mean = (double) SECOND * threads / perSecond;
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < GAPS; i++) {
      sum = sum.add(new BigDecimal(mean * -StrictMath.log(1 - random.nextDouble())));
      long due = pacer.skip() - START;
      if (i % 1000 == 999) {
        assertThat(sum.subtract(BigDecimal.valueOf(due)).doubleValue())
            .as("cut off after %d gaps", i)
            .isBetween(-0.0001, 1.0001);
      }
    }
  }

  @Test
  void aRateThatIsNeverReachedDoesNotOverflow() {
    PoissonPacer pacer = pacer(new Rate(1, HOUR), 100_000, 100_000, 42);
    for (int i = 0; i < 1000; i++) {
      assertThat(pacer.skip()).isGreaterThan(START + YEARS_70);
    }
  }

  @Test
  void waitsUntilTheStatementIsDueAndNoLonger() {
    PoissonPacer schedule = pacer(new Rate(100, SECOND), 1, 1, 42);
    PoissonPacer pacer = pacer(new Rate(100, SECOND), 1, 1, 42);
    for (int k = 1; k <= 1000; k++) {
      long due = schedule.skip();
      assertThat(pacer.await()).isEqualTo(due);
      assertThat(pacer.intended()).isEqualTo(due);
      assertThat(clock.waits()).as("the first one too begins with a gap").isEqualTo(k);
    }
  }

  @Test
  void debtIsKept() {
    PoissonPacer schedule = pacer(new Rate(100, SECOND), 1, 1, 42);
    PoissonPacer pacer = pacer(new Rate(100, SECOND), 1, 1, 42);
    clock.advance(10 * SECOND);
    long due = schedule.skip();
    int overdue = 0;
    for (; due <= START + 10 * SECOND; due = schedule.skip()) {
      assertThat(pacer.await()).as("overdue, so now").isEqualTo(START + 10 * SECOND);
      assertThat(pacer.intended()).isEqualTo(due);
      overdue++;
    }
    assertThat(overdue).isBetween(850, 1150);
    assertThat(pacer.await()).as("on time again").isEqualTo(due);
  }

  @Test
  void nothingStartsAtOrAfterTheEnd() {
    long end = START + SECOND;
    PoissonPacer pacer = pacer(new Rate(100, SECOND), 1, 1, 42, end);
    long at = pacer.await();
    while (pacer.intended() < end) {
      assertThat(at).isEqualTo(pacer.intended());
      at = pacer.await();
    }
    assertThat(at).as("waits for the end, not longer").isEqualTo(end);
    assertThat(pacer.await()).isEqualTo(end);
  }

  @Test
  void beingStoppedWhileWaitingEndsTheWait() {
    PoissonPacer pacer = pacer(new Rate(1, HOUR), 1, 1, 42);
    clock.whileWaiting(() -> stop.set(clock.nanoTime()));
    pacer.await();
    pacer.await();
    assertThat(clock.waits()).isEqualTo(1);
  }
}
