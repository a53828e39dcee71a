package io.ibench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.ReportSamples;
import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Chart.Topic;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Headline;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.RunFile;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.RunReportEndingBuilder;
import io.ibench.report.store.RunReportStepBuilder;
import io.ibench.report.store.RunReportTextsBuilder;
import io.ibench.report.text.TargetTable;
import io.ibench.report.text.TextReport;
import io.ibench.verdict.Verdict;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Isolated
class RunPageTest {

  private static final String HOSTILE = "\"<script>alert('1')</script>&amp;\u202E\u0007|x";

  @TempDir private Path folder;

  private Page page(RunReport run, String... charts) throws IOException {
    List<Chart> list = Arrays.stream(charts).map(RunPageTest::chart).toList();
    return RunPage.of(run, RunFile.read(folder), new ChartSet(0, List.of(), list, List.of()));
  }

  private static Chart chart(String id) {
    return new Chart(id, "Chart " + id, "What it is.", "1/s", false, List.of(), List.of());
  }

  private static Section section(Page page, String id) {
    return page.sections().stream().filter(s -> s.id().equals(id)).findFirst().orElseThrow();
  }

  /** Also those in folded parts. */
  private static <T extends Block> List<T> all(Class<T> type, List<Block> blocks) {
    List<T> all = new ArrayList<>();
    for (Block block : blocks) {
      if (type.isInstance(block)) {
        all.add(type.cast(block));
      }
      if (block instanceof Block.Folded folded) {
        all.addAll(all(type, folded.blocks()));
      }
    }
    return all;
  }

  private static List<Block> blocks(Page page) {
    return page.sections().stream().flatMap(section -> section.blocks().stream()).toList();
  }

  private static Table table(Page page, String title) {
    return all(Table.class, blocks(page)).stream()
        .filter(table -> table.title().startsWith(title))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no table " + title));
  }

  private static String line(Row row) {
    return row.cells().stream().map(Cell::text).collect(Collectors.joining(" ")).strip();
  }

  private static List<String> lines(String text) {
    return text.lines().map(line -> line.strip().replaceAll(" +", " ")).toList();
  }

