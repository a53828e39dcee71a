package io.ibench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RatioSeriesTest {

  @Test
  void theRatioIsThatOfTheSums() {
    RatioSeries series = new RatioSeries();
    series.add(10, 1);
    series.add(10, 9);
    assertThat(series.ratio()).isEqualTo(2);
  }

  /** 30 / 20 = 1.5; 20 - 15 = 5 too many over 10 on average, and 5 too few. */
  @Test
  void anIntervalDeviatesByItsWeight() {
    RatioSeries series = new RatioSeries();
    series.add(20, 10);
    series.add(10, 10);
    assertThat(series.observations()).containsExactly(2, 1);
    RatioSeries uneven = new RatioSeries();
    uneven.add(24, 18);
    uneven.add(6, 2);
    assertThat(uneven.observations()).containsExactly(1.2, 1.8);
  }

  /** A checkpoint writes while no operation is executed. */
  @Test
  void whatIsCountedWithoutWeightHasItsPart() {
    RatioSeries series = new RatioSeries();
    series.add(0, 10);
    series.add(5, 0);
    assertThat(series.ratio()).isEqualTo(0.5);
    assertThat(series.observations()).containsExactly(-0.5, 1.5);
  }

  @Test
  void intervalsThatAreNotKnownAreLeftOut() {
    RatioSeries series = new RatioSeries();
    series.add(Double.NaN, 10);
    series.add(10, Double.NaN);
    assertThat(series.ratio()).isNaN();
    assertThat(series.observations()).isEmpty();
    assertThat(BatchMeans.of(series)).isEmpty();
  }

  @Test
  void withoutAnyWeightNothingIsKnown() {
    RatioSeries series = new RatioSeries();
    for (int i = 0; i < 20; i++) {
      series.add(5, 0);
    }
    assertThat(BatchMeans.of(series)).isEmpty();
  }

  /** A week of seconds: the ratio is exact, and the noise is that of all single intervals. */
  @Test
  void aLongSeriesIsKeptShort() {
    RatioSeries series = new RatioSeries();
    SplittableRandom random = new SplittableRandom(1);
    int n = 604_800;
    double amount = 0;
    double weight = 0;
    double squares = 0;
    for (int i = 0; i < n; i++) {
      double operations = 50 + random.nextInt(101);
      double reads = operations * 2 + random.nextInt(201) - 100;
      series.add(reads, operations);
      amount += reads;
      weight += operations;
      squares += Math.pow((reads - 2 * operations) / 100, 2);
    }
    BatchMeans means = BatchMeans.of(series).orElseThrow();
    assertThat(series.observations().length).isBetween(4000, RatioSeries.MAX_POINTS);
    assertThat(means.sample().mean()).isCloseTo(amount / weight, within(1e-9));
    assertThat(means.batchIntervals()).isGreaterThanOrEqualTo(128);
    double error = Math.sqrt(means.sample().variance() / means.sample().n());
    double known = Math.sqrt(squares / n / n);
    assertThat(error).isBetween(0.95 * known, 1.2 * known);
    assertThat(Arrays.stream(series.observations()).average().orElseThrow())
        .isCloseTo(2, within(0.01));
  }
}
