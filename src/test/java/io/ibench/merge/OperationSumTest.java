package io.ibench.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.Latency;
import io.ibench.measure.OperationCounts;
import io.ibench.measure.Role;
import io.ibench.report.store.RunReport.Latencies;
import io.ibench.report.store.RunReport.Operation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class OperationSumTest {

  private final OperationSum sum = new OperationSum("get", Role.QUERY);

  private static Map<String, Number> micros(double mean) {
    return Map.of("mean_us", mean, "max_us", 2 * mean);
  }

  private static Operation operation(
      OperationCounts counts, Map<String, Number> errors, List<Long> buckets, double mean) {
    return new Operation(
        "get",
        Role.QUERY,
        counts,
        errors,
        Optional.of(1.0),
        new Latencies(
            micros(mean), micros(mean + 100), buckets, micros(mean + 200), micros(mean + 300)));
  }

  private void addTwo() {
    sum.add(
        operation(
            new OperationCounts(3, 20, 30, 40, 50, 60, 70),
            Map.of("deadlock", 1),
            List.of(1L, 2L),
            10));
    sum.add(
        operation(
            new OperationCounts(1, 2, 3, 4, 5, 6, 7),
            Map.of("deadlock", 2, "timeout", 3),
            List.of(10L, 20L, 30L, 0L, 0L, 0L, 0L, 0L, 0L, 9L, 99L),
            14));
  }

  @Test
  void allCountsErrorsAndBucketsAreSums() {
    addTwo();

    Operation all = sum.sum(8, Map.of());

    assertThat(all.name()).isEqualTo("get");
    assertThat(all.role()).isEqualTo(Role.QUERY);
    assertThat(all.counts()).isEqualTo(new OperationCounts(4, 22, 33, 44, 55, 66, 77));
    assertThat(all.errors())
        .containsOnlyKeys("deadlock", "timeout")
        .containsEntry("deadlock", 3L)
        .containsEntry("timeout", 3L);
    assertThat(all.perSecond()).contains(0.5);
    assertThat(all.buckets()).containsExactly(11L, 22L, 30L, 0L, 0L, 0L, 0L, 0L, 0L, 9L);
    assertThat(List.of(sum.count(), sum.rows())).containsExactly(4L, 22L);
    assertThat(List.of(sum.name(), sum.role())).containsExactly("get", Role.QUERY);
  }

  @Test
  void eachKindOfLatencyHasItsOwnWeightedMean() {
    addTwo();

    Operation all = sum.sum(8, Map.of());

    assertThat(all.service()).isEqualTo(Map.of("mean_us", 11.0, "max_us", 28.0));
    assertThat(all.response()).isEqualTo(Map.of("mean_us", 111.0, "max_us", 228.0));
    assertThat(all.poolWait()).isEqualTo(Map.of("mean_us", 211.0, "max_us", 428.0));
    // One failure of the first agent, and five of the second.
    assertThat(all.failed().get("mean_us").doubleValue()).isEqualTo((310 + 5 * 314) / 6.0);
  }

  private static Histogram histogram(long nanos, int count) {
    Histogram histogram = Latency.histogram();
    histogram.recordValueWithCount(nanos, count);
    return histogram;
  }

  @Test
  void percentilesComeFromAHistogramThatHasAllLatencies() {
    addTwo();

    Operation all =
        sum.sum(
            8,
            Map.of(
                Tags.SERVICE, histogram(64, 4),
                Tags.RESPONSE, histogram(100, 4),
                Tags.POOL_WAIT, histogram(120, 2)));

    assertThat(all.service()).containsEntry("p99_us", 0.064);
    assertThat(all.response()).containsEntry("p99_us", 0.1);
    assertThat(all.poolWait()).containsEntry("p99_us", 0.12);
  }

  @Test
  void responseTimesAreServiceTimesWhereTheyHaveNoHistogram() {
    addTwo();

    assertThat(sum.sum(8, Map.of(Tags.SERVICE, histogram(64, 4))).response())
        .containsEntry("p99_us", 0.064);
  }

  @Test
  void aHistogramThatLacksLatenciesGivesNoPercentiles() {
    addTwo();

    Operation all =
        sum.sum(0, Map.of(Tags.SERVICE, histogram(64, 3), Tags.RESPONSE, histogram(100, 5)));

    assertThat(all.service()).isEqualTo(Map.of("mean_us", 11.0, "max_us", 28.0));
    assertThat(all.response()).isEqualTo(Map.of("mean_us", 111.0, "max_us", 228.0));
    assertThat(all.perSecond()).isEmpty();
  }
}
