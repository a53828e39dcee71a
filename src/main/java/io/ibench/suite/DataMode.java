package io.ibench.suite;

/** Where the data of a cell comes from. */
public enum DataMode {
  /** Each cell initializes a server and runs the whole workload. */
  FRESH,
  /** The load runs once for all variants that share it, and each cell gets a copy. */
  COPY
}
