package io.ibench.workload;

/** What a step does with the tables of its plan. */
public enum TableUse {
  DROPS,
  CREATES,
  /** Fills existing, empty tables. */
  LOADS,
  /** Needs the tables, empty or not. */
  INDEXES,
  /** Changes loaded data; what it does depends on the run's ordinal. */
  WRITES,
  /** Reads loaded data. */
  READS
}
