package io.ibench.workload.table;

import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What the tables of a run must hold. Thread-safe; exact when the workers are done. */
public interface TableBooks {

  /** The tables are gone, or new and empty. */
  void clear();

  /** The load is complete. */
  void loaded();

  /** Continues from the {@link #totals} of an earlier run. */
  void continueFrom(Map<String, Map<String, Long>> totals);

  /** As {@link WorkloadRun#totals}. */
  Optional<Map<String, Map<String, Long>>> totals();

  /** The rows of all tables, during the load and after it. Any thread, at any time. */
  OptionalLong rows();

  /**
   * Adds what workers count, here or in another process.
   *
   * @param totals from {@link WorkloadRun#totalsOf}
   */
  void add(int totals, WorkloadCounters counted);
}
