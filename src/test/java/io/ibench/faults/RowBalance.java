package io.ibench.faults;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The rows of a table, or of several alike, against those that the server has acknowledged.
 *
 * @param acknowledged inserts less deletes
 * @param uncertain writes of which the run says that nobody knows whether they were committed
 */
record RowBalance(String tables, long acknowledged, long uncertain, long found) {

  /** Counts the rows of a table. */
  interface Counter {
    OptionalLong rows(String table) throws Exception;
  }

  /**
   * Balances a run by the counters in its summary, which count what was acknowledged.
   *
   * @param inFlight rows that deletes may have removed when the run ended before its time
   * @return empty if nobody can count
   */
  static List<RowBalance> of(TestedStep step, JsonNode summary, long inFlight, Counter counter)
      throws Exception {
    List<RowBalance> balances = new ArrayList<>();
    if (step.clients() == 0) {
      long unknown = sum(summary, "outcome_unknown") + inFlight;
      long nodes =
          sum(summary, "nodes_loaded")
              + sum(summary, "nodes_added")
              - sum(summary, "nodes_deleted");
      long links = sum(summary, "links_loaded") + sum(summary, "links_added");
      add(balances, "nodetable", nodes, unknown, counter.rows("nodetable"));
      add(balances, "linktable", links, unknown, counter.rows("linktable"));
      return balances;
    }
    long found = 0;
    for (int client = 1; client <= step.clients(); client++) {
      OptionalLong rows = counter.rows("pi" + client);
      if (rows.isEmpty()) {
        return List.of();
      }
      found += rows.getAsLong();
    }
    add(
        balances,
        "pi1 to pi" + step.clients(),
        sum(summary, "rows_inserted") - sum(summary, "rows_deleted"),
        sum(summary, "rows_inserted_unknown") + sum(summary, "rows_deleted_unknown") + inFlight,
        OptionalLong.of(found));
    return balances;
  }

  private static void add(
      List<RowBalance> balances,
      String table,
      long acknowledged,
      long uncertain,
      OptionalLong found) {
    found.ifPresent(rows -> balances.add(new RowBalance(table, acknowledged, uncertain, rows)));
  }

  private static long sum(JsonNode summary, String tally) {
    long sum = 0;
    for (JsonNode step : summary.path("steps")) {
      sum += step.path("tallies").path(tally).asLong();
    }
    return sum;
  }

  /** How many acknowledged rows are missing at least. */
  long lost() {
    return Math.max(0, acknowledged - uncertain - found);
  }

  /** How many rows are there that nobody has acknowledged, at least. */
  long tooMany() {
    return Math.max(0, found - acknowledged - uncertain);
  }
}
