package io.ibench.report.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.ReportSamples;
import io.ibench.report.document.TableColumn;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.RunReportEndingBuilder;
import io.ibench.report.store.RunReportPlannedBuilder;
import io.ibench.report.store.RunReportStepBuilder;
import io.ibench.report.store.RunReportTextsBuilder;
import io.ibench.report.store.StoredOutages;
import io.ibench.report.store.StoredStalls;
import io.ibench.report.text.FigureColumn;
import io.ibench.report.text.SizeTable;
import io.ibench.report.text.Tooltips;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the definitions with the figures, the heads of tables and docs/metrics.md. */
class DefinitionTest {

  private static final List<String> STATISTICS =
      List.of("mean_us", "p50_us", "p95_us", "p99_us", "p999_us", "p9999_us", "max_us");

  /** The columns of the text tables, for steps that know all figures but these. */
  private static List<FigureColumn> columns(Unit unit, Predicate<String> unknown) {
    Map<String, Number> figures =
        Figure.KEYS.stream()
            .filter(unknown.negate())
            .collect(Collectors.toMap(key -> key, key -> 1));
    Period whole =
        new Period(
            Optional.empty(),
            new Figures(figures),
            List.of(),
            Optional.empty(),
            StoredOutages.NONE,
            StoredStalls.NONE,
            Map.of(),
            Map.of(),
            List.of(),
            false);
    Step step =
        RunReportStepBuilder.builder()
            .planned(RunReportPlannedBuilder.builder().name("step").unit(unit).build())
            .repeat(1)
            .repeats(1)
            .whole(whole)
            .texts(RunReportTextsBuilder.builder().build())
            .ending(RunReportEndingBuilder.builder().state(RunState.DONE).build())
            .build();
    List<FigureColumn> columns = new ArrayList<>(FigureColumn.of(unit, List.of(step)));
    columns.addAll(FigureColumn.restarts(List.of(whole)));
    return columns;
  }

  private static String head(FigureColumn column) {
    return (column.above() + " " + column.name()).strip();
  }

  private static String row(String key) {
    Definition figure = Definition.of(key).orElseThrow(() -> new AssertionError(key));
    return String.format(
        "| `%s` | %s | %s | %s |", key, figure.name(), figure.unit(), figure.text());
  }

