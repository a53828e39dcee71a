package io.ibench.workload.linkbench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The counters of workers: changes, for verification, and rows found. */
enum LinkBenchCounter {
  NODES_LOADED,
  LINKS_LOADED,
  /** Rows of any table that the verification has read. */
  ROWS_VERIFIED,
  /** Link rows that did not exist before. */
  LINKS_ADDED,
  /** Hidden links that became visible. */
  LINKS_SHOWN,
  /** Visible links that became hidden. */
  LINKS_HIDDEN,
  NODES_ADDED,
  NODES_DELETED,
  /**
   * ADD_LINK operations that found a link, hidden or not, and replaced it; and those that did not.
   */
  ADD_LINK_FOUND,
  ADD_LINK_INSERTED,
  /** UPDATE_LINK operations that found a link, hidden or not; and those that added it. */
  UPDATE_LINK_FOUND,
  UPDATE_LINK_INSERTED,
  /** DELETE_LINK operations that found a link, hidden or not; and those that did not. */
  DELETE_LINK_FOUND,
  DELETE_LINK_MISSED,
  /** Ids that MULTIGET_LINK asked for and found, hidden or not; and those that it did not. */
  MULTIGET_LINK_FOUND,
  MULTIGET_LINK_MISSED,
  GET_NODE_FOUND,
  GET_NODE_MISSED,
  /** GET_LINKS_LIST operations that continued an earlier list. */
  HISTORY_QUERIES,
  /** Writes with an unknown outcome. */
  OUTCOME_UNKNOWN;

  static List<String> names() {
    return Arrays.stream(values()).map(tally -> tally.name().toLowerCase(Locale.ROOT)).toList();
  }
}
