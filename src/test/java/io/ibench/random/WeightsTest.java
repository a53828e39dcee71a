package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class WeightsTest {

  private static final int DRAWS = 400_000;

  private static long[] counts(double... weights) {
    Weights drawn = new Weights(weights);
    Random64 random = new Random64(7);
    long[] counts = new long[drawn.size()];
    for (int i = 0; i < DRAWS; i++) {
      counts[drawn.draw(random)]++;
    }
    return counts;
  }

  @Test
  void anIndexIsDrawnInProportionToItsWeight() {
    double[] weights = {0, 3, 0.5, 0, 0, 6, 0.25, 0.25, 0};
    long[] counts = counts(weights);
    for (int i = 0; i < weights.length; i++) {
      double share = weights[i] / 10;
      double sigma = Math.sqrt(DRAWS * share * (1 - share));
      assertThat((double) counts[i]).as("index %d", i).isCloseTo(DRAWS * share, within(5 * sigma));
    }
  }

  @Test
  void theOnlyWeightIsAlwaysDrawn() {
    assertThat(counts(0, 0, 1e-300)).containsExactly(0, 0, DRAWS);
    assertThat(counts(5)).containsExactly(DRAWS);
  }

  @Test
  void weightsWithoutMeaningAreRefused() {
    for (double[] wrong :
        new double[][] {
          {}, {0, 0}, {1, -1}, {Double.NaN}, {Double.POSITIVE_INFINITY}, {1e308, 1e308}
        }) {
      assertThatThrownBy(() -> new Weights(wrong)).isInstanceOf(IllegalArgumentException.class);
    }
  }
}