  static Stream<RunReport> runs() {
    return Stream.of(
        ReportSamples.insertBenchmark(2), ReportSamples.hours(3), ReportSamples.repeats(3));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void eachRowOfTheStepAndPeriodTablesIsALineOfTheTextReport(RunReport run) throws IOException {
    Page page = page(run);
    List<Block> shown = new ArrayList<>(section(page, "steps").blocks());
    page.sections().stream()
        .filter(section -> section.id().equals("periods"))
        .forEach(section -> shown.addAll(section.blocks()));
    List<String> rows =
        all(Table.class, shown).stream()
            .filter(table -> !table.title().startsWith("target rates"))
            .flatMap(table -> table.rows().stream())
            .map(RunPageTest::line)
            .toList();

    assertThat(rows).isNotEmpty();
    assertThat(lines(TextReport.of(run))).containsAll(rows);
  }

  @Test
  void targetRatesHaveTheNumbersOfTheTextReportAndStandOutWhereTheyWereMissed() throws IOException {
    List<Row> rows = TargetTable.of(ReportSamples.insertBenchmark(1)).rows();

    assertThat(line(rows.get(0))).endsWith("100 100 500 500 1,000 1,000");
    assertThat(line(rows.get(1))).endsWith("99.8 99.8 499 499 998 !812");
    assertThat(rows.get(1).cells().get(6).tone()).isEqualTo(Tone.BAD);
    assertThat(rows.get(1).cells().get(5).tone()).isEqualTo(Tone.PLAIN);
  }

  @Test
  void theOperationsOfAnInvalidStepAreGreyWithTheReason() throws IOException {
    Page page = page(ReportSamples.insertBenchmark(1));

    Table invalid = table(page, "operations in qp1000 (INVALID)");
    assertThat(invalid.rows()).isNotEmpty().allMatch(Row::grey);
    assertThat(invalid.note())
        .isEqualTo("INVALID, not to be used: 81 % of a target rate (least: 95 %)");
    Table valid = table(page, "operations in qr1000");
    assertThat(valid.rows()).isNotEmpty().noneMatch(Row::grey);
    assertThat(valid.note()).isEmpty();
    Table buckets =
        all(Table.class, blocks(page)).stream()
            .filter(one -> one.columns().get(1).name().equals("operation"))
            .findFirst()
            .orElseThrow();
    assertThat(buckets.rows()).extracting(Row::grey).contains(true, false);
    assertThat(buckets.rows()).last().matches(Row::grey);
    assertThat(buckets.note())
        .endsWith("qp1000: INVALID, not to be used: 81 % of a target rate (least: 95 %)");
  }

  @Test
  void onlyTheRowsOfAnInvalidRepeatAreGreyAndTheReasonStandsBelow() throws IOException {
    Page page = page(ReportSamples.repeatsOfWhichTheLastIsInvalid("disk full"));

    List<Table> tables =
        all(Table.class, blocks(page)).stream()
            .filter(table -> table.columns().get(0).name().equals("repeat"))
            .toList();
    assertThat(tables).hasSize(2);
    for (Table table : tables) {
      assertThat(table.rows()).extracting(Row::grey).containsExactly(false, false, true);
      assertThat(table.note()).isEqualTo("repeat 3: INVALID, not to be used: disk full");
    }
    for (Table table : all(Table.class, blocks(page(ReportSamples.repeats(3))))) {
      assertThat(table.rows()).noneMatch(Row::grey);
      assertThat(table.note()).doesNotContain("INVALID");
    }
  }

  @Test
  void anInvalidStepIsGreyAndItsVerdictHasTheReasons() throws IOException {
    Page page = page(ReportSamples.insertBenchmark(1));

    Row last = table(page, "Steps of queries").rows().get(5);
    Cell verdict = last.cells().get(last.cells().size() - 1);
    assertThat(last.grey()).isTrue();
    assertThat(verdict)
        .isEqualTo(new Cell("INVALID", Tone.BAD, "81 % of a target rate (least: 95 %)"));
    assertThat(table(page, "Steps of queries").rows().get(4).grey()).isFalse();
    assertThat(page.verdict().tone()).isEqualTo(Tone.BAD);
    Table answer = all(Table.class, section(page, "answer").blocks()).get(0);
    assertThat(answer.rows().get(2).cells()).last().extracting(Cell::text).isEqualTo("INVALID");
  }

  private static Step judged(String name, Verdict verdict, String reason) {
    Step step = ChartRuns.step(name, Unit.QUERIES, ChartRuns.period(0, Map.of()));
    return RunReportStepBuilder.builder(step)
        .texts(
            RunReportTextsBuilder.builder(step.texts())
                .reasons(List.of(reason))
                .remarks(List.of("a remark"))
                .build())
        .ending(RunReportEndingBuilder.builder(step.ending()).verdict(Optional.of(verdict)).build())
        .build();
  }

  @Test
  void theGravestReasonsStandFirst() {
    RunReport run =
        ChartRuns.run(
            judged("load", Verdict.DEGRADED, "too short"),
            judged("request", Verdict.INVALID, "too slow"));

    assertThat(all(Block.Notes.class, NoteBlocks.of(run).blocks()).get(0).notes())
        .extracting(Note::text)
        .containsExactly("INVALID: too slow", "DEGRADED: too short", "a remark");
  }

  @Test
  void aReasonOfAStepIsToldOnce() throws IOException {
    Section verdict = section(page(ReportSamples.insertBenchmark(1)), "verdict");

    assertThat(all(Block.Notes.class, verdict.blocks()).get(0).notes())
        .filteredOn(note -> note.text().contains("of a target rate"))
        .hasSize(1);
  }

  @Test
  void theFirstSectionIsTheAnswerWithTheRateOfTheMainSteps() throws IOException {
    Chart rate =
        new Chart(
            Topic.THROUGHPUT, RateCharts.QUERIES, "Q", "", "1/s", false, List.of(), List.of());
    Chart other = new Chart(Topic.THROUGHPUT, "other", "O", "", "1/s", false, List.of(), List.of());
    ChartSet charts = new ChartSet(0, List.of(), List.of(other, rate), List.of());
    Page page = RunPage.of(ReportSamples.repeats(3), RunFile.read(folder), charts);

    assertThat(page.sections().stream().map(Section::id).toList())
        .containsSubsequence("warnings", "answer", "verdict", "steps", "throughput");
    Section first = section(page, "answer");
    assertThat(all(Table.class, first.blocks()).get(0).rows().get(0).cells().get(0).text())
        .isEqualTo("request");
    assertThat(first.blocks()).endsWith(new Block.Drawing(rate));
    assertThat(section(page, "throughput").blocks()).contains(new Block.Drawing(other));
    assertThat(all(Block.Drawing.class, blocks(page))).hasSize(2);
  }

  /** Its language has its own digits. */
  @Test
  void theAnswerIsTheSameTextInEveryLocale() throws IOException {
    String expected = line(table(page(ReportSamples.repeats(3)), "").rows().get(0));
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      assertThat(line(table(page(ReportSamples.repeats(3)), "").rows().get(0)))
          .isEqualTo(expected)
          .containsPattern("[0-9]");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void onlyTheMainStepsHoursAreOpenHoweverManyThereAre() throws IOException {
    Section periods = section(page(ReportSamples.hours(168)), "periods");

    assertThat(periods.blocks()).hasSize(2);
    assertThat(((Table) periods.blocks().get(0)).rows()).hasSize(168);
    assertThat(((Block.Folded) periods.blocks().get(1)).title()).endsWith("(40 rows)");
  }

  @Test
  void eachRowHasACellForEachColumn() throws IOException {
    for (RunReport run : runs().toList()) {
      for (Table table : all(Table.class, blocks(page(run)))) {
        assertThat(table.rows())
            .as(table.title())
            .allMatch(row -> row.cells().size() == table.columns().size());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Topic.class)
  void eachChartIsInTheSectionOfItsTopic(Topic topic) throws IOException {
    Chart chart = new Chart(topic, "x", "X", "What it is.", "1/s", false, List.of(), List.of());
    ChartSet charts = new ChartSet(0, List.of(), List.of(chart), List.of());
    Page page = RunPage.of(ReportSamples.repeats(2), RunFile.read(folder), charts);

    assertThat(all(Block.Drawing.class, blocks(page))).hasSize(1);
    String section = topic == Topic.OTHER ? "charts" : topic.name().toLowerCase(Locale.ROOT);
    assertThat(section(page, section).blocks()).contains(new Block.Drawing(chart));
  }

  static Stream<RunReport> oddRuns() {
    return Stream.of(
        ReportSamples.nothingDone(),
        ReportSamples.failed("gone"),
        ReportSamples.unjudged(),
        ReportSamples.withTexts(HOSTILE));
  }

  @ParameterizedTest
  @MethodSource("oddRuns")
  void everyRunHasAPage(RunReport run) throws IOException {
    Page page = page(run);
    StringWriter html = new StringWriter();
    PageWriter.render(page, html);

    assertThat(page.sections()).extracting(Section::id).doesNotHaveDuplicates();
    assertThat(html.toString()).contains("<h2>Setup</h2>").doesNotContain("alert('1')<");
  }

  @Test
  void aRunThatIsNotOverSaysSoInItsBadgeAndFirstOfAll() throws IOException {
    Page running = page(ReportSamples.nothingDone());
    Page failed = page(ReportSamples.failed("gone"));

    assertThat(running.verdict().text()).startsWith("running, or killed");
    assertThat(failed.verdict().text()).startsWith("failed");
    assertThat(failed.verdict().tone()).isEqualTo(Tone.BAD);
    assertThat(running.sections().get(0).id()).isEqualTo("warnings");
    assertThat(all(Block.Notes.class, section(failed, "verdict").blocks()).get(0).notes())
        .anyMatch(note -> note.text().equals("FAILED: gone") && note.tone() == Tone.BAD);
  }

  @Test
  void theProcessOfARunKnowsThatItIsNotKilled() throws IOException {
    ChartSet none = new ChartSet(0, List.of(), List.of(), List.of());
    Page live = RunPage.of(ReportSamples.running(), RunFile.read(folder), none, true);

    assertThat(live.verdict().text()).startsWith("running").doesNotContain("killed");
    assertThat(all(Block.Notes.class, section(live, "warnings").blocks()).get(0).notes())
        .extracting(Note::text)
        .contains("it goes on: shown is what is known so far")
        .noneMatch(text -> text.contains("killed"));
  }

  @Test
  void theHeadHasTheRateOfTheMainStepAndTheReasonOfTheVerdict() throws IOException {
    Page page = page(ReportSamples.repeats(3));
    Page invalid = page(ReportSamples.insertBenchmark(1));

    Headline headline = page.headlines().get(0);
    Table answer = all(Table.class, section(page, "answer").blocks()).get(0);
    Row last = answer.rows().get(answer.rows().size() - 1);
    assertThat(page.headlines()).hasSize(1);
    assertThat(headline.figure() + " " + headline.unit()).isEqualTo(last.cells().get(1).text());
    assertThat(headline.about())
        .startsWith(last.cells().get(0).text() + ": +- ")
        .contains(" %, p99 of ");
    assertThat(headline.grey()).isFalse();
    assertThat(invalid.headlines().get(0).about()).startsWith("qp1000: p99 of ");
    assertThat(invalid.headlines().get(0).grey()).as("INVALID").isTrue();
    assertThat(invalid.why()).isEqualTo(ReportSamples.insertBenchmark(1).reasons().get(0));
    assertThat(page(ReportSamples.nothingDone()).headlines()).isEmpty();
  }

  @Test
  void aVerdictThatTheHeadHasSaidIsNotRepeatedBelowIt() throws IOException {
    RunReport alike = ReportSamples.repeats(3);

    assertThat(all(Table.class, section(page(alike), "answer").blocks()).get(0).columns())
        .extracting(column -> column.name())
        .doesNotContain("verdict");
    assertThat(
            all(Table.class, section(page(ReportSamples.insertBenchmark(1)), "answer").blocks())
                .get(0)
                .columns())
        .as("its steps differ")
        .extracting(column -> column.name())
        .contains("verdict");
  }

  @Test
  void aDamagedResultSaysSoInItsBadgeAndFirstOfAll() throws IOException {
    RunReport run = ReportSamples.damaged("the end is lost");

    Page page = page(run);

    assertThat(page.verdict()).isEqualTo(new Cell("damaged, valid", Tone.BAD, ""));
    assertThat(all(Block.Notes.class, page.sections().get(0).blocks()).get(0).notes())
        .contains(new Note("DAMAGED", "the end is lost", Tone.BAD));
  }

  @Test
  void textsOfOthersStayAsTheyAreButForWhatCannotBeSeen() throws IOException {
    String shown = SanitizedText.of(HOSTILE);
    Page page = page(ReportSamples.withTexts(HOSTILE));

    assertThat(shown).startsWith("\"<script>alert('1')</script>&amp;\\u202e\\u0007");
    assertThat(page.title()).startsWith(shown);
    assertThat(table(page, "Steps of queries").rows().get(0).cells().get(0).text())
        .startsWith(shown);
    assertThat(table(page, "operations in").rows().get(0).cells().get(0).text()).isEqualTo(shown);
    assertThat(table(page, "Steps of queries").rows().get(0).cells())
        .anyMatch(cell -> cell.hover().equals(shown));
    assertThat(page.toString().codePoints()).noneMatch(c -> c == 7 || c == 0x202E);
  }

  @Test
  void aMissingOrDamagedRunFileIsToldAndTheRestIsShown() throws IOException {
    assertThat(warnings()).contains("run.json is missing: settings and host are not known");

    Files.writeString(folder.resolve("run.json"), "{\"settings\": [");

    assertThat(warnings()).contains("run.json is damaged: settings and host are not known");
  }

  private List<String> warnings() throws IOException {
    return all(Block.Notes.class, section(page(ReportSamples.repeats(2)), "warnings").blocks())
        .stream()
        .flatMap(notes -> notes.notes().stream())
        .map(Note::text)
        .toList();
  }

  @Test
  void ofARunThatGoesOnTheHeadSaysHowFarItsTablesGo() throws IOException {
    assertThat(page(ReportSamples.running()).subtitle())
        .anySatisfy(line -> assertThat(line).contains(", tables are of its first 10.0 s, ibench"))
        .noneSatisfy(line -> assertThat(line).contains("took"));
    assertThat(page(ReportSamples.repeats(2)).subtitle())
        .anySatisfy(line -> assertThat(line).contains(", took "));
  }

  @Test
  void settingsAndHostStandFoldedWithTheirOrigins() throws IOException {
    Files.writeString(
        folder.resolve("run.json"),
        """
        {"seed": 42, "settings": [{"name": "a<b", "value": "1", "origin": "my.properties:3"}],
         "host": {"cpus": 2, "memory_bytes": 8589934592, "storage": {"devices": [{"name": "vda"}]},
          "server_host": null}}
        """);

    Page page = page(ReportSamples.repeats(2));

    assertThat(page.subtitle()).contains("client: 2 CPUs, 8.0 GB memory");
    List<String> rows =
        all(Table.class, section(page, "setup").blocks()).stream()
            .flatMap(table -> table.rows().stream())
            .map(RunPageTest::line)
            .toList();
    assertThat(rows).contains("a<b 1 my.properties:3", "storage.devices.name vda", "cpus 2");
    assertThat(section(page, "setup").blocks()).allMatch(Block.Folded.class::isInstance);
  }

  @Test
  void theGlossaryHasEachColumnThatHasADefinition() throws IOException {
    Section glossary = section(page(ReportSamples.insertBenchmark(2), "cost"), "glossary");

    List<String> names =
        all(Table.class, glossary.blocks()).get(0).rows().stream()
            .map(row -> row.cells().get(0).text())
            .toList();
    assertThat(names).contains("verdict", "p99.99", "wKB/op, wKB/i, wKB/q", "Chart cost");
  }
}
