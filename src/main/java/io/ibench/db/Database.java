package io.ibench.db;

import java.util.List;

/** An open target. Thread-safe; owned by the run that opened it. */
public interface Database extends AutoCloseable {

  /** What this is and how it is set up, as the product itself says. */
  Description description();

  /** Opens a session. The caller closes it. */
  Session session() throws DatabaseException;

  /**
   * Opens a session for a worker's operations, which may be one that borrows its connections;
   * {@link #session} always has its own. The caller closes it.
   */
  default Session sessionForWorker() throws DatabaseException {
    return session();
  }

  boolean exists(String table) throws DatabaseException;

  /**
   * In what the table of this name is not this one, indexes among it, one line each, such as {@code
   * it has no column version}. Empty too when the product does not know.
   *
   * @throws DatabaseException of kind NOT_FOUND when there is no such table
   */
  List<String> differences(Table table) throws DatabaseException;

  /** Creates a table with its primary key and without its secondary indexes. */
  void create(Table table) throws DatabaseException;

  /** Creates one of the table's secondary indexes. */
  public void createIndex(Table table, Index index) throws DatabaseException;

  /** Creates several of the table's secondary indexes, together where the product is faster so. */
  default void createIndexes(Table table, List<Index> indexes) throws DatabaseException {
    for (Index index : indexes) {
      createIndex(table, index);
    }
  }

  void drop(String table) throws DatabaseException;

  /** Bytes that the given tables and their indexes take on disk now. */
  Size size(List<Table> tables) throws DatabaseException;

  /**
   * What the product counts by itself, the same names at every call; empty when it tells of
   * nothing. Cheap enough for every report period.
   */
  default List<ServerCounter> counters() throws DatabaseException {
    return List.of();
  }

  /**
   * What an expert would ask the product for before and after a step, such as its status, its
   * variables and its engines' statistics, each in the product's own words. One that cannot be had
   * says why in its text. Asked outside of any measurement; may take seconds.
   *
   * @param tables the workload's
   */
  default List<DiagnosticText> serverTexts(List<Table> tables) throws DatabaseException {
    return List.of();
  }

  /**
   * Begins to bring what was written to rest, as with checkpoints, compactions and fresh
   * statistics. The caller closes it, whatever happens: that restores what was changed.
   */
  default Quiescence quiesce(List<Table> tables) throws DatabaseException {
    return Quiescence.NOTHING_TO_DO;
  }

  /**
   * How the product would execute a command, in its own words, one line each.
   *
   * <p>Nothing is changed. An insert of several rows is explained as one of a single row.
   *
   * @param values of the command's parameters in order; an IN condition takes as many as it may
   *     have, and one of bytes takes one, which does not matter
   */
  default List<String> explain(Command command, List<Long> values) throws DatabaseException {
    return List.of(description().product() + " does not tell how it executes commands");
  }

  /** Whether what was written can be read again; otherwise there is nothing to verify. */
  boolean keepsData();

  /** Where the server and its files are, for the host's probes. */
  ServerLocation place();

  @Override
  void close() throws DatabaseException;
}
