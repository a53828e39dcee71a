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

  /** Converts the KB of a table to MB. */
  private enum Base {
    DECIMAL(1_000),
    BINARY(1_024);

    private final double kilobytes;

    Base(double kilobytes) {
      this.kilobytes = kilobytes;
    }

    double megabytesPerSecond(Map<String, Object> figures) {
      return (Double) figures.get("wkbps") / kilobytes;
    }
  }

  /** 2017, engines, first row: 120250 rows/s at 18.9 % CPU are 157 Mcpu/i. */
  @Test
  void cpuPerInsertOf2017() {
    PeriodResult period =
        new PeriodBuilder(1, operation(Samples.LOAD, 1, 120_250))
            .counter(HostMetric.CPU_BUSY_TICKS, 0, 189)
            .counter(HostMetric.CPU_TOTAL_TICKS, 0, 1_000)
            .build();

    Map<String, Object> figures = FigureMapTest.figures(Unit.ROWS, period);

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

    Map<String, Object> figures = FigureMapTest.figures(Unit.ROWS, period);

    assertThat(Math.round((Double) figures.get("ips"))).isEqualTo(25_674);
    assertThat(((Double) figures.get("bytes_per_row")).longValue()).isEqualTo(182);
  }

  @Test
  void anMbIsAsManyKbAsTheTableSays() {
    PeriodResult period =
        new PeriodBuilder(10, operation(Samples.LOAD, 1, 1_000))
            .counter(HostMetric.DISK_WRITTEN_BYTES, 0, 10 * 1_024 * 1_024_000L)
            .build();

    Map<String, Object> figures = FigureMapTest.figures(Unit.ROWS, period);

    assertThat(Base.DECIMAL.megabytesPerSecond(figures)).isEqualTo(1_024.0);
    assertThat(Base.BINARY.megabytesPerSecond(figures))
        .isEqualTo(1_000.0)
        .isEqualTo((Double) figures.get("wmbps"));
  }
}
