package io.ibench.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.Latency;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencySumTest {

  private final LatencySum sum = new LatencySum();

  private static Map<String, Number> micros(double mean, double max) {
    return Map.of("mean_us", mean, "p99_us", 77.0, "max_us", max);
  }

  private static Histogram histogram(long... nanos) {
    Histogram histogram = Latency.histogram();
    for (long each : nanos) {
      histogram.recordValue(each);
    }
    return histogram;
  }

  @Test
  void thoseOfOneAgentStayAsTheyAre() {
    assertThat(sum.micros(null)).isEmpty();
    sum.add(micros(3, 9), 10);
    sum.add(Map.of(), 4);

    assertThat(sum.micros(histogram(1, 2))).isEqualTo(micros(3, 9));
  }

  @Test
  void thoseOfSeveralComeFromTheSumOfHistograms() {
    sum.add(micros(3, 9), 1);
    sum.add(micros(4, 8), 1);

    assertThat(sum.micros(histogram(64, 100)))
        .containsEntry("mean_us", 0.082)
        .containsEntry("p50_us", 0.064)
        .containsEntry("p99_us", 0.1)
        .containsEntry("max_us", 0.1);
  }

  @Test
  void withoutHistogramsTheMeanIsWeightedAndTheLongestCounts() {
    sum.add(micros(2, 50), 30);
    sum.add(micros(10, 40), 10);
    sum.add(Map.of("mean_us", 4.0), 10);

    assertThat(sum.micros(null)).isEqualTo(Map.of("mean_us", 4.0, "max_us", 50.0));
  }

  @Test
  void theMeanOfNothingIsUnknown() {
    sum.add(micros(2, 5), 0);
    sum.add(micros(3, 6), 0);

    assertThat(sum.micros(null)).isEqualTo(Map.of("max_us", 6.0));
  }
}
