package io.ibench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencySummaryTest {

  /** Sizes at which a percentile's rank is a whole number are among them. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 19, 20, 21, 99, 100, 101, 200, 999, 1_000, 10_000, 123_457})
  void allIsWhatTheHistogramSaysWhenItIsAskedOneByOne(int size) {
    Random random = new Random(size);
    Histogram histogram = Latency.histogram();
    for (int i = 0; i < size; i++) {
      histogram.recordValue((long) Math.exp(random.nextDouble() * Math.log(1e12)) - 1);
    }

    assertThat(LatencySummary.of(histogram))
        .isEqualTo(
            new LatencySummary(
                size,
                histogram.getMean(),
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(95),
                histogram.getValueAtPercentile(99),
                histogram.getValueAtPercentile(99.9),
                histogram.getValueAtPercentile(99.99),
                histogram.getMaxValue()));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 7, 1L << 31, (1L << 32) + 1, 1L << 40})
  void manyEqualOnesAreRankedAsFew(long count) {
    Histogram histogram = Latency.histogram();
    histogram.recordValueWithCount(1_000, 99 * count);
    histogram.recordValueWithCount(50_000, count);

    assertThat(LatencySummary.of(histogram).p99Nanos())
        .isEqualTo(histogram.getValueAtPercentile(99))
        .isEqualTo(histogram.highestEquivalentValue(1_000));
    assertThat(LatencySummary.of(histogram).p999Nanos())
        .isEqualTo(histogram.highestEquivalentValue(50_000));
  }
}
