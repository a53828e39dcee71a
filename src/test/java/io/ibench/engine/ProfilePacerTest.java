package io.ibench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Rate;
import io.ibench.random.Random64;
import io.ibench.workload.Profile;
import io.ibench.workload.Profile.Segment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When the operations of a load profile are due. */
class ProfilePacerTest {

  private static final long SECOND = 1_000_000_000;
  private static final long START = ScriptedClock.START;
  private static final long WEEK = 7 * 24 * 3600 * SECOND;

  private final ScriptedClock clock = new ScriptedClock();
  private final StopFlag stop = new StopFlag();

  private static Profile profile(Segment... segments) {
    return new Profile(SECOND, List.of(segments));
  }

  private Pacer pacer(Profile profile, int rows, int threads, int number, long doneNanos) {
    return pacer(profile, rows, threads, number, doneNanos, Optional.empty());
  }

  private Pacer pacer(
      Profile profile, int rows, int threads, int number, long done, Optional<Random64> random) {
    Schedule when = new Schedule(START, 0, START + profile.nanos() - done, done);
    ThreadShare share = new ThreadShare(Rate.UNLIMITED, rows, threads, number);
    return new ProfilePacer(clock, stop, when, share, profile, random);
  }

  /** The due times of all threads before the end, in order, from the step's start. */
  private List<Long> due(Profile profile, int rows, int threads) {
    List<Long> due = new ArrayList<>();
    for (int number = 0; number < threads; number++) {
      Pacer pacer = pacer(profile, rows, threads, number, 0);
      for (long next = pacer.skip() - START; next < profile.nanos(); next = pacer.skip() - START) {
        due.add(next);
      }
    }
    due.sort(null);
    return due;
  }

