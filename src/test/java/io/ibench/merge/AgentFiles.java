package io.ibench.merge;

import io.ibench.measure.Latency;
import io.ibench.measure.OperationCounts;
import io.ibench.measure.Role;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.figures.Figures;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.JsonFile;
import io.ibench.report.store.OperationCsv;
import io.ibench.report.store.Position;
import io.ibench.report.store.PositionBuilder;
import io.ibench.report.store.PositionStepUnderWayBuilder;
import io.ibench.report.store.RunFile;
import io.ibench.report.store.RunReport.InsertRates;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Outcome;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.RunReportBuilder;
import io.ibench.report.store.RunReportEndingBuilder;
import io.ibench.report.store.RunReportPeriodBuilder;
import io.ibench.report.store.RunReportRunBuilder;
import io.ibench.report.store.RunReportStepBuilder;
import io.ibench.report.store.StoredAgentStep;
import io.ibench.verdict.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes the result folder of an agent: steps of the operation {@code get}, whose counts are those
 * of the latencies that a test gives them. Its parts come in the order of time. Not thread-safe.
 */
final class AgentFiles {

  static final String INTERVALS =
      "time,step,repeat,seconds,full,operations,operations_ps,rows,queries,inserted_rows,"
          + "deleted_rows,errors,workers,oldest_in_flight_ms,workers_away,disk.reads,"
          + "server.rss_bytes,client.cpu_nanos,client.rss_bytes\n";

  private static final Instant STARTED = MergeSamples.START;

  private final Path folder;
  private final RunInfo.Agent agent;
  private final List<Step> steps = new ArrayList<>();
  private final StringBuilder intervals = new StringBuilder(INTERVALS);
  private final StringBuilder operations = new StringBuilder(OperationCsv.COLUMNS + "\n");
  private final List<Histogram> minutes = new ArrayList<>();
  private RunState state = RunState.DONE;
  private UnaryOperator<RunReportBuilder> change = report -> report;

  // The step under way.
  private String name = "";
  private int repeat = 1;
  private long startMillis;
  private long atMillis;
  private long minuteMillis;
  private int rows;
  private Histogram whole = Latency.histogram();
  private final List<Period> periods = new ArrayList<>();

  AgentFiles(Path root, int rank, int of) {
    this(root, new RunInfo.Agent("night", rank, of, "node-" + rank, "00c0ffee"));
  }

  AgentFiles(Path root, RunInfo.Agent agent) {
    this.folder = root.resolve("agent-" + agent.rank());
    this.agent = agent;
  }

  /**
   * Begins a step.
   *
   * @param millis since the run's start
   */
  AgentFiles begin(String step, long millis) {
    return begin(step, 1, millis);
  }

  /** Begins a repeat of a step. */
  AgentFiles begin(String step, int number, long millis) {
    name = step;
    repeat = number;
    startMillis = millis;
    atMillis = millis;
    minuteMillis = millis;
    rows = 0;
    whole = Latency.histogram();
    periods.clear();
    return this;
  }

  /** A row of intervals.csv, with twice as many reads of the disk as queries. */
  AgentFiles interval(double seconds, long queries, double oldest) {
    atMillis += Math.round(seconds * 1e3);
    rows++;
    intervals.append(
        String.format(
            Locale.ROOT,
            "%s,%s,%d,%.6f,%s,%d,1.000,0,%d,0,0,%d,2,%.3f,0,%d,%d,%d,%d%n",
            STARTED.plusMillis(atMillis),
            name,
            repeat,
            seconds,
            seconds >= 1,
            queries,
            queries,
            agent.rank(),
            oldest,
            2 * queries,
            1_000 * rows,
            10 * queries,
            100 * (agent.rank() + 1)));
    return this;
  }

  /** A minute of latency.hlog and of operations.csv. */
  AgentFiles minute(double seconds, long errors, long... nanos) {
    long from = minuteMillis;
    minuteMillis += Math.round(seconds * 1e3);
    if (nanos.length > 0) {
      Histogram histogram = Latency.histogram();
      for (long each : nanos) {
        histogram.recordValue(each);
      }
      whole.add(histogram);
      addLine("get.service", histogram, from, minuteMillis);
    }
    operations.append(
        String.format(
            Locale.ROOT,
            "%s,%s,%d,%.3f,get,%d,%d,%d,%d,,,,,,,,%n",
            STARTED.plusMillis(minuteMillis),
            name,
            repeat,
            seconds,
            nanos.length,
            errors,
            10 * errors,
            100 * errors));
    return this;
  }

  /** Waits for a connection in the minute before, each of the operation. */
  AgentFiles waits(double seconds, long nanos) {
    Histogram waits = Latency.histogram();
    waits.recordValue(nanos);
    addLine("get.pool_wait", waits, minuteMillis - Math.round(seconds * 1e3), minuteMillis);
    return this;
  }

  private void addLine(String tag, Histogram histogram, long from, long to) {
    histogram.setTag(tag);
    histogram.setStartTimeStamp(STARTED.toEpochMilli() + from);
    histogram.setEndTimeStamp(STARTED.toEpochMilli() + to);
    minutes.add(histogram);
  }

  AgentFiles period(double seconds, long queries) {
    periods.add(whole(seconds, queries));
    return this;
  }

