package io.ibench.report;

import static io.ibench.report.FigureMapTest.busy;
import static io.ibench.report.FigureMapTest.figures;
import static io.ibench.report.Samples.counts;
import static io.ibench.report.Samples.operation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.host.HostMetric;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Samples.PeriodBuilder;
import java.util.Map;
import java.util.stream.LongStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures against each other, against published tables, and rates of intervals. */
class FigureArithmeticTest {

  private static final long GIB = 1L << 30;
  private static final Offset<Double> EXACT = within(1e-9);

  @Test
  void columnsFollowFromEachOther() {
    Map<String, Object> figures =
        figures(Unit.ROWS, busy(operation(Samples.LOAD, 77, 123_457)).build());
    double ips = (Double) figures.get("ips");

    assertThat((Double) figures.get("wkbpi") * ips).isCloseTo((Double) figures.get("wkbps"), EXACT);
    assertThat((Double) figures.get("wpi") * ips).isCloseTo((Double) figures.get("wps"), EXACT);
    assertThat((Double) figures.get("rkbpq") * ips).isCloseTo((Double) figures.get("rkbps"), EXACT);
    assertThat((Double) figures.get("rpq") * ips).isCloseTo((Double) figures.get("rps"), EXACT);
    assertThat((Double) figures.get("cspq") * ips).isCloseTo((Double) figures.get("cs_ps"), EXACT);
    assertThat((Double) figures.get("mcpupq") * ips)
        .isCloseTo((Double) figures.get("cpu_pct") * 1e6, within(1e-6));
    assertThat((Double) figures.get("rmbps") * 1024)
        .isCloseTo((Double) figures.get("rkbps"), EXACT);
    assertThat((Double) figures.get("wkbps") * 10 / (1 << 20))
        .isCloseTo((Double) figures.get("written_gb"), EXACT);
  }

  /** The first row of the engine table of 2017: 120250 rows/s at 18.9 % CPU are 157 Mcpu/i. */
  @Test
  void thePublishedCpuPerInsertFollowsFromItsRow() {
    PeriodResult period =
        new PeriodBuilder(1, operation(Samples.LOAD, 1, 120_250))
            .counter(HostMetric.CPU_BUSY_TICKS, 0, 189)
            .counter(HostMetric.CPU_TOTAL_TICKS, 0, 1_000)
            .build();

    double mcpu = (Double) figures(Unit.ROWS, period).get("mcpupq");

    assertThat(Math.round(mcpu)).isEqualTo(157);
  }

  /**
   * The load table of 2014: 100M rows in 3895 s and 17.0 GB are 25674 inserts/s, 182 bytes each.
   */
  @Test
  void thePublishedLoadRateAndBytesPerDocumentFollowFromTheirRow() {
    long rows = 100_000_000;
    PeriodResult period =
        new PeriodBuilder(3_895, operation(Samples.LOAD, 100_000, rows))
            .level("size", 17 * GIB, 17 * GIB)
            .build();

    Map<String, Object> figures = figures(Unit.ROWS, period);

    assertThat(Math.round((Double) figures.get("ips"))).isEqualTo(25_674);
    assertThat((Long) figures.get("db_bytes") / rows).isEqualTo(182);
    assertThat(figures).containsEntry("size_gb", 17.0);
  }

  /**
   * Interval i of n has i operations, so that the rate at position p of the descending order is n +
   * 1 - p.
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
    assertThat(period.fullIntervals()).isSorted();
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
