package io.ibench.workload;

/** What a step does with the tables of its plan. */
public enum TableUse {
  DROPS,
  CREATES,
  /** Fills existing, empty tables; a part of it is useless. */
  LOADS,
  /** Needs the tables, empty or not, and builds their secondary indexes. */
  INDEXES,
  /** Changes loaded data; what it does depends on the run's ordinal. */
  WRITES,
  /** Reads loaded data. */
  READS,
  /** Reads loaded data and checks it. */
  VERIFIES
}
