package io.ibench.report.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.ibench.measure.BoundaryMetric;
import io.ibench.measure.Buckets;
import io.ibench.measure.FirstFailure;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepResult;
import io.ibench.report.figures.FigureMap;
import io.ibench.report.figures.Outcomes;
import io.ibench.report.figures.RowRates;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.RunState;
import io.ibench.report.figures.ServerCounters;
import io.ibench.report.figures.StoredObject;
import io.ibench.report.figures.TargetRates;
import io.ibench.verdict.Conditions;
import io.ibench.verdict.Drift;
import io.ibench.verdict.Judge;
import io.ibench.verdict.Judgement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** summary.json and run.json: pure functions of what was measured. The shape has a version. */
public final class SummaryJson {

  private static final double NANOS_PER_MICRO = 1000;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final RunInfo run;
  private final OperationJson operations;
  private final ClientJson clients;
  private final Judge judge;

  public SummaryJson(RunInfo run) {
    this.run = run;
    this.operations = new OperationJson(run);
    this.clients = new ClientJson(run);
    this.judge = new Judge(new Conditions(run.roles(), run.serverPlace()));
  }

  /** Everything known before the first operation. */
  String runJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", RunReport.SCHEMA);
    json.putAll(runFields());
    json.put("workload", run.workload());
    json.put("database", run.database().json());
    json.put("settings", settings());
    json.put("host", run.host());
    json.put("steps", run.steps());
    json.put("operations", run.operations());
    json.put("data", dataFields());
    return text(json);
  }

  private Map<String, Object> dataFields() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("ordinal", run.data().ordinal());
    json.put("loaded_by", run.data().loadedBy().orElse(null));
    json.put("settings", run.data().settings());
    json.put("as_is", run.data().asIs());
    return json;
  }

  private Map<String, Object> runFields() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", run.id());
    json.put("started", Instant.ofEpochMilli(run.startEpochMillis()).toString());
    json.put("seed", run.seed());
    json.put("versions", run.versions());
    return json;
  }

  private List<Map<String, Object>> settings() {
    List<Map<String, Object>> list = new ArrayList<>();
    for (RunInfo.Setting setting : run.settings()) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("name", setting.name());
      json.put("value", setting.value());
      json.put("origin", setting.origin());
      list.add(json);
    }
    return list;
  }

  /** The results of steps that are over. */
  public String summaryJson(
      List<StepResult> results, boolean ended, RunInfo.Books books, List<RowRates.Rate> rates) {
    return summaryJson(results, Optional.empty(), ended, books, rates);
  }

  /**
   * The results so far.
   *
   * @param running a step that is not over, so far
   * @param ended whether the run is over
   * @param books what the tables hold after the last of the results
   * @param rates the insert rates over rows
   */
  public String summaryJson(
      List<StepResult> results,
      Optional<StepResult> running,
      boolean ended,
      RunInfo.Books books,
      List<RowRates.Rate> rates) {
    List<StepResult> all = new ArrayList<>(results);
    running.ifPresent(all::add);
    List<Judgement> judgements = results.stream().map(judge::of).toList();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", RunReport.SCHEMA);
    json.put("workload", run.workload());
    json.put("database", run.database().json());
    Map<String, Object> runJson = runFields();
    runJson.put("steps", run.steps());
    runJson.put("state", Outcomes.state(run, results, ended).label());
    runJson.put("absent", Outcomes.absent(run, all));
    json.put("run", runJson);
    Map<String, Object> data = dataFields();
    data.put("runs_served", books.runsServed());
    data.put("totals", books.totals().orElse(null));
    json.put("data", data);
    json.put("steps", steps(results, judgements, running));
    json.put("rate_rows", run.rateRows().isPresent() ? run.rateRows().getAsLong() : null);
    json.put("row_rates", rates.stream().map(SummaryJson::rate).toList());
    Optional<Judgement> whole =
        ended ? Optional.of(judge.ofRun(results, run.steps())) : Optional.empty();
    json.put("verdict", whole.map(Judgement::verdict).map(StoredObject::label).orElse(null));
    json.put("reasons", whole.map(Judgement::reasons).orElse(List.of()));
    return text(json);
  }

  private List<Map<String, Object>> steps(
      List<StepResult> results, List<Judgement> judgements, Optional<StepResult> running) {
    List<Map<String, Object>> steps = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      Judgement judgement = judgements.get(i);
      Map<String, Object> step =
          step(before(results, i), results.get(i), Outcomes.state(results.get(i)));
      step.put("verdict", StoredObject.label(judgement.verdict()));
      step.put("reasons", judgement.reasons());
      step.put("remarks", judgement.remarks());
      step.put("drift", Drift.sentences(results.get(i), run.roles()));
      steps.add(step);
    }
    running.ifPresent(step -> steps.add(running(before(results, results.size()), step)));
    return steps;
  }

  private static Optional<StepResult> before(List<StepResult> results, int step) {
    return step == 0 ? Optional.empty() : Optional.of(results.get(step - 1));
  }

  /** Judged is only what is over. */
  private Map<String, Object> running(Optional<StepResult> before, StepResult soFar) {
    Map<String, Object> step = step(before, soFar, RunState.RUNNING);
    step.put("verdict", null);
    List.of("reasons", "remarks", "drift").forEach(key -> step.put(key, List.of()));
    return step;
  }

  private static Map<String, Object> rate(RowRates.Rate rate) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rows_inserted", rate.rowsInserted());
    json.put("step", rate.step());
    json.put("time", Instant.ofEpochMilli(rate.epochMillis()).toString());
    json.put("seconds", rate.seconds());
    json.put("rows_ps", rate.rowsPerSecond());
    return json;
  }

  private Map<String, Object> step(Optional<StepResult> before, StepResult result, RunState state) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", result.step().name());
    json.put("like", result.step().like().orElse(null));
    json.put("kind", result.step().kind());
    json.put("repeat", result.step().repeat());
    json.put("repeats", result.step().repeats());
    json.put("threads", result.step().threads());
    json.put("unit", StoredObject.label(result.step().unit()));
    json.put("paced", result.step().paced());
    json.put("state", state.label());
    json.putAll(period(result, result.whole()));
    json.put("before", before.flatMap(last -> BetweenSteps.json(last, result, run)).orElse(null));
    json.put("targets", TargetRates.json(result, run));
    json.put("bucket_edges_us", edgesMicros());
    json.put("clients", clients.of(result));
    json.put(
        "periods",
        result.periods().stream()
            .map(
                period -> {
                  Map<String, Object> row = period(result, period);
                  row.put("partial", period.partial());
                  return row;
                })
            .toList());
    json.put("facts", result.facts());
    json.put("problems", result.problems());
    json.put("interrupted", result.interrupted());
    json.put("failure", result.failure().orElse(null));
    json.put("workers_lost", result.workersLost());
    json.put(
        "first_failures",
        result.firstFailures().stream().map(failure -> failure(result, failure)).toList());
    return json;
  }

  private Map<String, Object> failure(StepResult result, FirstFailure failure) {
    long nanos = failure.nanos() - result.whole().startNanos();
    long epochMillis = result.whole().startEpochMillis() + TimeUnit.NANOSECONDS.toMillis(nanos);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("kind", run.failureKinds().get(failure.kind()));
    json.put("operation", run.operations().get(failure.operation()));
    json.put("time", Instant.ofEpochMilli(epochMillis).toString());
    json.put("seconds", nanos / NANOS_PER_SECOND);
    json.put("text", failure.text());
    return json;
  }

  private static List<Double> edgesMicros() {
    return Arrays.stream(Buckets.edgesNanos()).mapToObj(nanos -> nanos / NANOS_PER_MICRO).toList();
  }

  private Map<String, Object> period(StepResult result, PeriodResult period) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("started", Instant.ofEpochMilli(period.startEpochMillis()).toString());
    json.putAll(FigureMap.of(result, period, run));
    json.put("size_source", period.end().sources().get(BoundaryMetric.SIZE));
    json.put("outages", OutageJson.of(period.outages()));
    Map<String, Object> tallies = new LinkedHashMap<>();
    for (int i = 0; i < run.tallies().size(); i++) {
      tallies.put(run.tallies().get(i), period.tallies()[i]);
    }
    json.put("tallies", tallies);
    Map<String, Long> counters = ServerCounters.of(period);
    json.put(BoundaryMetric.SERVER_COUNTERS, counters.isEmpty() ? null : counters);
    json.put("operations", operations.of(period.operations(), period.seconds()));
    return json;
  }

  private static String text(Map<String, Object> json) {
    try {
      return MAPPER.writeValueAsString(json) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("maps of numbers and text always have a JSON form", e);
    }
  }
}
