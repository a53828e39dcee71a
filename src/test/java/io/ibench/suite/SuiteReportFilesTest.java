package io.ibench.suite;

import static io.ibench.suite.StoredCells.rows;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.report.store.StoredDuet;
import io.ibench.report.store.StoredDuet.Ratio;
import io.ibench.report.store.StoredSearch;
import io.ibench.suite.Cell.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a suite's report, and the report of duets. */
class SuiteReportFilesTest {

  private static final String TWO = "workload = insert\nserver.product = fake\nvary.size = a, b\n";

  @TempDir private Path temporary;

  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectories(temporary.resolve("suite"));
  }

  private StoredCells cells(String text) throws IOException {
    return new StoredCells(folder, SuiteFiles.read(temporary, text));
  }

  private StoredCells both() throws IOException {
    StoredCells cells = cells(TWO);
    cells.done("a-r1", rows("\"ips\": 1000"));
    cells.done("b-r1", rows("\"ips\": 2000"));
    return cells;
  }

  @Test
  void theTextsAreWrittenWithoutAPage() throws IOException {
    SuiteReport report = both().report();

    report.writeTexts();

    assertThat(folder.resolve("report.txt")).hasContent(report.text(Integer.MAX_VALUE));
    assertThat(folder.resolve("tables.md")).hasContent(report.markdown());
    assertThat(report.markdown()).startsWith("## ibench suite: 2 variants");
    assertThat(Files.readAllLines(folder.resolve("figures.csv")))
        .hasSize(3)
        .anyMatch(line -> line.startsWith(folder.resolve("a/run-1") + ","))
        .anyMatch(line -> line.startsWith(folder.resolve("b/run-1") + ","));
    assertThat(folder.resolve("report.html")).doesNotExist();
  }

  @Test
  void withoutResultsThereAreNoFigures() throws IOException {
    cells(TWO).report().write("1");

    assertThat(folder.resolve("report.txt")).exists();
    assertThat(folder.resolve("figures.csv")).doesNotExist();
    assertThat(folder.resolve("report.html")).doesNotExist();
  }

  @Test
  void aPageNeedsTwoVariantsWithResults() throws IOException {
    StoredCells cells = cells(TWO);
    cells.done("a-r1", rows("\"ips\": 1000"));
    cells.report().write("1");
    assertThat(folder.resolve("report.html")).doesNotExist();

    both().report().write("1");
    assertThat(folder.resolve("report.html"))
        .content()
        .contains("b is 2.00 x a")
        .doesNotContain("Pages of the runs");
  }

  @Test
  void thePageLinksThePagesOfTheRuns() throws IOException {
    StoredCells cells = both();
    Files.writeString(folder.resolve("b/run-1/report.html"), "x");

    cells.report().write("1");

    assertThat(folder.resolve("report.html"))
        .content()
        .contains("Pages of the runs", "href=\"b/run-1/report.html\"")
        .doesNotContain("a/run-1/report.html");
  }

  @Test
  void theConfigurationOfEachVariantIsComparedWithThatOfItsBase() throws IOException {
    StoredCells cells = both();
    for (String name : List.of("a", "b")) {
      cells.change(name + "-r1", cell -> cell.on(new Cell.Server("Fake", "/the/folder", 0)));
      Path kept = Files.createDirectories(folder.resolve("servers/" + name + "-r1"));
      Files.writeString(kept.resolve("server.cnf"), "x = " + name + "\n");
    }

    cells.report().writeTexts();

    assertThat(folder.resolve("configs/a.cnf")).hasContent("x = a\n");
    assertThat(folder.resolve("configs/b.cnf.diff-to-base")).hasContent("-x = a\n+x = b\n");
    assertThat(folder.resolve("configs/a.cnf.diff-to-base")).doesNotExist();
  }

  private static final String DUETS =
      "workload = insert\nserver.product = fake\nvary.size = a, b, c\norder = duet\n";

  private void duet(StoredCells cells, String name, String end, double time) throws IOException {
    cells.change(name, cell -> cell.over(State.DONE, Optional.empty(), 1));
    Ratio ratio = new Ratio(Optional.of(time), Optional.of(time - 0.01), Optional.of(time + 0.01));
    Path run = Files.createDirectories(folder.resolve(cells.folderOf(name)));
    new StoredDuet(
            "B is slower than A",
            end,
            new StoredDuet.Subject("insert", "fake", "q100", "1"),
            Map.of(),
            new StoredDuet.Course(1, 20, 0, Optional.empty(), 0),
            ratio,
            Ratio.UNKNOWN,
            Ratio.UNKNOWN,
            List.of(),
            List.of(),
            List.of(),
            new StoredDuet.Remarks(List.of(), List.of()))
        .write(run);
  }

  @Test
  void duetsHaveOneTableAndOnePage() throws IOException {
    StoredCells cells = cells(DUETS);
    duet(cells, "b-r1", "different", 1.1);
    cells.change("b-r1", cell -> cell.withCanary(new Canary.Figures(1000, 100, 2000)));
    cells.change("c-r1", cell -> cell.over(State.FAILED, Optional.of("disk: full"), 1));

    assertThat(cells.text())
        .isEqualTo(
            """
            ibench suite: 3 variants, 1 of 2 cells done
              b-r1: b is slower than a

              q100, each variant and its base by turns of one operation
               time           95 %  CPU  95 %   s  cell  relative to
              1.100  1.090 - 1.110    -     -  20  b-r1  a            slower

              the machine before each cell, in their order
              cell  CPU M/s  read us  fsync us  remark
              b-r1    1,000      100     2,000

              c-r1: FAILED: disk: full
            """);
    Files.writeString(folder.resolve("b/run-1/report.html"), "x");
    cells.report().write("1");
    assertThat(folder.resolve("figures.csv"))
        .content()
        .startsWith("variant,base,repeat,")
        .contains("\nb,a,1,q100,different,20.0,1.1,");
    assertThat(folder.resolve("report.html"))
        .content()
        .contains("ibench suite: 3 variants", "b is slower than a", ">Answer<", "slower")
        .contains("href=\"b/run-1/report.html\"");
  }

  @Test
  void duetsWithoutResultsHaveOnlyTheirRemarks() throws IOException {
    StoredCells cells = cells(DUETS);
    cells.change(
        "b-r1", cell -> cell.over(State.DONE, Optional.empty(), 1).remarked("it was cold"));

    cells.report().write("1");

    assertThat(cells.text())
        .isEqualTo(
            """
            ibench suite: 3 variants, 1 of 2 cells done
              no two variants have results yet

              b-r1: it was cold
            """);
    assertThat(folder.resolve("figures.csv")).doesNotExist();
    assertThat(folder.resolve("report.html")).doesNotExist();
  }

  @Test
  void eachResultIsReadOnce() throws IOException {
    SuiteReport.Results results = new SuiteReport.Results();
    StoredCells duets = cells(DUETS);
    duet(duets, "b-r1", "different", 1.1);
    StoredCells searches = cells(TWO + "max = --p99 10ms\n");
    searches.change("a-r1", cell -> cell.over(State.DONE, Optional.empty(), 2));
    Path max = Files.createDirectories(folder.resolve("a/run-1")).resolve(StoredSearch.NAME);
    Files.writeString(
        max,
        """
        {"answer": "the sentence", "end": "found", "passes_ps": 5, "fails_ps": 6, "step": "read",
         "limits": {}}
        """);
    String duet = text(duets, results);
    String search = text(searches, results);

    Files.delete(folder.resolve("b/run-1/duet.json"));
    Files.delete(max);

    assertThat(duet).contains("b is slower than a");
    assertThat(search).contains("the sentence");
    assertThat(text(duets, results)).isEqualTo(duet);
    assertThat(text(searches, results)).isEqualTo(search);
  }

  private String text(StoredCells cells, SuiteReport.Results results) {
    return SuiteReport.of(folder, cells.suite, cells.state(), results).text(80);
  }

  @Test
  void tablesContinueBelowOnANarrowTerminal() throws IOException {
    SuiteReport report = both().report();

    assertThat(report.text(40).lines().count())
        .isGreaterThan(report.text(Integer.MAX_VALUE).lines().count());
  }
}
