package io.ibench.suite;

/** Where the data of a cell comes from. */
public enum DataMode {
  /** Each cell initializes a server and runs the whole workload. */
  FRESH,
  /** The load runs once for all variants that share it, and each cell gets a copy. */
  COPY,
  /** The load runs once, and one cell after the other goes on with the same data. */
  KEEP;

  /** Whether a load of its own makes the data of several cells. */
  boolean isShared() {
    return this != FRESH;
  }
}
