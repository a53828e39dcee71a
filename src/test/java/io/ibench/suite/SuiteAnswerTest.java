package io.ibench.suite;

import static io.ibench.suite.StoredCells.queries;
import static io.ibench.suite.StoredCells.rows;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.suite.Cell.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a suite's report says in sentences: the answer, its relations, and its remarks. */
class SuiteAnswerTest {

  private static final String TWO = "workload = insert\nserver.product = fake\nvary.size = a, b\n";
  private static final String THREE = TWO.replace("a, b", "a, b, c");

  @TempDir private Path temporary;

  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectories(temporary.resolve("suite"));
  }

  private StoredCells cells(String text) throws IOException {
    return new StoredCells(folder, SuiteFiles.read(temporary, text));
  }

  private static String ips(double ips) {
    return rows("\"ips\": " + ips);
  }

  /** The cell is done and its run has this verdict, for this reason. */
  private static void judged(StoredCells cells, String cell, String verdict, String... reasons)
      throws IOException {
    String because = reasons.length == 0 ? "" : "\"" + String.join("\", \"", reasons) + "\"";
    cells.done(
        cell,
        String.format("\"verdict\": \"%s\", \"reasons\": [%s],", verdict, because),
        new String[] {ips(1000)});
  }

  @Test
  void theVariantThatDiffersMostIsTheAnswerAlsoIfItIsSlower() throws IOException {
    StoredCells cells = cells(THREE);
    cells.done("a-r1", ips(1000));
    cells.done("b-r1", ips(1500));
    cells.done("c-r1", ips(500));

    assertThat(cells.text()).contains("\n  c is 0.50 x a in l.i0");
    cells.done("b-r1", ips(2100));
    assertThat(cells.text()).contains("\n  b is 2.10 x a in l.i0");
  }

  @Test
  void aVariantWithoutResultsIsNoAnswer() throws IOException {
    StoredCells cells = cells(THREE);
    cells.done("b-r1", ips(1500));
    cells.done("c-r1", ips(500));

    assertThat(cells.text())
        .contains("\n  no two variants have results yet\n")
        .doesNotContain("relative to");
  }

  @Test
  void otherProgramsAndWritesOfOthersAreSaidBelowTheAnswer() throws IOException {
    StoredCells cells = cells(TWO);
    cells.done("a-r1", queries("\"qps\": 100, \"wkbpq\": 3, \"server_wkbpq\": 2"));
    cells.done(
        "b-r1", queries("\"qps\": 200, \"wkbpq\": 9, \"server_wkbpq\": 3, \"other_cpu_pct\": 30"));

    assertThat(cells.text().replaceAll("\\s+", " "))
        .contains("other programs used - / 30 % of the CPUs: the difference may be theirs")
        .contains("wKB/q: of the whole disk; the server's own: q100 2, b: 1.50 >?");
  }

  @Test
  void theVerdictsOfAllCellsAreCountedTheWorstFirst() throws IOException {
    StoredCells cells = cells(TWO);
    judged(cells, "a-r1", "degraded", "busy 20 %", "late");
    assertThat(cells.text()).contains("\n  the cell is DEGRADED: busy 20 % (1 more below)\n");

    judged(cells, "b-r1", "invalid", "busy 40 %");
    assertThat(cells.text())
        .contains("\n  1 of 2 cells is INVALID, 1 DEGRADED: busy 20 ... 40 % (1 more below)\n");

    judged(cells, "b-r1", "degraded", "busy 40 %");
    judged(cells, "a-r1", "degraded", "busy 20 %");
    assertThat(cells.text()).contains("\n  both cells are DEGRADED: busy 20 ... 40 %\n");

    judged(cells, "a-r1", "valid", "a warning");
    assertThat(cells.text()).contains("\n  1 of 2 cells is DEGRADED, 1 valid: busy 40 %\n");
  }

  @Test
  void withoutAVerdictOfTheRunThatOfItsWorstStepCounts() throws IOException {
    StoredCells cells = cells(TWO);
    cells.done("a-r1", "", new String[] {ips(1000)});
    assertThat(cells.text()).contains("\n  the cell is valid\n");

    cells.done("a-r1", "", new String[] {StoredCells.step("l.i0", "rows", "\"ips\": 7")});
    assertThat(cells.text()).doesNotContain("the cell is");
  }

  @Test
  void aRunThatIsInvalidIsShownAndNotCompared() throws IOException {
    StoredCells cells = cells(TWO);
    cells.done("a-r1", ips(1000));
    judged(cells, "b-r1", "invalid", "no rate");

    assertThat(cells.text())
        .contains("\n  no two variants have results yet\n")
        .contains("b (INVALID)\n")
        .doesNotContain("relative to");
  }

  @Test
  void theScaleIsSaid() throws IOException {
    Suite of = SuiteFiles.read(temporary, TWO);
    Suite small =
        new Suite(
            of.workload(),
            of.search(),
            Optional.of("small"),
            of.factors(),
            of.variants(),
            of.matter(),
            of.conditions(),
            of.tables(),
            of.expects());

    assertThat(new StoredCells(folder, small).text())
        .startsWith(
            "ibench suite: 2 variants, 0 of 2 cells done; scale small,\n  not the published sizes");
  }

  @Test
  void relationsAreJudgedWhereTheirFigureIsKnown() throws IOException {
    StoredCells cells =
        cells(
            TWO
                + """
                expect.any    = b / a : wkbpq < 0.5
                expect.right  = b / a : q100:wkbpq < 0.5
                expect.figure = b / a : nothing < 0.5
                expect.step   = b / a : q200:wkbpq < 0.5
                expect.back   = a / b : q100:wkbpq > 2
                """);
    assertThat(cells.text())
        .contains("expect any: b / a, wkbpq < 0.5: not judged: no results that count\n");
    assertThat(cells.report().allHold()).isFalse();

    cells.done("a-r1", rows("\"ips\": 10, \"wkbpq\": 1"), queries("\"qps\": 10, \"wkbpq\": 8"));
    assertThat(cells.text())
        .contains("expect any: b / a, wkbpq < 0.5: not judged: no results that count\n");

    cells.done("b-r1", rows("\"ips\": 10, \"wkbpq\": 1"), queries("\"qps\": 10, \"wkbpq\": 2"));
    assertThat(cells.text().replaceAll("\\n {4}", " "))
        .contains("expect any: b / a, wkbpq < 0.5: NO, it is 1.00, not beyond the noise\n")
        .contains("expect right: b / a, q100:wkbpq < 0.5: yes, it is 0.25, not beyond the noise\n")
        .contains("expect figure: b / a, nothing < 0.5: not judged: the figure is not known\n")
        .contains("expect step: b / a, q200:wkbpq < 0.5: not judged: the figure is not known\n")
        .contains("expect back: a / b, q100:wkbpq > 2: yes, it is 4.00, not beyond the noise\n");
    assertThat(cells.report().allHold()).isFalse();
  }

  @Test
  void aRelationIsJudgedInEachGroupOfTheOtherLevels() throws IOException {
    StoredCells cells = cells(TWO + "vary.disk = d1, d2\nexpect.more = b / a : l.i0:ips > 1.5\n");
    cells.done("a.d1-r1", ips(1000));
    cells.done("b.d1-r1", ips(2000));
    cells.done("a.d2-r1", ips(1000));
    cells.done("b.d2-r1", ips(1200));

    assertThat(cells.text().replaceAll("\\n {4}", " "))
        .contains("expect more: b.d1 / a.d1, l.i0:ips > 1.5: yes, it is 2.00")
        .contains("expect more: b.d2 / a.d2, l.i0:ips > 1.5: NO, it is 1.20");
    cells.done("b.d2-r1", ips(1600));
    assertThat(cells.report().allHold()).isTrue();
  }

  @Test
  void aRelationOfLevelsThatAScaleLeavesOutIsNotJudged() throws IOException {
    Suite whole = SuiteFiles.read(temporary, TWO + "expect.more = b / a : l.i0:ips > 1.5\n");
    Suite small =
        new Suite(
            whole.workload(),
            whole.search(),
            whole.scale(),
            whole.factors(),
            whole.variants().subList(0, 1),
            whole.matter(),
            whole.conditions(),
            whole.tables(),
            whole.expects());
    StoredCells cells = new StoredCells(folder, small);

    assertThat(cells.text())
        .contains("\n  expect more: not judged: this scale has no such variants\n");
    assertThat(cells.report().hasRelations()).isTrue();
    assertThat(cells.report().allHold()).isFalse();
  }

  private void search(StoredCells cells, String name, String end, String passes, String fails)
      throws IOException {
    cells.change(name, cell -> cell.over(State.DONE, Optional.empty(), 1));
    Path run = Files.createDirectories(folder.resolve(cells.folderOf(name)));
    Files.writeString(
        run.resolve("max.json"),
        String.format(
            Locale.ROOT,
            """
            {"answer": "the sentence of %s", "end": "%s", "passes_ps": %s, "fails_ps": %s,
             "step": "read", "limits": {"p99_us": 10000.0, "errors": 0.5}, "trials": []}
            """,
            name,
            end,
            passes,
            fails));
  }

  @Test
  void theHighestRatesOfSeveralCellsAreARange() throws IOException {
    StoredCells cells = cells(TWO + "repeat = 3\nmax = --p99 10ms\n");
    search(cells, "a-r1", "found", "5000", "5100");
    assertThat(cells.text()).contains("highest rate: a: the sentence of a-r1\n");

    search(cells, "a-r2", "found", "5200", "5300");
    search(cells, "a-r3", "time", "4000", "null");
    search(cells, "b-r1", "found", "700.2", "800");
    search(cells, "b-r2", "found", "700.4", "800");
    String text = cells.text();
    assertThat(text.replaceAll("\\s+", " "))
        .contains(
            "highest rate: a: 5,000 to 5,200/s pass in 2 of 3 cells,"
                + " at least 4,000/s passes in 1 of 3 cells (not decided);"
                + " b: 700/s passes in 2 of 2 cells ");
    assertThat(text)
        .contains(
            """
              passes/s  fails/s  cell  not decided
                 5,000    5,100  a-r1
                 5,200    5,300  a-r2
                 4,000        -  a-r3  the sentence of a-r3
                   700      800  b-r1
                   700      800  b-r2
            """)
        .contains("\n  highest rate of read, p99 < 10 ms, errors < ");
  }

  @Test
  void cellsInWhichNoRatePassesAreCountedApart() throws IOException {
    StoredCells cells = cells(TWO + "repeat = 3\nmax = --p99 10ms\n");
    search(cells, "a-r1", "found", "5000", "5100");
    search(cells, "a-r2", "client", "4000", "null");
    search(cells, "a-r3", "nothing_passes", "null", "10");
    search(cells, "b-r1", "nothing_passes", "null", "10");
    search(cells, "b-r2", "nothing_passes", "null", "10");

    assertThat(cells.text().replaceAll("\\s+", " "))
        .contains(
            "highest rate: a: 5,000/s passes in 1 of 3 cells,"
                + " at least 4,000/s passes in 1 of 3 cells (not decided),"
                + " no rate passes in 1 of 3 cells;"
                + " b: no rate passes in 2 of 2 cells ");
  }

  @Test
  void cellsThatFailedComeFirstAndCellsWithTheSameReasonShareALine() throws IOException {
    StoredCells cells = cells(THREE);
    cells.change("a-r1", cell -> cell.remarked("it was cold"));
    cells.change("b-r1", cell -> cell.over(State.FAILED, Optional.of("disk: full"), 1));
    cells.change(
        "c-r1",
        cell -> cell.remarked("it was cold").over(State.FAILED, Optional.of("disk: full"), 1));

    assertThat(cells.text())
        .endsWith("\n\n  b-r1, c-r1: FAILED: disk: full\n  a-r1, c-r1: it was cold\n");

    cells.change("b-r1", cell -> cell.over(State.SKIPPED, Optional.empty(), 1));
    assertThat(cells.text()).contains("\n  b-r1: SKIPPED\n  c-r1: FAILED: disk: full\n");
  }

  @Test
  void ofManyRemarksTwelveAreShown() throws IOException {
    StoredCells cells = cells(TWO);
    cells.change("b-r1", cell -> cell.over(State.FAILED, Optional.of("disk: full"), 1));
    for (int i = 1; i <= 12; i++) {
      int number = i;
      cells.change("a-r1", cell -> cell.remarked("remark " + number));
    }
    assertThat(cells.text()).endsWith("\n  a-r1: remark 12\n");

    cells.change("a-r1", cell -> cell.remarked("remark 13"));
    assertThat(cells.text())
        .endsWith(
            "\n  a-r1: remark 12\n"
                + "  1 further remark is in the reports of the cells and in suite.json\n");

    cells.change("a-r1", cell -> cell.remarked("remark 14"));
    assertThat(cells.text())
        .endsWith(
            "\n  a-r1: remark 12\n"
                + "  2 further remarks are in the reports of the cells and in suite.json\n");
  }

  @Test
  void repeatsThatRanTogetherAreRemarked() throws IOException {
    assertThat(cells(TWO + "order = given\nrepeat = 2\n").text().replaceAll("\\s+", " "))
        .endsWith(
            "order = given: all repeats of a variant ran together: a machine that changes looks"
                + " like a variant that differs; order = interleaved balances it ");
    assertThat(cells(TWO + "order = given\n").text()).doesNotContain("ran together");
    assertThat(cells(TWO + "repeat = 2\n").text()).doesNotContain("ran together");
  }

  @Test
  void aReasonNamesUpToThreeCells() throws IOException {
    StoredCells cells = cells(TWO + "repeat = 4\n");
    for (int i = 1; i <= 4; i++) {
      judged(cells, "a-r" + i, "degraded", "busy");
      judged(cells, "b-r" + i, "valid");
    }
    judged(cells, "a-r4", "valid");
    assertThat(cells.text()).endsWith("\n  a-r1, a-r2, a-r3: busy\n");

    judged(cells, "a-r4", "degraded", "busy");
    assertThat(cells.text()).endsWith("\n  4 of 8 cells: busy\n");

    for (int i = 1; i <= 4; i++) {
      judged(cells, "b-r" + i, "degraded", "busy");
    }
    assertThat(cells.text()).endsWith("\n  all 8 cells: busy\n");
  }

  @Test
  void theOnlyCellIsNamed() throws IOException {
    StoredCells cells = cells(TWO);
    judged(cells, "a-r1", "degraded", "busy");

    assertThat(cells.text()).endsWith("\n  a-r1: busy\n");
  }
}