  @Test
  void aLevelIsAsExactAsAnEvenRate() {
    Profile level = profile(new Segment(33_333, 33_333, 10 * SECOND));
    for (int number = 0; number < 3; number++) {
      Schedule when = new Schedule(START, 0, START + 10 * SECOND);
      Rate rate = new Rate(33_333, SECOND);
      Pacer even = new EvenPacer(clock, stop, when, new ThreadShare(rate, 7, 3, number));
      Pacer pacer = pacer(level, 7, 3, number, 0);
      for (int i = 0; i < 15_000; i++) {
        assertThat(pacer.skip()).isEqualTo(even.skip());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1, 4", "3, 8"})
  void theCountInEachSecondIsTheIntegralPlusMinusOne(int rows, int threads) {
    Profile profile =
        profile(
            new Segment(1000, 1000, 3 * SECOND),
            new Segment(1000, 5000, 7 * SECOND),
            new Segment(5000, 0, 4 * SECOND + 1),
            new Segment(0, 0, 3 * SECOND),
            new Segment(0, 700, 5 * SECOND),
            new Segment(2001, 2001, 2 * SECOND));
    List<Long> due = due(profile, rows, threads);
    for (int second = 0; second < 24; second++) {
      long from = second * SECOND;
      double integral =
          profile
                  .doubledUnitsUntil(from + SECOND)
                  .subtract(profile.doubledUnitsUntil(from))
                  .doubleValue()
              / (2.0 * SECOND * rows);
      long count = due.stream().filter(each -> each >= from && each < from + SECOND).count();
      assertThat((double) count).as("second %d", second).isCloseTo(integral, Offset.offset(1.0));
    }
    assertThat(due).noneMatch(each -> each > 14 * SECOND + 1 && each < 17 * SECOND);
  }

  /** Compares with the quadratic equation, solved with 60 digits. */
  @ParameterizedTest
  @CsvSource({"100, 9000", "9000, 100", "0, 40000", "40000, 0"})
  void afterSevenDaysOfARampATimeIsExactToTheNanosecond(long from, long to) {
    Profile week = profile(new Segment(from, to, WEEK));
    BigInteger operations = week.doubledUnitsUntil(WEEK).divide(BigInteger.valueOf(2 * SECOND));
    MathContext digits = new MathContext(60);
    for (int before : new int[] {1, 2, 1000, 1_000_000}) {
      BigInteger k = operations.subtract(BigInteger.valueOf(before));
      long at = exact(from, to, k, digits);
      // A process that goes on a little before this operation.
      Pacer pacer = pacer(week, 1, 1, 0, at - 1000);
      long due = pacer.skip() - START + at - 1000;
      long next = exact(from, to, k.add(BigInteger.ONE), digits);
      assertThat(due).as("%d before the end", before).isIn(at, next);
      assertThat(due).isLessThan(WEEK);
    }
  }

  /** Floor of the time at which the integral of the ramp is k. */
  private static long exact(long from, long to, BigInteger k, MathContext digits) {
    BigDecimal first = BigDecimal.valueOf(from).divide(BigDecimal.valueOf(SECOND), digits);
    BigDecimal slope =
        BigDecimal.valueOf(to - from)
            .divide(BigDecimal.valueOf(SECOND), digits)
            .divide(BigDecimal.valueOf(WEEK), digits);
    BigDecimal root =
        first
            .multiply(first)
            .add(slope.multiply(new BigDecimal(k)).multiply(BigDecimal.valueOf(2)));
    return root.max(BigDecimal.ZERO).sqrt(digits).subtract(first).divide(slope, digits).longValue();
  }

  @Test
  void sevenVirtualDaysEndWithinAMicrosecond() {
    Segment[] days = new Segment[7 * 24];
    for (int hour = 0; hour < days.length; hour++) {
      days[hour] = new Segment(1 + hour % 3, 1 + (hour + 1) % 3, 3600 * SECOND);
    }
    days[days.length - 1] = new Segment(1, 1, 3600 * SECOND);
    Profile week = profile(days);
    Pacer pacer = pacer(week, 1, 1, 0, 0);
    long count = week.doubledUnitsUntil(WEEK).divide(BigInteger.valueOf(2 * SECOND)).longValue();
    long last = 0;
    for (long k = 0; k < count; k++) {
      last = pacer.skip();
    }
    // The last hour is a level of 1/s, so the last operation is due a second before the end.
    assertThat(last - START).isBetween(WEEK - SECOND - 1000, WEEK - SECOND + 1000);
    assertThat(pacer.skip()).isGreaterThanOrEqualTo(START + WEEK);
  }

  @Test
  void poissonCountsHaveTheIntegralAsMeanAndPassTheChiSquareTest() {
    Profile profile = profile(new Segment(100, 900, 400 * SECOND));
    int threads = 4;
    double[] counts = new double[400];
    for (int number = 0; number < threads; number++) {
      Pacer pacer = pacer(profile, 1, threads, number, 0, Optional.of(new Random64(7 + number)));
      for (long due = pacer.skip() - START; due < 400 * SECOND; due = pacer.skip() - START) {
        counts[(int) (due / SECOND)]++;
      }
    }
    double chiSquare =
        IntStream.range(0, 400)
            .mapToDouble(i -> (counts[i] - mean(i)) * (counts[i] - mean(i)) / mean(i))
            .sum();
    // The 0.5 % and 99.5 % points of chi-square with 400 degrees of freedom.
    assertThat(chiSquare).isBetween(330.9, 476.6);
  }

  private static double mean(int second) {
    return 100 + 2 * (second + 0.5);
  }

  @Test
  void aResumedStepGoesOnWithTheSameOperations() {
    Profile profile =
        profile(new Segment(1000, 3000, 10 * SECOND), new Segment(500, 500, 10 * SECOND));
    long done = 4_321_987_654L;
    for (int number = 0; number < 3; number++) {
      List<Long> rest = new ArrayList<>();
      Pacer whole = pacer(profile, 2, 3, number, 0);
      for (long due = whole.skip() - START; due < profile.nanos(); due = whole.skip() - START) {
        if (due >= done) {
          rest.add(due);
        }
      }
      Pacer resumed = pacer(profile, 2, 3, number, done);
      List<Long> again = new ArrayList<>();
      for (int i = 0; i < rest.size(); i++) {
        again.add(resumed.skip() - START + done);
      }
      assertThat(again).isEqualTo(rest);
    }
  }

  @Test
  void debtIsKeptOverAStallAndASegmentsEnd() {
    Profile profile =
        profile(new Segment(1000, 1000, 2 * SECOND), new Segment(10, 10, 20 * SECOND));
    Pacer pacer = pacer(profile, 1, 1, 0, 0);
    pacer.await();
    clock.parkUntil(START + 10 * SECOND);
    int overdue = 1;
    while (pacer.await() == START + 10 * SECOND) {
      assertThat(pacer.intended() - START).isLessThanOrEqualTo(10 * SECOND);
      overdue++;
    }
    assertThat(overdue).isEqualTo(2000 + 80 + 1);
  }
}
