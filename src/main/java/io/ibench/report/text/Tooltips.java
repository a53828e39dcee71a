package io.ibench.report.text;

import io.ibench.report.figures.Definition;
import java.util.Map;
import java.util.Optional;

/** What columns are that are no figures of docs/metrics.md, and where those are told. */
public final class Tooltips {

  private static final Map<String, String> OWN =
      Map.of(
          "verdict", "Whether the step's figures can be trusted; its reasons are above.",
          "rate_seconds", "The time in which the last of them were inserted. Unit: s.",
          "started", "When it began, in UTC.",
          "server_counters",
              "What the server counted in this step: of what counts up the growth, of levels the"
                  + " value at the end.");

  /** Columns that are called otherwise where figures are defined. */
  private static final Map<String, String> DEFINED_AS =
      Map.of(
          "bucket", "bucket_share",
          "target", "target_ps",
          "reached", "actual_ps",
          "workers", "outages.workers",
          "operations_lost", "outages.operations_lost");

  /** Of latencies, which are shown in what they are read in best. */
  private static final String MICROSECONDS = "us";

  private Tooltips() {}

  /** With its unit; empty where there is nothing to say. */
  public static String of(String key) {
    if (key.isEmpty()) {
      return "";
    }
    return Optional.ofNullable(OWN.get(key))
        .or(() -> Definition.of(DEFINED_AS.getOrDefault(key, key)).map(Tooltips::text))
        .orElse("The figure " + key + " of docs/metrics.md.");
  }

  private static String text(Definition definition) {
    boolean scaled = definition.unit().equals(MICROSECONDS);
    String unit = scaled ? "us or ms, as it is told beside it" : definition.unit();
    return unit.isEmpty() ? definition.text() : definition.text() + " Unit: " + unit + ".";
  }
}