  /** Put the expected lines into the document when a figure or its text has changed. */
  @Test
  void theFirstTableOfTheDocumentIsTheCatalogue() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("docs", "metrics.md"))) {
      List<String> table =
          lines
              .takeWhile(line -> !line.startsWith("## "))
              .filter(line -> line.startsWith("| `") && !line.startsWith("| `size_source`"))
              .toList();

      assertThat(table).isEqualTo(Figure.KEYS.stream().map(DefinitionTest::row).toList());
    }
  }

  @Test
  void tablesHeadColumnsWithTheSameName() {
    List<FigureColumn> all = new ArrayList<>(columns(Unit.ROWS, key -> false));
    all.addAll(columns(Unit.QUERIES, key -> false));
    all.addAll(columns(Unit.QUERIES, key -> key.startsWith("ips") || key.startsWith("dps")));

    assertThat(all).hasSizeGreaterThan(35);
    for (FigureColumn column : all) {
      String name =
          column.figure().key().endsWith("pq") ? head(column).replace("/i", "/q") : head(column);
      assertThat(column.figure().definition().name())
          .as(column.figure().key())
          .isEqualTo(name.equals("ips.av") ? "ips" : name);
    }
  }

  @Test
  void nameAndUnitNameTheSameSizes() {
    Pattern size = Pattern.compile("(KB|MB|GB)");
    for (Definition figure : Definition.ALL.values()) {
      List<String> named =
          size.matcher(figure.name()).results().map((MatchResult found) -> found.group()).toList();
      List<String> united =
          size.matcher(figure.unit()).results().map((MatchResult found) -> found.group()).toList();
      if (!named.isEmpty() || !united.isEmpty()) {
        assertThat(named).as(figure.key()).isEqualTo(united);
      }
      assertThat(figure.name().contains("%") && !figure.unit().startsWith("%"))
          .as(figure.key() + " is in percent")
          .isFalse();
    }
  }

  /** A row of a table of 2017: 120,250 rows/s at 18.9 % CPU are 157. */
  @Test
  void relativeCpuTimesItsUnitTimesTheRateIsTheShareOfCpu() {
    Matcher unit =
        Pattern.compile("10\\^(-?\\d+) % per op/s")
            .matcher(Definition.of("mcpupq").orElseThrow().unit());

    assertThat(unit.matches()).isTrue();
    double percent = 157 * Math.pow(10, Integer.parseInt(unit.group(1))) * 120_250;
    assertThat(percent).isCloseTo(18.9, within(0.05));
  }

  @Test
  void theTableOfSizesHeadsColumnsWithTheirNamesAndUnits() {
    List<TableColumn> columns = SizeTable.of(ReportSamples.hours(24)).columns().subList(2, 6);
    List<String> keys = List.of("size_gb", "bytes_per_row", "dir_gb", "rss_end_gb");
    for (int i = 0; i < keys.size(); i++) {
      TableColumn column = columns.get(i);
      Definition definition = Definition.of(keys.get(i)).orElseThrow();
      assertThat(column.definition()).isEqualTo(Tooltips.of(keys.get(i)));
      assertThat((column.above() + " " + column.name()).strip()).isEqualTo(definition.name());
      assertThat(column.name()).isEqualTo(definition.unit());
    }
  }

  @Test
  void keysSayTheUnit() {
    Map<String, String> units = Map.of("_pct", "%", "_gb", "GB", "_mb", "MB", "_us", "us");
    units.forEach(
        (ending, unit) ->
            assertThat(Definition.ALL.values())
                .filteredOn(figure -> figure.key().endsWith(ending))
                .isNotEmpty()
                .allMatch(figure -> figure.unit().startsWith(unit)));
    assertThat(Definition.ALL.values())
        .filteredOn(figure -> figure.key().endsWith("pq"))
        .hasSizeGreaterThan(8)
        .allMatch(figure -> figure.unit().endsWith("/op") || figure.unit().contains("per op"));
  }

  @Test
  void everyCountAndLatencyOfAnOperationHasOne() {
    assertThat(
            List.of(
                "count",
                "rows",
                "errors",
                "retries",
                "unstarted",
                "abandoned",
                "clamped",
                "late",
                "per_second"))
        .allMatch(key -> Definition.of(key).isPresent());
    for (String statistic : STATISTICS) {
      assertThat(
              Stream.of("", "service.", "response.", "pool_wait.", "failed.")
                  .map(kind -> Definition.of(kind + statistic)))
          .as(statistic)
          .allMatch(found -> found.isPresent());
    }
    assertThat(Definition.of("response.p99_us"))
        .contains(
            new Definition(
                "response.p99_us",
                "response p99",
                "us",
                Better.LOWER,
                "99 % of the response times were no longer than this. A response time is from an"
                    + " operation's intended start, which its target rate gives, to its end;"
                    + " without a target rate it is the service time."));
  }

  @Test
  void everyTextIsAFewSentencesOfItsOwn() {
    List<String> texts = Definition.ALL.values().stream().map(Definition::text).toList();

    assertThat(texts).doesNotHaveDuplicates();
    assertThat(texts).allSatisfy(text -> assertThat(text).matches("[A-Z0-9].{20,260}\\."));
    assertThat(texts).noneMatch(text -> text.contains("{") || text.contains("  "));
  }

  @Test
  void noFigureIsDefinedTwice() throws IOException {
    try (Stream<String> lines =
        Files.lines(
            Path.of("src/main/resources/io/ibench/report/figures/definitions.properties"))) {
      assertThat(
              lines
                  .filter(line -> line.matches("[a-z*].*"))
                  .map(line -> line.substring(0, line.indexOf(' ')))
                  .toList())
          .hasSizeGreaterThan(Figure.KEYS.size())
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void whatIsNotKnownHasNone() {
    assertThat(Definition.of("nlinks")).isEmpty();
    assertThat(Definition.of("")).isEmpty();
  }
}
