package io.ibench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class RateChangeTest {

  private static RateChange of(int size, IntToDoubleFunction rate) {
    double[] values = new double[size];
    Arrays.setAll(values, rate);
    return RateChange.of(values).orElseThrow();
  }

  @Test
  void aConstantRateDoesNotChange() {
    RateChange change = of(20, second -> 500);
    assertThat(change.mean()).isEqualTo(500);
    assertThat(change.change()).isZero();
    assertThat(change.error()).isZero();
  }

  @Test
  void aStraightLineChangesByItsSlopeAndNothingIsInDoubt() {
    RateChange change = of(100, second -> 1_000 - second);
    assertThat(change.change()).isEqualTo(-100 * 100 / 950.5, within(1e-9));
    assertThat(change.error()).isEqualTo(0, within(1e-6));
  }

  /** By hand: the slope of 0, 0, 0, 0, 0, 10, 10, 10, 10, 10 is 125 / 82.5. */
  @Test
  void aStepIsALineInDoubt() {
    RateChange change = of(10, second -> second < 5 ? 0 : 10);
    assertThat(change.change()).isEqualTo(100 * 10 * (125 / 82.5) / 5, within(1e-9));
    double residual = 250 - 125 * 125 / 82.5;
    assertThat(change.error())
        .isEqualTo(100 * 10 * 1.859548 * Math.sqrt(residual / 8 / 82.5) / 5, within(1e-3));
  }

  @Test
  void dipsThatEachPartHasAverageOut() {
    RateChange change = of(300, second -> second % 30 < 3 ? 500 : 1_000);
    assertThat(change.mean()).isEqualTo(950, within(1e-9));
    assertThat(change.change()).isEqualTo(0, within(1e-9));
    assertThat(change.error()).isEqualTo(0, within(1e-9));
    assertThat(of(60, second -> second % 30 < 3 ? 500 : 1_000).error()).isGreaterThan(10);
  }

  /** One-sided, so that in 19 of 20 such series the true change is no further from 0. */
  @Test
  void theErrorHoldsForNineteenOfTwentySeriesWithNoise() {
    Random random = new Random(1);
    int above = 0;
    for (int run = 0; run < 2_000; run++) {
      RateChange change = of(40, second -> 1_000 + random.nextGaussian() * 50);
      above += change.change() > change.error() ? 1 : 0;
    }
    assertThat(above).isBetween(80, 120);
  }

  @Test
  void nothingIsKnownOfFewValuesOrWithoutWork() {
    assertThat(RateChange.of(new double[9])).isEmpty();
    assertThat(RateChange.of(new double[100])).isEmpty();
  }
}
