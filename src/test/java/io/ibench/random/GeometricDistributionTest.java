package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeometricDistributionTest {
  private static final int DRAWS = Share.DRAWS;

  @Test
  void cdfHasThePublishedValues() {
    GeometricDistribution geometric = new GeometricDistribution(0.3, 0, 100);
    assertThat(geometric.cdf(-1)).isZero();
    assertThat(geometric.cdf(0)).isCloseTo(0.3, within(1e-12));
    assertThat(geometric.cdf(1)).isCloseTo(0.51, within(1e-12));
    assertThat(geometric.cdf(2)).isCloseTo(0.657, within(1e-12));
    assertThat(geometric.cdf(100)).isEqualTo(1);
  }

  @Test
  void sharesOfSingleValuesFallByOneFactorAndSumToOne() {
    GeometricDistribution geometric = new GeometricDistribution(0.382, 1, 128);
    double expected = 0.382;
    double sum = 0;
    for (int value = 1; value <= 128; value++) {
      double share = geometric.cdf(value) - geometric.cdf(value - 1);
      assertThat(share).isCloseTo(expected, within(1e-12));
      sum += expected;
      expected *= 1 - 0.382;
    }
    assertThat(sum).isCloseTo(1, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.3, 0.382, 0.9})
  void drawsFollowTheCdfAndHaveMeanOneOverProbability(double probability) {
    GeometricDistribution geometric = new GeometricDistribution(probability, 1, 4000);
    int[] counts = draw(geometric, 4000);
    assertFollowsCdf(geometric, counts);
    Share.assertExpected("the share of min", counts[1], probability);
    assertMean(counts, 1 / probability, probability);
  }

  @Test
  void theAncestorsFormNeverDrawsMin() {
    GeometricDistribution geometric = GeometricDistribution.offByOne(0.382, 1, 128);
    int[] counts = draw(geometric, 128);
    assertFollowsCdf(geometric, counts);
    assertThat(counts[1]).isZero();
    Share.assertExpected("the share of 2", counts[2], 0.382);
    Share.assertExpected("the share of 3", counts[3], 0.382 * 0.618);
    Share.assertExpected("the share of 4", counts[4], 0.382 * 0.618 * 0.618);
    assertMean(counts, 1 + 1 / 0.382, 0.382);
    assertThat(mean(counts)).as("published").isCloseTo(3.62, within(0.01));
  }

  @Test
  void theAncestorsFormStaysBelowMax() {
    int[] counts = draw(GeometricDistribution.offByOne(0.3, 1, 4), 4);
    assertThat(counts[4]).isZero();
    assertThat((double) counts[3] / DRAWS).isCloseTo(0.7, within(0.002));
    assertThat(draw(GeometricDistribution.offByOne(0.3, 1, 2), 2)[1]).isEqualTo(DRAWS);
  }

  @Test
  void valuesAboveMaxBecomeMax() {
    int[] counts = draw(new GeometricDistribution(0.3, 1, 3), 3);
    Share.assertExpected("the share of max", counts[3], 0.49);
    assertThat(draw(new GeometricDistribution(1e-300, 1, 3), 3)[3]).isEqualTo(DRAWS);
    assertThat(draw(new GeometricDistribution(1, 1, 3), 3)[1]).isEqualTo(DRAWS);
    assertThat(draw(new GeometricDistribution(0.3, 2, 2), 2)[2]).isEqualTo(DRAWS);
  }

  private static int[] draw(GeometricDistribution geometric, int max) {
    Random64 random = new Random64(max);
    int[] counts = new int[max + 1];
    for (int i = 0; i < DRAWS; i++) {
      counts[geometric.draw(random)]++;
    }
    return counts;
  }

  private static void assertFollowsCdf(GeometricDistribution geometric, int[] counts) {
    long atMost = 0;
    for (int value = 0; value < counts.length; value++) {
      atMost += counts[value];
      Share.assertExpected("share at or below " + value, atMost, geometric.cdf(value));
    }
  }

  /** Within five standard deviations of the mean of so many draws. */
  private static void assertMean(int[] counts, double expected, double probability) {
    double deviation = Math.sqrt((1 - probability) / DRAWS) / probability;
    assertThat(mean(counts)).isCloseTo(expected, within(5 * deviation));
  }

  private static double mean(int[] counts) {
    double sum = 0;
    for (int value = 0; value < counts.length; value++) {
      sum += (double) value * counts[value];
    }
    return sum / DRAWS;
  }

  @Test
  void rejectsImpossibleSettings() {
    assertThatIllegalArgumentException().isThrownBy(() -> new GeometricDistribution(0, 1, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> new GeometricDistribution(1.1, 1, 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new GeometricDistribution(Double.NaN, 1, 2));
    assertThatIllegalArgumentException().isThrownBy(() -> new GeometricDistribution(0.5, 2, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> GeometricDistribution.offByOne(0.5, 2, 2));
  }
}
