package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionTest {
  private static final long ZIPF_2011 = 7243011494654381533L;
  private static final int DRAWS = 1_000_000;

  @Test
  void uniformDrawsFollowTheirCdf() {
    assertDrawsFollowCdf(new UniformDistribution(100), 0.002);
    assertDrawsFollowCdf(new UniformDistribution(1_000_003), 0.002);
  }

  @Test
  void uniformDrawsReachAllOfAHugeRange() {
    Distribution uniform = new UniformDistribution(1L << 62);
    assertDrawsFollowCdf(uniform, 0.002);
    assertThat(new UniformDistribution(1).draw(new Random64(1))).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.2, 0.606, 0.741, 0.8, 0.9, 0.99, 1.01, 1.5, 3})
  void zipfDrawsFollowTheirCdf(double shape) {
    assertDrawsFollowCdf(new ZipfDistribution(1000, shape), 0.025);
    assertDrawsFollowCdf(new ZipfDistribution(10_000_000, shape), shape <= 0.8 ? 0.01 : 0.025);
  }

  private static void assertDrawsFollowCdf(Distribution distribution, double tolerance) {
    Random64 random = new Random64(distribution.size());
    long[] ranks = checkpoints(distribution.size());
    int[] atMost = new int[ranks.length];
    for (int i = 0; i < DRAWS; i++) {
      long drawn = distribution.draw(random);
      assertInRange(drawn, distribution.size());
      for (int c = 0; c < ranks.length; c++) {
        atMost[c] += drawn <= ranks[c] ? 1 : 0;
      }
    }
    for (int c = 0; c < ranks.length; c++) {
      assertThat((double) atMost[c] / DRAWS)
          .as("share at or below rank " + ranks[c])
          .isCloseTo(distribution.cdf(ranks[c]), within(tolerance));
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

  @Test
  void zipfOverTenMillionHasThePublishedFigures() {
    // The published figures come from a sum that is 1.5e-4 off; ours is exact.
    ZipfDistribution zipf = new ZipfDistribution(10_000_000, 0.8);
    assertThat(zipf.cdf(0)).isCloseTo(0.0082526, Percentage.withPercentage(0.02));
    assertThat(zipf.quantile(0.25)).isCloseTo(15_692, within(1L));
    assertThat(zipf.quantile(0.5)).isCloseTo(367_880, within(4L));
    assertThat(zipf.quantile(0.9)).isCloseTo(6_014_515, within(10L));
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

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 0.8, 0.99999, 1.00001, 1.5, 3})
  void zetaIsTheSumOfItsTerms(double shape) {
    double sum = 0;
    for (int k = 1; k <= 300_000; k++) {
      sum += StrictMath.pow(k, -shape);
      if (k == 1 || k == 2 || k == 1024 || k == 1025 || k == 5000 || k == 300_000) {
        assertThat(ZipfDistribution.zeta(k, shape))
            .as("zeta(" + k + ")")
            .isCloseTo(sum, Percentage.withPercentage(1e-8));
      }
    }
  }

  @Test
  void zetaHasThePublishedValues() {
    assertThat(ZipfDistribution.zeta(10, 1.5)).isCloseTo(1.99534, within(5e-6));
    assertThat(ZipfDistribution.zeta(1000, 0.5)).isCloseTo(61.801, within(5e-4));
    assertThat(ZipfDistribution.zeta(1_000_000, 0.7)).isCloseTo(207.541, within(5e-4));
  }

  @Test
  void zetaOfABillionMatchesItsAsymptoticSeries() {
    double n = 1e9;
    double riemannZetaOfOneHalf = -1.4603545088095868;
    assertThat(ZipfDistribution.zeta(1_000_000_000, 0.5))
        .isCloseTo(
            2 * Math.sqrt(n) + riemannZetaOfOneHalf + 0.5 / Math.sqrt(n),
            Percentage.withPercentage(1e-8));
    assertThat(ZipfDistribution.zeta(1_000_000_000, 2))
        .isCloseTo(Math.PI * Math.PI / 6 - 1 / n, Percentage.withPercentage(1e-8));
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
