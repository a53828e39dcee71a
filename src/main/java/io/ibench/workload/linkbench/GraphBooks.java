package io.ibench.workload.linkbench;

import io.ibench.workload.Tallies;
import java.util.Arrays;
import java.util.Optional;

/**
 * What the tables must hold, from what was loaded and what workers say they did. Thread-safe in
 * adding workers; read when they are done.
 */
final class GraphBooks {

  /** Replaced when a worker comes, never changed. */
  private volatile Tallies[] workers = {};

  private Optional<Degrees.Totals> loaded = Optional.empty();
  private long loadedNodes;

  /** The load is done. */
  void loaded(Degrees.Totals links, long nodes) {
    loaded = Optional.of(links);
    loadedNodes = nodes;
  }

  synchronized void add(Tallies worker) {
    Tallies[] more = Arrays.copyOf(workers, workers.length + 1);
    more[workers.length] = worker;
    workers = more;
  }

  private long sum(Tally tally) {
    long sum = 0;
    for (Tallies worker : workers) {
      sum += worker.get(tally.ordinal());
    }
    return sum;
  }

  /**
   * How many nodes this run has added so far. Any thread, at any time: takes no lock and writes
   * nothing that others read.
   */
  long nodesAdded() {
    return sum(Tally.NODES_ADDED);
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
