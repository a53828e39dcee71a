package io.ibench.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.CountedIntervals.Counted;
import io.ibench.measure.Latency;
import io.ibench.measure.PeriodIntervals;
import io.ibench.measure.Role;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReportPeriodBuilder;
import io.ibench.report.store.StoredOutages;
import io.ibench.report.store.StoredStalls;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PeriodSumTest {

  private static final long SECOND = 1_000_000_000L;
  private static final PeriodIntervals NONE = PeriodIntervals.none(SECOND);

  private static Period period(double seconds, long queries, long rows, Boolean partial) {
    return RunReportPeriodBuilder.builder(
            MergeSamples.period(
                Map.of("seconds", seconds, "qps", 1.0, "qps_p50", 3.0, "ips", 1.0, "dps_p99", 4.0),
                MergeSamples.operation("get", Role.QUERY, queries, 9),
                MergeSamples.operation("put", Role.INSERT, 1, rows)))
        .partial(partial)
        .workloadCounters(Map.of("links", queries))
        .build();
  }

  private static PeriodSum two(Unit unit, Boolean first, Boolean second) {
    PeriodSum sum = new PeriodSum(unit);
    sum.add(period(10, 100, 20, first), 0);
    sum.add(period(20, 300, 60, second), 0);
    return sum;
  }

  @Test
  void ratesAreTheSumsOfCountsByTheLongestTime() {
    PeriodSum sum = two(Unit.QUERIES, null, null);
    PeriodIntervals.Builder intervals = new PeriodIntervals.Builder(SECOND);
    for (int i = 1; i <= 10; i++) {
      intervals.add(new Counted(SECOND, true, 10L * i, i, 0));
    }
    intervals.lost(3 * SECOND);

    Map<String, Number> figures = sum.sum(Map.of(), intervals.build()).figures().numbers();

    assertThat(figures).containsEntry("qps", 20.0).containsEntry("ips", 4.0);
    // The fifth and the tenth of ten in descending order.
    assertThat(figures).containsEntry("qps_p50", 60.0).containsEntry("qps_p99", 10.0);
    assertThat(figures).containsEntry("ips_p50", 6.0).containsEntry("ips_p99", 1.0);
    assertThat(figures).containsEntry("intervals", 10L).containsEntry("lost_intervals", 3L);
    assertThat(figures).doesNotContainKeys("dps", "dps_p50", "dps_p99");
    assertThat(sum.seconds()).isEqualTo(20);
  }

  @Test
  void fewIntervalsHaveNoPercentilesOfARate() {
    assertThat(two(Unit.ROWS, null, null).sum(Map.of(), NONE).figures().numbers())
        .containsEntry("qps", 20.0)
        .doesNotContainKeys("qps_p50", "qps_p99");
  }

  @Test
  void aStepThatCountsNeitherQueriesNorRowsHasNoRates() {
    assertThat(two(Unit.INDEXED_ROWS, null, null).sum(Map.of(), NONE).figures().numbers())
        .doesNotContainKeys("qps", "qps_p50", "ips", "dps_p99")
        .containsEntry("seconds", 20.0);
  }

  @Test
  void itIsPartialIfItIsPartialForAllAgents() {
    assertThat(two(Unit.QUERIES, true, true).sum(Map.of(), NONE).partial()).isTrue();
    assertThat(two(Unit.QUERIES, true, false).sum(Map.of(), NONE).partial()).isFalse();
    assertThat(two(Unit.QUERIES, false, true).sum(Map.of(), NONE).partial()).isFalse();
    PeriodSum unknown = new PeriodSum(Unit.QUERIES);
    unknown.add(period(10, 1, 1, null), 0);
    assertThat(unknown.sum(Map.of(), NONE).partial()).isNull();
  }

  @Test
  void countersAndOperationsAreAddedUpByName() {
    PeriodSum sum = two(Unit.QUERIES, null, null);
    Histogram histogram = Latency.histogram();
    histogram.recordValueWithCount(64, 400);

    Period all = sum.sum(Map.of("get", Map.of(Tags.SERVICE, histogram)), NONE);

    assertThat(all.workloadCounters()).isEqualTo(Map.of("links", 400L));
    assertThat(all.started()).contains(MergeSamples.START);
    assertThat(all.operations()).extracting("name").containsExactly("get", "put");
    assertThat(all.operations().get(0).count()).isEqualTo(400);
    assertThat(all.operations().get(0).perSecond()).contains(20.0);
    assertThat(sum.operations()).containsExactly("get", "put");
    assertThat(sum.count("get")).isEqualTo(400);
    assertThat(sum.count("none")).isZero();
    assertThat(sum.count(Role.QUERY)).isEqualTo(400);
    assertThat(sum.count(Role.INSERT)).isEqualTo(80);
    assertThat(sum.count(Role.DELETE)).isZero();
  }

  @Test
  void percentilesAreThoseOfTheOperationsOwnHistogram() {
    PeriodSum sum = new PeriodSum(Unit.QUERIES);
    for (int agent = 0; agent < 2; agent++) {
      sum.add(withLatency(1, 64), 0);
    }
    Histogram histogram = Latency.histogram();
    histogram.recordValueWithCount(100, 2);

    Period all = sum.sum(Map.of("get", Map.of(Tags.SERVICE, histogram)), NONE);

    assertThat(all.operations().get(0).service()).containsEntry("p99_us", 0.1);
  }

  private static Period withLatency(long count, double mean) {
    Period empty =
        MergeSamples.period(
            Map.of("seconds", 1.0), MergeSamples.operation("get", Role.QUERY, count, 0));
    return RunReportPeriodBuilder.builder(empty)
        .operations(
            List.of(
                MergeSamples.withService(
                    empty.operations().get(0), Map.of("mean_us", mean, "max_us", mean))))
        .build();
  }

  @Test
  void outagesAndStallsAreShiftedToTheClockOfTheFirst() {
    PeriodSum sum = new PeriodSum(Unit.QUERIES);
    sum.add(period(10, 1, 1, null), 0);
    sum.add(
        RunReportPeriodBuilder.builder(period(10, 1, 1, null))
            .outages(
                new StoredOutages(
                    1,
                    Optional.of(1.0),
                    0,
                    List.of(
                        new StoredOutages.One(
                            MergeSamples.START, Optional.of(1.0), 1, 0, "lost", "gone"))))
            .stalls(
                new StoredStalls(
                    1,
                    Optional.of(1.0),
                    0,
                    Optional.of(0.0),
                    Optional.of(0.0),
                    List.of(new StoredStalls.One(MergeSamples.START, Optional.of(1.0), "slow", 4))))
            .build(),
        30);

    Period all = sum.sum(Map.of(), NONE);

    assertThat(all.outages().first().get(0).started()).isEqualTo(MergeSamples.START.plusMillis(30));
    assertThat(all.stalls().first().get(0).started()).isEqualTo(MergeSamples.START.plusMillis(30));
  }
}
