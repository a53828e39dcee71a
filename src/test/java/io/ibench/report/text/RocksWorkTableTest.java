package io.ibench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.ReportSamples;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Table;
import io.ibench.report.figures.Figures;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReportBuilder;
import io.ibench.report.store.RunReportPeriodBuilder;
import io.ibench.report.store.RunReportPlannedBuilder;
import io.ibench.report.store.RunReportStepBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RocksWorkTableTest {

  /** The one step of a run, of 10 s. */
  private static Table table(Unit unit, double qps, double ips, Map<String, Number> perf) {
    RunReport sample = ReportSamples.unjudged();
    RunReport.Step step = sample.steps().get(0);
    Map<String, Number> counters = new HashMap<>();
    perf.forEach((name, value) -> counters.put("rocksdb.perf." + name, value));
    RunReport.Period whole =
        RunReportPeriodBuilder.builder(step.whole())
            .figures(new Figures(Map.of("seconds", 10, "qps", qps, "ips", ips)))
            .serverCounters(counters)
            .build();
    RunReport.Step changed =
        RunReportStepBuilder.builder(step)
            .planned(RunReportPlannedBuilder.builder(step.planned()).unit(unit).build())
            .whole(whole)
            .build();
    return RocksWorkTable.of(RunReportBuilder.builder(sample).steps(List.of(changed)).build());
  }

  private static List<String> heads(Table table) {
    return table.columns().stream()
        .map(column -> (column.above() + " " + column.name()).strip())
        .toList();
  }

  private static List<String> cells(Table table) {
    return table.rows().get(0).cells().stream().map(Cell::shown).toList();
  }

  @Test
  void dividesByTheQueriesAndTheWritersPuts() {
    Table table =
        table(
            Unit.QUERIES,
            300,
            100,
            Map.of(
                "block_read_count", 2000,
                "block_read_byte", 2000 * 4096,
                "block_read_time", 40_000_000,
                "bloom_sst_miss_count", 0));
    assertThat(heads(table)).containsExactly("step", "block reads", "block KB", "read us");
    assertThat(cells(table)).containsExactly("first", "0.500", "2", "10");
  }

  @Test
  void dividesByTheRowsOfALoad() {
    Table table = table(Unit.ROWS, 300, 100, Map.of("user_key_comparison_count", 5000));
    assertThat(heads(table)).containsExactly("step", "keys cmp");
    assertThat(cells(table)).containsExactly("first", "5");
  }

  @Test
  void isEmptyOnOtherProductsAndWithoutCounts() {
    assertThat(table(Unit.QUERIES, 300, 0, Map.of()).isEmpty()).isTrue();
    assertThat(table(Unit.QUERIES, 300, 0, Map.of("block_read_count", 0)).isEmpty()).isTrue();
  }
}
