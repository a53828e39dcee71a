package io.ibench.db;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** An open database. Thread-safe; owned by the run that opened it. */
public interface Database extends AutoCloseable {

  /** Product, version and configuration, as the product reports them. */
  Description description();

  /**
   * Called when a run that writes is about to begin, has no session open yet, and has not shown its
   * {@link #description}: the database may try its product out on a table of its own, which it
   * drops again. It never fails; what could not be tried is a warning of the description.
   */
  default void beforeWrites() {}

  /** Opens a session. The caller closes it. */
  Session session() throws DatabaseException;

  /**
   * Opens a session for a worker's operations. It may borrow its connections; one from {@link
   * #session} has its own. The caller closes it.
   */
  default Session sessionForWorker() throws DatabaseException {
    return session();
  }

  boolean exists(String table) throws DatabaseException;

  /**
   * Compares the existing table of this name with this one, including indexes. Returns one line per
   * difference, such as {@code it has no column version}; an empty list also when the product does
   * not know.
   *
   * @throws DatabaseException of kind NOT_FOUND when there is no such table
   */
  List<String> differences(Table table) throws DatabaseException;

  /** Creates a table with its primary key and without its secondary indexes. */
  void create(Table table) throws DatabaseException;

  /** Creates one of the table's secondary indexes. */
  void createIndex(Table table, Index index) throws DatabaseException;

  /** Creates several secondary indexes, in one statement where that is faster. */
  default void createIndexes(Table table, List<Index> indexes) throws DatabaseException {
    for (Index index : indexes) {
      createIndex(table, index);
    }
  }

  void drop(String table) throws DatabaseException;

  /**
   * Executes a statement of the product's own language that changes the schema, and may take hours.
   * Another thread ends it by {@link #close}.
   *
   * @throws DatabaseException of kind FATAL where {@link Adapter#language} is empty
   */
  default void execute(String statement) throws DatabaseException {
    throw new DatabaseException(
        FailureKind.FATAL, "the database takes no statements in a language of its own");
  }

  /** The current size on disk of the given tables with their indexes. */
  Size size(List<Table> tables) throws DatabaseException;

  /**
   * The product's own counters, with the same names at every call; empty when it has none. Cheap
   * enough to call in every report period.
   */
  default List<ServerCounter> counters() throws DatabaseException {
    return List.of();
  }

  /**
   * The twenty {@link #counters} that explain most of what the product does, the most telling
   * first; a version may lack some.
   */
  default List<MainCounter> mainCounters() throws DatabaseException {
    return List.of();
  }

  /**
   * Texts for experts, read before and after a step, such as status, variables and statistics of
   * engines, in the product's own words. A text that is not available contains the reason instead.
   * Called outside of measurements; may take seconds.
   *
   * @param tables the workload's
   */
  default List<DiagnosticText> diagnostics(List<Table> tables) throws DatabaseException {
    return List.of();
  }

  /**
   * Tells what sessions wait for, up to 20 times a second; empty for a product that does not tell
   * it, or not without a change of its settings.
   */
  default Optional<WaitStates> waitStates() throws DatabaseException {
    return Optional.empty();
  }

  /**
   * Texts for experts, read while operations wait: the sessions with their statements, the locks
   * and transactions, the status of engines. Statements of other users are not shown. May wait as
   * long as the server does, and keeps no connection that other methods need. Without a product's
   * own answer, the texts of {@link #diagnostics}.
   *
   * @param tables the workload's
   */
  default List<DiagnosticText> stallDiagnostics(List<Table> tables) throws DatabaseException {
    return diagnostics(tables);
  }

  /**
   * Starts background work that the writes have left to do, such as checkpoints, compactions and
   * statistics. The caller closes it in any case: that restores changed settings.
   */
  default Quiescence quiesce(List<Table> tables) throws DatabaseException {
    return Quiescence.NOTHING_TO_DO;
  }

  /**
   * Does work on the tables' files, and returns when it is done.
   *
   * @return what was done, one line each; empty: the product does no such work on request
   */
  default List<String> maintain(Maintenance work, List<Table> tables) throws DatabaseException {
    return List.of();
  }

  /**
   * The product's plan for a command, in its own words, one element per line.
   *
   * <p>Executes and changes nothing. An insert of several rows is explained as one of a single row.
   * The number of values is checked first, without the database; then a missing table or index is
   * NOT_FOUND.
   *
   * @param values the command's parameters in order; an IN condition takes its maximum number of
   *     values, and a parameter of bytes takes one number, which is ignored
   * @throws IllegalArgumentException when the number of values is wrong; checked before the table
   * @throws DatabaseException of kind NOT_FOUND when there is no such table
   */
  default List<String> explain(Command command, List<Long> values) throws DatabaseException {
    return List.of(description().product() + " does not explain its commands");
  }

  /** Whether written data can be read again; otherwise there is nothing to verify. */
  boolean keepsData();

  /**
   * How many statements the server keeps prepared, of all its clients together; empty where it has
   * no such limit.
   */
  default OptionalLong maxPreparedStatements() throws DatabaseException {
    return OptionalLong.empty();
  }

  /**
   * How many connections the server lets this database's user have; empty where it has no limit, or
   * does not tell it.
   */
  default List<ConnectionLimit> connectionLimits() throws DatabaseException {
    return List.of();
  }

  /** The connections of a {@link #session} that has transactions; another one has one. */
  default int connectionsPerSession() {
    return 1;
  }

  /** How many connections the sessions of all workers share; empty: each has its own. */
  default OptionalLong pooledConnections() {
    return OptionalLong.empty();
  }

  /**
   * Whether a rollback undoes what a transaction has changed. Without, each command commits by
   * itself, {@link Transaction} groups nothing, and a warning of the description says so.
   */
  default boolean hasTransactions() {
    return true;
  }

  /**
   * The time of day in milliseconds since 1970 UTC, by the one clock that all clients of this
   * database share: the server's. A second is exact enough. The default is this machine's clock,
   * for databases inside the client.
   */
  default long serverMillis() throws DatabaseException {
    return System.currentTimeMillis();
  }

  /**
   * The time of day by the server's clock, in microseconds since 1970 UTC and as exact as the
   * server tells it, in one round trip: the common clock of several clients. Empty if the product
   * does not tell it, or is inside the client.
   */
  default OptionalLong serverMicros() throws DatabaseException {
    return OptionalLong.empty();
  }

  /**
   * Whether the server generates keys, so that several processes get different ones. Otherwise each
   * process counts by itself, and one process only may insert rows without a key.
   */
  default boolean generatesKeys() {
    return true;
  }

  /**
   * Breaks off a call of this object that the server does not answer, from any thread: the call
   * fails with a lost connection, or asks once more on a new one. Sessions go on. Returns within a
   * second. The default does nothing, for a database without a connection of its own.
   */
  default void abort() {}

  /** Where the server and its files are, for measuring its host. */
  ServerLocation location();

  /** Whether the directories of an embedded database have no files but its own. */
  default boolean hasOwnDirectories() {
    return false;
  }

  @Override
  void close() throws DatabaseException;
}
