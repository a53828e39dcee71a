package io.ibench.page;

import static io.ibench.page.ChartRuns.period;
import static io.ibench.page.ChartRuns.run;
import static io.ibench.page.ChartRuns.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.ReportSamples;
import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Choice;
import io.ibench.report.document.Line;
import io.ibench.report.document.Mark;
import io.ibench.report.document.Mark.Kind;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReportBuilder;
import io.ibench.report.store.StoredGap;
import io.ibench.report.store.StoredOutages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunChartsTest {

  private static final double GAP = Double.NaN;
  private static final String HEAD =
      "time,step,repeat,seconds,full,queries,inserted_rows,deleted_rows,errors,disk.reads,"
          + "disk.written_bytes,cpu.busy_ticks,cpu.total_ticks,server.rss_bytes\n";
  private static final String LOAD = "load";
  private static final String HOSTILE = "</script><b>\u202e\"a, b\"";
  private static final Map<String, Number> RATED = Map.of("qps", 1, "seconds", 2);

  @TempDir private Path folder;

  private void intervals(String... lines) throws IOException {
    write("intervals.csv", HEAD, lines);
  }

  private void write(String name, String head, String... lines) throws IOException {
    Files.writeString(folder.resolve(name), head + String.join("\n", lines) + "\n");
  }

  private static String at(double second, String rest) {
    return ChartRuns.STARTED.plusMillis((long) (second * 1000)) + "," + rest;
  }

  private ChartSet charts(RunReport run) {
    return ChartRuns.charts(folder, run);
  }

  private Chart chart(RunReport run, String id) {
    return charts(run).charts().stream()
        .filter(chart -> chart.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static RunReport loadAndRequests() {
    return run(
        step(LOAD, Unit.ROWS, period(0, Map.of("ips", 100, "seconds", 1))),
        step("r", 1, 2, Unit.QUERIES, false, period(3, RATED)),
        step("r", 2, 2, Unit.QUERIES, false, period(5, RATED)));
  }

  private void loadAndRequestRows() throws IOException {
    intervals(
        at(1, "load,1,1.0,true,0,1000,0,0,5,2048000,50,400,1073741824"),
        at(4, "r,1,1.0,true,100,0,0,0,200,102400,100,400,"),
        at(5, "r,1,1.0,true,0,0,0,3,0,0,0,400,"),
        at(5.02, "r,1,0.02,false,90,0,0,0,0,0,0,8,"),
        at(6, "r,2,1.0,true,300,0,0,0,0,307200,200,400,"));
  }

  @Test
  void queriesAreAGapWhereThereAreNoneAndZeroWhereTheyStall() throws IOException {
    loadAndRequestRows();

    Line queries = chart(loadAndRequests(), "queries").lines().get(0);
    assertThat(queries.x()).containsExactly(3, 4, 5, 6);
    assertThat(queries.y()).containsExactly(100, 100, 0, 300);

    Line inserts = chart(loadAndRequests(), "inserts").lines().get(0);
    assertThat(inserts.x()).containsExactly(0, 1);
    assertThat(inserts.y()).containsExactly(1000, 1000);
  }

  @Test
  void whatNeverHappenedHasNoChart() throws IOException {
    loadAndRequestRows();

    List<String> ids = charts(loadAndRequests()).charts().stream().map(Chart::id).toList();
    assertThat(ids)
        .containsExactly(
            "queries",
            "inserts",
            "errors",
            "inserts-over-rows",
            "cost",
            "device-requests",
            "device-bytes",
            "cpu",
            "memory");
  }

  @Test
  void queriesAreDrawnOverRowsWhereRowsAreInsertedMeanwhile() throws IOException {
    intervals(
        at(1, "load,1,1.0,true,0,1000,0,0,,,,,"),
        at(2, "q,1,1.0,true,50,10,0,0,,,,,"),
        at(3, "q,1,1.0,true,60,20,0,0,,,,,"));

    Chart queries = chart(run(), "queries");
    assertThat(queries.choices())
        .containsExactly(new Choice("axis", "over", List.of("time", "rows inserted"), "time"));
    Line overRows = queries.lines().get(1);
    assertThat(overRows.axis()).isEqualTo(Axis.ROWS);
    assertThat(overRows.tags()).containsEntry("axis", "rows inserted");
    assertThat(overRows.x()).containsExactly(1000, 1010, 1010, 1030);
    assertThat(overRows.y()).containsExactly(50, 50, 60, 60);
  }

  @Test
  void overRowsAStallOfInsertsIsZeroWhereTheyStoodStill() throws IOException {
    intervals(
        at(1, "load,1,1.0,true,0,1000,0,0,,,,,"),
        at(2, "load,1,1.0,true,0,0,0,0,,,,,"),
        at(3, "load,1,1.0,true,0,500,0,0,,,,,"));

    Line inserts = chart(run(), "inserts-over-rows").lines().get(0);
    assertThat(inserts.x()).containsExactly(0, 1000, 1000, 1000, 1500);
    assertThat(inserts.y()).containsExactly(1000, 1000, 0, 500, 500);
  }

  @Test
  void theInsertRateOverRowsIsThatOfRowsCsvWhereThereIsOne() throws IOException {
    loadAndRequestRows();
    assertThat(chart(loadAndRequests(), "inserts-over-rows").lines().get(0).x())
        .containsExactly(0, 1000);

    write(
        "rows.csv",
        "rows_inserted,step,time,seconds,rows_ps\n",
        "500,load,2026-01-01T00:00:00.400Z,0.4,1250.000",
        "1000,load,2026-01-01T00:00:01Z,0.6,833.333");
    Line line = chart(loadAndRequests(), "inserts-over-rows").lines().get(0);
    assertThat(line.x()).containsExactly(0, 500, 1000);
    assertThat(line.y()).containsExactly(1250, 1250, 833.333);
  }

  @Test
  void costsAreGrowthDividedByOperationsAndAGapWithoutThem() throws IOException {
    loadAndRequestRows();

    Chart cost = chart(loadAndRequests(), "cost");
    Line reads = cost.lines().get(0);
    assertThat(reads.tags()).containsEntry("figure", "r/q");
    assertThat(reads.x()).containsExactly(0, 1, 3, 3, 4, 5, 5, 6);
    assertThat(reads.y()).containsExactly(0.005, 0.005, GAP, 2, 2, GAP, 0, 0);
    Line written = cost.lines().get(1);
    assertThat(written.tags()).containsEntry("figure", "wKB/q");
    assertThat(written.y()).containsExactly(2, 2, GAP, 1, 1, GAP, 1, 1);
  }

  @Test
  void theMachinesFiguresHaveTheUnitsOfTheirCharts() throws IOException {
    loadAndRequestRows();
    RunReport run = loadAndRequests();

    assertThat(chart(run, "cpu").lines().get(0).y())
        .containsExactly(12.5, 12.5, GAP, 25, 25, 0, 50);
    assertThat(chart(run, "memory").lines()).hasSize(1);
    assertThat(chart(run, "memory").lines().get(0).y()).containsExactly(1, 1);
    assertThat(chart(run, "device-requests").lines().get(0).y())
        .containsExactly(5, 5, GAP, 200, 200, 0, 0);
  }

  @Test
  void theClientHasNoShareOfTheCpusOfAnotherMachine() throws IOException {
    String head =
        "time,step,repeat,seconds,full,queries,cpu.busy_ticks,cpu.total_ticks,"
            + "client.cpu_nanos\n";
    write("intervals.csv", head, at(1, "r,1,1.0,true,5,10,400,1000000000"));
    Map<String, Number> figures = Map.of("qps", 1, "cpu_us_pq", 40, "mcpupq", 1000);
    RunReport run = run(step("r", Unit.QUERIES, period(0, figures)));

    assertThat(chart(run, "cpu").lines()).extracting(Line::name).contains("machine", "client");
    write("run.json", "{\"host\": {\"cpus\": 2, \"server_host\": {\"cpus\": 4}}}");
    assertThat(chart(run, "cpu").lines()).extracting(Line::name).containsExactly("machine");
  }

  private static final String MACHINE =
      "time,step,repeat,seconds,full,queries,disk.written_bytes,cpu.busy_ticks,cpu.total_ticks,"
          + "server.cpu_nanos,server.written_bytes,client.cpu_nanos,client.written_bytes\n";

  /** With four processors; 6,144 and 3,072 KB. */
  private Line othersOf(String chart, String name, String server, Map<String, Number> figures)
      throws IOException {
    String row = "r,1,1.0,true,50,6291456,300,400," + server + ",800000000,4194304";
    write("intervals.csv", MACHINE, at(1, row), at(2, row));
    Map<String, Number> all = new HashMap<>(Map.of("qps", 1, "cpu_us_pq", 40, "mcpupq", 1000));
    all.putAll(figures);
    return chart(run(step("r", Unit.QUERIES, period(0, all))), chart).lines().stream()
        .filter(line -> line.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatOthersDidIsDrawnBesideServerAndClient() throws IOException {
    Map<String, Number> known =
        Map.of("other_cpu_pct", 35, "other_wkbps", 1, "own_cpu_us_pq", 1, "server_us_pq", 1);
    String server = "800000000,3145728";
    assertThat(othersOf("cpu", "others", server, known).y()).containsOnly(35);
    assertThat(othersOf("device-bytes", "written by others (wMB/s)", server, known).y())
        .containsOnly(3.072);
    assertThat(othersOf("cost", "server + client", server, known).y()).containsOnly(32_000);
  }

  @Test
  void anEmbeddedDatabaseIsPartOfTheClientsLine() throws IOException {
    Map<String, Number> known = Map.of("other_cpu_pct", 55, "other_wkbps", 1, "own_cpu_us_pq", 1);
    assertThat(othersOf("cpu", "others", ",", known).y()).containsOnly(55);
    assertThat(othersOf("device-bytes", "written by others (wMB/s)", ",", known).y())
        .containsOnly(2.048);
  }

  @Test
  void cpuTimePerOperationNeedsTheNumberOfProcessors() throws IOException {
    loadAndRequestRows();
    RunReport run =
        run(
            step(
                "r",
                1,
                2,
                Unit.QUERIES,
                false,
                period(3, Map.of("qps", 50, "seconds", 2, "cpu_us_pq", 50, "mcpupq", 1250))),
            step("r", 2, 2, Unit.QUERIES, false, period(5, RATED)));

    Line machine =
        chart(run, "cost").lines().stream()
            .filter(line -> line.name().equals("machine"))
            .findFirst()
            .orElseThrow();
    // 4 processors: a quarter of them for a second is a CPU second, of 100 queries.
    assertThat(machine.y())
        .containsExactly(500, 500, GAP, 10_000, 10_000, GAP, 2e6 / 300, 2e6 / 300);
  }

  @Test
  void stepsPeriodsOutagesAndErrorsAreMarked() throws IOException {
    loadAndRequestRows();
    StoredOutages.One outage =
        new StoredOutages.One(
            ChartRuns.STARTED.plusMillis(5_500), Optional.of(0.25), 2, 7, "lost", HOSTILE);
    RunReport run =
        run(
            step(
                "r",
                1,
                2,
                Unit.QUERIES,
                false,
                period(3, RATED),
                period(3, RATED),
                period(4, RATED)),
            step("r", 2, 2, Unit.QUERIES, false, ChartRuns.withOutage(period(5, RATED), outage)));

    assertThat(charts(run).marks())
        .containsExactly(
            new Mark(Kind.STEP, Axis.TIME, 3, 5, "r 1"),
            new Mark(Kind.PERIOD, Axis.TIME, 4, 4, "period 2"),
            new Mark(Kind.STEP, Axis.TIME, 5, 7, "r 2"),
            new Mark(Kind.OUTAGE, Axis.TIME, 5.5, 5.75, "2 workers waited: " + HOSTILE),
            new Mark(Kind.STEP, Axis.TIME, 0, 1, LOAD),
            new Mark(Kind.STEP, Axis.ROWS, 0, 1000, LOAD),
            new Mark(Kind.ERRORS, Axis.TIME, 4, 5, "3 operations failed"));
  }

  @Test
  void aGapIsMarkedAndItsStepLastsUntilItsEnd() throws IOException {
    loadAndRequestRows();
    RunReport run = run(step("r", 1, 1, Unit.QUERIES, false, period(3, RATED)));
    StoredGap gap =
        new StoredGap(
            ChartRuns.STARTED.plusMillis(4_000),
            ChartRuns.STARTED.plusMillis(64_000),
            "killed",
            Optional.of("r"),
            0,
            0,
            0,
            List.of());
    RunReport resumed = RunReportBuilder.builder(run).gaps(List.of(gap)).build();

    assertThat(charts(resumed).marks())
        .contains(
            new Mark(Kind.STEP, Axis.TIME, 3, 65, "r"),
            new Mark(
                Kind.GAP, Axis.TIME, 4, 64, "no process worked on the run for 60.0 s: killed"));
  }

  @Test
  void errorsAreFewMarksAndNoneIsLost() throws IOException {
    String[] lines = new String[20_001];
    for (int i = 0; i < lines.length; i++) {
      lines[i] = at(i + 1, "r,1,1.0,true,1,0,0," + (i % 4 == 0 ? 2 : 0) + ",,,,,");
    }
    intervals(lines);

    List<Mark> errors =
        charts(run()).marks().stream().filter(mark -> mark.kind() == Kind.ERRORS).toList();
    assertThat(errors).hasSizeBetween(1, 200);
    assertThat(errors.get(0).from()).isZero();
    assertThat(errors.get(errors.size() - 1).to()).isEqualTo(20_001);
    long sum = 0;
    for (Mark mark : errors) {
      sum += Long.parseLong(mark.label().replaceAll("[^0-9]", ""));
    }
    assertThat(sum).isEqualTo(10_002);
  }

  @Test
  void latenciesHaveALineForEachOperationAndPercentile() throws IOException {
    write(
        "operations.csv",
        "time,step,repeat,seconds,operation,count,service_p50_us,service_p99_us,"
            + "service_p999_us,service_max_us,response_p50_us,response_p99_us,"
            + "response_p999_us,response_max_us\n",
        at(10, "r,1,10,GET,5,100,200,300,400,1000,2000,3000,4000"),
        at(20, "r,1,10,GET,5,110,210,310,410,1100,2100,3100,4100"),
        at(20, "r,1,10,G\ufffdT,5,110,210,310,410,1100,2100,3100,4100"),
        at(23, "r,1,3,GET,5,120,220,320,420,1200,2200,3200,9000"));
    RunReport unpaced = run(step("r", Unit.QUERIES, period(0, RATED, "GET")));
    RunReport paced = run(step("r", 1, 1, Unit.QUERIES, true, period(0, RATED, "GET")));

    Chart service = chart(unpaced, "latency");
    assertThat(service.unit()).isEqualTo("us");
    assertThat(service.choices()).hasSize(1);
    assertThat(service.choices().get(0).initial()).isEqualTo("p99");
    assertThat(service.lines()).hasSize(4);
    assertThat(service.lines().get(1).tags()).isEqualTo(Map.of("percentile", "p99"));
    assertThat(service.lines().get(1).x()).containsExactly(0, 10, 20, 23);
    assertThat(service.lines().get(1).y()).containsExactly(200, 200, 210, 220);

    Chart both = chart(paced, "latency");
    assertThat(both.choices()).hasSize(2);
    assertThat(both.lines()).hasSize(8);
    assertThat(both.unit()).isEqualTo("ms");
    assertThat(both.lines().get(7).y()).containsExactly(4, 4, 4.1, 9);
    assertThat(charts(paced).notes())
        .contains("1 line of operations.csv (of no operation of this run) is damaged, and skipped");
  }

  @Test
  void latenciesBeginWithTheOperationsThatTakeMostTimeOfTheMainSteps() throws IOException {
    write(
        "operations.csv",
        "time,step,repeat,seconds,operation,count,service_p50_us,service_p99_us,"
            + "service_p999_us,service_max_us,response_p50_us,response_p99_us,"
            + "response_p999_us,response_max_us\n",
        at(10, "load,1,10,RARE,5,1,2,3,4,1,2,3,4"),
        at(10, "load,1,10,LOADED,5,1,2,3,4,1,2,3,4"),
        at(20, "r,1,10,GET,5,1,2,3,4,1,2,3,4"),
        at(20, "r,1,10,PUT,5,1,2,3,4,1,2,3,4"));
    Period load = period(0, RATED, "RARE", "LOADED", "LOADED", "PUT", "PUT", "PUT");
    Period first = period(10, RATED, "GET", "GET", "PUT");
    Period second = period(15, RATED, "GET", "PUT");
    RunReport run =
        run(
            step("load", Unit.ROWS, load),
            step("r", 1, 2, Unit.QUERIES, false, first),
            step("r", 2, 2, Unit.QUERIES, false, second));

    Chart latency = chart(run, "latency");
    assertThat(latency.lines().stream().map(Line::name).distinct())
        .containsExactly("GET", "PUT", "LOADED", "RARE");
    assertThat(latency.shown()).isEqualTo(3);
  }

  @Test
  void sizesStandAtTheEndsOfPeriods() {
    double gib = 1024.0 * 1024 * 1024;
    Map<String, Number> first = Map.of("seconds", 2, "db_bytes", gib, "bytes_per_row", 100);
    Map<String, Number> second = Map.of("seconds", 3, "db_bytes", 2 * gib);
    RunReport run =
        run(step("r", Unit.QUERIES, period(1, RATED), period(1, first), period(3, second)));

    Chart size = chart(run, "size");
    assertThat(size.lines()).hasSize(1);
    assertThat(size.lines().get(0).x()).containsExactly(3, 6);
    assertThat(size.lines().get(0).y()).containsExactly(1, 2);
    assertThat(chart(run, "bytes-per-row").lines().get(0).y()).containsExactly(100);
  }

  @Test
  void aStepShorterThanAnIntervalIsNotTakenForOne() throws IOException {
    intervals(
        at(0.36, "load,1,0.36,false,0,1000,0,0,5,2048000,50,72,1"),
        at(0.37, "load,1,0.005,false,0,0,0,0,5,0,1,1,1"));
    Map<String, Number> figures = Map.of("ips", 2_740, "seconds", 0.365, "rate_interval_s", 1);

    List<Chart> charts = charts(run(step(LOAD, Unit.ROWS, period(0, figures)))).charts();
    assertThat(charts).extracting(Chart::id).contains("inserts", "inserts-over-rows", "cost");
    assertThat(charts)
        .extracting(Chart::definition)
        .allSatisfy(definition -> assertThat(definition).contains("interval (1 s)"));
  }

  @Test
  void costsOfARunThatOnlyWritesAreThoseOfRowsAndBeginWithOneThatThereIs() throws IOException {
    intervals(
        at(1, "load,1,1.0,true,0,1000,0,0,0,2048000,100,400,"),
        at(2, "load,1,1.0,true,0,1000,0,0,9,2048000,100,400,"));
    Map<String, Number> figures = Map.of("ips", 1000, "seconds", 2, "cpu_us_pq", 1, "mcpupq", 50);

    Choice cost = chart(run(step(LOAD, Unit.ROWS, period(0, figures))), "cost").choices().get(0);
    assertThat(cost.options()).containsExactly("r/i", "wKB/i", "CPU us/i");
    assertThat(cost.initial()).isEqualTo("wKB/i");
  }

  @Test
  void outagesThatAreNotMarkedAreCounted() {
    StoredOutages.One first =
        new StoredOutages.One(ChartRuns.STARTED, Optional.of(1), 1, 0, "lost", "x");
    StoredOutages many = new StoredOutages(102, Optional.of(200), 0, List.of(first, first));
    Period whole = ChartRuns.withOutages(period(0, RATED), many);

    assertThat(charts(run(step("r", Unit.QUERIES, whole))).notes())
        .contains("charts show the first outages of each step; 100 later ones are not on them");
  }

  @Test
  void aRateOverRowsIsOfItsOwnRowsAlsoBehindADamagedLine() throws IOException {
    write(
        "rows.csv",
        "rows_inserted,step,time,seconds,rows_ps\n",
        "100,load,2026-01-01T00:00:01Z,1,100",
        "2x0,load,2026-01-01T00:00:02Z,1,100",
        "300,load,2026-01-01T00:00:04Z,2,50");

    Line line = chart(run(100), "inserts-over-rows").lines().get(0);
    assertThat(line.x()).containsExactly(0, 100, 200, 200, 300);
    assertThat(line.y()).containsExactly(100, 100, GAP, 50, 50);
  }

  @Test
  void ofADataDirectoryThatNobodyKnowsTheSizesSayNothing() {
    Map<String, Number> embedded = Map.of("seconds", 1, "db_bytes", 1 << 30);
    Map<String, Number> server = Map.of("seconds", 1, "db_bytes", 1 << 30, "dir_bytes", 2L << 30);

    assertThat(chart(run(step("r", Unit.QUERIES, period(0, embedded))), "size").definition())
        .doesNotContain("directory");
    assertThat(chart(run(step("r", Unit.QUERIES, period(0, server))), "size").definition())
        .contains("directory");
  }

  @Test
  void clientsHaveALineEach() throws IOException {
    write(
        "clients.csv",
        "time,step,repeat,seconds,client,queries,inserted_rows,deleted_rows\n",
        at(10, "q,1,10,1,100,20,0"),
        at(10, "q,1,10,2,300,40,0"),
        at(20, "q,1,10,1,0,20,0"),
        at(20, "q,1,10,99,0,20,0"));

    RunReport run = run(step("q", Unit.QUERIES, period(0, RATED)));
    Chart clients = chart(run, "clients");
    assertThat(clients.choices().get(0).options()).containsExactly("queries/s", "inserted rows/s");
    assertThat(clients.lines())
        .extracting(Line::name)
        .containsExactly("client 1", "client 1", "client 2", "client 2");
    assertThat(clients.lines().get(0).y()).containsExactly(10, 10, 0);
    assertThat(clients.lines().get(3).y()).containsExactly(4, 4);
  }

  @Test
  void namesPassAsTheyAre() throws IOException {
    String quoted = '"' + HOSTILE.replace("\"", "\"\"") + '"';
    intervals(at(1, quoted + ",1,1.0,true,5,5,0,0,,,,,"));

    assertThat(charts(run()).marks()).extracting(Mark::label).containsExactly(HOSTILE, HOSTILE);
  }

  @Test
  void anEmptyFolderHasNoChartsAndSaysWhatIsMissing() {
    ChartSet charts = charts(run(5));

    assertThat(charts.charts()).isEmpty();
    assertThat(charts.startedMillis()).isEqualTo(ChartRuns.STARTED.toEpochMilli());
    assertThat(charts.notes())
        .extracting(note -> note.split(" ")[0])
        .containsExactly("intervals.csv", "rows.csv", "operations.csv", "latency.hlog");
  }

  @Test
  void damagedFilesAreDrawnAsFarAsTheyGo() throws IOException {
    intervals(
        at(1, "r,1,1.0,true,5,0,0,0,,,,,"),
        "\u0000\u0000\u0000",
        at(2, "r,1,1.0,true,x,0,0,0,,,,,"),
        at(3, "r,1,1.0,true,7,0,0,0,,,,,"),
        "2026-01-01T00:00:04Z,r,1,1.0,tr");
    for (String name : List.of("operations.csv", "rows.csv", "clients.csv", "latency.hlog")) {
      Files.write(folder.resolve(name), new byte[] {(byte) 0xff, 0, '\n', '"', ',', (byte) 0xc3});
    }

    ChartSet charts = charts(run());
    assertThat(charts.charts().get(0).lines().get(0).y()).containsExactly(5, 5, GAP, 7, 7);
    assertThat(charts.notes())
        .contains(
            "2 lines of intervals.csv are damaged, and skipped",
            "operations.csv is damaged: it has lost its head, and nothing of it is drawn");
  }

  @Test
  void anEmptyFileIsToldAndNotTakenForARunThatDidNothing() throws IOException {
    for (String name : List.of("intervals.csv", "operations.csv", "latency.hlog")) {
      Files.createFile(folder.resolve(name));
    }

    assertThat(charts(ReportSamples.repeats(3)).notes())
        .contains(
            "intervals.csv is damaged: it has lost its head, and nothing of it is drawn",
            "operations.csv is damaged: it has lost its head, and nothing of it is drawn",
            "latency.hlog has lost the latency distributions of 3 steps");
  }

  @Test
  void anyTruncationIsDrawnAsFarAsItGoes() throws IOException {
    loadAndRequestRows();
    byte[] whole = Files.readAllBytes(folder.resolve("intervals.csv"));
    for (int length = 0; length < whole.length; length += 3) {
      String text = new String(whole, 0, length, StandardCharsets.UTF_8);
      Files.writeString(folder.resolve("intervals.csv"), text);
      RunReport run = loadAndRequests();
      assertThat(charts(run).marks()).hasSizeGreaterThanOrEqualTo(3);
    }
  }
}
