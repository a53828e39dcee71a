package io.ibench.workload;

/** What a step does with the tables of its plan. */
public enum TableUse {
  DROPS,
  CREATES,
  /** Fills tables that are there and empty. */
  LOADS,
  /** Needs the tables, whatever they hold. */
  INDEXES,
  /** Works on loaded data and changes it; what it does depends on the run's ordinal. */
  WRITES,
  /** Reads loaded data. */
  READS
}
