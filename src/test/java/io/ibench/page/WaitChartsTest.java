package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Chart;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaitChartsTest {

  @TempDir private Path folder;

  private ChartSet charts(String rows) throws IOException {
    Files.writeString(
        folder.resolve("waits.csv"), "time,step,repeat,seconds,looks,state,sessions\n" + rows);
    return ChartRuns.charts(
        folder,
        ChartRuns.run(
            ChartRuns.step("r", Unit.QUERIES, ChartRuns.period(10, Map.of("seconds", 30)))));
  }

  private static Optional<Chart> chart(ChartSet charts) {
    return charts.charts().stream().filter(each -> each.id().equals("waits")).findFirst();
  }

  @Test
  void busiestStatesComeFirstAndAStateThatIsNotNamedHadNoSession() throws IOException {
    ChartSet charts =
        charts(
            """
            2026-01-01T00:00:20Z,r,1,10.000,9,CPU,2.000
            2026-01-01T00:00:30Z,r,1,10.000,9,CPU,1.000
            2026-01-01T00:00:30Z,r,1,10.000,9,row lock,7.000
            half a line
            2026-01-01T00:00:40Z,r,1,10.000,9,CPU,1.500
            """);
    Chart chart = chart(charts).orElseThrow();

    assertThat(chart.lines()).extracting(Line::name).containsExactly("row lock", "CPU");
    assertThat(chart.shown()).isEqualTo(4);
    assertThat(chart.lines().get(0).x()).containsExactly(10, 20, 30, 40);
    assertThat(chart.lines().get(0).y()).containsExactly(0, 0, 7, 0);
    assertThat(chart.lines().get(1).y()).containsExactly(2, 2, 1, 1.5);
    assertThat(charts.notes()).contains("1 line of waits.csv is damaged, and skipped");
  }

  @Test
  void withoutRowsThereIsNoChart() throws IOException {
    assertThat(chart(charts(""))).isEmpty();
  }
}
