package io.ibench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublishedDegreesTest {

  private static PiecewiseCdf degrees(int year) {
    return year == 2011 ? PublishedDegrees.y2011() : PublishedDegrees.y2017();
  }

  @ParameterizedTest
  @CsvSource({
    "2011, 0, 45.3316", "2011, 1, 77.4626", "2011, 2, 86.9581", "2011, 3, 91.9931",
    "2011, 5, 95.8281", "2017, 1, 79.7470", "2017, 2, 90.5131", "2017, 3, 94.4355"
  })
  void sharesAreThePublishedOnes(int year, long links, double percent) {
    PiecewiseCdf degrees = degrees(year);
    int point = 0;
    while (degrees.value(point) < links) {
      point++;
    }
    assertThat(degrees.value(point)).isEqualTo(links);
    assertThat(degrees.share(point)).isEqualTo(percent / 100.0);
  }

  @ParameterizedTest
  @CsvSource({
    "2011, 99, 15", "2011, 99.9, 264", "2011, 99.99, 6051", "2011, 100, 961963",
    "2017, 99, 22", "2017, 99.9, 300", "2017, 99.99, 2940", "2017, 100, 4181357"
  })
  void percentilesAreThePublishedOnes(int year, double percent, long links) {
    assertThat(degrees(year).quantile(percent / 100.0)).isEqualTo(links);
  }

  @ParameterizedTest
  @CsvSource({"2011, 4.0973", "2017, 3.8526"})
  void theMeanIsThePublishedOne(int year, double mean) {
    assertThat(degrees(year).mean()).isCloseTo(mean, Percentage.withPercentage(0.01));
  }

  @Test
  void nobodyIsWithoutLinksIn2017() {
    assertThat(PublishedDegrees.y2017().value(0)).isEqualTo(1);
    assertThat(PublishedDegrees.y2017().quantile(0)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {2011, 2017})
  void theCurveIsCompactAndHasNoGaps(int year) {
    PiecewiseCdf degrees = degrees(year);
    assertThat(degrees.points()).isBetween(100, 300);
    for (int point = 1; point < degrees.points(); point++) {
      assertThat(degrees.share(point)).isGreaterThan(degrees.share(point - 1));
      assertThat((double) degrees.value(point))
          .isLessThanOrEqualTo(degrees.value(point - 1) * 1.06 + 1);
    }
  }

  @Test
  void betweenPublishedPointsTheShareAboveIsAStraightLineOnLogarithmicAxes() {
    PiecewiseCdf degrees = PublishedDegrees.y2011();
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
