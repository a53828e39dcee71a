package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class WeightedRanksTest {

  /** Ten objects: one with 6 accesses, two with 2, the other seven with none; 10 in all. */
  private static final PiecewiseCdf COUNTS =
      PiecewiseCdf.of(new long[] {0, 2, 6}, new double[] {70, 90, 100});

  private static final WeightedRanks RANKS = new WeightedRanks(COUNTS, 10, true);

  @Test
  void cdfIsTheShareOfTheWeight() {
    assertThat(RANKS.size()).isEqualTo(10);
    assertThat(RANKS.cdf(-1)).isZero();
    assertThat(RANKS.cdf(0)).isCloseTo(0.6, within(1e-15));
    assertThat(RANKS.cdf(1)).isCloseTo(0.8, within(1e-15));
    assertThat(RANKS.cdf(2)).isEqualTo(1);
    assertThat(RANKS.cdf(9)).isEqualTo(1);
  }

  @Test
  void drawsFollowTheWeights() {
    int[] counts = new int[10];
    Random64 random = new Random64(1);
    for (int i = 0; i < 100_000; i++) {
      counts[(int) RANKS.draw(random)]++;
    }
    assertThat(counts[0] / 1e5).isCloseTo(0.6, within(0.006));
    assertThat(counts[1] / 1e5).isCloseTo(0.2, within(0.005));
    assertThat(counts[0] + counts[1] + counts[2]).isEqualTo(100_000);
  }

  @Test
  void aBillionRanksAreDrawnByTheWeightOfEach() {
    WeightedRanks ranks = new WeightedRanks(PublishedDegrees.y2011(), 1_000_000_000, false);
    Random64 random = new Random64(2);
    long[] checkpoints = {1_000, 1_000_000, 100_000_000};
    int[] atMost = new int[checkpoints.length];
    for (int i = 0; i < 200_000; i++) {
      long rank = ranks.draw(random);
      for (int c = 0; c < checkpoints.length; c++) {
        atMost[c] += rank <= checkpoints[c] ? 1 : 0;
      }
    }
    for (int c = 0; c < checkpoints.length; c++) {
      assertThat(atMost[c] / 2e5).isCloseTo(ranks.cdf(checkpoints[c]), within(0.005));
    }
    assertThat(ranks.cdf(546_684_000)).isEqualTo(1);
    assertThat(ranks.cdf(546_600_000)).isLessThan(1);
  }

  @Test
  void noWeightAtAllIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WeightedRanks(COUNTS, 1, true))
        .withMessage("of 1 ranks none has a weight above 0");
  }
}
