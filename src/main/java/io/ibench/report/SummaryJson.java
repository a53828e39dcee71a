package io.ibench.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.ibench.measure.LatencySummary;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** summary.json and run.json: pure functions of what was measured. The shape has a version. */
final class SummaryJson {

  private static final double NANOS_PER_MICRO = 1000;
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final RunInfo run;

  SummaryJson(RunInfo run) {
    this.run = run;
  }

  /** Everything known before the first operation. */
  String runJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", RunReport.SCHEMA);
    json.putAll(runFields());
    json.put("workload", run.workload());
    json.put("database", run.database());
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

  /**
   * The results so far.
   *
   * @param ended whether the run is over
   * @param books what the tables hold after the last of the results
   */
  String summaryJson(List<StepResult> results, boolean ended, RunInfo.Books books) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("schema", RunReport.SCHEMA);
    json.put("workload", run.workload());
    json.put("database", run.database());
    Map<String, Object> runJson = runFields();
    runJson.put("steps", run.steps());
    runJson.put("state", Outcomes.state(run, results, ended).label());
    runJson.put("absent", Outcomes.absent(results));
    json.put("run", runJson);
    Map<String, Object> data = dataFields();
    data.put("runs_served", books.runsServed());
    data.put("totals", books.totals().orElse(null));
    json.put("data", data);
    json.put("steps", results.stream().map(this::step).toList());
    json.put("verdict", null);
    return text(json);
  }

  private Map<String, Object> step(StepResult result) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", result.step().name());
    json.put("like", result.step().like().orElse(null));
    json.put("kind", result.step().kind());
    json.put("repeat", result.step().repeat());
    json.put("repeats", result.step().repeats());
    json.put("threads", result.step().threads());
    json.put("unit", StoredObject.label(result.step().unit()));
    json.put("paced", result.step().paced());
    json.put("state", Outcomes.state(result).label());
    json.putAll(period(result, result.whole()));
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
    json.put("verdict", null);
    json.put("reasons", List.of());
    return json;
  }

  private Map<String, Object> period(StepResult result, PeriodResult period) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("started", Instant.ofEpochMilli(period.startEpochMillis()).toString());
    json.putAll(FigureMap.of(result, period, run));
    json.put("size_source", period.end().sources().get(FigureMap.SIZE_METRIC));
    json.put("outages", OutageJson.of(period.outages()));
    Map<String, Object> tallies = new LinkedHashMap<>();
    for (int i = 0; i < run.tallies().size(); i++) {
      tallies.put(run.tallies().get(i), period.tallies()[i]);
    }
    json.put("tallies", tallies);
    json.put(
        "operations",
        period.operations().stream()
            .map(operation -> operation(operation, period.seconds()))
            .toList());
    return json;
  }

  private Map<String, Object> operation(OperationSummary operation, double seconds) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", run.operations().get(operation.operation()));
    json.put("count", operation.count());
    json.put("rows", operation.rows());
    Map<String, Object> errors = new LinkedHashMap<>();
    for (int kind = 0; kind < operation.failures().size(); kind++) {
      if (operation.failures().get(kind) > 0) {
        errors.put(run.failureKinds().get(kind), operation.failures().get(kind));
      }
    }
    json.put("errors", errors);
    json.put("retries", operation.retries());
    json.put("unstarted", operation.unstarted());
    json.put("abandoned", operation.abandoned());
    json.put("clamped", operation.clamped());
    json.put("per_second", seconds > 0 ? operation.count() / seconds : null);
    json.put("service", latency(operation.service()));
    json.put("response", latency(operation.response()));
    json.put("pool_wait", operation.poolWait().map(SummaryJson::latency).orElse(null));
    json.put("failed", operation.failed().map(SummaryJson::latency).orElse(null));
    return json;
  }

  private static Map<String, Object> latency(LatencySummary nanos) {
    Map<String, Object> json = new LinkedHashMap<>();
    boolean empty = nanos.count() == 0;
    json.put("mean_us", empty ? null : nanos.meanNanos() / NANOS_PER_MICRO);
    json.put("p50_us", empty ? null : nanos.p50Nanos() / NANOS_PER_MICRO);
    json.put("p95_us", empty ? null : nanos.p95Nanos() / NANOS_PER_MICRO);
    json.put("p99_us", empty ? null : nanos.p99Nanos() / NANOS_PER_MICRO);
    json.put("p999_us", empty ? null : nanos.p999Nanos() / NANOS_PER_MICRO);
    json.put("p9999_us", empty ? null : nanos.p9999Nanos() / NANOS_PER_MICRO);
    json.put("max_us", empty ? null : nanos.maxNanos() / NANOS_PER_MICRO);
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
