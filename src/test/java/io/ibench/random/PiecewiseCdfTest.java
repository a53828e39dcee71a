package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PiecewiseCdfTest {
  private static final PiecewiseCdf SMALL =
      PiecewiseCdf.of(new long[] {0, 1, 4, 10}, new double[] {50, 75, 90, 100});

  @Test
  void quantileIsTheFirstValueWhoseShareIsEnough() {
    assertThat(SMALL.quantile(0)).isEqualTo(0);
    assertThat(SMALL.quantile(0.5)).isEqualTo(0);
    assertThat(SMALL.quantile(Math.nextUp(0.5))).isEqualTo(1);
    assertThat(SMALL.quantile(0.75)).isEqualTo(1);
    assertThat(SMALL.quantile(0.8)).isEqualTo(4);
    assertThat(SMALL.quantile(0.9)).isEqualTo(4);
    assertThat(SMALL.quantile(0.91)).isEqualTo(10);
    assertThat(SMALL.quantile(1)).isEqualTo(10);
  }

  @Test
  void quantileNeverFallsAndStaysAmongTheValues() {
    PiecewiseCdf degrees = PublishedDegrees.y2011();
    long before = degrees.quantile(0);
    assertThat(before).isZero();
    for (int i = 1; i <= 100_000; i++) {
      long value = degrees.quantile(i / 100_000.0);
      assertThat(value).isGreaterThanOrEqualTo(before);
      before = value;
    }
    assertThat(before).isEqualTo(961_963);
  }

  @Test
  void drawsFollowTheShares() {
    for (PiecewiseCdf cdf : new PiecewiseCdf[] {SMALL, inTenths(), PublishedDegrees.y2011()}) {
      assertDrawsFollow(cdf);
    }
  }

  static void assertDrawsFollow(PiecewiseCdf cdf) {
    Random64 random = new Random64(cdf.points());
    Map<Long, Long> hits = new HashMap<>();
    for (int i = 0; i < Share.DRAWS; i++) {
      hits.merge(cdf.quantile(random.nextDouble()), 1L, Long::sum);
    }
    long atMost = 0;
    for (int point = 0; point < cdf.points(); point++) {
      atMost += hits.getOrDefault(cdf.value(point), 0L);
      Share.assertExpected("at most " + cdf.value(point), atMost, cdf.share(point));
    }
    assertThat(atMost).as("all are among the values").isEqualTo(Share.DRAWS);
  }

  @Test
  void ranksReproduceTheSharesOfManyObjects() {
    PiecewiseCdf degrees = PublishedDegrees.y2011();
    long ids = 1L << 40;
    for (boolean midpoint : new boolean[] {false, true}) {
      long[] ranks = degrees.ranksPerPoint(ids, midpoint);
      long atMost = 0;
      for (int point = 0; point < degrees.points(); point++) {
        atMost += ranks[point];
        assertThat((double) atMost / ids).isCloseTo(degrees.share(point), within(2e-12));
      }
      assertThat(atMost).isEqualTo(ids);
    }
  }

  @Test
  void theLastValueTakesWhatRoundingLeavesOver() {
    PiecewiseCdf cdf = PiecewiseCdf.of(new long[] {3, 7}, new double[] {50, 99.9999999});
    assertThat(cdf.quantile(1)).isEqualTo(7);
    assertThat(cdf.ranksPerPoint(10, false)).containsExactly(5, 5);
  }

  @Test
  void pointsAndMeanAreAsGiven() {
    assertThat(SMALL.points()).isEqualTo(4);
    assertThat(SMALL.value(2)).isEqualTo(4);
    assertThat(SMALL.share(2)).isEqualTo(90 / 100.0);
    // 0 x 0.5 + 1 x 0.25 + 4 x 0.15 + 10 x 0.1
    assertThat(SMALL.mean()).isCloseTo(1.85, within(1e-12));
  }

  @Test
  void rankZeroTakesTheLargestValue() {
    assertThat(PiecewiseCdf.share(0, 10, false)).isEqualTo(1);
    assertThat(PiecewiseCdf.share(0, 10, true)).isEqualTo(0.95);
    // u = 1, 0.75, 0.5, 0.25
    assertThat(SMALL.quantileOfRank(0, 4, false)).isEqualTo(10);
    assertThat(SMALL.quantileOfRank(1, 4, false)).isEqualTo(1);
    assertThat(SMALL.quantileOfRank(3, 4, false)).isEqualTo(0);
    assertThat(SMALL.ranksPerPoint(4, false)).containsExactly(2, 1, 0, 1);
    // u = 0.875, 0.625, 0.375, 0.125
    assertThat(SMALL.ranksPerPoint(4, true)).containsExactly(2, 1, 1, 0);
  }

  @Test
  void ranksPerPointCountsLikeBruteForce() {
    Random64 random = new Random64(12);
    PiecewiseCdf[] cdfs = {SMALL, irregular(random, 7), irregular(random, 40), inTenths()};
    for (PiecewiseCdf cdf : cdfs) {
      for (int n = 1; n <= 300; n++) {
        assertCountsLikeBruteForce(cdf, n, false);
        assertCountsLikeBruteForce(cdf, n, true);
      }
      assertCountsLikeBruteForce(cdf, 100_000, false);
      assertCountsLikeBruteForce(cdf, 100_000, true);
    }
  }

  /**
   * Shares that ranks hit exactly, up to rounding: where another expression would be off by one.
   */
  private static PiecewiseCdf inTenths() {
    return PiecewiseCdf.of(
        new long[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
        new double[] {10, 20, 30, 40, 50, 60, 70, 80, 90, 100});
  }

  private static PiecewiseCdf irregular(Random64 random, int points) {
    long[] values = new long[points];
    double[] percents = new double[points];
    for (int i = 0; i < points; i++) {
      values[i] = (i == 0 ? 0 : values[i - 1]) + 1 + random.nextInt(5);
      double left = i == 0 ? 100 : 100 - percents[i - 1];
      percents[i] = i == points - 1 ? 100 : 100 - left * random.nextDouble();
    }
    return PiecewiseCdf.of(values, percents);
  }

  private static void assertCountsLikeBruteForce(PiecewiseCdf cdf, int n, boolean midpoint) {
    long[] expected = new long[cdf.points()];
    for (int rank = 0; rank < n; rank++) {
      long value = cdf.quantileOfRank(rank, n, midpoint);
      int point = 0;
      while (cdf.value(point) != value) {
        point++;
      }
      expected[point]++;
    }
    assertThat(cdf.ranksPerPoint(n, midpoint)).as("n = " + n).containsExactly(expected);
  }

  @Test
  void aBillionRanksAreAllCounted() {
    long[] ranks = SMALL.ranksPerPoint(1_000_000_000, true);
    assertThat(ranks).containsExactly(500_000_000, 250_000_000, 150_000_000, 100_000_000);
  }

  @Test
  void wrongPointsAreNamed() {
    assertRejected(new long[] {1, 1}, new double[] {50, 100}, "point 2 (1, 100.0 %)");
    assertRejected(new long[] {1, 2, 3}, new double[] {50, 40, 100}, "point 2 (2, 40.0 %)");
    assertRejected(new long[] {1, 2}, new double[] {50, 99}, "point 2) has 99.0 %, not 100 %");
    assertRejected(new long[] {1, 2}, new double[] {50, 101}, "point 2 (2, 101.0 %)");
    assertRejected(new long[] {1}, new double[] {Double.NaN}, "point 1");
    assertRejected(new long[] {-1}, new double[] {100}, "negative");
    assertRejected(new long[] {}, new double[] {}, "no point");
    assertRejected(new long[] {1, 2}, new double[] {100}, "2 values, 1 percents");
  }

  private static void assertRejected(long[] values, double[] percents, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PiecewiseCdf.of(values, percents))
        .withMessageContaining(message);
  }

  @Test
  void laterChangesOfTheArraysDoNotCount() {
    long[] values = {1, 2};
    PiecewiseCdf cdf = PiecewiseCdf.of(values, new double[] {50, 100});
    values[1] = 9;
    assertThat(cdf.quantile(1)).isEqualTo(2);
  }
}
