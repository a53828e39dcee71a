package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MixTest {
  private static final double[] LINKBENCH_2011 = {
    8.9886601,
    2.9907664,
    8.0122125,
    4.8863567,
    0.5261142,
    50.7119145,
    2.5732789,
    7.366437,
    1.0115914,
    12.9326683
  };

  @Test
  void drawsInProportion() {
    Mix mix = new Mix(LINKBENCH_2011);
    int[] counts = draw(mix, 10, 1_000_000);
    for (int i = 0; i < counts.length; i++) {
      assertThat(counts[i] / 10_000.0)
          .as("operation " + i)
          .isCloseTo(LINKBENCH_2011[i], within(0.1));
      assertThat(mix.percentage(i)).isEqualTo(LINKBENCH_2011[i]);
    }
  }

  @Test
  void oneUniformDecidesInTheGivenOrder() {
    Mix mix = new Mix(new double[] {25, 50, 25});
    Random64 random = new Random64(1);
    Random64 same = new Random64(1);
    for (int i = 0; i < 1000; i++) {
      double uniform = same.nextDouble();
      int expected = uniform < 0.25 ? 0 : uniform < 0.75 ? 1 : 2;
      assertThat(mix.next(random)).isEqualTo(expected);
    }
  }

  @Test
  void operationsWithZeroPercentAreNeverDrawn() {
    int[] counts = draw(new Mix(new double[] {0, 60, 0, 40, 0}), 5, 100_000);
    assertThat(counts[0] + counts[2] + counts[4]).isZero();
    assertThat(draw(new Mix(new double[] {0, 0, 100}), 3, 1000)).containsExactly(0, 0, 1000);
  }

  @Test
  void aSumBelowHundredByRoundingNeverFallsOffTheEnd() {
    // About one of 10 million draws lies above the sum.
    double missing = 0.9e-5;
    Mix mix = new Mix(new double[] {100 - 2 * missing, missing, 0});
    Random64 random = new Random64(seedOfADrawAbove(1 - missing / 100));
    assertThat(mix.next(random)).isEqualTo(1);
  }

  private static long seedOfADrawAbove(double limit) {
    Random64 random = new Random64(0);
    for (long seed = 0; ; seed++) {
      random.seed(seed);
      if (random.nextDouble() > limit) {
        return seed;
      }
    }
  }

  private static int[] draw(Mix mix, int operations, int draws) {
    Random64 random = new Random64(4);
    int[] counts = new int[operations];
    for (int i = 0; i < draws; i++) {
      counts[mix.next(random)]++;
    }
    return counts;
  }

  @Test
  void rejectsWhatIsNotAMix() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Mix(new double[] {}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Mix(new double[] {50, 49.9999}))
        .withMessageContaining("not to 100");
    assertThatIllegalArgumentException().isThrownBy(() -> new Mix(new double[] {110, -10}));
    assertThatIllegalArgumentException().isThrownBy(() -> new Mix(new double[] {100, Double.NaN}));
    assertThat(new Mix(new double[] {50, 49.999995}).percentage(1)).isEqualTo(49.999995);
  }
}
