package io.ibench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.ConfigLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tables of the shipped suites at their published size, beside the published tables: the same
 * columns in the same order, and the same rows. Figures that a suite adds may stand between.
 */
class PublishedSuitesTest {

  /** The head of the tables of 9 and 11 May 2017. */
  private static final List<String> ENGINES_2017 =
      List.of(
          "ips.av", "ips.99", "r/i", "rKB/i", "wKB/i", "Mcpu/i", "size", "rss", "r/s", "rMB/s",
          "wMB/s", "cpu");

  /** The head of the tables of 11 March 2014. */
  private static final List<String> LOADS_2014 =
      List.of(
          "DB-size", "Bytes-per-doc", "Write-rate", "Bytes-written", "Test-seconds", "Inserts/sec");

  /** What the graphs of 28 January 2016 show of each hour. */
  private static final List<String> LINKBENCH_2016 =
      List.of("qps", "r/q", "rKB/q", "wKB/q", "r/s", "rKB/s", "wKB/s");

  @TempDir private Path folder;

  /** A table of a report in Markdown. */
  private record Printed(String title, List<String> head, List<List<String>> rows) {

    /** The heads without their units. */
    private List<String> columns() {
      return head.stream().map(name -> name.replaceAll(" (GB|%|MB/s)$", "")).toList();
    }

    private List<String> names() {
      return rows.stream().map(row -> row.get(row.size() - 1)).filter(n -> !n.isEmpty()).toList();
    }

    private String cell(String row, String column) {
      return rows.stream()
          .filter(cells -> cells.get(cells.size() - 1).equals(row))
          .findFirst()
          .orElseThrow()
          .get(columns().indexOf(column));
    }
  }

  private static Suite suite(String name) throws IOException {
    Path file = Path.of("suites", name + ".properties");
    Config config = new ConfigLoader(Map.of()).load(file, Optional.empty(), List.of());
    Suite suite = SuiteReader.read(config, Optional.empty());
    assertThat(config.problems()).isEmpty();
    return suite;
  }

  /** The tables of a suite whose cells have all found the same. */
  private List<Printed> tables(String name, String... steps) throws IOException {
    StoredCells cells = new StoredCells(folder, suite(name));
    for (Variant variant : cells.suite.variants()) {
      cells.done(variant.name() + "-r1", steps);
    }
    return tables(cells.report().markdown());
  }

  private static List<Printed> tables(String markdown) {
    List<Printed> tables = new ArrayList<>();
    List<String> table = new ArrayList<>();
    String title = "";
    for (String line : (markdown + "\n").split("\n", -1)) {
      if (line.startsWith("|")) {
        table.add(line);
      } else if (!table.isEmpty()) {
        List<List<String>> rows = table.stream().map(PublishedSuitesTest::cells).toList();
        tables.add(new Printed(title, rows.get(0), rows.subList(2, rows.size())));
        table.clear();
      }
      title = line.isEmpty() || line.startsWith("|") ? title : line;
    }
    return tables;
  }

  private static List<String> cells(String line) {
    return Stream.of(line.substring(1, line.length() - 1).split("(?<!\\\\)\\|"))
        .map(cell -> cell.strip().replace("\\", "").replace("*", ""))
        .toList();
  }

  private static List<Printed> like(List<Printed> tables, String column) {
    return tables.stream().filter(table -> table.columns().contains(column)).toList();
  }

  private static String load(double ips, double cpu, double wkbps) {
    return StoredCells.rows(
        String.format(
            Locale.ROOT,
            "\"ips\": %f, \"ips_p99\": 1, \"cpu_pct\": %f, \"mcpupq\": %f, \"wkbpq\": %f,"
                + " \"wmbps\": %f, \"size_gb\": 91, \"rss_gb\": 30, \"rss_end_gb\": 29,"
                + " \"intervals\": 400, \"rate_interval_s\": 10",
            ips,
            cpu,
            cpu * 1e6 / ips,
            wkbps / ips,
            wkbps / 1000));
  }

  @Test
  void theRedoLogHasATableForEachMemoryAndDiskWithTheRowsOf9May2017() throws IOException {
    List<Printed> tables =
        like(tables("innodb-redo-log", load(68_672, 10.7, 68_672 * 5.31)), "ips.av");

    assertThat(tables).hasSize(4);
    for (Printed table : tables) {
      assertThat(table.columns()).containsSubsequence(ENGINES_2017).endsWith("variant");
    }
    assertThat(tables.get(0).names())
        .containsExactly(
            "inno5635.none.150g.redo4",
            "inno5635.none.150g.redo8",
            "inno5635.none.150g.redo16",
            "inno5635.none.150g.redo32",
            "inno5717.none.150g.redo4",
            "inno5717.none.150g.redo8",
            "inno5717.none.150g.redo16",
            "inno5717.none.150g.redo32");
    assertThat(tables.get(0).cell("inno5717.none.150g.redo4", "wKB/i")).isEqualTo("5.31");
    assertThat(tables.get(3).names()).allMatch(name -> name.contains(".50g."));
  }

