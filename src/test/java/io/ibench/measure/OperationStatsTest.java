package io.ibench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class OperationStatsTest {

  private static final long HOUR = 3_600_000_000_000L;
  private static final Percentage DIGITS = Percentage.withPercentage(1);

  @Test
  void responseCountsFromTheIntendedStartAndServiceFromTheActualOne() {
    OperationStats stats = new OperationStats(2, true);
    stats.success(1_000, 5_000, 7_000, 3);
    assertThat(stats.service().getMaxValue()).isCloseTo(2_000, DIGITS);
    assertThat(stats.response().getMaxValue()).isCloseTo(6_000, DIGITS);
    assertThat(stats.successes()).isEqualTo(1);
    assertThat(stats.rows()).isEqualTo(3);
  }

  @Test
  void withoutRateResponseIsServiceAndKeptOnce() {
    OperationStats stats = new OperationStats(2, false);
    stats.success(5_000, 5_000, 7_000, 1);
    assertThat(stats.response()).isEqualTo(stats.service());
    assertThat(stats.response().getTotalCount()).isEqualTo(1);
    OperationStats paced = new OperationStats(2, true);
    paced.success(5_000, 5_000, 7_000, 1);
    long histogram = Latency.histogram().getEstimatedFootprintInBytes();
    assertThat(Footprint.bytes(paced) - Footprint.bytes(stats))
        .as("one histogram less")
        .isGreaterThan(histogram / 2);
  }

  @Test
  void failuresHaveACountPerKindAndTimesOfTheirOwn() {
    OperationStats stats = new OperationStats(3, true);
    assertThat(stats.failed()).isEmpty();
    stats.failure(2, 1_000, 1_000, 2_000);
    stats.failure(2, 1_000, 1_000, 3_000);
    stats.failure(0, 1_000, 1_000, 2_000);
    assertThat(stats.failures()).isEqualTo(3);
    assertThat(List.of(stats.failures(0), stats.failures(1), stats.failures(2)))
        .containsExactly(1L, 0L, 2L);
    assertThat(stats.failed().orElseThrow().getTotalCount()).isEqualTo(3);
    assertThat(stats.service().getTotalCount()).isZero();
    assertThat(stats.response().getTotalCount()).isZero();
    assertThat(stats.successes()).isZero();
  }

  @Test
  void unstartedAndAbandonedAreInTheResponseTimesAndInNoOther() {
    OperationStats stats = new OperationStats(1, true);
    stats.unstarted(1_000, 5_000);
    stats.abandoned(1_000, 9_000);
    assertThat(stats.unstarted()).isEqualTo(1);
    assertThat(stats.abandoned()).isEqualTo(1);
    assertThat(stats.response().getTotalCount()).isEqualTo(2);
    assertThat(stats.service().getTotalCount()).isZero();
    assertThat(stats.failed()).isEmpty();
    assertThat(stats.successes()).isZero();
  }

  @Test
  void whatTakesLongerThanAnHourIsCountedAtTheEndOfTheRange() {
    OperationStats stats = new OperationStats(1, true);
    stats.success(0, 0, HOUR, 1);
    assertThat(stats.clamped()).as("an hour is within").isZero();
    stats.success(0, 0, HOUR + 1, 1);
    assertThat(stats.clamped()).as("once for each of the two latencies").isEqualTo(2);
    stats.failure(0, 0, 0, 7 * 24 * HOUR);
    stats.unstarted(0, Long.MAX_VALUE);
    assertThat(stats.clamped()).isEqualTo(4);
    assertThat(stats.service().getMaxValue()).isCloseTo(HOUR, DIGITS);
    assertThat(stats.service().getTotalCount()).isEqualTo(2);
    assertThat(stats.response().getTotalCount()).isEqualTo(3);
  }

  @Test
  void whatEndsBeforeItBeganTookNoTime() {
    OperationStats stats = new OperationStats(1, false);
    stats.success(10, 10, 9, 1);
    assertThat(stats.service().getTotalCount()).isEqualTo(1);
    assertThat(stats.service().getMaxValue()).isZero();
  }

  @Test
  void addingSumsEverything() {
    OperationStats left = some();
    OperationStats right = some();
    left.add(right);
    List<Long> buckets = OperationSummary.of(0, left, 2).buckets();
    assertThat(buckets.stream().mapToLong(Long::longValue).sum()).isEqualTo(4);
    assertThat(OperationSummary.of(0, left, 2))
        .usingRecursiveComparison()
        .ignoringFields("service", "response", "failed", "poolWait")
        .isEqualTo(
            new OperationSummary(
                0,
                new OperationCounts(4, 40, 2, 2, 2, 2, 2),
                List.of(0L, 2L),
                null,
                null,
                null,
                null,
                buckets));
    assertThat(left.service().getTotalCount()).isEqualTo(4);
    assertThat(left.response().getTotalCount()).isEqualTo(8);
    assertThat(left.failed().orElseThrow().getTotalCount()).isEqualTo(2);
    assertThat(right.successes()).as("the other one stays").isEqualTo(2);
  }

  @Test
  void waitsForAPoolAreAddedAndStandByThemselves() {
    OperationStats left = fresh();
    OperationStats right = fresh();
    left.waited(5);
    right.waited(7);
    left.add(right);
    left.add(fresh());
    assertThat(left.poolWait().orElseThrow().getTotalCount()).isEqualTo(2);
    assertThat(left.poolWait().orElseThrow().getMaxValue()).isEqualTo(7);
    assertThat(left.service().getTotalCount()).isZero();
    assertThat(OperationSummary.of(0, left, 2).poolWait().orElseThrow().count()).isEqualTo(2);
    assertThat(OperationSummary.of(0, fresh(), 2).poolWait()).isEmpty();
  }

  @Test
  void resettingForgetsEverything() {
    OperationStats stats = some();
    stats.waited(5);
    stats.reset();
    assertThat(OperationSummary.of(0, stats, 2))
        .isEqualTo(OperationSummary.of(0, new OperationStats(2, true), 2));
    assertThat(OperationSummary.of(0, stats, 2).isEmpty()).isTrue();
  }

  private static OperationStats some() {
    OperationStats stats = new OperationStats(2, true);
    stats.success(0, 1, 2, 10);
    stats.success(0, 1, 2, 10);
    stats.failure(1, 0, 0, 5);
    stats.retry();
    stats.unstarted(0, 2 * HOUR);
    stats.abandoned(0, 5);
    return stats;
  }

  @Test
  void aSummaryHasTheHistogramsOwnFigures() {
    OperationStats stats = new OperationStats(1, false);
    for (int i = 1; i <= 10_000; i++) {
      stats.success(0, 0, i * 1_000L, 1);
    }
    LatencySummary summary = OperationSummary.of(0, stats, 1).service();
    assertThat(summary.count()).isEqualTo(10_000);
    assertThat(summary.meanNanos()).isCloseTo(5_000_500.0, DIGITS);
    assertThat(summary.p50Nanos()).isCloseTo(5_000_000, DIGITS);
    assertThat(summary.p95Nanos()).isCloseTo(9_500_000, DIGITS);
    assertThat(summary.p99Nanos()).isCloseTo(9_900_000, DIGITS);
    assertThat(summary.p999Nanos()).isCloseTo(9_990_000, DIGITS);
    assertThat(summary.p9999Nanos()).isCloseTo(9_999_000, DIGITS);
    assertThat(summary.maxNanos()).isCloseTo(10_000_000, DIGITS);
  }

  @Test
  void anythingAtAllMakesASummaryNotEmpty() {
    assertThat(OperationSummary.of(0, new OperationStats(2, true), 2).isEmpty()).isTrue();
    List<OperationStats> used = List.of(fresh(), fresh(), fresh(), fresh(), fresh());
    used.get(0).success(0, 0, 1, 0);
    used.get(1).failure(1, 0, 0, 1);
    used.get(2).retry();
    used.get(3).unstarted(0, 1);
    used.get(4).abandoned(0, 1);
    assertThat(used).noneMatch(stats -> OperationSummary.of(0, stats, 2).isEmpty());
  }

  private static OperationStats fresh() {
    return new OperationStats(2, true);
  }

  @Test
  void everyHistogramHasTwoDigitsFromANanosecondToAnHourInLessThan40Kilobytes() {
    Histogram histogram = Latency.histogram();
    assertThat(histogram.getHighestTrackableValue()).isGreaterThanOrEqualTo(HOUR);
    assertThat(histogram.isAutoResize()).isFalse();
    assertThat(histogram.getEstimatedFootprintInBytes()).isBetween(30_000, 40_000);
    for (long nanos = 1; nanos < HOUR; nanos = nanos * 3 + 1) {
      histogram.recordValue(nanos);
      assertThat(histogram.getMaxValue()).isCloseTo(nanos, DIGITS);
    }
  }

  @Test
  void whatStartsMoreThanASecondAfterItWasDueIsLateHoweverItEnds() {
    long second = OperationStats.LATE_NANOS;
    OperationStats stats = new OperationStats(1, true);
    stats.success(0, second, 9 * second, 1);
    stats.failure(0, 0, second, 9 * second);
    stats.unstarted(0, second);
    assertThat(stats.late()).as("a second is not yet late, and how long it took is not").isZero();

    stats.success(0, second + 1, second + 2, 1);
    assertThat(stats.late()).isEqualTo(1);
    stats.failure(0, 0, second + 1, second + 2);
    assertThat(stats.late()).isEqualTo(2);
    stats.unstarted(0, second + 1);
    assertThat(stats.late()).isEqualTo(3);
    stats.abandoned(0, 9 * second);
    assertThat(stats.late()).as("it had started").isEqualTo(3);
  }

  @Test
  void lateOnesAreAddedUpAndForgotten() {
    OperationStats one = new OperationStats(1, true);
    OperationStats other = new OperationStats(1, true);
    one.unstarted(0, 2 * OperationStats.LATE_NANOS);
    other.unstarted(0, 2 * OperationStats.LATE_NANOS);
    other.add(one);
    assertThat(other.late()).isEqualTo(2);
    assertThat(OperationSummary.of(0, other, 1).late()).isEqualTo(2);
    other.reset();
    assertThat(other.late()).isZero();
  }

  @Test
  void nothingIsLateWithoutARate() {
    OperationStats stats = new OperationStats(1, false);
    stats.success(0, 2 * OperationStats.LATE_NANOS, 3 * OperationStats.LATE_NANOS, 1);
    assertThat(stats.late()).isZero();
  }
}
