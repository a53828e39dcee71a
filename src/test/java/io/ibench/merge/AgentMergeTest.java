package io.ibench.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.ResultReader;
import io.ibench.report.store.RunFile;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.InsertRates;
import io.ibench.report.store.RunReport.Outcome;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredAgent;
import io.ibench.report.store.StoredExpectation;
import io.ibench.series.HlogLines;
import io.ibench.verdict.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentMergeTest {

  @TempDir private Path root;

  private Path all() {
    return root.resolve("all");
  }

  private AgentFiles agent(int rank) {
    return new AgentFiles(root, rank, 2);
  }

  private RunReport merge(AgentFiles... agents) throws Exception {
    List<Path> folders = new ArrayList<>();
    for (AgentFiles agent : agents) {
      folders.add(agent.write());
    }
    return AgentMerge.merge(folders, all());
  }

  private List<String> mistakes(List<Path> folders) {
    MergeException refused =
        catchThrowableOfType(MergeException.class, () -> AgentMerge.merge(folders, all()));
    assertThat(all()).doesNotExist();
    return refused.mistakes();
  }

  /** Each line of the result's latency.hlog: tag, start, end, latencies and the highest of them. */
  private List<String> latencies() throws Exception {
    List<String> found = new ArrayList<>();
    try (HlogLines lines = HlogLines.open(all().resolve("latency.hlog"))) {
      while (lines.next()) {
        assertThat(lines.readTimes()).isTrue();
        Histogram histogram = lines.histogram();
        found.add(
            lines.tag()
                + " "
                + lines.startMillis()
                + "-"
                + lines.endMillis()
                + " "
                + histogram.getTotalCount()
                + " to "
                + histogram.getMaxValue());
      }
    }
    return found;
  }

  /** Two and a half minutes in two periods. */
  private AgentFiles first() {
    return agent(0)
        .begin("request", 10_000)
        .interval(1, 10, 5)
        .minute(60, 0, 100, 200)
        .minute(60, 1, 110)
        .period(120, 3)
        .minute(30, 0, 120)
        .period(30, 1)
        .end(150, 0);
  }

  /** Its clock is a second behind, and it works a second longer. */
  private AgentFiles second() {
    return agent(1)
        .begin("request", 9_000)
        .interval(1, 20, 7)
        .minute(60, 2, 50)
        .minute(60, 0, 60, 210)
        .period(120, 3)
        .minute(31, 3, 130)
        .period(31, 1)
        .end(151, 1_000_000);
  }

  @Test
  void minutesPeriodsAndStepsHaveTheHistogramsOfAllAgents() throws Exception {
    RunReport report = merge(first(), second());

    assertThat(latencies())
        .containsExactly(
            "get.service 10000-70000 3 to 200",
            "get.service 70000-130000 3 to 210",
            "get.service 130000-161000 2 to 130",
            "request.1.get.service 10000-161000 8 to 210");
    assertThat(Files.readAllLines(all().resolve("operations.csv")))
        .containsExactly(
            "time,step,repeat,seconds,operation,count,errors,retries,rows,"
                + "service_p50_us,service_p99_us,service_p999_us,service_max_us,"
                + "response_p50_us,response_p99_us,response_p999_us,response_max_us",
            "2026-01-02T03:05:15Z,request,1,60.000,get,3,2,20,200,"
                + "0.100,0.200,0.200,0.200,0.100,0.200,0.200,0.200",
            "2026-01-02T03:06:15Z,request,1,60.000,get,3,1,10,100,"
                + "0.110,0.210,0.210,0.210,0.110,0.210,0.210,0.210",
            "2026-01-02T03:06:46Z,request,1,31.000,get,2,3,30,300,"
                + "0.120,0.130,0.130,0.130,0.120,0.130,0.130,0.130");
    Step step = report.steps().get(0);
    assertThat(step.whole().operations().get(0).count()).isEqualTo(8);
    assertThat(step.whole().operations().get(0).service())
        .containsEntry("p50_us", 0.11)
        .containsEntry("max_us", 0.21);
    assertThat(step.periods())
        .extracting(
            period -> period.operations().get(0).count(),
            period -> period.operations().get(0).service().get("max_us"))
        .containsExactly(tuple(6L, 0.21), tuple(2L, 0.13));
    assertThat(Files.readAllLines(all().resolve("latency.hlog")))
        .contains(
            "#[latencies in nanoseconds, Interval_Max in milliseconds; ibench 9.9]",
            "#[Histogram log format version 1.3]")
        .anyMatch(line -> line.startsWith("#[StartTime: 1767323045.000 "));
  }

  /** Without a success there is no line in latency.hlog: the errors of an outage are no less. */
  @Test
  void whatFailedBehindTheLastSuccessOfAStepIsCounted() throws Exception {
    merge(
        agent(0).begin("request", 0).minute(60, 0, 100).minute(60, 2).minute(40, 3).end(160, 0),
        agent(1).begin("request", 0).minute(60, 4).minute(60, 5).minute(41, 6).end(161, 0),
        agent(2)
            .begin("request", 0)
            .minute(60, 0, 50)
            .end(60, 0)
            .begin("more", 200_000)
            .minute(60, 7, 60)
            .end(60, 0));

    assertThat(Files.readAllLines(all().resolve("operations.csv")))
        .anyMatch(
            row -> row.startsWith("2026-01-02T03:06:46Z,request,1,161.000,get,0,20,200,2000"));
  }

  @Test
  void aResultIsReadAsThatOfARunOfOneProcess() throws Exception {
    RunReport report = merge(first(), second());

    assertThat(ResultReader.read(all())).isEqualTo(report);
    assertThat(RunFile.read(all()).agent())
        .contains(new RunInfo.Agent("night", 0, 2, "node-0", "00c0ffee"));
    assertThat(report.id()).isEqualTo("night");
    assertThat(report.state()).isEqualTo(RunState.DONE);
    assertThat(report.agents())
        .extracting(StoredAgent::rank, StoredAgent::host, StoredAgent::run)
        .containsExactly(
            tuple(0L, "node-0", "night/agent-0"), tuple(1L, "node-1", "night/agent-1"));
    assertThat(report.agents().get(1).steps().get(0).figures().numbers())
        .containsEntry("seconds", 151.0)
        .containsEntry("threads", 2L);
  }

  @Test
  void minutesThatALateTickJoinsAreOneOfAllAgents() throws Exception {
    merge(
        agent(0).begin("request", 0).minute(120, 1, 100).minute(60, 0, 110).end(180, 0),
        agent(1)
            .begin("request", 0)
            .minute(60, 0, 50)
            .minute(60, 4, 60)
            .minute(60, 0, 70)
            .end(180, 0));

    assertThat(latencies())
        .containsExactly(
            "get.service 0-120000 3 to 100",
            "get.service 120000-180000 2 to 110",
            "request.1.get.service 0-180000 5 to 110");
    assertThat(Files.readAllLines(all().resolve("operations.csv")).get(1))
        .startsWith("2026-01-02T03:06:05Z,request,1,120.000,get,3,5,50,500,");
  }

  @Test
  void aMinuteHasAllKindsOfLatencies() throws Exception {
    merge(
        agent(0).begin("request", 0).minute(60, 0, 10).waits(60, 5).minute(60, 0, 11).end(120, 0),
        agent(1).begin("request", 0).minute(60, 0, 12).waits(60, 6).minute(60, 0, 13).end(120, 0));

    assertThat(latencies())
        .containsExactly(
            "get.service 0-60000 2 to 12",
            "get.pool_wait 0-60000 2 to 6",
            "get.service 60000-120000 2 to 13",
            "request.1.get.service 0-120000 4 to 13");
  }

  @Test
  void theRepeatsOfAStepAreToldApart() throws Exception {
    RunReport report = merge(repeating(0, 10, 20), repeating(1, 30, 40));

    assertThat(report.steps()).extracting(Step::repeat).containsExactly(1L, 2L);
    assertThat(report.steps())
        .extracting(step -> step.whole().operations().get(0).service().get("max_us"))
        .containsExactly(0.03, 0.04);
    assertThat(Files.readAllLines(all().resolve("intervals.csv")))
        .filteredOn(line -> line.contains("request"))
        .extracting(line -> line.substring(0, 54))
        .containsExactly(
            "2026-01-02T03:04:06Z,request,1,1.000000,true,30,30.000",
            "2026-01-02T03:05:06Z,request,2,1.000000,true,50,50.000");
  }

  private AgentFiles repeating(int rank, long first, long second) {
    return agent(rank)
        .begin("request", 1, 0)
        .interval(1, 10 + 10L * rank, 1)
        .minute(30, 0, first)
        .end(30, 0)
        .begin("request", 2, 60_000)
        .interval(1, 20 + 10L * rank, 1)
        .minute(30, 0, second)
        .end(30, 0);
  }

  @Test
  void stepsFollowEachOther() throws Exception {
    RunReport report =
        merge(
            agent(0)
                .action("index", 0, 2)
                .begin("load", 5_000)
                .minute(30, 0, 10)
                .end(30, 0)
                .begin("request", 60_000)
                .minute(60, 0, 20)
                .end(60, 0),
            agent(1)
                .action("index", 0, 2)
                .begin("load", 5_000)
                .minute(30, 0, 11)
                .end(30, 0)
                .begin("request", 60_000)
                .minute(60, 0, 21)
                .end(60, 0));

    assertThat(latencies())
        .containsExactly(
            "get.service 5000-35000 2 to 11",
            "load.1.get.service 5000-35000 2 to 11",
            "get.service 60000-120000 2 to 21",
            "request.1.get.service 60000-120000 2 to 21");
    assertThat(report.steps()).extracting(Step::name).containsExactly("index", "load", "request");
    assertThat(report.steps().get(0).whole().figures().numbers()).containsEntry("seconds", 2.0);
  }

  @Test
  void intervalsAreSumsWithTheMachineOfTheFirstAgent() throws Exception {
    merge(
        agent(0)
            .action("index", 0, 2)
            .begin("request", 10_000)
            .interval(1, 10, 5)
            .interval(1.25, 20, 1)
            .end(2.25, 0),
        agent(1)
            .action("index", 0, 2)
            .begin("request", 9_500)
            .interval(1, 30, 4)
            .interval(1, 40, 2)
            .interval(0.5, 50, 3)
            .end(2.5, 500_000));

    assertThat(Files.readAllLines(all().resolve("intervals.csv")))
        .containsExactly(
            AgentFiles.INTERVALS.strip(),
            // Only the first agent does the work of an action.
            "2026-01-02T03:04:07Z,index,1,2.000000,true,0,0.000,0,0,0,0,0,2,0.000,0,0,1000,0,100",
            "2026-01-02T03:04:16Z,request,1,1.000000,true,40,40.000,0,40,0,0,1,4,5.000,0,20,1000,"
                + "400,200",
            "2026-01-02T03:04:17.250Z,request,1,1.250000,true,60,48.000,0,60,0,0,1,4,2.000,0,40,"
                + "2000,600,200",
            "2026-01-02T03:04:17.500Z,request,1,0.250000,false,50,200.000,0,50,0,0,1,2,3.000,0,,,"
                + "500,200");
  }

  @Test
  void anIntervalThatALateTickJoinsHasTheMachinesCountersOfBoth() throws Exception {
    merge(
        agent(0)
            .begin("request", 0)
            .interval(1, 10, 5)
            .interval(1, 20, 1)
            .interval(1, 30, 1)
            .end(3, 0),
        agent(1).begin("request", 0).interval(2, 30, 4).interval(1, 40, 2).end(3, 0));

    assertThat(Files.readAllLines(all().resolve("intervals.csv")).subList(1, 3))
        .containsExactly(
            "2026-01-02T03:04:07Z,request,1,2.000000,true,60,30.000,0,60,0,0,1,4,5.000,0,60,2000,"
                + "600,200",
            "2026-01-02T03:04:08Z,request,1,1.000000,true,70,70.000,0,70,0,0,1,4,2.000,0,60,3000,"
                + "700,200");
  }

  @Test
  void aLostAgentIsNamedWithItsLastRow() throws Exception {
    RunReport report =
        merge(
            first(),
            agent(1).begin("request", 9_000).interval(1, 20, 7).interval(1, 20, 7).lose(2));

    String why =
        "agent 1 of 2 (node-1) was lost, last seen at 2026-01-02T03:04:16Z, and its part of the"
            + " step is in no figure";
    Step step = report.steps().get(0);
    assertThat(step.failure()).contains(why);
    assertThat(step.reasons()).contains(why);
    assertThat(step.whole().operations().get(0).count()).isEqualTo(4);
    assertThat(report.state()).isEqualTo(RunState.FAILED);
    assertThat(report.verdict()).contains(Verdict.INVALID);
    assertThat(Files.readAllLines(all().resolve("intervals.csv"))).hasSize(2);
    assertThat(report.agents().get(1).steps().get(0).state()).isEqualTo(RunState.RUNNING);
  }

  @Test
  void anAgentWithoutAnyRowWasNeverSeen() throws Exception {
    RunReport report = merge(first(), agent(1).begin("request", 9_000).lose(2));

    assertThat(report.steps().get(0).failure())
        .contains("agent 1 of 2 (node-1) was lost, and its part of the step is in no figure");
  }

  @Test
  void theRunsStateIsTheWorstOfItsAgents() throws Exception {
    assertThat(merge(first(), second().state(RunState.INTERRUPTED)).state())
        .isEqualTo(RunState.INTERRUPTED);
  }

  @Test
  void oneAgentThatFailedMakesTheRunFail() throws Exception {
    assertThat(merge(first().state(RunState.INTERRUPTED), second().state(RunState.FAILED)).state())
        .isEqualTo(RunState.FAILED);
  }

  @Test
  void oneAgentThatWasKilledMakesTheRunFail() throws Exception {
    assertThat(merge(first(), second().state(RunState.RUNNING)).state()).isEqualTo(RunState.FAILED);
  }

  @Test
  void aRunOfWhichAllAgentsWereKilledIsNotOver() throws Exception {
    assertThat(merge(first().state(RunState.RUNNING), second().state(RunState.RUNNING)).state())
        .isEqualTo(RunState.RUNNING);
  }

  private static AgentFiles withRates(AgentFiles agent) {
    return agent.with(
        report ->
            report
                .rates(new InsertRates(1_000, List.of()))
                .outcome(
                    new Outcome(
                        Optional.of(Verdict.VALID),
                        List.of(),
                        List.of(
                            new StoredExpectation(
                                "request", "qps", "7/s", "> 5/s", Optional.of(7), true)))));
  }

  @Test
  void whatOnlySingleAgentsKnowIsAbsent() throws Exception {
    RunReport report = merge(withRates(first()), withRates(second()));

    assertThat(report.run().absent())
        .isEqualTo(
            Map.of(
                "row_rates", "not known of several agents together",
                "expectations", "judged by each agent for itself"));
    assertThat(report.rates()).isEqualTo(InsertRates.NONE);
    assertThat(report.expectations()).isEmpty();
  }

  @Test
  void theOnlyAgentOfARunKeepsWhatItKnows() throws Exception {
    AgentFiles alone =
        withRates(
            new AgentFiles(root, 0, 1)
                .begin("request", 0)
                .interval(1, 10, 5)
                .minute(60, 0, 100)
                .end(60, 0));
    RunReport report = merge(alone);

    assertThat(report.run().absent()).isEmpty();
    assertThat(report.rateRows()).isEqualTo(1_000);
    assertThat(report.expectations()).hasSize(1);
    assertThat(report.id()).isEqualTo("night/agent-0");
    assertThat(report.steps().get(0).agent()).isPresent();
  }

  @Test
  void nothingIsAbsentThatNoAgentHas() throws Exception {
    assertThat(merge(first(), second()).run().absent()).isEmpty();
  }

  @Test
  void theServersCountersAreThoseOfTheFirstAgent() throws Exception {
    Path first = first().write();
    Path second = second().write();
    Files.writeString(first.resolve("server_counters.csv"), "time\n1\n");
    Files.writeString(second.resolve("server_counters.csv"), "time\n2\n");
    Files.writeString(first.resolve("waits.csv"), "time\n3\n");

    AgentMerge.merge(List.of(second, first), all());

    assertThat(all().resolve("server_counters.csv")).hasContent("time\n1\n");
    assertThat(all().resolve("waits.csv")).hasContent("time\n3\n");
  }

  @Test
  void intervalsThatAreMissingAreDamage() throws IOException {
    Path first = first().write();
    Path file = first.resolve("intervals.csv");
    Files.writeString(file, AgentFiles.INTERVALS);

    assertThat(mistakes(List.of(first, second().write())))
        .containsExactly(file + " has 0 of the 1 intervals of step request: it is damaged");
  }

  @Test
  void intervalsThatCannotBeReadAreDamage() throws IOException {
    Path first =
        agent(0)
            .begin("request", 10_000)
            .interval(1, 10, 5)
            .interval(1, 10, 5)
            .interval(0, 10, 5)
            .minute(60, 0, 1)
            .end(60, 0)
            .write();
    Path file = first.resolve("intervals.csv");
    List<String> lines = Files.readAllLines(file);
    lines.set(1, lines.get(1).replace("2026-01-02T03:04:16Z", "noon"));
    lines.set(2, lines.get(2).replace("1.000000", "-1.000000"));
    lines.add("2026-01-02T03:04:17Z,request");
    Files.write(file, lines);

    assertThat(mistakes(List.of(first, second().write())))
        .containsExactly(
            file + " is damaged: 3 of its lines cannot be read",
            file + " has 1 of the 3 intervals of step request: it is damaged");
  }

  @Test
  void latenciesThatAreMissingAreDamage() throws IOException {
    Path first = first().write();
    Path file = first.resolve("latency.hlog");
    List<String> lines = Files.readAllLines(file);
    Files.write(file, lines.subList(0, lines.size() - 1));

    assertThat(mistakes(List.of(first, second().write())))
        .containsExactly(
            "the latency.hlog of all agents have 4 latencies of get in step request, and their"
                + " summaries 8: one is damaged");
  }

  @Test
  void linesOfLatenciesThatCannotBeReadAreDamage() throws IOException {
    Path first = first().write();
    Path file = first.resolve("latency.hlog");
    List<String> lines = Files.readAllLines(file);
    int minute = lines.size() - 4;
    lines.set(minute, lines.get(minute).substring(0, 60));
    lines.set(minute + 1, lines.get(minute + 1).replace(",", ";").replaceFirst(";", ","));
    Files.write(file, lines);
    Path operations = first.resolve("operations.csv");
    Files.writeString(operations, Files.readString(operations) + "2026\n2027\n");

    assertThat(mistakes(List.of(first, second().write())))
        .containsExactly(
            file + " is damaged: 2 of its lines cannot be read",
            operations + " is damaged: 2 of its lines cannot be read");
  }

  @Test
  void histogramsOfAnotherPrecisionAreNotAddedUp() throws IOException {
    Path first = first().write();
    Path file = first.resolve("latency.hlog");
    Histogram other = new Histogram(1, 3_600_000_000_000L, 3);
    other.recordValue(100);
    other.setTag("get.service");
    other.setStartTimeStamp(MergeSamples.START.toEpochMilli() + 10_000);
    other.setEndTimeStamp(MergeSamples.START.toEpochMilli() + 70_000);
    try (PrintStream stream = new PrintStream(Files.newOutputStream(file), false, "UTF-8")) {
      HistogramLogWriter writer = new HistogramLogWriter(stream);
      writer.setBaseTime(MergeSamples.START.toEpochMilli());
      writer.outputIntervalHistogram(other);
    }

    assertThat(mistakes(List.of(first, second().write())))
        .contains(file + " has histograms of another range or precision than this ibench writes");
  }

  @Test
  void aSummaryThatWasChangedIsDamaged() throws IOException {
    Path first = first().write();
    Path file = first.resolve("summary.json");
    Files.writeString(
        file, Files.readString(file).replace("\"seconds\" : 150.0", "\"seconds\" : 1"));

    assertThat(mistakes(List.of(first, second().write())))
        .allMatch(mistake -> mistake.startsWith(first + " is damaged: summary.json "));
  }
}
