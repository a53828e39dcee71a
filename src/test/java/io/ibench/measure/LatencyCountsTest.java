package io.ibench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyCountsTest {

  /** Every edge between two ranges, its neighbours, and numbers of all sizes between. */
  private static long[] values() {
    Random random = new Random(42);
    return LongStream.concat(
            random.longs(20_000).map(bits -> bits >>> 22 + (bits & 41)),
            LongStream.rangeClosed(0, 41)
                .map(shift -> 1L << shift)
                .flatMap(edge -> LongStream.of(edge - 1, edge, edge + 1)))
        .filter(value -> value <= Latency.HIGHEST_NANOS)
        .toArray();
  }

  @Test
  void countsAsHdrHistogramDoes() {
    LatencyCounts counts = new LatencyCounts();
    Histogram histogram = Latency.histogram();
    for (long value : values()) {
      counts.add(value);
      histogram.recordValue(value);
    }
    counts.add(Latency.HIGHEST_NANOS);
    histogram.recordValue(Latency.HIGHEST_NANOS);
    assertThat(counts.toHistogram()).isEqualTo(histogram);
    assertThat(counts.total()).isEqualTo(histogram.getTotalCount());
    assertThat(counts.toHistogram().getMaxValue()).isEqualTo(histogram.getMaxValue());
  }

  @Test
  void aSummaryIsThatOfTheHistogram() {
    Random random = new Random(7);
    for (int count = 0; count < 3_000; count = 3 * count + 1) {
      LatencyCounts counts = new LatencyCounts();
      for (int i = 0; i < count; i++) {
        counts.add(Math.min(Latency.HIGHEST_NANOS, random.nextLong() >>> 20 + random.nextInt(44)));
      }
      assertThat(counts.summary()).isEqualTo(LatencySummary.of(counts.toHistogram()));
    }
    LatencyCounts highest = new LatencyCounts();
    highest.add(0);
    highest.add(Latency.HIGHEST_NANOS, 1L << 33);
    assertThat(highest.summary()).isEqualTo(LatencySummary.of(highest.toHistogram()));
  }

  @Test
  void addsAllOfAnotherAndKeepsIt() {
    LatencyCounts sum = new LatencyCounts();
    LatencyCounts one = new LatencyCounts();
    Histogram expected = Latency.histogram();
    for (long value : values()) {
      one.add(value, 3);
      expected.recordValueWithCount(value, 6);
    }
    sum.add(one);
    sum.add(one);
    assertThat(sum.toHistogram()).isEqualTo(expected);
    assertThat(one.total()).isEqualTo(expected.getTotalCount() / 2);
  }

  @Test
  void forgetsEverything() {
    LatencyCounts counts = new LatencyCounts();
    for (long value : values()) {
      counts.add(value);
    }
    counts.reset();
    assertThat(counts.total()).isZero();
    assertThat(counts.toHistogram()).isEqualTo(Latency.histogram());
    counts.add(7);
    assertThat(counts.toHistogram().getCountAtValue(7)).isEqualTo(1);
    assertThat(counts.toHistogram().getTotalCount()).isEqualTo(1);
  }

  @Test
  void countsAndAddsBeyondTwoToTheThirtyFirst() {
    LatencyCounts counts = new LatencyCounts();
    counts.add(1_000, Integer.MAX_VALUE);
    counts.add(1_000);
    counts.add(1_000);
    counts.add(7, 1L << 33);
    LatencyCounts sum = new LatencyCounts();
    sum.add(1_000, 5);
    sum.add(counts);
    sum.add(counts);

    assertThat(counts.toHistogram().getCountAtValue(1_000)).isEqualTo((1L << 31) + 1);
    assertThat(sum.toHistogram().getCountAtValue(1_000)).isEqualTo((1L << 32) + 7);
    assertThat(sum.toHistogram().getCountAtValue(7)).isEqualTo(1L << 34);
    assertThat(sum.total()).isEqualTo((1L << 34) + (1L << 32) + 7);

    sum.reset();
    sum.add(7);
    assertThat(sum.toHistogram().getCountAtValue(7)).isEqualTo(1);
  }

  @Test
  void hasAsManyRangesAsTheHistogram() {
    assertThat(Latency.histogram().getEstimatedFootprintInBytes() - 512)
        .as("its counts alone take 8 bytes a range")
        .isEqualTo(8L * LatencyCounts.RANGES);
  }
}
