package io.ibench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.CountedIntervals.Counted;
import io.ibench.measure.PeriodIntervals;
import io.ibench.measure.RateEnd;
import io.ibench.measure.RateGoal;
import io.ibench.measure.Role;
import java.util.Locale;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often chance ends a step too early, with rates of which each is correlated with the one
 * before (AR(1)), over ten minutes. docs/benchmarks.md has the figures of {@code
 * -Dibench.looks.runs=4000}, which are printed.
 */
class RateWatchChanceTest {

  private static final int RUNS = Integer.getInteger("ibench.looks.runs", 200);
  private static final long SECOND = 1_000_000_000L;
  private static final int LIMIT = 600;
  private static final double MEAN = 100_000;

  private final Random random = new Random(42);

  private RateEnd end(RateGoal goal, DoubleUnaryOperator level, double noise, double correlation) {
    RateWatch watch = new RateWatch(goal, Role.QUERY, SECOND);
    PeriodIntervals.Builder intervals = new PeriodIntervals.Builder(SECOND);
    double state = random.nextGaussian();
    boolean over = false;
    for (int second = 0; second < LIMIT && !over; second++) {
      double rate = MEAN * level.applyAsDouble(second) * (1 + noise * state);
      intervals.add(new Counted(SECOND, true, Math.max(0, Math.round(rate)), 0, 0));
      state =
          correlation * state + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
      over = watch.isDue(intervals.full()) && watch.isReached(intervals.build());
    }
    return watch.end(intervals.build());
  }

  /** {@code most}: percent of the steps whose true mean is outside of the interval. */
  @ParameterizedTest
  @CsvSource({
    "0,    0.05, 1, 3",
    "0,    0.05, 2, 3",
    "0.5,  0.05, 1, 6",
    "0.5,  0.05, 2, 6",
    "0.5,  0.10, 5, 6",
    "0.8,  0.05, 2, 8",
    "0.8,  0.10, 5, 8",
    "0.9,  0.05, 2, 10",
    "0.9,  0.10, 5, 10",
    "0.95, 0.10, 5, 12",
  })
  void theTrueMeanIsInTheInterval(double correlation, double noise, double asked, double most) {
    int ended = 0;
    int outside = 0;
    double seconds = 0;
    for (int run = 0; run < RUNS; run++) {
      RateEnd end = end(RateGoal.error(asked), second -> 1, noise, correlation);
      ended += end.reached() ? 1 : 0;
      seconds += end.reached() ? end.toSeconds() : 0;
      boolean wrong = Math.abs(end.perSecond() - MEAN) > end.perSecond() * asked / 100;
      outside += end.reached() && wrong ? 1 : 0;
    }
    print(
        "| %.2f | %.0f %% | %.0f %% | %.0f %% | %.0f s | %.1f %% |%n",
        correlation,
        100 * noise,
        asked,
        100.0 * ended / RUNS,
        seconds / Math.max(1, ended),
        100.0 * outside / RUNS);
    assertThat(100.0 * outside / RUNS).isLessThan(most);
  }

  /** {@code next}: how far the minute after the step is from the time that was called steady. */
  @ParameterizedTest
  @CsvSource({
    "constant,   0.02, 100, 0.1",
    "constant,   0.05, 100, 0.1",
    "constant,   0.10, 100, 0.1",
    "warm-up 10, 0.02, 100, 2",
    "warm-up 30, 0.02, 100, 2",
    "warm-up 30, 0.05, 100, 2",
    "warm-up 300, 0.02, 3, 100",
    "warm-up 300, 0.05, 25, 100",
    "decay,      0.02, 1, 100",
    "decay,      0.05, 10, 100",
    "dips,       0.02, 100, 2",
  })
  void aRateIsCalledSteadyWhenItIs(String course, double noise, double most, double next) {
    DoubleUnaryOperator level = level(course);
    int ended = 0;
    double seconds = 0;
    double off = 0;
    for (int run = 0; run < RUNS; run++) {
      RateEnd end = end(RateGoal.STEADY, level, noise, 0.3);
      if (end.reached()) {
        ended++;
        seconds += end.toSeconds();
        double then = mean(level, end.toSeconds(), end.toSeconds() + 60);
        off += 100 * Math.abs(then / mean(level, end.fromSeconds(), end.toSeconds()) - 1);
      }
    }
    print(
        "| %s | %.0f %% | %.0f %% | %.0f s | %.1f %% |%n",
        course,
        100 * noise,
        100.0 * ended / RUNS,
        seconds / Math.max(1, ended),
        off / Math.max(1, ended));
    assertThat(100.0 * ended / RUNS).isLessThanOrEqualTo(most);
    assertThat(off / Math.max(1, ended)).isLessThan(next);
  }

  private static void print(String row, Object... values) {
    if (RUNS > 1_000) {
      System.out.printf(Locale.ROOT, row, values);
    }
  }

  private static double mean(DoubleUnaryOperator level, double from, double to) {
    double sum = 0;
    for (double second = from; second < to; second++) {
      sum += level.applyAsDouble(second);
    }
    return sum / (to - from);
  }

  private static DoubleUnaryOperator level(String course) {
    return switch (course) {
      case "constant" -> second -> 1;
      case "decay" -> second -> 1 - 0.087 * Math.log(1 + second);
      case "dips" -> second -> second % 30 < 3 ? 0.5 : 1;
      default -> {
        double time = Double.parseDouble(course.substring("warm-up ".length()));
        yield second -> 1 - 0.5 * Math.exp(-second / time);
      }
    };
  }
}
