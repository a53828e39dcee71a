package io.ibench.workload.linkbench;

import io.ibench.db.Table;
import io.ibench.workload.WorkloadCounters;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the tables must hold, from what they held at first and what workers say they did since.
 * Thread-safe in adding workers; read when they are done.
 */
final class GraphBooks {

  private static final String ROWS = "rows";
  private static final String VISIBLE = "visible";
  private static final String ADDED = "added";
  private static final String UNCERTAIN = "uncertain";

  /** Replaced when a worker comes, never changed. */
  private volatile WorkloadCounters[] workers = {};

  private volatile Optional<Start> start = Optional.empty();

  /** Totals before the workers of this run. */
  private record Start(long links, long visible, long nodes, long added, long uncertain) {}

  /** The load of this run is done. */
  synchronized void loaded(Degrees.Totals totals, long nodes) {
    start = Optional.of(new Start(totals.links(), totals.links(), nodes, 0, 0));
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
                  nodes.getOrDefault(ADDED, 0L),
                  links.getOrDefault(UNCERTAIN, 0L)));
    }
  }

  /** The data that the books were about is gone. */
  synchronized void clear() {
    start = Optional.empty();
    workers = new WorkloadCounters[0];
  }

  synchronized void add(WorkloadCounters worker) {
    WorkloadCounters[] more = Arrays.copyOf(workers, workers.length + 1);
    more[workers.length] = worker;
    workers = more;
  }

  private long sum(LinkBenchCounter tally) {
    long sum = 0;
    for (WorkloadCounters worker : workers) {
      sum += worker.get(tally.ordinal());
    }
    return sum;
  }

  /**
   * How many nodes were added so far, since the load. Any thread, at any time: takes no lock and
   * writes nothing that others read.
   */
  long nodesAdded() {
    return start.map(Start::added).orElse(0L) + sum(LinkBenchCounter.NODES_ADDED);
  }

  /** Whether the totals can be told: not when another run has left them unknown. */
  boolean knowsTotals() {
    return start.isPresent();
  }

  long linkRows() {
    return start.orElseThrow().links() + sum(LinkBenchCounter.LINKS_ADDED);
  }

  long visibleLinks() {
    return start.orElseThrow().visible()
        + sum(LinkBenchCounter.LINKS_ADDED)
        + sum(LinkBenchCounter.LINKS_SHOWN)
        - sum(LinkBenchCounter.LINKS_HIDDEN);
  }

  long nodeRows() {
    return start.orElseThrow().nodes()
        + sum(LinkBenchCounter.NODES_ADDED)
        - sum(LinkBenchCounter.NODES_DELETED);
  }

  /**
   * Nodes and links in the tables, while they are loaded and after; empty when another run has left
   * them unknown. Rows of counts are not among them: nobody knows how many requests have added. Any
   * thread, at any time, as {@link #nodesAdded}.
   */
  OptionalLong nodesAndLinks() {
    Optional<Start> known = start;
    if (known.isPresent()) {
      long added =
          sum(LinkBenchCounter.LINKS_ADDED)
              + sum(LinkBenchCounter.NODES_ADDED)
              - sum(LinkBenchCounter.NODES_DELETED);
      return OptionalLong.of(known.get().links() + known.get().nodes() + added);
    }
    long loaded = sum(LinkBenchCounter.LINKS_LOADED) + sum(LinkBenchCounter.NODES_LOADED);
    return loaded > 0 ? OptionalLong.of(loaded) : OptionalLong.empty();
  }

  /** By how much totals may differ, because nobody knows whether a write was committed. */
  long uncertain() {
    return start.map(Start::uncertain).orElse(0L) + sum(LinkBenchCounter.OUTCOME_UNKNOWN);
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
    nodes.put(ADDED, nodesAdded());
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
