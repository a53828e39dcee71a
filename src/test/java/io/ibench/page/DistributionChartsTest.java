package io.ibench.page;

import static io.ibench.page.ChartRuns.period;
import static io.ibench.page.ChartRuns.run;
import static io.ibench.page.ChartRuns.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Choice;
import io.ibench.report.document.Line;
import io.ibench.report.store.InProgressLatencies;
import io.ibench.report.store.RunReport;
import io.ibench.testing.Slow;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DistributionChartsTest {

  private static final String ODD = "x, \"y\" 1";
  private static final Map<String, Number> FIGURES = Map.of("seconds", 1);

  @TempDir private Path folder;

  private void log(Map<String, Histogram> histograms) throws IOException {
    try (PrintStream out = new PrintStream(folder.resolve("latency.hlog").toFile(), "UTF-8")) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputLogFormatVersion();
      writer.outputLegend();
      histograms.forEach(
          (tag, histogram) -> {
            histogram.setTag(tag);
            writer.outputIntervalHistogram(histogram);
          });
    }
  }

  /** 1 us, 2 us, ... */
  private static Histogram histogram(int count) {
    Histogram histogram = new Histogram(3);
    for (int i = 1; i <= count; i++) {
      histogram.recordValue(1_000L * i);
    }
    return histogram;
  }

  private static RunReport requests() {
    return run(
        step("load", Unit.ROWS, period(0, FIGURES, "PUT")),
        step("r", 1, 2, Unit.QUERIES, true, period(1, FIGURES, "GET", "P\u00fct, it")),
        step("r", 2, 2, Unit.QUERIES, true, period(2, FIGURES, "GET")),
        step(ODD, Unit.NONE, period(3, FIGURES)));
  }

  private Chart chart(RunReport run) {
    return ChartRuns.charts(folder, run).charts().stream()
        .filter(chart -> chart.id().equals("distribution"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void eachStepHasTheLinesOfItsOwnHistograms() throws IOException {
    log(
        Map.of(
            "GET.service", histogram(7),
            "load.1.PUT.service", histogram(100),
            "r.1.GET.service", histogram(100),
            "r.1.P_t__it.service", histogram(3),
            "r.2.GET.service", histogram(100),
            "r.2.GET.response", histogram(200),
            "x__\"y\"_1.1.deep.name.service", histogram(2)));

    Chart chart = chart(requests());
    Choice step = chart.choices().get(0);
    assertThat(step.options()).containsExactlyInAnyOrder("load", "r 1", "r 2", ODD);
    assertThat(step.initial()).isEqualTo("r 2");
    assertThat(chart.lines())
        .extracting(line -> line.tags().get("step") + ": " + line.name() + " " + line.dashed())
        .containsExactlyInAnyOrder(
            "load: PUT false",
            "r 1: GET false",
            "r 1: P\u00fct, it false",
            "r 2: GET false",
            "r 2: GET true",
            ODD + ": deep.name false");
  }

  @Test
  void aLineEndsAtTheLastPercentileThatItsCountSupports() throws IOException {
    log(Map.of("load.1.PUT.service", histogram(1000)));

    Line line = chart(requests()).lines().get(0);
    assertThat(line.axis()).isEqualTo(Axis.PERCENTILE);
    assertThat(line.x())
        .startsWith(0, 10, 20, 25)
        .contains(50, 75, 90, 95, 99, 99.5)
        .endsWith(99.9);
    assertThat(line.y()[0]).isBetween(0.99, 1.01);
    assertThat(line.y()[line.y().length - 1]).isBetween(998.0, 1000.0);
  }

  @Test
  void brokenHistogramsAreLeftOutAndCounted() throws IOException {
    Files.writeString(
        folder.resolve("latency.hlog"),
        "Tag=load.1.PUT.service,0.1,1.0,5.0,HISTFAAAAIB42i2M\n"
            + "Tag=load.1.PUT.service,0.1,1.0,5.0,%%%\n"
            + "Tag=load.1.PUT.serv",
        StandardCharsets.UTF_8);

    ChartSet charts = ChartRuns.charts(folder, requests());
    assertThat(charts.charts()).isEmpty();
    assertThat(charts.notes()).contains("2 lines of latency.hlog are damaged, and skipped");
  }

  @Test
  @Slow
  void ofHundredsOfRepeatsTheLastAreDrawn() throws IOException {
    RunReport.Step[] steps = new RunReport.Step[900];
    Map<String, Histogram> histograms = new LinkedHashMap<>();
    for (int i = 1; i <= steps.length; i++) {
      steps[i - 1] = step("r", i, 900, Unit.QUERIES, false, period(i, FIGURES, "GET"));
      histograms.put("r." + i + ".GET.service", histogram(1));
    }
    log(histograms);

    List<String> options = chart(run(steps)).choices().get(0).options();
    assertThat(options).hasSize(400).startsWith("r 501").endsWith("r 900");
    assertThat(ChartRuns.charts(folder, run(steps)).notes())
        .anyMatch(note -> note.contains("first 500 steps"));
  }

  @Test
  void aStepThatGoesOnIsDrawnUpToItsNewestPosition() throws IOException {
    log(Map.of("load.1.PUT.service", histogram(100), "r.2.PUT.service", histogram(100)));
    InProgressLatencies step =
        new InProgressLatencies(
            "r",
            2,
            120,
            ChartRuns.STARTED.plusSeconds(130),
            true,
            List.of(
                new InProgressLatencies.Latencies("GET", histogram(7), Optional.of(histogram(9)))),
            0,
            0);
    RunReport run = ChartRuns.underWay(requests(), step);

    Chart chart = chart(run);
    assertThat(chart.choices().get(0).options()).containsExactly("load", "r 2");
    assertThat(chart.lines())
        .extracting(line -> line.tags().get("step") + ": " + line.name() + " " + line.dashed())
        .containsExactly("r 2: GET false", "r 2: GET true", "load: PUT false");
    assertThat(ChartRuns.charts(folder, run).notes())
        .contains(
            "r 2 is not over: its latency distribution is of its first 120 s, until"
                + " 2026-01-01T00:02:10Z, from the newest saved position");
  }
}
