package io.ibench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.statistics.CountedDifference.Counts;
import io.ibench.statistics.CountedDifference.Scatter;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CountedDifferenceTest {

  private static Counts counts(double unit, long... counts) {
    double[] units = new double[counts.length];
    Arrays.fill(units, unit);
    return new Counts(counts, units);
  }

  @Test
  void oneRepeatHasTheNoiseOfCounting() {
    CountedDifference difference =
        CountedDifference.of(counts(0.01, 400), counts(0.01, 900), Scatter.POISSON);

    assertThat(difference.change()).isCloseTo(5.0, within(1e-9));
    assertThat(difference.half()).isCloseTo(1.96 * 0.01 * Math.sqrt(1300), within(1e-3));
    assertThat(difference.repeated()).isFalse();
    assertThat(difference.isSure()).isTrue();
  }

  @Test
  void repeatsThatAreEqualByChanceAreNoCertainty() {
    CountedDifference difference =
        CountedDifference.of(counts(1, 100, 100), counts(1, 110, 110), Scatter.POISSON);

    assertThat(difference.half()).isGreaterThan(10);
    assertThat(difference.isSure()).isFalse();
  }

  @Test
  void repeatsThatDifferByMoreThanCountingWidenTheInterval() {
    CountedDifference calm =
        CountedDifference.of(counts(1, 95, 105), counts(1, 195, 205), Scatter.POISSON);
    CountedDifference wild =
        CountedDifference.of(counts(1, 20, 180), counts(1, 120, 280), Scatter.POISSON);

    assertThat(calm.isSure()).isTrue();
    assertThat(wild.isSure()).isFalse();
  }

  @Test
  void whatOneSideNeverHasCountsAsOneSample() {
    CountedDifference difference =
        CountedDifference.of(counts(1, 0, 0), counts(1, 3, 3), Scatter.POISSON);

    assertThat(difference.half()).isPositive();
    assertThat(difference.p()).isBetween(0.01, 0.1);
  }

  @Test
  void valuesThatAreNotCountedHaveWelchsInterval() {
    CountedDifference difference =
        CountedDifference.ofMeans(new double[] {9, 11}, new double[] {19, 21});

    assertThat(difference.change()).isEqualTo(10);
    assertThat(difference.half()).isCloseTo(4.303 * Math.sqrt(2), within(0.01));
    assertThat(difference.isSure()).isTrue();
    CountedDifference single = CountedDifference.ofMeans(new double[] {9}, new double[] {19, 21});
    assertThat(single.half()).isNaN();
    assertThat(single.isSure()).isFalse();
  }

  /** A sample of side a is worth 50 of side b. */
  @Test
  void aSideOfFewSamplesIsNoSurerThanItsSamples() {
    CountedDifference difference =
        CountedDifference.of(counts(50, 0), counts(1, 150), Scatter.POISSON);

    assertThat(difference.isSure()).isTrue();
    assertThat(difference.half()).isGreaterThan(1.96 * Math.sqrt(75 * 50));
  }

  @Test
  void moreScatterThanCountingsMakesAChangeMoreLikely() {
    Counts a = counts(1, 100, 100);
    Counts b = counts(1, 140, 140);

    assertThat(CountedDifference.of(a, b, new Scatter(4, 4)).p())
        .isGreaterThan(10 * CountedDifference.of(a, b, Scatter.POISSON).p());
  }

  @Test
  void theScatterIsThatOfRepeatsOverThatOfCounting() {
    // The mean of 80 and 120 has a variance of 400, and of 50 by counting; 3 and 9 are too few.
    List<Counts> all = List.of(counts(1, 80, 120), counts(1, 3, 4), counts(1, 50));

    assertThat(Scatter.of(all).factor()).isCloseTo(8.0, within(1e-9));
    assertThat(Scatter.of(List.of(counts(1, 50)))).isEqualTo(Scatter.POISSON);
    assertThat(Scatter.of(List.of(counts(1, 100, 100))).factor()).isEqualTo(1);
  }

  /** Two repeats alone have one degree of freedom, and a quantile of 12.7. */
  @Test
  void whatAllFunctionsTellNarrowsTheIntervalOfFewRepeats() {
    Counts a = counts(1, 80, 120);
    Counts b = counts(1, 280, 320);

    double alone = CountedDifference.of(a, b, Scatter.POISSON).half();
    double known = CountedDifference.of(a, b, new Scatter(1, 4)).half();

    // 2 degrees and a variance of 800; 6 degrees and (4 * 200 + 2 * 800) / 6.
    assertThat(alone).isCloseTo(4.303 * Math.sqrt(800), within(0.05));
    assertThat(known).isCloseTo(2.447 * Math.sqrt(400), within(0.05));
  }
}
