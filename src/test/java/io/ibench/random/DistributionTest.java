package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.ibench.testing.Slow;
import java.util.function.LongToDoubleFunction;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Slow
class DistributionTest {
  private static final long ZIPF_2011 = 7243011494654381533L;

  @ParameterizedTest
  @ValueSource(longs = {2, 100, 1_000_003, (1L << 31) - 1, 1L << 31, 10_000_000_000L, 1L << 62})
  void uniformDrawsFollowTheirCdf(long size) {
    Distribution uniform = new UniformDistribution(size);
    assertDrawsFollow(uniform, uniform::cdf);
    assertThat(new UniformDistribution(1).draw(new Random64(1))).isZero();
  }

  /** A generator with too few bits would leave gaps, which no cdf shows. */
  @ParameterizedTest
  @ValueSource(longs = {(1L << 31) + 12_345, 10_000_000_007L, 1L << 62})
  void uniformDrawsReachEveryResidueOfAHugeRange(long size) {
    Distribution uniform = new UniformDistribution(size);
    Random64 random = new Random64(4);
    int[] byRemainder = new int[128];
    for (int i = 0; i < Share.DRAWS; i++) {
      byRemainder[(int) (uniform.draw(random) % 128)]++;
    }
    for (int remainder = 0; remainder < 128; remainder++) {
      Share.assertExpected("remainder " + remainder, byRemainder[remainder], 1 / 128.0);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.2, 0.606, 0.741, 0.8, 0.9, 0.99, 1.01, 1.5, 3})
  void zipfDrawsFollowTheirQuantile(double shape) {
    for (long size : new long[] {1000, 10_000_000}) {
      ZipfDistribution zipf = new ZipfDistribution(size, shape);
      assertDrawsFollow(zipf, rank -> shareOfQuantile(zipf, rank));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.2, 0.606, 0.741, 0.8, 0.9, 0.99, 1.01, 1.5, 3})
  void zipfQuantileIsNearTheLaw(double shape) {
    assertQuantileIsNearTheLaw(new ZipfDistribution(1000, shape), 0.025);
    assertQuantileIsNearTheLaw(
        new ZipfDistribution(10_000_000, shape), shape <= 0.8 ? 0.01 : 0.025);
    assertQuantileIsNearTheLaw(
        new ZipfDistribution(1_000_000_000, shape), shape <= 0.8 ? 0.01 : 0.025);
  }

  private static void assertQuantileIsNearTheLaw(ZipfDistribution zipf, double tolerance) {
    for (int i = 0; i <= 100; i++) {
      double p = i / 100.0;
      long rank = zipf.quantile(p);
      assertThat(p)
          .as("share of rank " + rank)
          .isBetween(zipf.cdf(rank - 1) - tolerance, zipf.cdf(rank) + tolerance);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.2, 0.606, 0.741, 0.8, 0.99, 1.5})
  void zipfGivesTheTwoMostProbableRanksExactlyTheirShares(double shape) {
    for (long size : new long[] {10, 10_000_000, 1_000_000_000}) {
      ZipfDistribution zipf = new ZipfDistribution(size, shape);
      assertThat(shareOfQuantile(zipf, 0)).isCloseTo(zipf.cdf(0), within(1e-12));
      assertThat(shareOfQuantile(zipf, 1)).isCloseTo(zipf.cdf(1), within(1e-12));
    }
  }