  private Period whole(double seconds, long queries) {
    Map<String, Number> figures = new LinkedHashMap<>();
    figures.put("seconds", seconds);
    figures.put("threads", 2);
    figures.put("qps", queries / seconds);
    figures.put("rate_interval_s", 1);
    figures.put("intervals", rows);
    Operation get =
        MergeSamples.operation(
            "get", Role.QUERY, new OperationCounts(queries, 0, 0, 0, 0, 0, 0), Map.of());
    Map<String, Number> micros = queries == 0 ? Map.of() : Map.of("mean_us", 1.0, "max_us", 2.0);
    return RunReportPeriodBuilder.builder(
            MergeSamples.period(figures, MergeSamples.withService(get, micros)))
        .started(Optional.of(STARTED.plusMillis(startMillis)))
        .build();
  }

  /**
   * Ends the step.
   *
   * @param offsetMicros the server's clock minus this agent's
   */
  AgentFiles end(double seconds, long offsetMicros) {
    long end = startMillis + Math.round(seconds * 1e3);
    addLine(name + "." + repeat + ".get.service", whole, startMillis, end);
    addStep(seconds, offsetMicros, step -> step);
    return this;
  }

  /** Leaves the step under way: the agent was lost. */
  AgentFiles lose(double seconds) {
    state = RunState.RUNNING;
    addStep(
        seconds,
        0,
        step -> step.ending(RunReportEndingBuilder.builder().state(RunState.RUNNING).build()));
    return this;
  }

  private void addStep(
      double seconds, long offsetMicros, UnaryOperator<RunReportStepBuilder> ending) {
    steps.add(
        ending
            .apply(
                RunReportStepBuilder.builder(
                        MergeSamples.step(name, whole(seconds, whole.getTotalCount())).build())
                    .repeat(repeat)
                    .periods(List.copyOf(periods))
                    .agent(
                        Optional.of(
                            new StoredAgentStep(
                                offsetMicros,
                                50,
                                0,
                                0,
                                0,
                                Math.round(seconds * 1e6),
                                2,
                                List.of()))))
            .build());
  }

  /** A step without workers. */
  AgentFiles action(String step, long millis, double seconds) {
    begin(step, millis).interval(seconds, 0, 0);
    Period period = whole(seconds, 0);
    Map<String, Number> figures =
        new LinkedHashMap<>(Map.of("seconds", seconds, "intervals", 1, "threads", 0));
    steps.add(
        MergeSamples.step(
                step,
                RunReportPeriodBuilder.builder(period)
                    .figures(new Figures(figures))
                    .operations(List.of())
                    .build())
            .build());
    return this;
  }

  AgentFiles state(RunState runState) {
    state = runState;
    return this;
  }

  /** Changes the report before it is written. */
  AgentFiles with(UnaryOperator<RunReportBuilder> changed) {
    change = changed;
    return this;
  }

  Path write() {
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(AgentFolder.INTERVALS), intervals);
      Files.writeString(folder.resolve(AgentFolder.OPERATIONS), operations);
      writeLatencies();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    JsonFile.replace(
        folder.resolve("run.json"),
        new RunFile(
            1,
            new RunFile.Identity(
                Optional.of("night/agent-" + agent.rank()),
                Optional.of(STARTED),
                Optional.of(7L),
                Map.of("ibench", "9.9")),
            Optional.of("kv"),
            Optional.of(database()),
            List.of(),
            Map.of(),
            steps.stream().map(Step::name).toList(),
            List.of("get"),
            Optional.empty(),
            Optional.of(agent),
            List.of(),
            Optional.empty()));
    if (state == RunState.RUNNING) {
      JsonFile.replace(folder.resolve("position.json"), position());
    }
    JsonFile.replace(folder.resolve("summary.json"), change.apply(report()).build());
    return folder;
  }

  private static DatabaseInfo database() {
    return new DatabaseInfo(Map.of("name", "demo", "product", "DemoDB"), Map.of(), List.of());
  }

  /** Between two steps. */
  private static Position position() {
    return PositionBuilder.builder()
        .schema(1)
        .underWay(PositionStepUnderWayBuilder.builder().build())
        .time(STARTED)
        .growing(new Position.GrowingFiles(Map.of(), Map.of()))
        .intervalNanos(1_000_000_000L)
        .token("c0ffee")
        .build();
  }

  private RunReportBuilder report() {
    return RunReportBuilder.builder()
        .schema(1)
        .workload("kv")
        .database(database())
        .run(
            RunReportRunBuilder.builder()
                .id("night/agent-" + agent.rank())
                .started(STARTED)
                .seed(7)
                .versions(Map.of("ibench", "9.9"))
                .steps(steps.stream().map(Step::name).toList())
                .state(state)
                .build())
        .steps(steps)
        .rates(InsertRates.NONE)
        .outcome(
            new Outcome(
                state == RunState.RUNNING ? Optional.empty() : Optional.of(Verdict.VALID),
                List.of(),
                List.of()));
  }

  private void writeLatencies() throws IOException {
    try (PrintStream stream =
        new PrintStream(
            Files.newOutputStream(folder.resolve(AgentFolder.LATENCIES)),
            false,
            StandardCharsets.UTF_8)) {
      HistogramLogWriter writer = new HistogramLogWriter(stream);
      writer.setBaseTime(STARTED.toEpochMilli());
      writer.outputComment("[latencies in nanoseconds]");
      writer.outputLogFormatVersion();
      writer.outputStartTime(STARTED.toEpochMilli());
      writer.outputLegend();
      minutes.forEach(writer::outputIntervalHistogram);
    }
  }
}
