package io.ibench.workload.script;

/** How a statement changes rows, by its words. */
enum Change {
  NONE,
  /** The rows that it reports are inserted, or written in the place of older ones. */
  INSERT,
  /** The rows that it reports are deleted. */
  DELETE,
  /** It changes rows, and how many of them are inserted or deleted is unknown. */
  OTHER
}
