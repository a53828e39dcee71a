package io.ibench.report.text;

import static io.ibench.report.Samples.operation;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.host.HostMetric;
import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.Samples;
import io.ibench.report.Samples.PeriodBuilder;
import io.ibench.report.figures.FigureMapTest;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Derived columns of published tables, computed from the counters behind their rows. */
class PublishedTablesTest {

  private static final long GIB = 1L << 30;

  /** 2017, engines, first row: 120250 rows/s at 18.9 % CPU are 157 Mcpu/i. */
  @Test
  void cpuPerInsertOf2017() {
    PeriodResult period =
        new PeriodBuilder(1, operation(Samples.LOAD, 1, 120_250))
            .counter(HostMetric.CPU_BUSY_TICKS, 0, 189)
            .counter(HostMetric.CPU_TOTAL_TICKS, 0, 1_000)
            .build();

    Map<String, Number> figures = FigureMapTest.figures(Unit.ROWS, period);

    assertThat(Math.round((Double) figures.get("mcpupq"))).isEqualTo(157);
  }

  /** 2014, loads: 100M rows in 3895 s and 17.0 GB are 25674 inserts/s and 182 bytes each. */
  @Test
  void rateAndBytesPerDocumentOf2014() {
    PeriodResult period =
        new PeriodBuilder(3_895, operation(Samples.LOAD, 100_000, 100_000_000))
            .level("size", 17 * GIB, 17 * GIB)
            .level(BoundaryMetric.ROWS, 100_000_000, 100_000_000)
            .build();

    Map<String, Number> figures = FigureMapTest.figures(Unit.ROWS, period);

    assertThat(Math.round((Double) figures.get("ips"))).isEqualTo(25_674);
    assertThat(((Double) figures.get("bytes_per_row")).longValue()).isEqualTo(182);
  }

  /** The tables of 2017 divide iostat's KB by 1000. */
  @Test
  void anMbIsAsManyKbAsInTheTablesOf2017() {
    PeriodResult period =
        new PeriodBuilder(10, operation(Samples.LOAD, 1, 1_000))
            .counter(HostMetric.DISK_READ_BYTES, 0, 10 * 19_300 * 1_024L)
            .counter(HostMetric.DISK_WRITTEN_BYTES, 0, 10 * 179_000 * 1_024L)
            .build();

    Map<String, Number> figures = FigureMapTest.figures(Unit.ROWS, period);

    assertThat(figures)
        .containsEntry("rkbps", 19_300.0)
        .containsEntry("rmbps", 19.3)
        .containsEntry("wkbps", 179_000.0)
        .containsEntry("wmbps", 179.0);
  }
}
