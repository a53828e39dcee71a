package io.ibench.workload.linkbench;

import io.ibench.db.Table;
import io.ibench.workload.Tallies;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the tables must hold, from what they held at first and what workers say they did since.
 * Thread-safe in adding workers; read when they are done.
 */
final class GraphBooks {

  private static final String ROWS = "rows";
  private static final String VISIBLE = "visible";
  private static final String UNCERTAIN = "uncertain";

  private final List<Tallies> workers = new ArrayList<>();
  private Optional<Start> start = Optional.empty();

  /** Totals before the workers of this run. */
  private record Start(long links, long visible, long nodes, long uncertain) {}

  /** The load of this run is done. */
  synchronized void loaded(Degrees.Totals totals, long nodes) {
    start = Optional.of(new Start(totals.links(), totals.links(), nodes, 0));
  }

  /** Goes on from what an earlier run has booked, by table. */
  synchronized void continueFrom(Map<String, Map<String, Long>> totals) {
    Map<String, Long> links = totals.getOrDefault(GraphTables.LINKS.name(), Map.of());
    Map<String, Long> nodes = totals.getOrDefault(GraphTables.NODES.name(), Map.of());
    if (links.keySet().containsAll(List.of(ROWS, VISIBLE)) && nodes.containsKey(ROWS)) {
      start =
          Optional.of(
              new Start(
                  links.get(ROWS),
                  links.get(VISIBLE),
                  nodes.get(ROWS),
                  links.getOrDefault(UNCERTAIN, 0L)));
    }
  }

  /** The data that the books were about is gone. */
  synchronized void clear() {
    start = Optional.empty();
    workers.clear();
  }

  synchronized void add(Tallies worker) {
    workers.add(worker);
  }

  private synchronized long sum(Tally tally) {
    return workers.stream().mapToLong(worker -> worker.get(tally.ordinal())).sum();
  }

  /** Whether the totals can be told: not when another run has left them unknown. */
  boolean knowsTotals() {
    return start.isPresent();
  }

  long linkRows() {
    return start.orElseThrow().links() + sum(Tally.LINKS_ADDED);
  }

  long visibleLinks() {
    return start.orElseThrow().visible()
        + sum(Tally.LINKS_ADDED)
        + sum(Tally.LINKS_SHOWN)
        - sum(Tally.LINKS_HIDDEN);
  }

  long nodeRows() {
    return start.orElseThrow().nodes() + sum(Tally.NODES_ADDED) - sum(Tally.NODES_DELETED);
  }

  /** By how much totals may differ, because nobody knows whether a write was committed. */
  long uncertain() {
    return start.map(Start::uncertain).orElse(0L) + sum(Tally.OUTCOME_UNKNOWN);
  }

  /**
   * By table, for a later run; {@link #continueFrom} understands it. Call when totals are known.
   */
  Map<String, Map<String, Long>> totals() {
    Map<String, Long> links = new LinkedHashMap<>();
    links.put(ROWS, linkRows());
    links.put(VISIBLE, visibleLinks());
    Map<String, Long> nodes = new LinkedHashMap<>();
    nodes.put(ROWS, nodeRows());
    if (uncertain() > 0) {
      links.put(UNCERTAIN, uncertain());
      nodes.put(UNCERTAIN, uncertain());
    }
    Map<String, Map<String, Long>> totals = new LinkedHashMap<>();
    for (Table table : GraphTables.ALL) {
      totals.put(table.name(), Map.of());
    }
    totals.put(GraphTables.LINKS.name(), links);
    totals.put(GraphTables.NODES.name(), nodes);
    return totals;
  }
}
