package io.ibench.workload;

import io.ibench.db.DatabaseException;
import java.util.Map;
import java.util.Optional;

/**
 * A dataset whose contents the engine records. Each change is recorded before the tables change, so
 * that a run that dies leaves "unknown", and nothing wrong. Thread-safe.
 */
public interface DataRegister extends Dataset {

  /**
   * A load begins. Called before the first row is written.
   *
   * @param loadMillis the time that loaded rows get
   */
  void loading(long loadMillis) throws DatabaseException;

  /**
   * The load is complete.
   *
   * @param totals of each table, by its name; empty when unknown
   */
  void loaded(Optional<Map<String, Map<String, Long>>> totals) throws DatabaseException;

  /**
   * A step begins to write. Called before its first write: from then on the totals are unknown, and
   * the run counts as one that worked on the data.
   */
  void working() throws DatabaseException;

  /**
   * A step has written, and the totals are known.
   *
   * @param totals of each table, by its name
   */
  void worked(Map<String, Map<String, Long>> totals) throws DatabaseException;
}
