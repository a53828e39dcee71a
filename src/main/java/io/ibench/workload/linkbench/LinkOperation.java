package io.ibench.workload.linkbench;

import java.util.Arrays;
import java.util.List;

/** LinkBench's operations, with LinkBench's names; the ordinal is the operation's number. */
enum LinkOperation {
  ADD_NODE,
  UPDATE_NODE,
  DELETE_NODE,
  GET_NODE,
  ADD_LINK,
  DELETE_LINK,
  UPDATE_LINK,
  COUNT_LINK,
  MULTIGET_LINK,
  GET_LINKS_LIST,
  LOAD_NODE_BULK,
  LOAD_LINKS_BULK,
  LOAD_COUNTS_BULK;

  /** The number of operations of requests: the first ten. */
  static final int REQUESTS = 10;

  /** Whether it inserts rows of a load. */
  boolean isLoad() {
    return ordinal() >= REQUESTS;
  }

  /** Whether it changes no row. */
  boolean isRead() {
    return switch (this) {
      case GET_NODE, COUNT_LINK, MULTIGET_LINK, GET_LINKS_LIST -> true;
      default -> false;
    };
  }

  static List<String> names() {
    return Arrays.stream(values()).map(Enum::name).toList();
  }
}
