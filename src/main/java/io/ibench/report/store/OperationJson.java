package io.ibench.report.store;

import io.ibench.measure.LatencySummary;
import io.ibench.measure.OperationSummary;
import io.ibench.report.figures.RunInfo;
import io.ibench.report.figures.StoredObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Operations as they stand in summary.json. */
public final class OperationJson {

  private static final double NANOS_PER_MICRO = 1000;

  private final RunInfo run;

  OperationJson(RunInfo run) {
    this.run = run;
  }

  /** Operations over so many seconds. */
  List<Map<String, Object>> of(List<OperationSummary> operations, double seconds) {
    return operations.stream().map(operation -> operation(operation, seconds)).toList();
  }

  private Map<String, Object> operation(OperationSummary operation, double seconds) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", run.operations().get(operation.operation()));
    json.put("role", StoredObject.label(run.roles().get(operation.operation())));
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
    json.put("late", operation.late());
    json.put("per_second", seconds > 0 ? operation.count() / seconds : null);
    json.put("service", latency(operation.service()));
    json.put("response", latency(operation.response()));
    json.put("buckets", operation.buckets());
    json.put("pool_wait", operation.poolWait().map(OperationJson::latency).orElse(null));
    json.put("failed", operation.failed().map(OperationJson::latency).orElse(null));
    return json;
  }

  public static Map<String, Number> latency(LatencySummary nanos) {
    Map<String, Number> json = new LinkedHashMap<>();
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
}
