package io.ibench.workload.linkbench;

import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.table.CounterSet;
import java.util.Arrays;

/** The counters of workers: changes, for verification, and rows found. */
enum LinkBenchCounter {
  NODES_LOADED("nodes that the load has inserted"),
  LINKS_LOADED("links that the load has inserted"),
  ROWS_VERIFIED("rows of any table that the verification has read"),
  LINKS_ADDED("link rows that did not exist before"),
  LINKS_SHOWN("hidden links that became visible"),
  LINKS_HIDDEN("visible links that became hidden"),
  NODES_ADDED("nodes that requests have inserted"),
  NODES_DELETED("nodes that requests have deleted"),
  ADD_LINK_FOUND("ADD_LINK operations that found a link, hidden or not, and replaced it"),
  ADD_LINK_INSERTED("ADD_LINK operations that found no link"),
  UPDATE_LINK_FOUND("UPDATE_LINK operations that found a link, hidden or not"),
  UPDATE_LINK_INSERTED("UPDATE_LINK operations that found no link and added it"),
  DELETE_LINK_FOUND("DELETE_LINK operations that found a link, hidden or not"),
  DELETE_LINK_MISSED("DELETE_LINK operations that found no link"),
  MULTIGET_LINK_FOUND("ids that MULTIGET_LINK asked for and found, hidden or not"),
  MULTIGET_LINK_MISSED("ids that MULTIGET_LINK asked for and did not find"),
  GET_NODE_FOUND("GET_NODE operations that found a node"),
  GET_NODE_MISSED("GET_NODE operations that found no node"),
  HISTORY_QUERIES("GET_LINKS_LIST operations that continued an earlier list"),
  OUTCOME_UNKNOWN("writes with an unknown outcome"),
  ROW_BYTES_WRITTEN(WorkloadCounter.rowBytesWritten().definition());

  static final CounterSet SET =
      new CounterSet(Arrays.stream(values()).map(LinkBenchCounter::counter).toList());

  private final String definition;

  LinkBenchCounter(String definition) {
    this.definition = definition;
  }

  /** The load's rate counts links, and nodes too. */
  private WorkloadCounter counter() {
    WorkloadCounter counter = WorkloadCounter.of(CounterSet.label(this), definition);
    return switch (this) {
      case NODES_LOADED -> counter.withRate("nodes_ps");
      case LINKS_LOADED -> counter.withRate("links_ps");
      default -> counter;
    };
  }
}
