package io.ibench.workload.linkbench;

import io.ibench.db.Table;
import io.ibench.workload.table.CountedBooks;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The expected totals of the tables: what they held at first plus what workers have counted since.
 * Workers may be added by several threads; totals are exact when the workers are done.
 */
final class GraphBooks extends CountedBooks {

  private static final String ROWS = "rows";
  private static final String VISIBLE = "visible";
  private static final String ADDED = "added";
  private static final String UNCERTAIN = "uncertain";

  private volatile Optional<Start> start = Optional.empty();

  /** What the load of this run has written; 0 without one. */
  private volatile long loadedBytes;

  /** The nodes and links that an earlier process has loaded. */
  private volatile long foundByLoad;

  private volatile boolean continuesLoad;

  /** The totals before the workers of this run. */
  private record Start(long links, long visible, long nodes, long added, long uncertain) {}

  /** What the load inserts. */
  private final Degrees.Totals loads;

  private final long loadsNodes;

  GraphBooks(Degrees.Totals loads, long loadsNodes) {
    super(LinkBenchCounter.values().length);
    this.loads = loads;
    this.loadsNodes = loadsNodes;
  }

  @Override
  public synchronized void loaded() {
    loadedBytes = sum(LinkBenchCounter.ROW_BYTES_WRITTEN);
    start = Optional.of(new Start(loads.links(), loads.links(), loadsNodes, 0, 0));
  }

  /**
   * An earlier process has loaded a part of the rows.
   *
   * @param found the nodes and links that the tables have
   */
  synchronized void continueLoad(long found) {
    foundByLoad = found;
    continuesLoad = true;
  }

  @Override
  public synchronized void continueFrom(Map<String, Map<String, Long>> totals) {
    Map<String, Long> links = totals.getOrDefault(GraphTables.LINKS.name(), Map.of());
    Map<String, Long> nodes = totals.getOrDefault(GraphTables.NODES.name(), Map.of());
    if (links.keySet().containsAll(List.of(ROWS, VISIBLE)) && nodes.containsKey(ROWS)) {
      start =
          Optional.of(
              new Start(
                  Objects.requireNonNull(links.get(ROWS)),
                  Objects.requireNonNull(links.get(VISIBLE)),
                  nodes.get(ROWS),
                  nodes.getOrDefault(ADDED, 0L),
                  links.getOrDefault(UNCERTAIN, 0L)));
    }
  }

  /**
   * Begins anew with what the tables contain. Call it before workers are added.
   *
   * @param added nodes that were added since the load
   */
  synchronized void recounted(Recount found, long added) {
    super.clear();
    start = Optional.of(new Start(found.links(), found.visible(), found.nodes(), added, 0));
    continuesLoad = true;
  }

  @Override
  public synchronized void clear() {
    super.clear();
    loadedBytes = 0;
    start = Optional.empty();
  }

  /**
   * How many nodes were added since the load. Any thread, at any time; lock-free, and writes no
   * shared memory.
   */
  long nodesAdded() {
    return start.map(Start::added).orElse(0L) + sum(LinkBenchCounter.NODES_ADDED);
  }

  /** Whether the totals are known; an earlier run may have left them unknown. */
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
   * The nodes and links in the tables, during the load and after it; empty when unknown. Does not
   * include the rows of counts, as no counter knows how many of them requests have added. Any
   * thread, at any time, as {@link #nodesAdded}.
   */
  @Override
  public OptionalLong rows() {
    Optional<Start> known = start;
    if (known.isPresent()) {
      long added =
          sum(LinkBenchCounter.LINKS_ADDED)
              + sum(LinkBenchCounter.NODES_ADDED)
              - sum(LinkBenchCounter.NODES_DELETED);
      return OptionalLong.of(known.get().links() + known.get().nodes() + added);
    }
    long loaded =
        foundByLoad + sum(LinkBenchCounter.LINKS_LOADED) + sum(LinkBenchCounter.NODES_LOADED);
    return loaded > 0 ? OptionalLong.of(loaded) : OptionalLong.empty();
  }

  /**
   * The bytes of the values of all rows, from this run's load to the first request that changes a
   * row: nobody knows how long a replaced or deleted value was, nor how long the values are that an
   * earlier process has loaded. Any thread, at any time.
   */
  OptionalLong rowBytes() {
    long written = sum(LinkBenchCounter.ROW_BYTES_WRITTEN);
    long loaded = sum(LinkBenchCounter.NODES_LOADED) + sum(LinkBenchCounter.LINKS_LOADED);
    boolean loading = start.isEmpty() && loaded > 0;
    boolean asLoaded =
        loading || written == loadedBytes && sum(LinkBenchCounter.NODES_DELETED) == 0;
    return asLoaded && written > 0 && uncertain() == 0 && !continuesLoad
        ? OptionalLong.of(written)
        : OptionalLong.empty();
  }

  /** The tolerance of the totals: the number of writes with an unknown outcome. */
  long uncertain() {
    return start.map(Start::uncertain).orElse(0L) + sum(LinkBenchCounter.OUTCOME_UNKNOWN);
  }

  @Override
  public Optional<Map<String, Map<String, Long>>> totals() {
    if (!knowsTotals()) {
      return Optional.empty();
    }
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
    return Optional.of(totals);
  }
}
