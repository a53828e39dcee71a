package io.ibench.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.Role;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReportPeriodBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FigureSumTest {

  private static Period period(
      Map<String, Number> figures, long queries, long rows, long bytesWritten) {
    return RunReportPeriodBuilder.builder(
            MergeSamples.period(
                figures,
                MergeSamples.operation("get", Role.QUERY, queries, 5 * queries),
                MergeSamples.operation("put", Role.INSERT, 7, rows),
                MergeSamples.operation("begin", Role.AUXILIARY, 1_000, 2_000)))
        .workloadCounters(Map.of("row_bytes_written", bytesWritten))
        .build();
  }

  private static Map<String, Number> first() {
    Map<String, Number> figures = new LinkedHashMap<>();
    figures.put("seconds", 10.0);
    figures.put("threads", 2);
    figures.put("errors", 1);
    figures.put("outside_pct", 3.0);
    figures.put("client_rss_gb", 1.5);
    figures.put("rps", 5.0);
    figures.put("cpu_us_pq", 300.0);
    figures.put("wpi", 4.0);
    figures.put("mcpupq", 7.0);
    figures.put("write_amp", 2.0);
    figures.put("client_us_pq", 50.0);
    figures.put("own_cpu_us_pq", 80.0);
    figures.put("client_cpu_pct", 40.0);
    figures.put("links_ps", 3.0);
    figures.put("orders_ps", 2.5);
    return figures;
  }

  private static Map<String, Number> second() {
    Map<String, Number> figures = new LinkedHashMap<>();
    figures.put("seconds", 20.0);
    figures.put("threads", 4);
    figures.put("errors", 5);
    figures.put("late", 9);
    figures.put("outside_pct", 2.0);
    figures.put("client_rss_gb", 2.5);
    figures.put("rps", 50.0);
    figures.put("cpu_us_pq", 3_000.0);
    figures.put("client_us_pq", 30.0);
    figures.put("client_cpu_pct", 10.0);
    figures.put("links_ps", 4.0);
    figures.put("server_write_amp", 9.0);
    return figures;
  }

  private static FigureSum sum(Unit unit) {
    FigureSum sum = new FigureSum(unit);
    sum.add(period(first(), 100, 20, 1_000));
    sum.add(period(second(), 300, 60, 3_000));
    return sum;
  }

  @Test
  void costsOfTheServerAreDividedByTheOperationsOfAll() {
    Map<String, Number> figures = sum(Unit.QUERIES).figures();

    assertThat(figures).containsEntry("cpu_us_pq", 75.0);
    assertThat(figures).containsEntry("wpi", 1.0);
    assertThat(figures).containsEntry("write_amp", 0.5);
    // Of all CPUs' percent by operations per second, in twice the time.
    assertThat(figures).containsEntry("mcpupq", 3.5);
    assertThat(figures).containsEntry("rps", 5.0);
    assertThat(figures).doesNotContainKey("server_write_amp");
  }

  @Test
  void theOperationsOfAStepThatCountsRowsAreItsInsertedRows() {
    FigureSum sum = new FigureSum(Unit.ROWS);
    sum.add(period(first(), 100, 20, 1_000));
    sum.add(period(second(), 900, 60, 1_000));

    assertThat(sum.figures()).containsEntry("cpu_us_pq", 75.0);
    assertThat(sum.figures()).containsEntry("wpi", 1.0);
    assertThat(sum.figures()).containsEntry("client_us_pq", (50.0 * 20 + 30 * 60) / 80);
  }

  @Test
  void theClientsCpuIsAddedUp() {
    Map<String, Number> figures = sum(Unit.QUERIES).figures();

    assertThat(figures).containsEntry("client_us_pq", (50.0 * 100 + 30 * 300) / 400);
    assertThat(figures).containsEntry("own_cpu_us_pq", (80.0 * 100 + 30 * 300) / 400);
    assertThat(figures).containsEntry("client_cpu_pct", (40.0 * 10 + 10 * 20) / 20);
  }

  @Test
  void countsAreAddedAndOfOtherFiguresOfClientsTheWorstCounts() {
    Map<String, Number> figures = sum(Unit.QUERIES).figures();

    assertThat(figures).containsEntry("threads", 6L);
    assertThat(figures).containsEntry("errors", 6L);
    assertThat(figures).containsEntry("late", 9L);
    assertThat(figures).containsEntry("outside_pct", 3.0);
    assertThat(figures).containsEntry("client_rss_gb", 2.5);
  }

  @Test
  void ratesOfTheWorkloadsOwnCountersAreThoseOfTheSumOfTheirCounts() {
    Map<String, Number> figures = sum(Unit.QUERIES).figures();

    assertThat(figures).containsEntry("links_ps", (3.0 * 10 + 4 * 20) / 20);
    assertThat(figures).containsEntry("orders_ps", 2.5 * 10 / 20);
  }

  @Test
  void theLengthIsThatOfTheLongestAgent() {
    FigureSum sum = sum(Unit.QUERIES);

    assertThat(sum.seconds()).isEqualTo(20);
    assertThat(sum.figures()).containsEntry("seconds", 20.0);
    assertThat(sum.isKnown("late")).isTrue();
    assertThat(sum.isKnown("wpi")).isTrue();
    assertThat(sum.isKnown("dps")).isFalse();
  }

  @Test
  void aCostOfNoOperationsIsUnknown() {
    FigureSum sum = new FigureSum(Unit.QUERIES);
    sum.add(period(first(), 0, 0, 0));
    sum.add(period(second(), 0, 0, 0));

    assertThat(sum.figures())
        .doesNotContainKeys("cpu_us_pq", "wpi", "mcpupq", "write_amp", "client_us_pq")
        .containsKeys("rps", "client_cpu_pct");
  }
}
