package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The distributions of sysbench and pgbench: shares as computed by hand, and draws as their cdf.
 */
class ShapedDistributionTest {

  private static final int RANKS = 10_000;

  /** A distribution with a name for the test's title. */
  private record Named(String name, Distribution ranks) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Named> all() {
    return Stream.of(
        new Named("zipf 0", new ExactZipfDistribution(RANKS, 0)),
        new Named("zipf 0.8", new ExactZipfDistribution(RANKS, 0.8)),
        new Named("zipf 1", new ExactZipfDistribution(RANKS, 1)),
        new Named("zipf 1.00000000001", new ExactZipfDistribution(RANKS, 1.00000000001)),
        new Named("zipf 2.5", new ExactZipfDistribution(RANKS, 2.5)),
        new Named("zipf of one rank", new ExactZipfDistribution(1, 0.8)),
        new Named("zipf of two ranks", new ExactZipfDistribution(2, 3)),
        new Named("zipf of billions", new ExactZipfDistribution(5_000_000_000L, 0.5)),
        new Named("pareto", new ParetoDistribution(RANKS, 0.2)),
        new Named("gaussian", new GaussianDistribution(RANKS)),
        new Named("gaussian of two ranks", new GaussianDistribution(2)),
        new Named("special", new SpecialDistribution(RANKS)),
        new Named("special of one rank", new SpecialDistribution(1)),
        new Named("latest", new LatestDistribution(new ExactZipfDistribution(RANKS, 0.99))),
        new Named("exponential", new ExponentialDistribution(RANKS, 3)),
        new Named("normal", new NormalDistribution(RANKS, 4)),
        new Named("normal, narrowest cut", new NormalDistribution(7, 2)));
  }

  @ParameterizedTest
  @MethodSource("all")
  void drawsFollowTheDistributionFunction(Named named) {
    Distribution ranks = named.ranks();
    List<Double> cuts = List.of(0.0, 0.0001, 0.01, 0.2, 0.4975, 0.5, 0.505, 0.9);
    long[] edges = cuts.stream().mapToLong(cut -> (long) (cut * ranks.size())).toArray();
    long[] upTo = new long[edges.length];
    Random64 random = new Random64(20261123);
    for (int i = 0; i < Share.DRAWS; i++) {
      long rank = ranks.draw(random);
      assertThat(rank >= 0 && rank < ranks.size()).isTrue();
      for (int edge = 0; edge < edges.length; edge++) {
        upTo[edge] += rank <= edges[edge] ? 1 : 0;
      }
    }
    for (int edge = 0; edge < edges.length; edge++) {
      Share.assertExpected("rank " + edges[edge], upTo[edge], ranks.cdf(edges[edge]));
    }
    assertThat(ranks.cdf(-1)).isZero();
    assertThat(ranks.cdf(ranks.size() - 1)).isEqualTo(1);
  }

  @Test
  void aZipfOf08HasTheSharesOfItsSum() {
    Distribution zipf = new ExactZipfDistribution(RANKS, 0.8);
    assertThat(zipf.cdf(0)).isCloseTo(0.036886, within(1e-6));
    assertThat(zipf.cdf(99)).isCloseTo(0.3000, within(5e-5));
    assertThat(zipf.cdf(999)).isCloseTo(0.5706, within(5e-5));
    assertThat(zipf.cdf(1999)).isCloseTo(0.6798, within(5e-5));
    assertThat(new ExactZipfDistribution(10, 1.5).cdf(0)).isCloseTo(0.5012, within(5e-5));
  }

  @Test
  void theExactZipfAgreesWithTheSumOfAllTerms() {
    double sum = 0;
    double upTo = 0;
    for (int k = 1; k <= RANKS; k++) {
      sum += 1.0 / k;
      upTo += k <= 5000 ? 1.0 / k : 0;
    }
    assertThat(new ExactZipfDistribution(RANKS, 1).cdf(4999)).isCloseTo(upTo / sum, within(1e-11));
  }

  @Test
  void aParetoOf20PercentGives80PercentToTheFirstFifth() {
    Distribution pareto = new ParetoDistribution(RANKS, 0.2);
    assertThat(pareto.cdf(0)).isCloseTo(0.2789, within(5e-5));
    assertThat(pareto.cdf(99)).isCloseTo(0.5281, within(5e-5));
    assertThat(pareto.cdf(1999)).isCloseTo(0.8, within(1e-9));
  }

  @Test
  void aGaussianHasTwoThirdsWithinOneDeviation() {
    Distribution gaussian = new GaussianDistribution(12_000);
    assertThat(gaussian.cdf(6999) - gaussian.cdf(4999)).isCloseTo(0.6785, within(5e-5));
    assertThat(gaussian.cdf(8999) - gaussian.cdf(2999)).isCloseTo(0.9980, within(5e-5));
  }

  @Test
  void specialHasItsHotZoneInIds4975To5051Of10000() {
    Distribution special = new SpecialDistribution(RANKS);
    assertThat(special.cdf(5050) - special.cdf(4973)).isCloseTo(0.759, within(0.0005));
    double bell = GaussianDistribution.cdfOfMean(0.5051) - GaussianDistribution.cdfOfMean(0.4974);
    assertThat(special.cdf(5050) - special.cdf(4973)).isCloseTo(0.75 + bell / 4, within(1e-4));
  }

  @Test
  void pgbenchsManualGivesTheSharesOfItsTwoBells() {
    Distribution exponential = new ExponentialDistribution(1000, 3);
    assertThat(exponential.cdf(99)).isCloseTo(0.2728, within(5e-5));
    Distribution normal = new NormalDistribution(1000, 4);
    assertThat(normal.cdf(624) - normal.cdf(374)).isCloseTo(0.6827, within(5e-5));
  }

  @Test
  void valuesOutOfRangeAreRefused() {
    for (double exponent : new double[] {-0.1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> new ExactZipfDistribution(10, exponent))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("must be 0 or more: " + exponent);
    }
    for (double h : new double[] {0, 1, Double.NaN}) {
      assertThatThrownBy(() -> new ParetoDistribution(10, h))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new ExponentialDistribution(10, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new NormalDistribution(10, 1.9))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new GaussianDistribution(0))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
