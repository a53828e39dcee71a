package io.ibench.page.compare;

import static io.ibench.page.compare.CompareSamples.UNKNOWN;
import static io.ibench.page.compare.CompareSamples.base;
import static io.ibench.page.compare.CompareSamples.comparison;
import static io.ibench.page.compare.CompareSamples.figure;
import static io.ibench.page.compare.CompareSamples.good;
import static io.ibench.page.compare.CompareSamples.other;
import static io.ibench.page.compare.CompareSamples.qps;
import static io.ibench.page.compare.CompareSamples.request;
import static io.ibench.page.compare.CompareSamples.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ibench.compare.Comparison;
import io.ibench.compare.EqualRows;
import io.ibench.compare.FigureRow.Group;
import io.ibench.compare.Side;
import io.ibench.compare.StepComparison;
import io.ibench.compare.StepComparisonTables;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepStart.Unit;
import io.ibench.page.ChartRuns;
import io.ibench.page.Page;
import io.ibench.report.document.Axis;
import io.ibench.report.document.Block;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Choice;
import io.ibench.report.document.Line;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.figures.Better;
import io.ibench.report.store.RunReport;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareChartsTest {

  private static final String INTERVALS =
      "time,step,repeat,seconds,full,queries,inserted_rows,cpu.busy_ticks,cpu.total_ticks,"
          + "disk.written_bytes,server.rss_bytes\n";
  private static final String OPERATIONS = "time,step,repeat,seconds,operation,service_p99_us\n";

  private static final Map<String, Number> ONE_SECOND = Map.of("seconds", 1.0);
  private static final Map<String, Number> NO_TIME = Map.of("seconds", 0.0);

  @TempDir Path temp;
  private Path a;
  private Path b;

  @BeforeEach
  void makeFolders() throws IOException {
    a = Files.createDirectory(temp.resolve("a"));
    b = Files.createDirectory(temp.resolve("b"));
  }

  private static String time(double seconds) {
    return java.time.Instant.ofEpochMilli(1_800_000_000_000L + (long) (1000 * seconds)).toString();
  }

  private static void intervals(Path folder, String... rows) throws IOException {
    Files.writeString(folder.resolve("intervals.csv"), INTERVALS + String.join("\n", rows) + "\n");
  }

  private static String query(double end, int repeat, double seconds, long queries) {
    return String.join(
        ",",
        time(end),
        "request",
        "" + repeat,
        "" + seconds,
        "true",
        "" + queries,
        "0",
        "50",
        "200",
        "" + 2048 * queries,
        "");
  }

  private static String insert(double end, String step, double seconds, long rows) {
    return String.join(
        ",", time(end), step, "1", "" + seconds, "true", "0", "" + rows, "", "", "", "");
  }

  private static void latencies(Path folder, String tag, long... micros) throws IOException {
    try (PrintStream out =
        new PrintStream(
            Files.newOutputStream(folder.resolve("latency.hlog")), false, StandardCharsets.UTF_8)) {
      HistogramLogWriter writer = new HistogramLogWriter(out);
      writer.outputLegend();
      Histogram histogram = new Histogram(1, 3_600_000_000_000L, 2);
      for (long value : micros) {
        histogram.recordValue(1000 * value);
      }
      histogram.setTag(tag);
      writer.outputIntervalHistogram(histogram);
    }
  }

  private static StepComparison requestStep() {
    return request(List.of(good(), good()), qps(base(1), other(2, 2, UNKNOWN)));
  }

  private static StepComparison load(String name) {
    return new StepComparison(
        name,
        Unit.ROWS,
        StepPurpose.MAIN,
        List.of(good(), good()),
        List.of(figure("ips", Group.RATE, Better.HIGHER, base(1), other(2, 2, UNKNOWN))));
  }

  private Comparison twoSides(StepComparison... steps) {
    return comparison(
        List.of(new Side("A", List.of(run(a))), new Side("B", List.of(run(b)))), steps);
  }

  private static Chart chart(CompareCharts charts, String id) {
    return charts.set().charts().stream()
        .filter(chart -> chart.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void ratesBeginWithEachRunsOwnStep() throws IOException {
    intervals(a, query(101, 1, 1, 10), query(102, 1, 1, 20));
    intervals(b, query(555.5, 1, 0.5, 30), query(556.5, 1, 1, 40));
    CompareCharts charts = CompareCharts.of(twoSides(requestStep()));
    Chart chart = charts.rates().get("request");
    assertThat(chart.unit()).isEqualTo("queries/s");
    assertThat(chart.lines())
        .extracting(Line::name, Line::axis, Line::dashed)
        .containsExactly(tuple("1 A", Axis.STEP_TIME, false), tuple("2 B", Axis.STEP_TIME, false));
    assertThat(chart.lines().get(0).x()).containsExactly(0, 1, 2);
    assertThat(chart.lines().get(0).y()).containsExactly(10, 10, 20);
    assertThat(chart.lines().get(1).x()).containsExactly(0, 0.5, 1.5);
    assertThat(chart.lines().get(1).y()).containsExactly(60, 60, 40);
  }

  @Test
  void repeatsAreJoined() throws IOException {
    intervals(a, query(101, 1, 1, 10), query(102, 2, 1, 20), query(103, 2, 1, 30));
    Line line = CompareCharts.of(twoSides(requestStep())).rates().get("request").lines().get(0);
    assertThat(line.x()).containsExactly(0, 1, 2, 3);
    assertThat(line.y()).containsExactly(10, 10, 20, 30);
  }

  @Test
  void aLongStepHasMeansOfHours() throws IOException {
    RunReport.Period day = ChartRuns.period(0, Map.of("seconds", 24 * 3600.0));
    intervals(a, query(1800, 1, 1800, 100), query(3600, 1, 1800, 300), query(5400, 1, 1800, 50));
    Comparison comparison =
        requestsOfA(requestStep(), ChartRuns.step("request", 1, 1, Unit.QUERIES, false, day));
    Line line = line(chart(CompareCharts.of(comparison), "explorer"), "request", "wKB/s");
    assertThat(line.x()).containsExactly(0, 3600, 3600, 5400);
    double first = 2 * (100 + 300) / 3600.0;
    double second = 2 * 50 / 1800.0;
    assertThat(line.y()).containsExactly(first, first, second, second);
  }

  @Test
  void theSizeIsThatBeforeTheStepAndAtTheEndOfEachRepeat() throws IOException {
    intervals(a, query(101, 1, 1, 10));
    Comparison comparison =
        requestsOfA(
            requestStep(),
            ChartRuns.step("load", Unit.ROWS, sized(7, 1)),
            ChartRuns.step("request", 1, 2, Unit.QUERIES, false, sized(10, 2)),
            ChartRuns.step("request", 2, 2, Unit.QUERIES, false, sized(20, 4)));
    Line line = line(chart(CompareCharts.of(comparison), "explorer"), "request", "size GB");
    assertThat(line.x()).containsExactly(0, 10, 30);
    assertThat(line.y()).containsExactly(1, 2, 4);
  }

  private static RunReport.Period sized(double seconds, double gigabytes) {
    return ChartRuns.period(0, Map.of("seconds", seconds, "size_gb", gigabytes));
  }

  @Test
  void aShortRestOfAStepIsNoPoint() throws IOException {
    intervals(a, query(101, 1, 1, 10), query(101.1, 1, 0.1, 9).replace("true", "false"));
    Line line = CompareCharts.of(twoSides(requestStep())).rates().get("request").lines().get(0);
    assertThat(line.x()).containsExactly(0, 1);
  }

  @Test
  void aMissingFileIsANote() throws IOException {
    intervals(a, query(101, 1, 1, 10));
    CompareCharts charts = CompareCharts.of(twoSides(requestStep()));
    assertThat(charts.rates().get("request").lines()).hasSize(1);
    assertThat(charts.notes())
        .containsExactly(
            "1 A: there is no operations.csv, so that charts lack its lines.",
            "2 B: there is no intervals.csv, so that charts lack its lines.",
            "2 B: there is no operations.csv, so that charts lack its lines.");
  }

  @Test
  void damagedLinesAreCountedInANote() throws IOException {
    intervals(a, "half a line", query(101, 1, 1, 10));
    assertThat(CompareCharts.of(twoSides(requestStep())).notes())
        .contains("1 line of intervals.csv of 1 A is damaged, and skipped");
  }

  @Test
  void severalRunsOfASideAreNumberedAndLookAlike() throws IOException {
    Path c = Files.createDirectory(temp.resolve("c"));
    for (Path folder : List.of(a, b, c)) {
      intervals(folder, query(101, 1, 1, 10));
    }
    Comparison comparison =
        comparison(
            List.of(new Side("A", List.of(run(a))), new Side("B", List.of(run(b), run(c)))),
            requestStep());
    assertThat(CompareCharts.of(comparison).rates().get("request").lines())
        .extracting(Line::name, Line::dashed)
        .containsExactly(tuple("1 A", false), tuple("2 B, run 1", true), tuple("2 B, run 2", true));
  }

  @Test
  void aStepThatIsComparedAtEqualRowsOnlyHasItsChart() throws IOException {
    intervals(a, insert(99, "load", 1, 100));
    StepComparison equal = load("load at 100 rows");
    Comparison none = twoSides();
    Comparison comparison =
        new Comparison(
            none.sides(),
            none.unlike(),
            none.differences(),
            List.of(),
            List.of(new EqualRows("load", 100, equal)),
            List.of("load"),
            none.notes(),
            none.answers());

    Page page = ComparePage.of(comparison, List.of(), "1");

    Section section =
        page.sections().stream()
            .filter(s -> s.title().equals("load at 100 rows"))
            .findFirst()
            .orElseThrow();
    assertThat(section.blocks())
        .filteredOn(Block.Drawing.class::isInstance)
        .extracting(block -> ((Block.Drawing) block).chart().title())
        .containsExactly("load: inserted rows per second");
  }

  @Test
  void theInsertRateIsDrawnOverRowsOfAllSteps() throws IOException {
    intervals(
        a,
        insert(101, "l.i0", 1, 100),
        insert(102, "l.i0", 1, 300),
        query(103, 1, 1, 7),
        insert(104, "l.i1", 0.5, 50));
    Chart chart = chart(CompareCharts.of(twoSides(load("l.i0"), load("l.i1"))), "rate-over-rows");
    assertThat(chart.lines()).hasSize(1);
    assertThat(chart.lines().get(0).axis()).isEqualTo(Axis.ROWS);
    assertThat(chart.lines().get(0).x()).containsExactly(0, 100, 100, 400, 400, 400, 450);
    assertThat(chart.lines().get(0).y()).containsExactly(100, 100, 300, 300, Double.NaN, 100, 100);
  }

  @Test
  void anyFigureOfAnyStepCanBeChosen() throws IOException {
    intervals(a, insert(99, "load", 1, 100), query(101, 1, 1, 10));
    Files.writeString(
        a.resolve("operations.csv"), OPERATIONS + time(110) + ",request,1,10,GET_NODE,1234.5\n");
    Comparison comparison =
        comparison(
            List.of(
                new Side("A", List.of(run(a, CompareSamples.step("request", 1, Unit.QUERIES)))),
                new Side("B", List.of(run(b)))),
            load("load"),
            requestStep());
    Chart chart = chart(CompareCharts.of(comparison), "explorer");
    assertThat(chart.choices())
        .containsExactly(
            new Choice("step", "step", List.of("load", "request"), "request"),
            new Choice(
                "figure",
                "figure",
                List.of("rate, operations/s", "CPU us/op", "wKB/op", "wKB/s", "p99 us GET_NODE"),
                "CPU us/op"));
    assertThat(value(chart, "load", "rate, operations/s")).containsOnly(100);
    assertThat(value(chart, "request", "CPU us/op")).containsOnly(50_000);
    assertThat(value(chart, "request", "wKB/op")).containsOnly(2);
    assertThat(value(chart, "request", "p99 us GET_NODE")).containsOnly(1234.5);
  }

  private static double[] value(Chart chart, String step, String figure) {
    return line(chart, step, figure).y();
  }

  private static Line line(Chart chart, String step, String figure) {
    return chart.lines().stream()
        .filter(line -> line.tags().equals(Map.of("step", step, "figure", figure)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theRateOfEachClientCanBeChosen() throws IOException {
    intervals(a, query(101, 1, 1, 10));
    Files.writeString(
        a.resolve("clients.csv"),
        "time,step,repeat,seconds,client,queries,inserted_rows,deleted_rows\n"
            + time(110)
            + ",request,1,10,1,40,0,0\n"
            + time(110)
            + ",request,1,10,2,70,0,0\n");
    Chart explorer = chart(CompareCharts.of(twoSides(requestStep())), "explorer");
    assertThat(value(explorer, "request", "queries/s of client 1")).containsOnly(4);
    assertThat(value(explorer, "request", "queries/s of client 2")).containsOnly(7);
  }

  @Test
  void distributionsOfTheMainStepBeginWithTheMostFrequentOperation() throws IOException {
    latencies(a, "request.2.ADD_LINK.service", 10, 20, 30, 40);
    latencies(b, "request.1.GET_NODE.service", 5);
    Comparison comparison =
        comparison(
            List.of(
                new Side(
                    "A",
                    List.of(
                        run(
                            a,
                            CompareSamples.step("request", 1, Unit.QUERIES, "GET_NODE"),
                            CompareSamples.step(
                                "request", 2, Unit.QUERIES, "GET_NODE", "ADD_LINK")))),
                new Side(
                    "B",
                    List.of(run(b, CompareSamples.step("request", 1, Unit.QUERIES, "GET_NODE"))))),
            requestStep());
    Chart chart = chart(CompareCharts.of(comparison), "distribution");
    assertThat(chart.log()).isTrue();
    assertThat(chart.choices())
        .containsExactly(
            new Choice("operation", "operation", List.of("ADD_LINK", "GET_NODE"), "ADD_LINK"));
    Line line = chart.lines().get(0);
    assertThat(line.axis()).isEqualTo(Axis.PERCENTILE);
    assertThat(line.tags()).isEqualTo(Map.of("operation", "ADD_LINK", "latency", "service"));
    assertThat(line.x()[0]).isZero();
    assertThat(line.x()).isSorted().endsWith(75);
    assertThat(line.y()[0]).isBetween(9.9, 10.1);
    assertThat(line.y()[line.y().length - 1]).isBetween(29.9, 30.1);
  }

  private Comparison requestsOfA(StepComparison step, RunReport.Step... steps) {
    return comparison(
        List.of(new Side("A", List.of(run(a, steps))), new Side("B", List.of(run(b)))), step);
  }

  @Test
  void distributionsHaveTheUnitOfTheirTable() throws IOException {
    latencies(a, "request.1.GET.service", 2_500, 2_500);
    StepComparison slow =
        request(
            List.of(good(), good()),
            CompareSamples.latency("GET.p50_us", base(2_500), other(2_400, 1, UNKNOWN)),
            CompareSamples.latency("GET.response.p50_us", base(9), other(8, 1, UNKNOWN)));
    Comparison comparison =
        requestsOfA(slow, CompareSamples.step("request", 1, Unit.QUERIES, "GET"));
    Chart chart = chart(CompareCharts.of(comparison), "distribution");
    assertThat(chart.unit()).isEqualTo("ms");
    assertThat(chart.lines().get(0).y()[0]).isBetween(2.47, 2.53);
    assertThat(new StepComparisonTables(List.of("1 A", "2 B"), slow).latencies())
        .first()
        .extracting(Table::title)
        .asString()
        .contains("in ms");
  }

  /** As when a user ends a run between two repeats. */
  @Test
  void ofARepeatThatWasCutOffAtOnceTheOneBeforeIsDrawnAsInTables() throws IOException {
    latencies(a, "request.1.GET.service", 10);
    intervals(a, query(101, 1, 1, 10), query(101, 2, 0, 0));
    Files.writeString(
        a.resolve("operations.csv"),
        OPERATIONS + time(101) + ",request,1,1,GET,7\n" + time(101) + ",request,2,0,GET,9\n");
    Comparison comparison =
        requestsOfA(
            requestStep(),
            ChartRuns.step(
                "request", 1, 2, Unit.QUERIES, false, ChartRuns.period(0, ONE_SECOND, "GET")),
            ChartRuns.step(
                "request", 2, 2, Unit.QUERIES, false, ChartRuns.period(1, NO_TIME, "GET")));
    CompareCharts charts = CompareCharts.of(comparison);
    assertThat(chart(charts, "distribution").lines()).hasSize(1);
    assertThat(charts.notes()).noneMatch(note -> note.contains("has nothing of"));
    assertThat(charts.rates().get("request").lines().get(0).y()).containsExactly(10, 10);
    assertThat(value(chart(charts, "explorer"), "request", "p99 us GET")).containsOnly(7);
  }

  @Test
  void everyChartOfTheSetHasItsPlaceInThePage() throws IOException {
    intervals(a, insert(99, "load", 1, 100), query(101, 1, 1, 10));
    StepComparison nothing =
        new StepComparison(
            "warmup", Unit.QUERIES, StepPurpose.MAIN, List.of(good(), good()), List.of());
    Page page = ComparePage.of(twoSides(nothing, load("load"), requestStep()), List.of(), "1");
    List<String> places =
        page.sections().stream()
            .flatMap(section -> section.blocks().stream())
            .filter(Block.Drawing.class::isInstance)
            .map(block -> ((Block.Drawing) block).chart().id())
            .toList();
    assertThat(places)
        .containsExactly("rate-2", "rate-1", "rate-over-rows", "explorer")
        .containsExactlyInAnyOrderElementsOf(
            page.charts().charts().stream().map(Chart::id).toList());
  }
}
