package io.ibench.suite;

import static io.ibench.suite.StoredCells.queries;
import static io.ibench.suite.StoredCells.rows;
import static io.ibench.suite.StoredCells.step;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables of a suite's report. */
class SuiteReportTablesTest {

  private static final String TWO = "workload = insert\nserver.product = fake\nvary.size = a, b\n";
  private static final String DRAIN = "\"kind\": \"drain\", \"written_gb\": ";

  @TempDir private Path temporary;

  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectories(temporary.resolve("suite"));
  }

  private StoredCells cells(String text) throws IOException {
    return new StoredCells(folder, SuiteFiles.read(temporary, text));
  }

  private StoredCells threeSteps(String text) throws IOException {
    StoredCells cells = cells(text);
    cells.done(
        "a-r1",
        rows("\"ips\": 1000, \"wkbpq\": 5, \"wkbpi\": 5, \"size_gb\": 1"),
        queries("\"qps\": 500, \"wkbpq\": 3, \"wkbpi\": 4, \"rpq\": 3"),
        step("drain", "none", DRAIN + 3));
    cells.done(
        "b-r1",
        rows("\"ips\": 2000, \"wkbpq\": 4, \"wkbpi\": 4, \"size_gb\": 1.3"),
        queries("\"qps\": 700, \"wkbpq\": 3, \"wkbpi\": 2, \"rpq\": 0.3"),
        step("drain", "none", DRAIN + 6));
    return cells;
  }

  @Test
  void eachStepHasATableAndOneOfRatios() throws IOException {
    assertThat(threeSteps(TWO).text())
        .containsSubsequence(
            """

              rates relative to a
                        ips      qps
              side     l.i0     q100
              a     1.00     1.00
              b     2.00 >?  1.40 >?

              l.i0; an MB/s is 1000 KB/s
            """,
            """

              q100
                                                           size   cpu
              qps    r/q  rKB/q  wKB/q  r/s  rKB/s  wKB/s    GB  us/q  err  n  +-%  variant
              500      3      -      3    -      -      -     -     -    -  1    -  a
              700  0.300      -      3    -      -      -     -     -    -  1    -  b

            """)
        .contains(
            """

              rest: what the steps before it had left to do
              step   seconds  written GB  size GB  n  variant
              drain      100           3        -  1  a
              drain      100           6        -  1  b

              l.i0, relative to a
                  ips    wKB/i  size GB  variant
              1.00     1.00     1.00     a
              2.00 >?  0.80 <?  1.30 >?  b

              q100, relative to a
                  qps      r/q  wKB/q    wKB/i  variant
              1.00     1.00      1.00  1.00     a
              1.40 >?  0.10 <?   1.00  0.50 <?  b

              drain, relative to a
              written GB  variant
                 1.00     a
                 2.00 >?  b

              > above 1.05, < below 0.95, ~ within the noise,
                ? not known whether it is noise
            """);
  }

  @Test
  void onlyTheTablesThatWereAskedForAreShown() throws IOException {
    assertThat(threeSteps(TWO).text()).contains("\n  q100\n", "\n  loads: each step");
    assertThat(threeSteps(TWO + "tables = loads\n").text())
        .contains("\n  loads: each step")
        .doesNotContain("\n  q100\n");
    assertThat(threeSteps(TWO + "tables = engines\n").text())
        .contains("\n  q100\n")
        .doesNotContain("loads: each step");
  }

  @Test
  void aStepWithoutARateThatIsNoRestHasNoRatios() throws IOException {
    StoredCells cells = cells(TWO);
    for (String cell : new String[] {"a-r1", "b-r1"}) {
      cells.done(
          cell, rows("\"ips\": 1000"), step("other", "none", "\"kind\": \"x\", \"written_gb\": 3"));
    }

    assertThat(cells.text()).contains("l.i0, relative to a").doesNotContain("other");
  }

  @Test
  void withoutResultsThereAreNoTables() throws IOException {
    assertThat(cells(TWO).text())
        .isEqualTo(
            """
            ibench suite: 2 variants, 0 of 2 cells done
              no two variants have results yet
            """);
  }

  @Test
  void oneVariantHasNoRatios() throws IOException {
    StoredCells cells = cells("workload = insert\nserver.product = fake\n");
    cells.done("all-r1", rows("\"ips\": 1000"));

    assertThat(cells.text())
        .startsWith(
            """
            ibench suite: 1 variant, 1 of 1 cells done
              one variant, which is compared with nothing
              the cell is valid

              l.i0; an MB/s is 1000 KB/s
            """)
        .doesNotContain("relative", "above 1.05");
  }

  @Test
  void aTableForEachLevelHasGapsBetweenTheLevelsOfTheNextFactor() throws IOException {
    StoredCells cells =
        cells(TWO + "vary.flush = on, off\nvary.disk = fast, slow\ntable.by = disk\n");
    for (String name : new String[] {"a.on.fast-r1", "a.off.fast-r1", "b.on.fast-r1"}) {
      cells.done(name, rows("\"ips\": 1000"));
    }
    cells.done("b.on.slow-r1", rows("\"ips\": 5000"));

    assertThat(cells.text())
        .contains(
            """

              fast
              l.i0; an MB/s is 1000 KB/s
                                                   size rss rss end                 cpu
              ips.av ips.99 r/i rKB/i wKB/i Mcpu/i   GB  GB      GB r/s rMB/s wMB/s   % err n +-% variant
               1,000      -   -     -     -      -    -   -       -   -     -     -   -   - 1   - a.on.fast
               1,000      -   -     -     -      -    -   -       -   -     -     -   -   - 1   - a.off.fast

               1,000      -   -     -     -      -    -   -       -   -     -     -   -   - 1   - b.on.fast
                   -      -   -     -     -      -    -   -       -   -     -     -   -   - -   - b.off.fast

            """)
        .contains(
            """

              slow
              l.i0; an MB/s is 1000 KB/s
                                                   size rss rss end                 cpu
              ips.av ips.99 r/i rKB/i wKB/i Mcpu/i   GB  GB      GB r/s rMB/s wMB/s   % err n +-% variant
                   -      -   -     -     -      -    -   -       -   -     -     -   -   - -   - a.on.slow
                   -      -   -     -     -      -    -   -       -   -     -     -   -   - -   - a.off.slow

               5,000      -   -     -     -      -    -   -       -   -     -     -   -   - 1   - b.on.slow
                   -      -   -     -     -      -    -   -       -   -     -     -   -   - -   - b.off.slow

            """)
        .contains("l.i0, relative to a.on.fast\n")
        .doesNotContain("relative to a.on.slow");
  }

  @Test
  void rowsAreNamedByTheFactorsThatTheSuiteNames() throws IOException {
    StoredCells cells =
        cells(
            """
            workload       = insert
            server.product = fake
            vary.memory    = 150g
            vary.disk      = fast, slow
            vary.server    = x.none
            vary.redo      = redo4, redo32
            table.by       = disk
            table.name     = server, memory, redo
            """);
    for (String disk : new String[] {"fast", "slow"}) {
      cells.done(disk + ".redo4-r1", rows("\"ips\": 1000"));
      cells.done(disk + ".redo32-r1", rows("\"ips\": 3000"));
    }

    assertThat(cells.text())
        .contains("\n  fast.redo32 is 3.00 x fast.redo4 in l.i0")
        .containsPattern("\n  slow\n  l.i0.*\n.*\n.*\n.* x\\.none\\.150g\\.redo4\n")
        .contains("l.i0, relative to x.none.150g.redo4\n")
        .contains("\n  3.00 >?  x.none.150g.redo32\n");
  }

  @Test
  void aRowWithoutFiguresSaysWhy() throws IOException {
    StoredCells cells = cells(TWO);
    cells.done("a-r1", rows("\"ips\": 1000"));
    cells.change(
        "b-r1", cell -> cell.over(Cell.State.SKIPPED, Optional.of("no bin/mysqld in /opt"), 0));

    assertThat(cells.text())
        .containsPattern("\n +- .* - +b \\(SKIPPED\\)\n")
        .contains("\n  b: no bin/mysqld in /opt\n")
        .containsPattern("\n   1,000 .* a\n");
  }

  @Test
  void aPivotHasTheLevelsOfAFactorSideBySide() throws IOException {
    StoredCells cells =
        cells(
            """
            workload       = insert
            server.product = fake
            vary.memory    = iobound, inmem
            vary.engine    = inno, rocks
            table.by       = memory
            table.pivot    = memory
            """);
    cells.done("iobound.inno-r1", rows("\"ips\": 1000, \"size_gb\": 402"));
    cells.done("iobound.rocks-r1", rows("\"ips\": 4000, \"size_gb\": 225"));
    cells.done("inmem.inno-r1", rows("\"ips\": 9000, \"size_gb\": 91"));

    assertThat(cells.text())
        .contains(
            """

              l.i0 by memory
                  ips    ips  size GB  size GB
              iobound  inmem  iobound    inmem  variant
                1,000  9,000      402       91  inno
                4,000      -      225        -  rocks

            """);
  }

  @Test
  void aFactorWithOneLevelIsNoHeading() throws IOException {
    StoredCells cells = cells(TWO + "vary.disk = fast\ntable.by = disk\n");
    cells.done("a-r1", rows("\"ips\": 1000"));
    cells.done("b-r1", rows("\"ips\": 1000"));

    assertThat(cells.text())
        .containsPattern(
            "\n\n  l.i0; .*\n.*\n  ips.av .* n \\+-% variant\n   1,000 .* 1   - a\n   1,000")
        .doesNotContain("fast");
  }

  @Test
  void variantsOfOtherWorkHaveNoRatiosUnlessTheSuiteSaysSo() throws IOException {
    String three = TWO.replace("a, b", "a, b, c");
    StoredCells cells = otherWork(three);
    assertThat(cells.text())
        .contains("\n  c is 1.50 x a in l.i0")
        .contains("\n  b is no ratio to a: not the same work: workload:")
        .contains("l.i0, relative to a\n      ips  variant\n  1.00     a\n  1.50 >?  c\n");

    assertThat(otherWork(three + "unlike = true\n").text())
        .contains("\n  b is 2.00 x a in l.i0")
        .contains("l.i0, relative to a\n      ips  variant\n  1.00     a\n  2.00 >?  b\n")
        .doesNotContain("is no ratio to");

    assertThat(otherWork(TWO).text())
        .contains("\n  the variants do different work: unlike = true compares them nevertheless\n")
        .doesNotContain("relative to", "above 1.05");
  }

  private StoredCells otherWork(String text) throws IOException {
    StoredCells cells = cells(text);
    cells.done("a-r1", rows("\"ips\": 1000"));
    cells.done("b-r1", rows("\"ips\": 2000"));
    Path summary = folder.resolve("b/run-1/summary.json");
    Files.writeString(
        summary,
        Files.readString(summary).replace("\"workload\": \"insert\"", "\"workload\": \"x\""));
    if (cells.suite.variants().size() > 2) {
      cells.done("c-r1", rows("\"ips\": 1500"));
    }
    return cells;
  }

  @Test
  void whatTheLoadsOfCopiesCostIsATableOfItsOwn() throws IOException {
    StoredCells cells = cells(TWO + "data = copy\ndata.shared = size\n");
    cells.done("a-load", rows("\"ips\": 1000"));
    cells.done("a-r1", queries("\"qps\": 500"));

    assertThat(cells.text())
        .containsSubsequence(
            "\n  q100\n", "\n  the data that cells begin with\n  loads: ", "1,000", "a-load\n");

    assertThat(threeSteps(TWO).text()).doesNotContain("the data that cells begin with");
  }

  @Test
  void optionsThatDifferAreShownInTheUnitInWhichTheyWereAskedFor() throws IOException {
    StoredCells cells =
        cells(
            """
            workload         = insert
            server.product   = fake
            vary.size        = a, b, c
            a.conf.log       = 16M
            b.conf.log       = 2g
            b.conf.part      = 4K
            b.conf.plain     = 8192
            """);
    cells.change(
        "a-r1",
        cell ->
            cell.withReadBack(Map.of("log", "16777216", "same", "1", "part", "4096", "t", "x")));
    cells.change(
        "b-r1",
        cell ->
            cell.withReadBack(
                Map.of(
                    "log", "2147483648", "same", "1", "part", "4097", "plain", "8192", "t", "y")));
    cells.change("c-r1", cell -> cell.withReadBack(Map.of("same", "1")));

    assertThat(cells.text())
        .endsWith(
            """

              what differs, as the servers say
              a: log = 16M, part = 4096, t = x
              b: log = 2g, part = 4097, plain = 8192, t = y
              c: the defaults
            """);
  }

  @Test
  void optionsThatAllServersHaveAlikeAreNotShown() throws IOException {
    StoredCells cells = cells(TWO);
    cells.change("a-r1", cell -> cell.withReadBack(Map.of("log", "1")));
    cells.change("b-r1", cell -> cell.withReadBack(Map.of("log", "1")));

    assertThat(cells.text()).doesNotContain("what differs");
  }

  @Test
  void theMachineBeforeEachCellIsShownInTheOrderOfTheCells() throws IOException {
    StoredCells cells = cells(TWO);
    cells.change("a-r1", cell -> cell.withCanary(new Canary.Figures(1000, 100, 2000)));
    cells.change("b-r1", cell -> cell.withCanary(new Canary.Figures(800, 110, 3000)));

    assertThat(cells.text())
        .endsWith(
            """

              the machine before each cell, in their order
              cell CPU M/s read us fsync us remark
              a-r1   1,000     100    2,000
              b-r1     800     110    3,000 cpu 0.80 of the base's, fsync 1.50 of the base's
            """);
  }
}
