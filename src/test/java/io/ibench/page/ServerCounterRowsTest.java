package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Choice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerCounterRowsTest {

  @TempDir private Path folder;

  @Test
  void eachReadingIsAPointAndDamagedOnesAreNamed() throws IOException {
    Files.writeString(
        folder.resolve("server_counters.csv"),
        """
        time,step,repeat,seconds,read_ms,commits,page_size,pages
        2026-01-01T00:00:20Z,r,1,10.000,3.1,5,16384,900
        2026-01-01T00:00:30Z,r,1,10.000,3.1,25,16384,
        half a line
        2026-01-01T00:00:40Z,r,1,10.000,3.1,15,16384,100
        """);
    var charts =
        ChartRuns.charts(
            folder,
            ChartRuns.run(
                ChartRuns.step("r", Unit.QUERIES, ChartRuns.period(10, Map.of("seconds", 30)))));
    Chart chart =
        charts.charts().stream()
            .filter(each -> each.id().equals("server-counter-rows"))
            .findFirst()
            .orElseThrow();

    assertThat(chart.choices())
        .containsExactly(new Choice("counter", "counter", List.of("pages", "commits"), "pages"));
    assertThat(chart.lines().get(1).x()).containsExactly(10, 20, 30, 40);
    assertThat(chart.lines().get(1).y()).containsExactly(5, 5, 25, 15);
    assertThat(charts.notes()).contains("1 line of server_counters.csv is damaged, and skipped");
  }
}
