package io.ibench.workload;

import io.ibench.db.DatabaseException;
import io.ibench.db.Table;
import java.util.Map;
import java.util.Optional;

/**
 * The tables of a plan during one run. A workload creates, fills, changes and drops its tables
 * through this interface, so that the table {@code ibench_tables} always describes what they hold.
 * Thread-safe; the methods that only read never wait for the database.
 */
public interface Dataset {

  /** How many runs worked on the data before this one; every worker's stream depends on it. */
  long ordinal();

  /** The totals of each table by the table's name; empty unless those of all tables are known. */
  Optional<Map<String, Map<String, Long>>> totals();

  /** Creates a table. */
  void create(Table table) throws DatabaseException;

  /**
   * Drops a table, if it exists.
   *
   * @return whether it existed
   * @throws DatabaseException of kind DENIED for a table that ibench did not create, unless the
   *     user allows it
   */
  boolean drop(Table table) throws DatabaseException;

  /**
   * A load begins. Call it before the first row is written.
   *
   * @param loadMillis the time that loaded rows get
   */
  void loading(long loadMillis) throws DatabaseException;

  /**
   * The load is complete.
   *
   * @param totals of each table, by its name
   */
  void loaded(Map<String, Map<String, Long>> totals) throws DatabaseException;

  /**
   * A step begins to write. Call it before its first write: from then on the totals are unknown,
   * and the run counts as one that worked on the data.
   */
  void working() throws DatabaseException;

  /**
   * A step has written, and the outcome of all its writes is known.
   *
   * @param totals of each table, by its name
   */
  void worked(Map<String, Map<String, Long>> totals) throws DatabaseException;
}
