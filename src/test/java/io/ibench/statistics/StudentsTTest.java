package io.ibench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Compared with published examples, tables of Student's t, and values computed by hand. */
class StudentsTTest {

  private static Difference compare(Sample base, Sample other) {
    return StudentsT.compare(base, other).orElseThrow();
  }

  /** Student's own data: 1.8608, 17.776 degrees of freedom, p = 0.07939 by Welch. */
  @Test
  void theAdditionalHoursOfSleepAreAsPublished() {
    Sample first = Sample.of(new double[] {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0});
    Sample second = Sample.of(new double[] {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4});
    Difference difference = compare(first, second);
    assertThat(difference.difference()).isCloseTo(1.58, within(1e-9));
    assertThat(difference.degreesOfFreedom()).isCloseTo(17.776, within(0.001));
    assertThat(difference.p()).isCloseTo(0.07939, within(0.00001));
  }

  /**
   * Three and three with the variance 1 each: t = 2 / sqrt(2/3), four degrees of freedom, of which
   * the probability is elementary: 1 - sin(a) (1 + cos(a)^2 / 2) with tan(a) = t / 2. The table has
   * 4.604 for 1 %.
   */
  @Test
  void threeAndThreeRunsAreAsWorkedOutByHand() {
    Difference difference =
        compare(Sample.of(new double[] {9, 10, 11}), Sample.of(new double[] {11, 12, 13}));
    double angle = Math.atan(Math.sqrt(6) / 2);
    double p = 1 - Math.sin(angle) * (1 + Math.pow(Math.cos(angle), 2) / 2);
    assertThat(difference.degreesOfFreedom()).isCloseTo(4, within(1e-9));
    assertThat(difference.p()).isCloseTo(p, within(1e-9)).isCloseTo(0.07048, within(1e-4));
    assertThat(difference.noise()).isCloseTo(4.604 * Math.sqrt(2.0 / 3), within(0.001));
  }

  /** One degree of freedom: t is 1 at the quartiles, and 63.657 in the table for 1 %. */
  @Test
  void oneRunIsHeldAgainstTheVarianceOfTheOthers() {
    Sample two = Sample.of(new double[] {10, 12});
    Sample one = Sample.of(new double[] {11 + Math.sqrt(3)});
    Difference difference = compare(two, one);
    assertThat(difference.degreesOfFreedom()).isEqualTo(1);
    assertThat(difference.p()).isCloseTo(0.5, within(1e-9));
    assertThat(difference.noise()).isCloseTo(63.657 * Math.sqrt(3), within(0.01));
    assertThat(compare(one, two).noise()).isCloseTo(difference.noise(), within(1e-9));
  }

  /** The table has 2.776 for four degrees of freedom and 12.706 for one. */
  @Test
  void theIntervalOfAMeanIsThatOfTheTable() {
    assertThat(StudentsT.halfWidth95(Sample.of(new double[] {1, 2, 3, 4, 5})))
        .isCloseTo(2.776 * Math.sqrt(2.5 / 5), within(0.001));
    assertThat(StudentsT.halfWidth95(Sample.of(new double[] {10, 12})))
        .isCloseTo(12.706, within(0.001));
    assertThat(StudentsT.halfWidth95(Sample.of(new double[] {10}))).isNaN();
  }

  @Test
  void whatIsBeyondTheNoiseIsWhatHasALowerProbabilityThanTheLevel() {
    Sample base = new Sample(100, 25, 12);
    double noise = compare(base, new Sample(100, 9, 20)).noise();
    assertThat(compare(base, new Sample(100 + 1.001 * noise, 9, 20)).p())
        .isLessThan(StudentsT.LEVEL);
    assertThat(compare(base, new Sample(100 - 0.999 * noise, 9, 20)).p())
        .isGreaterThan(StudentsT.LEVEL);
  }

  @Test
  void equalNumbersWithoutVarianceDoNotDiffer() {
    Difference difference = compare(new Sample(7, 0, 3), new Sample(7, 0, 4));
    assertThat(difference).isEqualTo(new Difference(0, 0, 1, 5));
  }

  @Test
  void unequalNumbersWithoutVarianceDiffer() {
    Difference difference = compare(new Sample(7, 0, 3), new Sample(8, 0, 4));
    assertThat(difference).isEqualTo(new Difference(1, 0, 0, 5));
  }

  @Test
  void twoSingleRunsSayNothing() {
    Sample one = Sample.of(new double[] {5});
    assertThat(StudentsT.compare(one, Sample.of(new double[] {50}))).isEmpty();
  }

  @Test
  void aMissingMeanSaysNothing() {
    Sample none = Sample.of(new double[0]);
    assertThat(StudentsT.compare(none, new Sample(8, 1, 4))).isEmpty();
    assertThat(StudentsT.compare(new Sample(8, 1, 4), none)).isEmpty();
  }
}
