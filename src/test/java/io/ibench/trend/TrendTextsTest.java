package io.ibench.trend;

import static io.ibench.trend.Nights.night;
import static io.ibench.trend.Nights.noisy;
import static io.ibench.trend.Nights.qps;
import static io.ibench.trend.Nights.turn;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Table;
import io.ibench.report.document.TerminalLayout;
import io.ibench.trend.Series.Change;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables, CSV, JSON and sentences of trends. */
class TrendTextsTest {

  private static final int NIGHTS = 40;

  @TempDir private Path temporary;

  private Trends read(String by) throws IOException {
    return Trends.read(List.of(temporary), Order.by(by));
  }

  private Trend trend(String by) throws IOException {
    return trend(read(by));
  }

  private static Trend trend(Trends all) {
    return all.trends(FollowedFigures.DEFAULT, step -> true).get(0);
  }

  private void versions(String figure, double[]... values) throws IOException {
    int day = 0;
    for (int version = 0; version < values.length; version++) {
      for (double value : values[version]) {
        night(day++)
            .version("8." + version)
            .step("q", "\"" + figure + "\": " + value)
            .step("always", qps(1000))
            .write(temporary);
      }
    }
  }

  private Table table() throws IOException {
    return PlaceTables.of(trend("version")).get(0);
  }

  private static List<Cell> column(Table table, int column) {
    return table.rows().stream().map(row -> row.cells().get(column)).toList();
  }

  @Test
  void tablesAreRelativeToTheFirstVersion() throws IOException {
    versions("qps", new double[] {1000, 1001}, new double[] {900, 901}, new double[] {1100, 1101});

    Table table = table();

    assertThat(table.title()).isEqualTo("qps relative to 8.0, whose values are in its row");
    assertThat(column(table, 0)).extracting(Cell::text).containsExactly("8.0", "8.1", "8.2");
    assertThat(column(table, 1)).extracting(Cell::text).containsExactly("1,001", "0.90", "1.10");
    assertThat(column(table, 1)).extracting(Cell::mark).containsExactly("", "<", ">");
    assertThat(column(table, 1))
        .extracting(Cell::tone)
        .containsExactly(Tone.PLAIN, Tone.WORSE, Tone.BETTER);
    assertThat(column(table, 2)).extracting(Cell::mark).containsExactly("", "~", "~");
  }

  @Test
  void whatIsWithinTheNoiseOfTheRunsIsMarked() throws IOException {
    versions("qps", new double[] {900, 1100, 1000}, new double[] {800, 1050, 910});

    Table table = table();

    assertThat(column(table, 1)).extracting(Cell::text).containsExactly("1,000", "0.92");
    assertThat(column(table, 1).get(1).mark()).isEqualTo("~");
    assertThat(column(table, 1).get(1).tone()).isEqualTo(Tone.PLAIN);
    assertThat(column(table, 1).get(1).hover()).contains("within the noise");
  }

  @Test
  void withOneRunOfEachVersionTheNoiseIsSaidToBeUnknown() throws IOException {
    versions("qps", new double[] {1000}, new double[] {700});

    assertThat(column(table(), 1)).extracting(Cell::mark).containsExactly("", "<?");
    assertThat(column(table(), 1)).extracting(Cell::tone).containsOnly(Tone.PLAIN);
  }

  @Test
  void aVersionWithoutTheFigureHasADash() throws IOException {
    versions("qps", new double[] {1000, 1001}, new double[] {1000, 1001});
    night(9).version("8.2").step("always", qps(1000)).write(temporary);
    night(10).version("7.9").step("always", qps(1000)).write(temporary);

    assertThat(column(table(), 0))
        .extracting(Cell::text)
        .containsExactly("7.9", "8.0", "8.1", "8.2");
    // Others are relative to the first one that has it.
    assertThat(column(table(), 1))
        .extracting(Cell::text)
        .containsExactly("-", "1,001", "1.00", "-");
  }

  @Test
  void tablesComeInTheOrderOfTheFigures() throws IOException {
    versions("cspq", new double[] {1, 1.1}, new double[] {1, 1.1});

    assertThat(PlaceTables.of(trend("version")))
        .extracting(each -> each.title().split(" ")[0])
        .containsExactly("qps", "cs/q");
  }

  @Test
  void nearlyNothingIsNotCompared() throws IOException {
    versions("cspq", new double[] {0.0001, 0.0001}, new double[] {0.0009, 0.0009});

    Table table =
        PlaceTables.of(trend("version")).stream()
            .filter(each -> each.title().startsWith("cs/q"))
            .findFirst()
            .orElseThrow();

    assertThat(column(table, 1).get(1).text()).isEqualTo("-");
    assertThat(column(table, 1).get(1).tone()).isEqualTo(Tone.GREY);
    assertThat(column(table, 1).get(1).hover()).contains("too little to compare");
  }

  @Test
  void timeOneVersionAndManyPlacesHaveNoTable() throws IOException {
    versions("qps", new double[] {1000, 1001});

    assertThat(PlaceTables.of(trend("time"))).isEmpty();
    assertThat(PlaceTables.of(trend("version"))).isEmpty();
    for (int day = 0; day < 61; day++) {
      night(day).version("9." + day).step("q", qps(1)).write(temporary);
    }
    assertThat(PlaceTables.of(trend("version"))).isEmpty();
  }

