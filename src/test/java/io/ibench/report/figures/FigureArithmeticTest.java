package io.ibench.report.figures;

import static io.ibench.report.Samples.counts;
import static io.ibench.report.Samples.operation;
import static io.ibench.report.Samples.start;
import static io.ibench.report.Samples.step;
import static io.ibench.report.figures.FigureMapTest.busy;
import static io.ibench.report.figures.FigureMapTest.figures;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.ibench.host.HostMetric;
import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Samples;
import io.ibench.report.Samples.PeriodBuilder;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares figures with each other and with published tables; rates of intervals. */
class FigureArithmeticTest {

  private static final Offset<Double> EXACT = within(1e-9);

  @Test
  void columnsFollowFromEachOther() {
    Map<String, Number> figures =
        figures(Unit.ROWS, busy(operation(Samples.LOAD, 77, 123_457)).build());
    double ips = (Double) figures.get("ips");

    assertThat((Double) figures.get("wkbpi") * ips).isCloseTo((Double) figures.get("wkbps"), EXACT);
    assertThat((Double) figures.get("wpi") * ips).isCloseTo((Double) figures.get("wps"), EXACT);
    assertThat((Double) figures.get("rkbpq") * ips).isCloseTo((Double) figures.get("rkbps"), EXACT);
    assertThat((Double) figures.get("rpq") * ips).isCloseTo((Double) figures.get("rps"), EXACT);
    assertThat((Double) figures.get("cspq") * ips).isCloseTo((Double) figures.get("cs_ps"), EXACT);
    assertThat((Double) figures.get("mcpupq") * ips)
        .isCloseTo((Double) figures.get("cpu_pct") * 1e6, within(1e-6));
    assertThat((Double) figures.get("rmbps") * 1000)
        .isCloseTo((Double) figures.get("rkbps"), EXACT);
    assertThat((Double) figures.get("wkbps") * 10 / (1 << 20))
        .isCloseTo((Double) figures.get("written_gb"), EXACT);
  }

  /** wKB/i x ips = wKB/s, Mcpu/i x ips = cpu x 10^6, bytes/row x rows = size. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void columnsFollowFromEachOtherForAnyCounters(long seed) {
    Random random = new Random(seed);
    long rows = 1 + random.nextLong(1L << 40);
    long size = 1 + random.nextLong(1L << 50);
    PeriodBuilder builder =
        new PeriodBuilder(1 + random.nextInt(1 << 20), operation(Samples.LOAD, 7, rows))
            .level("size", size, size)
            .level(BoundaryMetric.ROWS, rows, rows);
    for (HostMetric metric : HostMetric.values()) {
      long from = random.nextLong(1L << 32);
      builder.counter(metric, from, from + random.nextLong(1L << 32));
    }
    Map<String, Number> figures = figures(Unit.ROWS, builder.build());
    double ips = (Double) figures.get("ips");

    assertProduct(figures, "wkbpi", ips, "wkbps", 1);
    assertProduct(figures, "rkbpq", ips, "rkbps", 1);
    assertProduct(figures, "cspq", ips, "cs_ps", 1);
    assertProduct(figures, "mcpupq", ips, "cpu_pct", 1e6);
    assertProduct(figures, "bytes_per_row", rows, "db_bytes", 1);
    assertProduct(figures, "wmbps", (Double) figures.get("seconds") / 1_048.576, "written_gb", 1);
    assertProduct(figures, "cpu_us_pq", ips / 4 / 1e6 * 100, "cpu_pct", 1);
  }

  private static void assertProduct(
      Map<String, Number> figures, String each, double times, String product, double unit) {
    assertThat(figures.get(each).doubleValue() * times)
        .as(each)
        .isCloseTo(figures.get(product).doubleValue() * unit, withinPercentage(1e-10));
  }

  /** In two hours with a growth of 3 x 2^30 each, the counter wraps once, and ends where it was. */
  @Test
  void aStepFollowsAWrappingCounterThroughItsPeriods() {
    long hour = 3L << 30;
    long start = 1L << 31;
    long middle = (start + hour) % (1L << 32);
    long end = (middle + hour) % (1L << 32);
    PeriodResult first = hour(HostMetric.DISK_QUEUE_MILLIS, start, middle);
    PeriodResult second = hour(HostMetric.DISK_QUEUE_MILLIS, middle, end);
    PeriodResult whole =
        new PeriodBuilder(7_200).counter(HostMetric.DISK_QUEUE_MILLIS, start, end).build();
    StepResult step = step(start("request", Unit.QUERIES), whole, 0, List.of(first, second));

    assertThat(FigureMap.of(step, whole, Samples.run()).numbers())
        .containsEntry("aqu_sz", 2 * hour / 7_200_000.0);
  }

  private static PeriodResult hour(HostMetric metric, long from, long to) {
    return new PeriodBuilder(3_600).counter(metric, from, to).build();
  }

  @Test
  void aCounterThatHasPassedItsFirstValueAgainAfterARestartIsUnknown() {
    PeriodResult first = hour(HostMetric.DISK_WRITES, 1_000, 10);
    PeriodResult second = hour(HostMetric.DISK_WRITES, 10, 5_000);
    PeriodResult whole =
        new PeriodBuilder(7_200).counter(HostMetric.DISK_WRITES, 1_000, 5_000).build();
    StepResult step = step(start("request", Unit.QUERIES), whole, 0, List.of(first, second));

    assertThat(FigureMap.of(step, whole, Samples.run()).numbers()).containsEntry("wps", null);
    assertThat(Outcomes.absent(Samples.run(), List.of(step))).containsKey("disk.writes");
  }

  /**
   * Interval i of n has i operations, so the rate at position p of the descending order is n + 1 -
   * p.
   */
  @ParameterizedTest
  @CsvSource({"10, 6, 1", "11, 6, 1", "20, 11, 1", "100, 51, 2", "1800, 901, 19"})
  void ratesOfIntervalsAreTakenAtRoundedPositions(int n, double p50, double p99) {
    long[] ascending = LongStream.rangeClosed(1, n).toArray();
    PeriodResult period =
        new PeriodBuilder(n, operation(Samples.READ, 1, 1))
            .intervals(ascending, counts(n, 3))
            .build();

    assertThat(figures(Unit.QUERIES, period))
        .containsEntry("qps_p50", p50)
        .containsEntry("qps_p99", p99);
    assertThat(figures(Unit.ROWS, period)).containsEntry("ips_p99", 3.0);
    assertThat(period.intervals().queries().toArray()).isSorted();
  }

  @Test
  void fewerThanTenIntervalsHaveNoPercentiles() {
    PeriodResult period =
        new PeriodBuilder(9, operation(Samples.READ, 1, 1))
            .intervals(counts(9, 5), counts(9, 5))
            .build();

    assertThat(figures(Unit.QUERIES, period))
        .containsEntry("qps_p50", null)
        .containsEntry("qps_p99", null);
  }
}
