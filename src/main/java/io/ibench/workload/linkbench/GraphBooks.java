package io.ibench.workload.linkbench;

import io.ibench.workload.Tallies;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the tables must hold, from what was loaded and what workers say they did. Thread-safe in
 * adding workers; read when they are done.
 */
final class GraphBooks {

  private final List<Tallies> workers = new ArrayList<>();
  private Optional<Degrees.Totals> loaded = Optional.empty();
  private long loadedNodes;

  /** The load is done. */
  void loaded(Degrees.Totals links, long nodes) {
    loaded = Optional.of(links);
    loadedNodes = nodes;
  }

  synchronized void add(Tallies worker) {
    workers.add(worker);
  }

  private synchronized long sum(Tally tally) {
    return workers.stream().mapToLong(worker -> worker.get(tally.ordinal())).sum();
  }

  /** Whether the totals can be told: only when the tables were loaded in this run. */
  boolean knowsTotals() {
    return loaded.isPresent();
  }

  long linkRows() {
    return loaded.orElseThrow().links() + sum(Tally.LINKS_ADDED);
  }

  long visibleLinks() {
    return linkRows() + sum(Tally.LINKS_SHOWN) - sum(Tally.LINKS_HIDDEN);
  }

  long nodeRows() {
    return loadedNodes + sum(Tally.NODES_ADDED) - sum(Tally.NODES_DELETED);
  }

  /** By how much totals may differ, because nobody knows whether a write was committed. */
  long uncertain() {
    return sum(Tally.OUTCOME_UNKNOWN);
  }
}