  @Test
  void theEnginesHaveATableForEachMemoryAndDiskWithTheRowsOf11May2017() throws IOException {
    List<Printed> tables = like(tables("insert-engines", load(120_250, 18.9, 179_000)), "ips.av");

    assertThat(tables).hasSize(4);
    for (Printed table : tables) {
      assertThat(table.columns()).containsSubsequence(ENGINES_2017).endsWith("variant");
      assertThat(table.title()).contains("an MB/s is 1000 KB/s");
    }
    assertThat(tables.get(0).names())
        .containsExactly(
            "inno5635.none.150g.redo4",
            "inno5635.none.150g.redo32",
            "inno5717.none.150g.redo4",
            "inno5717.none.150g.redo32",
            "rocks.none.150g.kmin",
            "rocks.none.150g.nokmin",
            "rocks.zlib.150g.kmin",
            "rocks.zstd.150g.kmin",
            "rocks_new.none.150g.kmin",
            "toku5717.none.150g.plain",
            "toku5717.zlib.150g.plain");
    String row = "inno5717.none.150g.redo32";
    assertThat(tables.get(0).cell(row, "Mcpu/i")).isEqualTo("157");
    assertThat(tables.get(0).cell(row, "wMB/s")).isEqualTo("179");
    assertThat(tables.get(0).cell(row, "rss")).isEqualTo("30");
    assertThat(tables.get(0).cell(row, "rss end")).isEqualTo("29");
  }

  @Test
  void theEnginesOf17January2017HaveOneRowForBothMemories() throws IOException {
    List<Printed> tables = tables("insert-engines", load(120_250, 18.9, 179_000));
    List<Printed> pivots = like(tables, "ips 50g");

    assertThat(pivots).hasSize(2);
    assertThat(pivots.get(0).columns())
        .containsSubsequence("ips 150g", "ips 50g", "size GB 150g", "size GB 50g", "variant");
    assertThat(pivots.get(0).names())
        .hasSize(11)
        .contains("inno5717.none.redo32", "rocks.none.kmin", "toku5717.zlib.plain");
  }

  @Test
  void thePageHasTheRatesOfBothMemoriesSideBySide() throws IOException {
    StoredCells cells = new StoredCells(folder, suite("insert-engines"));
    for (Variant variant : cells.suite.variants()) {
      cells.done(variant.name() + "-r1", load(120_250, 18.9, 179_000));
    }
    cells.report().write("1");

    String page = Files.readString(folder.resolve("report.html"));
    int section = page.indexOf("<h2>Side by side");
    int table = page.indexOf("l.i0 by memory", section);
    assertThat(section).isPositive();
    assertThat(page.indexOf("rocks.none.kmin", table)).isGreaterThan(table).isPositive();
  }

  @Test
  void theLoadsHaveTheRowsOf11March2014() throws IOException {
    String first =
        StoredCells.rows(
            "\"ips\": 25674, \"size_gb\": 17, \"bytes_per_row\": 182.5,"
                + " \"written_gb\": 76.96");
    List<Printed> tables =
        like(tables("insert-2014", first, first.replace("l.i0", "more")), "DB-size");

    assertThat(tables).hasSize(1);
    Printed loads = tables.get(0);
    assertThat(loads.columns()).containsSubsequence(LOADS_2014).endsWith("variant");
    assertThat(loads.title()).contains("an MB/s is 1000 KB/s", "Bytes-written 1000 MB");
    assertThat(loads.names())
        .startsWith("inno_16k_dw0", "inno_16k_dw1", "inno_8k_dw0", "inno_8k_dw0_zlib", "mongo")
        .hasSize(10);
    assertThat(loads.cell("inno_16k_dw0", "Bytes-per-doc")).isEqualTo("182");
    assertThat(loads.cell("inno_16k_dw0", "Bytes-written")).isEqualTo("80.7");
  }

  @Test
  void linkBenchHasTheBinariesOf28January2016() throws IOException {
    List<Printed> tables =
        like(
            tables(
                "linkbench-7days",
                StoredCells.step(
                    "request", "queries", "\"verdict\": \"valid\", \"qps\": 23484, \"rpq\": 1")),
            "qps");

    Printed request = tables.get(0);
    assertThat(request.columns()).containsSubsequence(LINKBENCH_2016).endsWith("variant");
    assertThat(request.names())
        .containsExactlyInAnyOrder(
            "myrocks.zlib", "innodb56.none", "innodb57.none", "innodb56.zlib", "innodb57.zlib");
  }
}