  /** The share of draws up to a rank, by bisection of the quantile. */
  private static double shareOfQuantile(ZipfDistribution zipf, long rank) {
    double low = 0;
    double high = 1;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      if (zipf.quantile(middle) > rank) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private static void assertDrawsFollow(Distribution distribution, LongToDoubleFunction share) {
    Random64 random = new Random64(distribution.size());
    long[] ranks = checkpoints(distribution.size());
    int[] atMost = new int[ranks.length];
    for (int i = 0; i < Share.DRAWS; i++) {
      long drawn = distribution.draw(random);
      assertInRange(drawn, distribution.size());
      for (int c = 0; c < ranks.length; c++) {
        atMost[c] += drawn <= ranks[c] ? 1 : 0;
      }
    }
    for (int c = 0; c < ranks.length; c++) {
      String what = "share at or below rank " + ranks[c] + " of " + distribution.size();
      Share.assertExpected(what, atMost[c], share.applyAsDouble(ranks[c]));
    }
  }

  private static long[] checkpoints(long size) {
    return new long[] {
      0,
      1,
      2,
      5,
      20,
      size / 1000,
      size / 100,
      size / 10,
      size / 4,
      size / 2,
      size / 10 * 9,
      size - 1
    };
  }

  private static void assertInRange(long rank, long size) {
    if (rank < 0 || rank >= size) {
      throw new AssertionError(rank + " is not in 0 .. " + (size - 1));
    }
  }

  @Test
  void cdfRisesFromZeroToOne() {
    for (Distribution distribution :
        new Distribution[] {new UniformDistribution(50), new ZipfDistribution(50, 0.8)}) {
      assertThat(distribution.cdf(-1)).isZero();
      double before = 0;
      double steepest = 1;
      for (int rank = 0; rank < 50; rank++) {
        double step = distribution.cdf(rank) - before;
        assertThat(step).isPositive().isLessThanOrEqualTo(steepest + 1e-12);
        steepest = step;
        before += step;
      }
      assertThat(before).isCloseTo(1, within(1e-12));
      assertThat(distribution.cdf(50)).isEqualTo(1);
    }
  }

  /** Each share computed from the definition, with its own sum. */
  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.741, 0.8, 1.5})
  void zipfSharesOfSingleRanksAreThoseOfTheLawAndSumToOne(double shape) {
    int size = 3000;
    double[] weights = new double[size];
    double sum = 0;
    for (int rank = size - 1; rank >= 0; rank--) {
      weights[rank] = Math.pow(rank + 1.0, -shape);
      sum += weights[rank];
    }
    ZipfDistribution zipf = new ZipfDistribution(size, shape);
    double total = 0;
    for (int rank = 0; rank < size; rank++) {
      double share = zipf.cdf(rank) - total;
      assertThat(share).as("rank " + rank).isCloseTo(weights[rank] / sum, within(1e-12));
      total += share;
    }
    assertThat(total).isCloseTo(1, within(1e-11));
  }

  @Test
  void zipfOverTenMillionHasThePublishedFigures() {
    // The published figures come from a sum with an error of 1.5e-4; this one is exact.
    ZipfDistribution zipf = new ZipfDistribution(10_000_000, 0.8);
    assertThat(zipf.cdf(0)).isCloseTo(0.0082526, Percentage.withPercentage(0.02));
    assertThat(zipf.quantile(0.25)).isCloseTo(15_692, within(1L));
    assertThat(zipf.quantile(0.5)).isCloseTo(367_880, within(4L));
    assertThat(zipf.quantile(0.9)).isCloseTo(6_014_515, within(10L));
    assertThat(zipf.cdf(0)).isCloseTo(0.00825376808095, within(1e-13));
    assertThat(zipf.cdf(1)).isCloseTo(0.0129943129895, within(1e-12));
    assertThat(zipf.cdf(999)).isCloseTo(0.127684227151, within(1e-11));
    assertThat(zipf.cdf(367_879)).isCloseTo(0.498878697332, within(1e-11));
    assertThat(zipf.cdf(6_014_514)).isCloseTo(0.899775723071, within(1e-11));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.8, 0.999, 1.001, 2, 40})
  void zipfQuantileIsMonotonicAndStaysInRange(double shape) {
    for (long size : new long[] {1, 2, 3, 10, 1_000_000_000, 1L << 62}) {
      ZipfDistribution zipf = new ZipfDistribution(size, shape);
      assertThat(zipf.quantile(0)).isZero();
      long before = 0;
      for (int i = 0; i <= 10_000; i++) {
        long rank = zipf.quantile(i / 10_000.0);
        assertInRange(rank, size);
        assertThat(rank).isGreaterThanOrEqualTo(before);
        before = rank;
      }
    }
  }

  @Test
  void zipfRejectsImpossibleShapesAndSizes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ZipfDistribution(10, 1))
        .withMessageContaining("must not be 1");
    assertThatIllegalArgumentException().isThrownBy(() -> new ZipfDistribution(10, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new ZipfDistribution(10, Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> new ZipfDistribution(0, 0.5));
    assertThatIllegalArgumentException().isThrownBy(() -> new UniformDistribution(0));
  }

  @Test
  void zipfDrawsTheSameEverywhere() {
    ZipfDistribution zipf = new ZipfDistribution(100_000_000, 0.8);
    Random64 random = new Random64(2011);
    long hash = 0;
    for (int i = 0; i < 100_000; i++) {
      hash = Random64.hash(hash, zipf.draw(random));
    }
    assertThat(hash).isEqualTo(ZIPF_2011);
  }
}
