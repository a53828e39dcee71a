package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublishedDegreesTest {
  private final PiecewiseCdf degrees = PublishedDegrees.y2011();

  @ParameterizedTest
  @CsvSource({"0, 45.3316", "1, 77.4626", "2, 86.9581", "3, 91.9931", "5, 95.8281"})
  void sharesAreThePublishedOnes(long links, double percent) {
    int point = 0;
    while (degrees.value(point) < links) {
      point++;
    }
    assertThat(degrees.value(point)).isEqualTo(links);
    assertThat(degrees.share(point)).isEqualTo(percent / 100.0);
  }

  @ParameterizedTest
  @CsvSource({"99, 15", "99.9, 264", "99.99, 6051", "100, 961963"})
  void percentilesAreThePublishedOnes(double percent, long links) {
    assertThat(degrees.quantile(percent / 100.0)).isEqualTo(links);
  }

  @Test
  void theMeanIsThePublishedOne() {
    assertThat(degrees.mean()).isCloseTo(4.0973, Percentage.withPercentage(0.5));
  }

  @Test
  void theCurveIsCompactAndHasNoGaps() {
    assertThat(degrees.points()).isBetween(100, 300);
    for (int point = 1; point < degrees.points(); point++) {
      assertThat(degrees.share(point)).isGreaterThan(degrees.share(point - 1));
      assertThat((double) degrees.value(point))
          .isLessThanOrEqualTo(degrees.value(point - 1) * 1.06 + 1);
    }
  }

  @Test
  void betweenPublishedPointsTheShareAboveIsAStraightLineOnLogarithmicAxes() {
    double middle = Math.sqrt(15.0 * 264);
    int point = 0;
    while (degrees.value(point) < middle) {
      point++;
    }
    double slope = Math.log(0.1) / Math.log(264 / 15.0);
    double expected = 0.01 * Math.pow(degrees.value(point) / 15.0, slope);
    assertThat(1 - degrees.share(point)).isCloseTo(expected, within(1e-9));
  }
}
