package io.ibench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AnytimeIntervalTest {

  private static int[] equalSigns(int count) {
    int[] signs = new int[count];
    Arrays.fill(signs, 1);
    return signs;
  }

  private static int[] alternatingSigns(int count) {
    int[] signs = new int[count];
    for (int i = 0; i < count; i++) {
      signs[i] = i % 2 == 0 ? 1 : -1;
    }
    return signs;
  }

  /** By hand: n = 10, prior 1, 9 degrees: G = 11, K = (20 sqrt(11))^(2/10), x = (K-1)/(1-K/G). */
  @Test
  void isAsWideAsTheFormulaSays() {
    double[] numbers = new double[10];
    for (int i = 0; i < 10; i++) {
      numbers[i] = i % 2 == 0 ? 1 : -1;
    }
    AnytimeInterval interval = AnytimeInterval.of(numbers, equalSigns(10));
    double factor = Math.pow(20 * Math.sqrt(11), 0.2);
    double deviation = Math.sqrt(10.0 / 9);
    double half = Math.sqrt(9 * (factor - 1) / (1 - factor / 11)) * deviation / Math.sqrt(10);
    assertThat(interval.estimate()).isCloseTo(0, within(1e-12));
    assertThat(interval.half()).isCloseTo(half, within(1e-9));
    assertThat(interval.excludesZero()).isFalse();
  }

  @Test
  void aNuisanceEffectOfTheSignsCancels() {
    double[] numbers = new double[9];
    int[] signs = alternatingSigns(9);
    for (int i = 0; i < 9; i++) {
      numbers[i] = 0.02 + 0.5 * signs[i] + (i % 3 - 1) * 1e-4;
    }
    AnytimeInterval interval = AnytimeInterval.of(numbers, signs);
    assertThat(interval.estimate()).isCloseTo(0.02, within(1e-3));
    assertThat(interval.nuisance()).isCloseTo(0.5, within(1e-3));
    assertThat(interval.excludesZero()).isTrue();
    assertThat(interval.half()).isLessThan(1e-3);
  }

  @Test
  void tooFewNumbersSayNothing() {
    assertThat(AnytimeInterval.of(new double[0], new int[0]).isKnown()).isFalse();
    assertThat(AnytimeInterval.of(new double[] {1}, new int[] {1}).isKnown()).isFalse();
    assertThat(AnytimeInterval.of(new double[] {1, 2}, new int[] {1, -1}).isKnown()).isFalse();
    assertThat(AnytimeInterval.of(new double[] {1, 2}, new int[] {1, -1}).excludesZero()).isFalse();
  }

  /** An interval of Student's t, looked at after each number, would exclude the truth in 40 %. */
  @Test
  void holdsAtEveryLookInNineteenOfTwentySeries() {
    for (int[] signs : new int[][] {equalSigns(100), alternatingSigns(100)}) {
      Random random = new Random(7);
      int wrong = 0;
      for (int series = 0; series < 400; series++) {
        double[] numbers = new double[100];
        boolean everWrong = false;
        for (int n = 1; n <= 100; n++) {
          numbers[n - 1] = random.nextGaussian() + 3.0 * signs[n - 1];
          if (n >= 3) {
            AnytimeInterval seen =
                AnytimeInterval.of(Arrays.copyOf(numbers, n), Arrays.copyOf(signs, n));
            double truth = signs[1] == 1 ? 3 : 0;
            everWrong |= seen.low() > truth || seen.high() < truth;
          }
        }
        wrong += everWrong ? 1 : 0;
      }
      assertThat(wrong).isLessThanOrEqualTo(20);
    }
  }
}
