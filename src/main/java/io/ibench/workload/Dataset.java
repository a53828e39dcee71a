package io.ibench.workload;

import io.ibench.db.DatabaseException;
import io.ibench.db.Table;
import java.util.Map;
import java.util.Optional;

/**
 * The tables of a plan during one run. A workload creates and drops its tables through this
 * interface, so that the table {@code ibench_tables} always describes what they hold; the engine
 * keeps the rest of it. Thread-safe; the methods that only read never wait for the database.
 */
public interface Dataset {

  /** How many runs worked on the data before this one; every worker's stream depends on it. */
  long ordinal();

  /** Whether the database keeps what is written, so that reads must find it. */
  default boolean keepsData() {
    return true;
  }

  /** The totals of each table by the table's name; empty unless those of all tables are known. */
  Optional<Map<String, Map<String, Long>>> totals();

  /** Creates a table. */
  void create(Table table) throws DatabaseException;

  /**
   * Creates a table in another way than {@link io.ibench.db.Database#create}.
   *
   * @param creation creates it
   */
  default void create(Table table, Change creation) throws DatabaseException {
    throw new UnsupportedOperationException("only ibench's own dataset takes the user's DDL");
  }

  /** A change of the schema. */
  interface Change {
    void make() throws DatabaseException;
  }

  /**
   * Drops a table, if it exists.
   *
   * @return whether it existed
   * @throws DatabaseException of kind DENIED for a table that ibench did not create, unless the
   *     user allows it
   */
  boolean drop(Table table) throws DatabaseException;

  /**
   * Drops a table, if it exists, in another way than {@link io.ibench.db.Database#drop}.
   *
   * @param removal drops it; it may fail with NOT_FOUND
   */
  default boolean drop(Table table, Change removal) throws DatabaseException {
    throw new UnsupportedOperationException("only ibench's own dataset takes the user's DDL");
  }
}
