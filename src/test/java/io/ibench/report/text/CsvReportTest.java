package io.ibench.report.text;

import static io.ibench.report.WeekSamples.judged;
import static io.ibench.report.WeekSamples.requests;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.ibench.report.Judged;
import io.ibench.report.figures.Figure;
import io.ibench.report.store.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** All figures, for programs. */
class CsvReportTest {

  private static String csv(Judged... runs) {
    List<StoredRun> stored = new ArrayList<>();
    for (Judged run : runs) {
      stored.add(new StoredRun(Path.of("r" + stored.size()), run.report()));
    }
    return CsvReport.of(stored);
  }

  /** A reader by RFC 4180, stricter than most: rows end with CRLF, quotes enclose whole cells. */
  private static List<Map<String, String>> rows(String csv) {
    List<List<String>> rows = new ArrayList<>(List.of(new ArrayList<>()));
    int at = 0;
    while (at < csv.length()) {
      StringBuilder cell = new StringBuilder();
      if (csv.charAt(at) == '"') {
        int end = at + 1;
        while (csv.charAt(end) != '"' || csv.startsWith("\"\"", end)) {
          cell.append(csv.charAt(end));
          end += csv.startsWith("\"\"", end) ? 2 : 1;
        }
        at = end + 1;
      }
      while (csv.charAt(at) != ',' && csv.charAt(at) != '\r') {
        assertThat(csv.charAt(at)).isNotIn('"', '\n');
        cell.append(csv.charAt(at++));
      }
      rows.get(rows.size() - 1).add(cell.toString());
      if (csv.startsWith("\r\n", at)) {
        rows.add(new ArrayList<>());
        at++;
      }
      at++;
    }
    rows.remove(rows.size() - 1);
    List<String> head = rows.remove(0);
    List<Map<String, String>> named = new ArrayList<>();
    for (List<String> row : rows) {
      assertThat(row).hasSameSizeAs(head);
      Map<String, String> cells = new LinkedHashMap<>();
      head.forEach(name -> cells.put(name, row.get(cells.size())));
      assertThat(cells).hasSameSizeAs(head);
      named.add(cells);
    }
    return named;
  }

  @Test
  void everyStepAndPeriodIsARowWithTheVerdictOfTheStep() {
    Judged run = judged(requests("request", 2, 3_600, true, false));
    run.step(0, "degraded", "4 intervals, fewer than 10", "it said \"no\"");
    List<Map<String, String>> rows = rows(csv(run));

    assertThat(rows).extracting(row -> row.get("period")).containsExactly("", "1", "2", "3");
    assertThat(rows)
        .extracting(row -> row.get("partial"))
        .containsExactly("", "false", "false", "true");
    assertThat(rows)
        .allSatisfy(
            row ->
                assertThat(row)
                    .containsEntry("run", "the-run")
                    .containsEntry("durability", "every commit")
                    .containsEntry("started", "2026-01-02T03:04:05Z")
                    .containsEntry("verdict", "degraded")
                    .containsEntry("reasons", "4 intervals, fewer than 10; it said \"no\""));
    assertThat(rows.get(3))
        .containsEntry("seconds", "1800")
        .containsEntry("size_gb", "103")
        .containsEntry("bytes_per_row", "182.4")
        .containsEntry("qps", "1527.7777777777778")
        .containsEntry("ips", "");
  }

  @Test
  void severalRunsHaveOneHeadWithTheFiguresOfAllOfThem() {
    Judged other = judged(requests("other", 1, 10, false, false)).figure("a_new_figure", 5);
    List<Map<String, String>> rows = rows(csv(judged(requests("a", 1, 10, false, false)), other));

    assertThat(rows).extracting(row -> row.get("folder")).containsExactly("r0", "r0", "r1", "r1");
    assertThat(rows).extracting(row -> row.get("a_new_figure")).containsExactly("", "", "5", "5");
  }

  @Test
  void labelsAndTagsAreTheLastColumnsIfAnyRunHasThem() {
    Judged plain = judged(requests("a", 1, 10, false, false));
    Judged named = judged(requests("a", 1, 10, false, false));
    named.change(
        json ->
            ((ObjectNode) json.get("run")).put("label", "x").putObject("tags").put("qps", "32G"));

    assertThat(csv(plain).lines().findFirst().orElseThrow()).doesNotContain("label", "tag");
    assertThat(csv(plain, named).lines().findFirst().orElseThrow()).endsWith(",label,tag.qps");
    assertThat(rows(csv(plain, named)))
        .extracting(row -> row.get("label") + row.get("tag.qps"))
        .containsExactly("", "", "x32G", "x32G");
  }

  @Test
  void everyDocumentedFigureHasAColumnWhetherKnownOrNot() throws IOException {
    List<String> documented =
        Files.readAllLines(Path.of("docs", "metrics.md")).stream()
            .filter(line -> line.startsWith("| `"))
            .map(line -> line.substring(1, line.indexOf('|', 1)))
            .flatMap(cell -> Pattern.compile("`(\\w+)`").matcher(cell).results())
            .map(found -> found.group(1))
            .filter(key -> !List.of("size_source", "verdict", "disks").contains(key))
            .toList();

    assertThat(documented).contains("qps", "server_us_pq");
    assertThat(Figure.KEYS).containsAll(documented).doesNotHaveDuplicates();
  }

  /** A number in a file that is too large, such as 1e999, is read as infinite. */
  @Test
  void aNumberThatIsNoneIsAnEmptyCell() {
    assertThat(CsvReport.cell(Double.POSITIVE_INFINITY)).isEmpty();
    assertThat(CsvReport.cell(Double.NaN)).isEmpty();
    assertThat(CsvReport.cell(0.5)).isEqualTo("0.5");
  }

  @Test
  void textThatIsNoTextForATableStaysOneHarmlessCell() {
    Judged run = judged(requests("=cmd(),x", 1, 10, false, false));
    run.change(
        json ->
            ((ObjectNode) json.get("database"))
                .put("product", "a\u001b[2J\r\nb\"c")
                .put("engine", "@sum"));
    String csv = csv(run);

    assertThat(csv)
        .contains("\"=cmd(),x\"", "\"a\\u001b[2J b\"\"c\"", "\"@sum\"")
        .doesNotContain("\u001b");
    assertThat(rows(csv)).extracting(row -> row.get("step")).containsOnly("=cmd(),x");
  }
}
