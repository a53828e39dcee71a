package io.ibench.page.compare;

import static io.ibench.page.compare.CompareSamples.BEYOND;
import static io.ibench.page.compare.CompareSamples.UNKNOWN;
import static io.ibench.page.compare.CompareSamples.WITHIN;
import static io.ibench.page.compare.CompareSamples.base;
import static io.ibench.page.compare.CompareSamples.comparison;
import static io.ibench.page.compare.CompareSamples.figure;
import static io.ibench.page.compare.CompareSamples.good;
import static io.ibench.page.compare.CompareSamples.latency;
import static io.ibench.page.compare.CompareSamples.leftOut;
import static io.ibench.page.compare.CompareSamples.other;
import static io.ibench.page.compare.CompareSamples.qps;
import static io.ibench.page.compare.CompareSamples.request;
import static io.ibench.page.compare.CompareSamples.side;
import static io.ibench.page.compare.CompareSamples.sides;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ibench.compare.ComparedCells;
import io.ibench.compare.ComparedValue;
import io.ibench.compare.Comparison;
import io.ibench.compare.FigureRow;
import io.ibench.compare.FigureRow.Group;
import io.ibench.compare.SettingDifference;
import io.ibench.compare.Side;
import io.ibench.compare.StepComparison;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepStart.Unit;
import io.ibench.page.Page;
import io.ibench.page.PageWriter;
import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Better;
import java.io.IOException;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ComparePageTest {

  private static final double NONE = Double.NaN;

  private static Page page(Comparison comparison) throws IOException {
    return ComparePage.of(comparison, List.of(), "9.9");
  }

  private static Section section(Page page, String id) {
    return page.sections().stream().filter(s -> s.id().equals(id)).findFirst().orElseThrow();
  }

  private static List<Table> tables(List<Block> blocks) {
    return blocks.stream().filter(Table.class::isInstance).map(Table.class::cast).toList();
  }

  private static Table table(Section section, String title) {
    return tables(section.blocks()).stream()
        .filter(table -> table.title().equals(title))
        .findFirst()
        .orElseThrow();
  }

  private static Cell cell(Table table, int row, String column) {
    List<String> names = table.columns().stream().map(c -> c.above() + " " + c.name()).toList();
    int index =
        IntStream.range(0, names.size())
            .filter(i -> (" " + names.get(i) + " ").contains(" " + column + " "))
            .findFirst()
            .orElseThrow();
    return table.rows().get(row).cells().get(index);
  }

  private static List<String> texts(Row row) {
    return row.cells().stream().map(Cell::shown).toList();
  }

  private static List<String> notes(List<Block> blocks) {
    return blocks.stream()
        .filter(Block.Notes.class::isInstance)
        .flatMap(block -> ((Block.Notes) block).notes().stream())
        .map(Note::text)
        .toList();
  }

  private static Comparison threeSides() {
    return comparison(
        sides("full", "normal", "off"),
        request(
            List.of(good(), good(), leftOut("held 80 % of its target")),
            qps(base(1000), other(1500, 1.5, BEYOND), other(800, NONE, UNKNOWN)),
            figure(
                "wkbpq",
                Group.COST,
                Better.LOWER,
                base(8),
                other(6.4, 0.8, WITHIN),
                other(4, NONE, UNKNOWN)),
            figure(
                "cpu_pct",
                Group.COST,
                Better.NEITHER,
                base(50),
                other(60, 1.2, UNKNOWN),
                other(4, NONE, UNKNOWN)),
            figure(
                "cpu_us_pq",
                Group.COST,
                Better.LOWER,
                base(100),
                other(120, 1.2, BEYOND),
                other(4, NONE, UNKNOWN)),
            latency(
                "GET_NODE.p99_us", base(2000), other(1000, 0.5, BEYOND), other(9, NONE, UNKNOWN)),
            latency(
                "ADD_LINK.p99_us", base(2000), other(3000, 1.5, UNKNOWN), other(9, NONE, UNKNOWN)),
            latency(
                "ADD_LINK.p50_us", base(200), other(300, 1.5, UNKNOWN), other(150, NONE, UNKNOWN)),
            latency(
                "ADD_LINK.response.p99_us",
                base(9000),
                other(90000, 10, UNKNOWN),
                other(9, NONE, UNKNOWN))));
  }

  @Test
  void saysWhoIsComparedWithWhom() throws IOException {
    Comparison two = comparison(List.of(side("old", "/r/a1", "/r/a2"), side("new", "/r/b1")));
    Page page = page(two);
    assertThat(page.title()).isEqualTo("linkbench: 2 sides compared");
    assertThat(page.subtitle())
        .containsExactly(
            "1. old (the base): 2 runs a1, a2; ibench 0.1.0; SQLite 3.54.1 B-tree; SQLite JDBC;"
                + " batch: multi-row; durability: sync=full; verdict: DEGRADED",
            "2. new: 1 run b1; ibench 0.1.0; SQLite 3.54.1 B-tree; SQLite JDBC;"
                + " batch: multi-row; durability: sync=full; verdict: DEGRADED");
    assertThat(page.version()).isEqualTo("9.9");
  }

  @Test
  void ratiosBeyondNoiseAreColouredByWhatIsBetter() throws IOException {
    Table table = table(section(page(threeSides()), "step-1"), "relative to 1 full");
    assertThat(cell(table, 0, "name of qps"))
        .isEqualTo(
            new Cell("1.50", Tone.BETTER, "beyond noise: Welch's t-test; up to 3 % is noise", ">"));
    assertThat(cell(table, 0, "name of cpu_us_pq").tone()).isEqualTo(Tone.WORSE);
    assertThat(cell(table, 0, "name of cpu_pct").tone()).isEqualTo(Tone.PLAIN);
  }

  @Test
  void aRatioWithinNoiseHasATildeAndNoColour() throws IOException {
    Cell cell =
        cell(
            table(section(page(threeSides()), "step-1"), "relative to 1 full"), 0, "name of wkbpq");
    assertThat(cell)
        .isEqualTo(new Cell("~0.80", Tone.PLAIN, "within noise: batch means; up to 20 % is noise"));
  }

  @Test
  void aMeanOfSomeOfTheRunsIsMarkedAndTold() throws IOException {
    StepComparison step =
        request(
            List.of(good(), good()),
            qps(
                new ComparedValue(2000, 1, UNKNOWN, List.of(1900.0, 2100.0)),
                new ComparedValue(500, 0.25, BEYOND, List.of(NONE, 500.0))));
    Table table =
        table(
            section(page(comparison(sides("a", "b"), step)), "step-1"),
            "absolute, means of a side's runs");
    assertThat(cell(table, 0, "name of qps"))
        .isEqualTo(new Cell("2,000", Tone.PLAIN, "unit; mean of 2 runs, 1,900 ... 2,100"));
    assertThat(cell(table, 1, "name of qps"))
        .isEqualTo(new Cell("500*", Tone.PLAIN, "unit; mean of 1 of 2 runs, 500 ... 500"));
    assertThat(table.note())
        .isEqualTo("* 2 b: mean of those runs that have it: name of qps 1 of 2");
  }

  @Test
  void ratiosUpToTheLimitsAreNotColoured() {
    assertThat(ComparedCells.tone(Better.HIGHER, 1.05)).isEqualTo(Tone.PLAIN);
    assertThat(ComparedCells.tone(Better.HIGHER, 0.95)).isEqualTo(Tone.PLAIN);
    assertThat(ComparedCells.tone(Better.HIGHER, 1.051)).isEqualTo(Tone.BETTER);
    assertThat(ComparedCells.tone(Better.HIGHER, 0.949)).isEqualTo(Tone.WORSE);
    assertThat(ComparedCells.tone(Better.LOWER, 1.051)).isEqualTo(Tone.WORSE);
    assertThat(ComparedCells.tone(Better.LOWER, 0.949)).isEqualTo(Tone.BETTER);
    assertThat(ComparedCells.tone(Better.NEITHER, 0.949)).isEqualTo(Tone.CARE);
  }

  @Test
  void aMissingBaseIsADash() throws IOException {
    StepComparison step =
        request(
            List.of(good(), good()),
            qps(base(1000), other(NONE, NONE, UNKNOWN)),
            figure(
                "rpq",
                Group.COST,
                Better.LOWER,
                new ComparedValue(NONE, NONE, UNKNOWN),
                other(1, NONE, UNKNOWN)));
    Table table =
        table(section(page(comparison(sides("a", "b"), step)), "step-1"), "relative to 1 a");
    assertThat(table.rows()).hasSize(1);
    assertThat(texts(table.rows().get(0))).containsExactly("2 b", "-", "-");
  }

  @Test
  void whatHasNoColourOrOneOfItsOwnIsExplainedBelowItsTable() throws IOException {
    StepComparison step =
        request(
            List.of(good(), good()),
            qps(base(1), other(2, 2, UNKNOWN)),
            figure("cpu_pct", Group.COST, Better.NEITHER, base(1), other(2, 2, BEYOND)));
    assertThat(
            table(section(page(comparison(sides("a", "b"), step)), "step-1"), "relative to 1 a")
                .note())
        .isEqualTo(
            "?: its noise is not known, so that it has no colour. Amber: differs by more than"
                + " noise, and is neither better nor worse.");
    assertThat(table(section(page(threeSides()), "step-1"), "relative to 1 full").note())
        .startsWith("?")
        .doesNotContain("Amber");
  }

  @Test
  void aSideThatIsLeftOutIsGreyWithItsReason() throws IOException {
    Section step = section(page(threeSides()), "step-1");
    Row relative = table(step, "relative to 1 full").rows().get(1);
    assertThat(relative.grey()).isTrue();
    assertThat(texts(relative)).containsExactly("3 off", "-", "-", "-", "-");
    Row absolute = table(step, "absolute").rows().get(2);
    assertThat(absolute.grey()).isTrue();
    assertThat(texts(absolute)).startsWith("3 off", "800").endsWith("INVALID, left out");
    assertThat(table(step, "absolute").rows().get(1).grey()).isFalse();
    assertThat(notes(step.blocks())).contains("left out: held 80 % of its target");
    Cell summary =
        cell(
            table(section(page(threeSides()), "summary"), "rates relative to 1 full"),
            2,
            "request");
    assertThat(summary).isEqualTo(new Cell("-", Tone.GREY, "left out: held 80 % of its target"));
  }

  @Test
  void aBaseThatIsLeftOutIsSaid() throws IOException {
    StepComparison step =
        request(List.of(leftOut("slow"), good()), qps(base(1000), other(900, NONE, UNKNOWN)));
    Section section = section(page(comparison(sides("a", "b"), step)), "step-1");
    assertThat(notes(section.blocks()))
        .containsExactly("left out: slow", "is the base: there are no ratios of this step");
    assertThat(tables(section.blocks())).extracting(Table::title).containsExactly("absolute");
  }

  @Test
  void verdictsStandBesideTheFigures() throws IOException {
    Table table = table(section(page(threeSides()), "step-1"), "absolute");
    assertThat(cell(table, 0, "verdict")).isEqualTo(new Cell("valid", Tone.GOOD, ""));
    assertThat(cell(table, 2, "verdict"))
        .isEqualTo(new Cell("INVALID, left out", Tone.BAD, "reason: held 80 % of its target"));
  }

  @Test
  void columnsAreDefinedWithTheirUnits() throws IOException {
    TableColumn column = table(section(page(threeSides()), "step-1"), "absolute").columns().get(1);
    assertThat(column)
        .isEqualTo(new TableColumn("name of qps", "unit", "What qps is. (unit)", false));
  }

  @Test
  void latenciesHaveAColumnForEachSideOfEachPercentile() throws IOException {
    Section step = section(page(threeSides()), "step-1");
    Table service = table(step, "service time in ms");
    assertThat(service.columns().stream().map(c -> (c.above() + " " + c.name()).strip()))
        .containsExactly(
            "operation",
            "p50 1",
            "p50 2",
            "p50 2/1",
            "p50 3",
            "p50 3/1",
            "p99 1",
            "p99 2",
            "p99 2/1",
            "p99 3",
            "p99 3/1");
    List<Row> rows = service.rows();
    assertThat(texts(rows.get(1)))
        .containsExactly(
            "ADD_LINK",
            "0.200",
            "0.300",
            "1.50 ?",
            "0.150",
            "-",
            "2",
            "3",
            "1.50 ?",
            "0.0090",
            "-");
    assertThat(texts(rows.get(0))).startsWith("GET_NODE", "-", "-", "-", "-", "-", "2");
    assertThat(rows.get(0).cells().get(9).tone()).isEqualTo(Tone.GREY);
    assertThat(rows.get(0).cells().get(8).tone()).isEqualTo(Tone.BETTER);
    assertThat(rows.get(1).cells().get(8).hover()).isEqualTo("noise unknown: one number a side");
    Table response = table(step, "response time in ms, from the intended start");
    assertThat(texts(response.rows().get(0))).startsWith("ADD_LINK").contains("10.0 ?");
  }

  @Test
  void latenciesOfTheMainStepAreOpenAndOthersAreFolded() throws IOException {
    StepComparison warmup =
        new StepComparison(
            "warmup",
            Unit.QUERIES,
            StepPurpose.MAIN,
            List.of(good(), good()),
            List.of(
                qps(base(1), other(2, 2, UNKNOWN)),
                latency("A.p99_us", base(1), other(2, 2, UNKNOWN))));
    StepComparison request =
        request(List.of(good(), good()), latency("A.p99_us", base(1), other(2, 2, UNKNOWN)));
    StepComparison load =
        new StepComparison(
            "l.i3",
            Unit.ROWS,
            StepPurpose.MAIN,
            List.of(good(), good()),
            List.of(latency("A.p99_us", base(1), other(2, 2, UNKNOWN))));
    Page page = page(comparison(sides("a", "b"), warmup, request, load));
    assertThat(tables(section(page, "step-2").blocks())).hasSize(1);
    for (String folded : List.of("step-1", "step-3")) {
      assertThat(section(page, folded).blocks())
          .filteredOn(Block.Folded.class::isInstance)
          .singleElement()
          .satisfies(b -> assertThat(tables(((Block.Folded) b).blocks())).hasSize(1));
    }
    assertThat(tables(section(page, "step-1").blocks())).hasSize(2);
    assertThat(tables(section(page, "step-3").blocks())).isEmpty();
  }

  @Test
  void withoutQueriesTheLastLoadIsTheMainStep() throws IOException {
    StepComparison load =
        new StepComparison(
            "l.i1",
            Unit.ROWS,
            StepPurpose.MAIN,
            List.of(good(), good()),
            List.of(figure("ips", Group.RATE, Better.HIGHER, base(10), other(20, 2, UNKNOWN))));
    StepComparison index =
        new StepComparison(
            "l.x",
            Unit.INDEXED_ROWS,
            StepPurpose.MAIN,
            List.of(good(), good()),
            List.of(figure("ips", Group.RATE, Better.HIGHER, base(1), other(3, 3, UNKNOWN))));
    Page page = page(comparison(sides("a", "b"), load, index));
    assertThat(page.headlines().get(0).about())
        .isEqualTo(
            "b is 2.00 x a in l.i1 (one run each: no noise is known); all main steps: 2.00 ..."
                + " 3.00 x");
    assertThat(page.headlines().get(0).figure() + page.headlines().get(0).unit())
        .isEqualTo("2.00x a");
    assertThat(section(page, "answer").intro()).as("said above").isEmpty();
    Table rates = table(section(page, "summary"), "rates relative to 1 a");
    assertThat(rates.columns())
        .extracting(TableColumn::name)
        .containsExactly("side", "l.i1", "l.x");
    assertThat(texts(rates.rows().get(1))).containsExactly("2 b", "2.00 ?", "3.00 ?");
    assertThat(texts(table(section(page, "summary"), "rates").rows().get(1)))
        .containsExactly("2 b", "20", "3");
  }

  @Test
  void theCpuOfServerAndClientIsShownWhereItIsKnown() throws IOException {
    StepComparison step =
        new StepComparison(
            "request",
            Unit.QUERIES,
            StepPurpose.MAIN,
            List.of(good(), good()),
            List.of(
                figure("qps", Group.RATE, Better.HIGHER, base(10), other(20, 2, BEYOND)),
                figure("own_cpu_us_pq", Group.COST, Better.LOWER, base(4), other(8, 2, BEYOND)),
                figure("cpu_us_pq", Group.COST, Better.LOWER, base(9), other(90, 10, BEYOND))));
    Page page = page(comparison(sides("a", "b"), step));
    assertThat(texts(table(section(page, "answer"), "").rows().get(1)).get(6))
        .as("not that of the machine")
        .isEqualTo("2.00");
    assertThat(table(section(page, "step-1"), "relative to 1 a").columns())
        .extracting(TableColumn::above)
        .contains("name of own_cpu_us_pq")
        .doesNotContain("name of cpu_us_pq");
  }

  @Test
  void thePageBeginsWithTheAnswerOfTheTerminal() throws IOException {
    Page page = page(threeSides());
    Section answer = page.sections().get(0);

    assertThat(answer.id()).isEqualTo("answer");
    assertThat(answer.intro())
        .startsWith("normal is 1.50 x full in request, beyond noise (")
        .endsWith("request is not compared: off is left out, held 80 % of its target");
    assertThat(texts(table(answer, "").rows().get(2))).contains("3");
    assertThat(answer.blocks())
        .anyMatch(block -> block.toString().contains("from 1 runs (request)"));
  }

  @Test
  void whatWasTestedAndWhatChanceWouldDoIsSaid() throws IOException {
    assertThat(notes(section(page(threeSides()), "summary").blocks()))
        .containsExactly(
            "The noise between the runs of a side is known. Of other figures only the noise within"
                + " a run is known: a second run may differ by more. 3 of 4 tested ratios are"
                + " beyond the noise at the level 0.01; by chance alone about 0.04 would be; of 4"
                + " more the noise is not known.");
  }

  @Test
  void ofManyTestedRatiosSomeStandOutByChance() throws IOException {
    FigureRow[] rows = new FigureRow[230];
    Arrays.setAll(rows, i -> latency("op" + i + ".p99_us", base(1), other(1, 1, WITHIN)));
    Page page = page(comparison(sides("a", "b"), request(List.of(good(), good()), rows)));
    assertThat(notes(section(page, "summary").blocks()))
        .singleElement()
        .asString()
        .isEqualTo(
            "Only the noise within a run is known: a second run may differ by more. 0 of 230"
                + " tested ratios are beyond the noise at the level 0.01; by chance alone about 2.3"
                + " would be.");
  }

  @Test
  void unknownNoiseIsSaid() throws IOException {
    StepComparison step = request(List.of(good(), good()), qps(base(1), other(2, 2, UNKNOWN)));
    assertThat(notes(section(page(comparison(sides("a", "b"), step)), "summary").blocks()))
        .singleElement()
        .asString()
        .startsWith("The noise of no ratio is known");
    StepComparison nothing =
        request(List.of(good(), leftOut("slow")), qps(base(1), other(2, NONE, UNKNOWN)));
    assertThat(notes(section(page(comparison(sides("a", "b"), nothing)), "summary").blocks()))
        .containsExactly("There is no ratio to test for noise.");
  }

  @Test
  void unlikeWorkComesFirstAndIsBad() throws IOException {
    List<Side> sides = sides("a", "b");
    Comparison unlike =
        new Comparison(
            sides,
            List.of(new SettingDifference("settings", "linkbench.maxid1", List.of("1", "2"))),
            List.of(),
            List.of(),
            List.of(),
            List.of("verify"),
            List.of("a note"),
            Optional.empty());
    Section first = page(unlike).sections().get(0);
    assertThat(first.id()).isEqualTo("unlike");
    assertThat(first.blocks())
        .containsExactly(
            new Block.Notes(
                List.of(new Note("settings, linkbench.maxid1", "differs: 1 / 2", Tone.BAD))));
    assertThat(notes(section(page(unlike), "differences").blocks()))
        .contains("a note", "Not in all of them: verify.");
    assertThat(page(comparison(sides)).sections().get(0).id()).isEqualTo("differences");
  }

  @Test
  void differencesAreOneTable() throws IOException {
    List<SettingDifference> differences =
        List.of(
            new SettingDifference("settings", "threads", List.of("4", "8", "4")),
            new SettingDifference("client host", "kernel", List.of("6.1", "6.2", "6.3")),
            new SettingDifference("settings", "seed", List.of("1", "2", "3")));
    Comparison comparison =
        new Comparison(
            sides("a", "b", "c"),
            List.of(),
            differences,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            Optional.empty());
    Section section = section(page(comparison), "differences");
    assertThat(tables(section.blocks()))
        .extracting(Table::title)
        .containsExactly("settings and environment");
    Table settings = table(section, "settings and environment");
    assertThat(settings.columns())
        .extracting(TableColumn::name)
        .containsExactly("where", "what", "1 a", "2 b", "3 c");
    assertThat(settings.rows().get(0).cells())
        .extracting(Cell::text, Cell::tone)
        .containsExactly(
            tuple("settings", Tone.PLAIN),
            tuple("threads", Tone.PLAIN),
            tuple("4", Tone.PLAIN),
            tuple("8", Tone.CARE),
            tuple("4", Tone.PLAIN));
    assertThat(section(page(comparison(sides("a", "b"))), "differences").intro())
        .isEqualTo("Settings and environment do not differ, as far as the results tell.");
  }

  @Test
  void detailsAreFolded() throws IOException {
    Section details = section(page(threeSides()), "details");
    assertThat(details.blocks()).allMatch(Block.Folded.class::isInstance).hasSize(4);
    Table runs = (Table) ((Block.Folded) details.blocks().get(1)).blocks().get(0);
    assertThat(texts(runs.rows().get(0)))
        .containsExactly(
            "full",
            "/nowhere/full",
            "id-of-full",
            "2026-11-21T19:00:00Z",
            "0.1.0",
            "done",
            "DEGRADED");
    Block.Notes reasons = (Block.Notes) ((Block.Folded) details.blocks().get(3)).blocks().get(0);
    assertThat(reasons.notes())
        .containsExactly(
            new Note("request, off", "reason: held 80 % of its target", Tone.BAD),
            new Note("request, off", "left out: held 80 % of its target", Tone.GREY));
  }

  @Test
  void aPercentileIsDefinedOnceForAllOperations() throws IOException {
    Block.Folded folded = (Block.Folded) section(page(threeSides()), "details").blocks().get(0);
    Table glossary = (Table) folded.blocks().get(0);
    assertThat(glossary.rows())
        .extracting(row -> row.cells().get(0).text())
        .containsExactly(
            "name of qps",
            "name of wkbpq",
            "name of cpu_pct",
            "name of cpu_us_pq",
            "service p99_us",
            "service p50_us",
            "response p99_us");
  }

  @Test
  void theWholePageIsWrittenAndHostileNamesAreInert() throws IOException {
    String hostile = "<script>alert(1)</script>";
    StepComparison step =
        new StepComparison(
            hostile,
            Unit.QUERIES,
            StepPurpose.MAIN,
            List.of(good(), leftOut(hostile)),
            List.of(
                qps(base(1), other(2, 2, UNKNOWN)),
                latency(hostile + ".p99_us", base(1), other(2, 2, UNKNOWN))));
    StringWriter html = new StringWriter();
    PageWriter.render(page(comparison(sides(hostile, "'\"><img>"), step)), html);
    assertThat(html.toString())
        .contains("&lt;script>alert(1)")
        .doesNotContain("<script>alert")
        .doesNotContain("<img>");
  }
}
