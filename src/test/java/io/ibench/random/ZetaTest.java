package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.testing.Slow;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The sum of k^-shape, which decides every share of a Zipf distribution. */
class ZetaTest {

  /** One part in 10^12. */
  private static final Percentage EXACT = Percentage.withPercentage(1e-10);

  @Test
  void hasThePublishedValues() {
    assertThat(ZipfDistribution.zeta(10, 1.5)).isCloseTo(1.99534, within(5e-6));
    assertThat(ZipfDistribution.zeta(1000, 0.5)).isCloseTo(61.801, within(5e-4));
    assertThat(ZipfDistribution.zeta(1_000_000, 0.7)).isCloseTo(207.541, within(5e-4));
  }

  /** Differences of the Hurwitz zeta function, to 40 digits, rounded to 20. */
  @ParameterizedTest
  @CsvSource({
    "10, 1.5, 1.9953364933456017145",
    "1000, 0.5, 61.801008765243232338",
    "1000000, 0.7, 207.54075792904102891",
    "10000000, 0.8, 121.15678441552659097",
    "1000000000, 0.2, 19811164.179767454753",
    "1000000000, 0.606, 8920.8635486148631286",
    "1000000000, 0.625, 6321.5457980012668356",
    "1000000000, 0.741, 824.06792244158097352",
    "1000000000, 0.8, 311.04113385574872001",
    "1000000000, 0.99, 23.603364104125101753",
    "1000000000, 1.01, 19.294891722493361434",
    "1000000000, 1.5, 2.6123121031323007872",
    "2147483648, 0.8, 363.14593520027232080",
    "4611686018427387904, 0.8, 27019.084474212934708"
  })
  void isExactToTwelveDigitsForAnyNumberOfIds(long n, double shape, double sum) {
    assertThat(ZipfDistribution.zeta(n, shape)).isCloseTo(sum, EXACT);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 0.8, 0.99999, 1.00001, 1.5, 3})
  void isTheSumOfItsTerms(double shape) {
    CompensatedSum sum = new CompensatedSum();
    for (int k = 1; k <= 300_000; k++) {
      sum.add(StrictMath.pow(k, -shape));
      if (k == 1 || k == 2 || k == 1024 || k == 1025 || k == 5000 || k == 300_000) {
        assertThat(ZipfDistribution.zeta(k, shape))
            .as("zeta(" + k + ")")
            .isCloseTo(sum.value(), EXACT);
      }
    }
  }

  @Test
  @Slow
  void isTheSumOfTenMillionTerms() {
    CompensatedSum sum = new CompensatedSum();
    for (int k = 1; k <= 10_000_000; k++) {
      sum.add(Math.pow(k, -0.741));
    }
    assertThat(ZipfDistribution.zeta(10_000_000, 0.741)).isCloseTo(sum.value(), EXACT);
  }

  /**
   * Another way to a billion: the Riemann zeta function, continued by the alternating series, minus
   * the tail of the expansion after n terms. Shares no step with the code under test.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.606, 0.625, 0.741, 0.8, 0.9, 1.2, 2})
  void ofABillionIsRiemannsZetaAndTheRest(double shape) {
    double n = 1e9;
    double rest =
        Math.pow(n, 1 - shape) / (1 - shape)
            + Math.pow(n, -shape) / 2
            - shape / 12 * Math.pow(n, -shape - 1);
    assertThat(ZipfDistribution.zeta(1_000_000_000, shape))
        .isCloseTo(riemannZeta(shape) + rest, EXACT);
  }

  /**
   * The alternating sum 1 - 2^-s + 3^-s - ... by repeated averages of its partial sums (Euler), and
   * from it zeta(s).
   */
  private static double riemannZeta(double s) {
    double[] partial = new double[40];
    CompensatedSum sum = new CompensatedSum();
    int skipped = 40;
    for (int k = 1; k <= skipped + partial.length; k++) {
      sum.add((k % 2 == 1 ? 1 : -1) * Math.pow(k, -s));
      if (k > skipped) {
        partial[k - skipped - 1] = sum.value();
      }
    }
    for (int left = partial.length - 1; left > 0; left--) {
      for (int i = 0; i < left; i++) {
        partial[i] = (partial[i] + partial[i + 1]) / 2;
      }
    }
    return partial[0] / (1 - Math.pow(2, 1 - s));
  }

  /** Adds without losing the small terms (Kahan). */
  private static final class CompensatedSum {
    private double sum;
    private double lost;

    void add(double term) {
      double corrected = term - lost;
      double next = sum + corrected;
      lost = next - sum - corrected;
      sum = next;
    }

    double value() {
      return sum;
    }
  }
}
