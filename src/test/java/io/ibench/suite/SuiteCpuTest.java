package io.ibench.suite;

import static io.ibench.suite.StoredCells.queries;
import static io.ibench.suite.StoredCells.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.testing.CpuProfileFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which functions of the servers make the differences between the variants of a suite. */
class SuiteCpuTest {

  private static final String THREE =
      """
      workload       = insert
      server.product = fake
      vary.size      = a, b, c
      repeat         = 3
      """;

  private static final Map<String, Long> PLAIN = Map.of("main exec", 900L, "main send", 100L);
  private static final Map<String, Long> PLANNED =
      Map.of("main exec", 900L, "main send", 100L, "main plan cost", 1_000L);

  @TempDir private Path temporary;

  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectories(temporary.resolve("suite"));
  }

  /** The cells of b plan in q100; those of c are as those of a. */
  private StoredCells profiled() throws IOException {
    StoredCells cells = new StoredCells(folder, SuiteFiles.read(temporary, THREE));
    for (int round = 1; round <= 3; round++) {
      for (String variant : new String[] {"a", "b", "c"}) {
        String cell = variant + "-r" + round;
        cells.done(
            cell,
            queries("\"qps\": " + (500 + round)),
            step("q200", "queries", "\"verdict\": \"valid\", \"qps\": 700"));
        new CpuProfileFiles(folder.resolve(cells.folderOf(cell)))
            .with("q100", variant.equals("b") ? 20 : 10, variant.equals("b") ? PLANNED : PLAIN)
            .with("q200", 10, PLAIN);
      }
    }
    return cells;
  }

  @Test
  void theFunctionsThatMakeADifferenceFollowTheTablesOfRatios() throws IOException {
    String text = profiled().text();

    assertThat(text)
        .contains(
            """

              CPU by function, b relative to a

              q100: CPU of the server per query 10.0 -> 20.0 us (+10.0 +-0.00)
              +10.0 +-0.36  cost (0.00 -> 10.0)
              the rest, +0.00: all 1.00 x, none beyond noise

              no difference beyond noise in the server's CPU in 3 of 4 steps
            """)
        .doesNotContain("c relative to a");
    assertThat(text.indexOf("q100: CPU")).isGreaterThan(text.indexOf("q200, relative to a"));
  }

  @Test
  void markdownHasThemAsLists() throws IOException {
    assertThat(profiled().report().markdown())
        .contains(
            "**q100: CPU of the server per query 10.0 -> 20.0 us (+10.0 +-0.00)**\n\n* +10.0");
  }

  @Test
  void thePageHasAFlameGraphOfEachPairThatDiffers() throws IOException {
    profiled().report().write("1");

    assertThat(folder.resolve("report.html"))
        .content()
        .contains("b relative to a", "20.000 main (+10.000", "CPU of the server in q100, us/q")
        .doesNotContain("CPU of the server in q200", "c relative to a");
  }

  @Test
  void aVariantThatGetsFurtherCellsIsComparedAnew() throws IOException {
    StoredCells cells = profiled();
    SuiteReport.Results results = new SuiteReport.Results();
    SuiteState begun = SuiteState.begin(cells.suite, List.of());
    for (Cell cell : cells.state().cells()) {
      begun = cell.name().endsWith("1") ? begun.with(cell) : begun;
    }

    String first = SuiteReport.of(folder, cells.suite, begun, results).text(Integer.MAX_VALUE);
    String all =
        SuiteReport.of(folder, cells.suite, cells.state(), results).text(Integer.MAX_VALUE);

    assertThat(first).contains("10.0 -> 20.0 us (+10.0 ?)\n");
    assertThat(all).contains("10.0 -> 20.0 us (+10.0 +-").doesNotContain(" ?)\n");
  }

  @Test
  void whatHasNoProfileSaysWhyInOneLine() throws IOException {
    StoredCells cells = new StoredCells(folder, SuiteFiles.read(temporary, THREE));
    for (String cell : new String[] {"a-r1", "b-r1", "c-r1"}) {
      cells.done(cell, queries("\"qps\": 500"));
    }
    new CpuProfileFiles(folder.resolve(cells.folderOf("a-r1"))).without("q100", "25 samples");
    new CpuProfileFiles(folder.resolve(cells.folderOf("b-r1"))).without("q100", "158 samples");
    new CpuProfileFiles(folder.resolve(cells.folderOf("c-r1"))).with("q100", 10, PLAIN);

    assertThat(cells.text())
        .contains("\n  no CPU profile of q100 in 2 of 3 samplings: 25 ... 158 samples\n");
  }

  @Test
  void aSuiteWithoutProfilesSaysNothingOfFunctions() throws IOException {
    StoredCells cells = new StoredCells(folder, SuiteFiles.read(temporary, THREE));
    cells.done("a-r1", queries("\"qps\": 500"));
    cells.done("b-r1", queries("\"qps\": 500"));

    assertThat(cells.text()).doesNotContain("CPU of the server");
  }
}