  @Test
  void csvHasARowForEachRunAndQuotesWhatItMust() throws IOException {
    night(0)
        .version("8.0, \"rc\"")
        .tag("commit", "=a+b")
        .step("a,b", qps(1000.5))
        .machine("fsync", 900)
        .write(temporary);
    night(1).version("8.1").step("c", qps(2)).write(temporary);
    Path root = temporary;

    assertThat(TrendCsv.of(trend("time")))
        .isEqualTo(
            "time,version,folder,tag.commit,\"a,b.qps\",c.qps,machine.fsync\r\n"
                + "2026-01-01T02:00:00Z,\"8.0, \"\"rc\"\"\","
                + root.resolve("night-0000")
                + ",\"=a+b\",1000.5,,900\r\n"
                + "2026-01-02T02:00:00Z,8.1,"
                + root.resolve("night-0001")
                + ",,,2,\r\n");
  }

  @Test
  @SuppressWarnings("unchecked")
  void jsonHasRunsSeriesAndFindings() throws IOException {
    for (int day = 0; day < NIGHTS; day++) {
      night(day)
          .tag("commit", day < 20 ? "aaa" : "bbb")
          .machine("fsync", 900)
          .step("q", qps(turn(1000, 20, 0.9).applyAsDouble(day)), "\"threads\": 4")
          .write(temporary);
    }
    night(NIGHTS).tag("commit", "bbb").step("other", qps(1)).write(temporary);
    night(NIGHTS + 1).state("failed").write(temporary);
    Trends all = read("time");

    Map<String, Object> json = TrendJson.of(all, List.of(trend(all)));

    assertThat(json.keySet()).containsExactly("schema", "answer", "notes", "left_out", "trends");
    assertThat(json.get("left_out"))
        .isEqualTo(
            List.of(Map.of("folder", temporary.resolve("night-0041").toString(), "why", "failed")));
    Map<String, Object> trend = ((List<Map<String, Object>>) json.get("trends")).get(0);
    assertThat(trend.keySet())
        .containsExactly("work", "by", "findings", "runs", "series", "machine");
    Map<String, Object> finding = ((List<Map<String, Object>>) trend.get("findings")).get(0);
    assertThat(finding)
        .containsEntry("step", "q")
        .containsEntry("threads", 4L)
        .containsEntry("figure", "qps")
        .containsEntry("worse", true)
        .containsEntry("since", "2026-01-21 02:00")
        .containsEntry("since_run", 20)
        .containsEntry("until", null)
        .containsEntry("there", List.of("commit aaa -> bbb"))
        .containsKeys("before", "after", "ratio", "p", "others", "machine");
    Map<String, Object> run = ((List<Map<String, Object>>) trend.get("runs")).get(20);
    assertThat(run)
        .containsEntry("place", "2026-01-21 02:00")
        .containsEntry("version", "3.45.1")
        .containsEntry("tags", Map.of("commit", "bbb"));
    Map<String, Object> series = ((List<Map<String, Object>>) trend.get("series")).get(0);
    assertThat(series)
        .containsEntry("threads", 4L)
        .containsEntry("unit", "queries/s")
        .containsEntry("better", "higher");
    assertThat((List<Double>) series.get("values")).hasSize(NIGHTS + 1).last().isNull();
    Map<String, Object> other = ((List<Map<String, Object>>) trend.get("series")).get(1);
    assertThat(other).containsEntry("threads", null);
  }

  @Test
  void sentencesFitATerminal() throws IOException {
    for (int day = 0; day < NIGHTS; day++) {
      boolean late = day >= 25;
      night(day)
          .in("of/a/folder/with/a/long/name/" + day)
          .version(late ? "3.46.0" : "3.45.1")
          .tag("commit", late ? "0123456789abcdef0123456789abcdef01234567" : "none")
          .shape("a.setting.with.a.long.name", "values, and more values")
          .setting("request.threads", late ? "8" : "4")
          .step(
              "a_step_with_a_long_name",
              qps(noisy(day, 1000) * (late ? 0.9 : 1)),
              "\"own_cpu_us_pq\": " + noisy(day + 1000, 50) * (late ? 1.1 : 1))
          .write(temporary);
    }
    Trends all = read("time");
    Trend trend = trend(all);

    String text =
        TrendText.document(all, List.of(trend), PlaceTables::of).text(new TerminalLayout(80));

    assertThat(text.lines()).allMatch(line -> line.length() <= 80);
    assertThat(text.replaceAll("\\s+", " "))
        .contains(
            "trend: 1 change in 2 series",
            "linkbench on SQLite: 40 runs, 2026-01-01 to 2026-02-09",
            "a_step_with_a_long_name: qps -",
            "since 2026-01-26 (1,0",
            "stays; own cpu us/q +10 %",
            "there: server SQLite 3.45.1 -> SQLite 3.46.0, request.threads 4 -> 8,"
                + " commit none -> 0123456789abcdef0123456789abcdef01234567",
            "the machine was not measured beside it");
  }

  @Test
  void nothingAndFewRunsAreSaidSo() throws IOException {
    Nights.write(temporary, 3, night -> 1000);
    Trends all = read("time");

    String text =
        TrendText.document(all, List.of(trend(all)), PlaceTables::of)
            .text(new TerminalLayout(80))
            .replaceAll("\\s+", " ");

    assertThat(text)
        .contains(
            "trend: no change in 1 series",
            "no change beyond chance in any of its series",
            "with fewer than 5 runs hardly any change can be told from chance")
        .doesNotContain("machine");
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 996, -0.40 %",
    "1000, 959, -4.1 %",
    "1000, 800, -20 %",
    "1000, 1050, +5.0 %",
    "1000, 3200, x 3.20",
    "0, 7, from 0",
    "7, 0, to 0"
  })
  void changesAreToldInPercent(double before, double after, String text) {
    assertThat(TrendText.percent(new Change(1, 0, before, after, Optional.empty())))
        .isEqualTo(text);
  }
}
