package io.ibench.report.text;

import io.ibench.report.figures.Definition;
import java.util.Map;
import java.util.Optional;

/** The definitions of columns, which pages show as tooltips. */
public final class Tooltips {

  /** Columns that are no figures of docs/metrics.md. */
  private static final Map<String, String> OWN =
      Map.of(
          "verdict", "Whether the step's figures can be trusted; its reasons are above.",
          "rate_seconds", "The time in which the last of these rows were inserted. Unit: s.",
          "started", "When it began, in UTC.",
          "server_counters",
              "The server's own counter: its growth in this step, or the value at the end if it is"
                  + " a level.");

  /** Columns that docs/metrics.md defines under other keys. */
  private static final Map<String, String> DEFINED_AS =
      Map.of(
          "bucket", "bucket_share",
          "target", "target_ps",
          "reached", "actual_ps",
          "workers", "outages.workers",
          "operations_lost", "outages.operations_lost",
          "operations_in_stall", "stalls.operations");

  /** The unit of latencies in summary.json; tables show us or ms, whichever reads better. */
  private static final String MICROSECONDS = "us";

  private Tooltips() {}

  /** The definition of a column with its unit; empty for an empty key. */
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
    String unit = scaled ? "us or ms, as shown beside it" : definition.unit();
    return unit.isEmpty() ? definition.text() : definition.text() + " Unit: " + unit + ".";
  }
}
