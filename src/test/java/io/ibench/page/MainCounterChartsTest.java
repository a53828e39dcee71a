package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.SmallChart;
import io.ibench.report.figures.RunInfo.ServerCounter;
import io.ibench.report.store.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainCounterChartsTest {

  private static final List<ServerCounter> COUNTERS =
      List.of(
          new ServerCounter("reads", true, "pages that were read"),
          new ServerCounter("dirty", false, "changed pages"),
          new ServerCounter("waits", true, "waits that never came"),
          new ServerCounter("gone", false, "what no reading has"));

  @TempDir private Path folder;

  private RunFile file() throws IOException {
    StringBuilder counters = new StringBuilder();
    for (ServerCounter one : COUNTERS) {
      counters
          .append(counters.isEmpty() ? "" : ",")
          .append("{\"name\":\"" + one.name() + "\",\"rising\":" + one.rising())
          .append(",\"meaning\":\"" + one.meaning() + "\"}");
    }
    Files.writeString(
        folder.resolve("run.json"), "{\"schema\":1,\"server_counters\":[" + counters + "]}");
    return RunFile.read(folder);
  }

  private List<SmallChart> charts() throws IOException {
    return MainCounterCharts.of(
        folder,
        ChartRuns.run(
            ChartRuns.step("r", Unit.QUERIES, ChartRuns.period(10, Map.of("seconds", 30), "get"))),
        file());
  }

  @Test
  void thoseThatChangedHaveAChartWithTheirMeaning() throws IOException {
    Files.writeString(
        folder.resolve("server_counters.csv"),
        """
        time,step,repeat,seconds,read_ms,dirty,reads,waits
        2026-01-01T00:00:20Z,r,1,10.000,3.1,900,50,0
        2026-01-01T00:00:30Z,r,1,10.000,3.1,800,,0
        2026-01-01T00:00:40Z,r,1,10.000,3.1,700,30,0
        """);
    List<SmallChart> charts = charts();

    assertThat(charts).extracting(SmallChart::title).containsExactly("reads", "dirty");
    assertThat(charts.get(0).values()).containsExactly(5, Double.NaN, 3);
    assertThat(charts.get(0).unit()).isEqualTo("/s");
    assertThat(charts.get(0).labels()).containsExactly("r", "r", "r");
    assertThat(charts.get(0).definition()).isEqualTo("Pages that were read: growth in a second.");
    assertThat(charts.get(1).values()).containsExactly(900, 800, 700);
  }

  @Test
  void aRunThatKnowsOfNoneHasNoCharts() throws IOException {
    Files.writeString(folder.resolve("run.json"), "{\"schema\":1}");
    assertThat(MainCounterCharts.of(folder, ChartRuns.run(), RunFile.read(folder))).isEmpty();
  }
}
