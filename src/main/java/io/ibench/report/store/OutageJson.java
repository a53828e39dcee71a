package io.ibench.report.store;

import io.ibench.measure.Outage;
import io.ibench.measure.Outages;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Outages as they stand in summary.json. */
final class OutageJson {

  private static final double NANOS_PER_SECOND = 1e9;

  private OutageJson() {}

  /** Null when there was none. */
  static Map<String, Object> of(Outages outages) {
    if (outages.count() == 0) {
      return null; // The JSON null of a figure that does not exist.
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("count", outages.count());
    json.put("seconds", outages.nanos() / NANOS_PER_SECOND);
    json.put("operations_lost", outages.operationsLost());
    json.put("first", outages.first().stream().map(OutageJson::one).toList());
    return json;
  }

  private static Map<String, Object> one(Outage outage) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("started", Instant.ofEpochMilli(outage.startEpochMillis()).toString());
    json.put("seconds", outage.nanos() / NANOS_PER_SECOND);
    json.put("workers", outage.workers());
    json.put("operations_lost", outage.operationsLost());
    json.put("cause", outage.cause());
    return json;
  }
}
