package io.ibench.workload.linkbench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What workers count beside operations: what they changed, for verification, and what they met. */
enum Tally {
  LINKS_LOADED,
  /** Rows of any table that a verification has read. */
  ROWS_VERIFIED,
  /** Link rows that did not exist before. */
  LINKS_ADDED,
  /** Hidden links that became visible. */
  LINKS_SHOWN,
  /** Visible links that became hidden. */
  LINKS_HIDDEN,
  NODES_ADDED,
  NODES_DELETED,
  /** UPDATE_LINK operations that found no link and added it. */
  UPDATE_LINK_INSERTED,
  /** GET_LINKS_LIST operations that paged further back. */
  HISTORY_QUERIES,
  /** Writes of which nobody knows whether they were committed. */
  OUTCOME_UNKNOWN;

  static List<String> names() {
    return Arrays.stream(values()).map(tally -> tally.name().toLowerCase(Locale.ROOT)).toList();
  }
}
