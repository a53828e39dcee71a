package io.ibench.db.jdbc;

import io.ibench.db.Column;
import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Description;
import io.ibench.db.FailureKind;
import io.ibench.db.FoundTable.FoundColumn;
import io.ibench.db.MainCounter;
import io.ibench.db.ServerCounter;
import io.ibench.db.ServerLocation;
import io.ibench.db.Size;
import io.ibench.db.Table;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * All that the kit has to know of one product: how to connect, its SQL, its errors, and what it
 * reports about itself. The defaults are standard SQL and JDBC; a product overrides what it does
 * better or in another way. Thread-safe.
 *
 * <p>The methods that a product overrides most often: {@link #connect}, {@link #typeName}, {@link
 * #upsert}, {@link #limitedDelete}, {@link #classify}, {@link #reportingOld}, {@link #indexHint},
 * {@link #size}, {@link #location}, {@link #explainVerb}, {@link #durability}.
 */
public abstract class Dialect extends Sql implements Failures {

  /** At most 2,000 parameters in a statement, and 10,000 rows in each fetch of a scan. */
  protected Dialect() {}

  /**
   * For a product that takes fewer parameters, or whose driver streams with certain fetch sizes.
   *
   * @param maxParameters of one statement; a larger batch becomes several statements of one
   *     transaction
   * @param streamingFetchSize the rows that the driver fetches at once in a scan
   */
  protected Dialect(int maxParameters, int streamingFetchSize) {
    super(maxParameters, streamingFetchSize);
  }

  /** Opens an autocommit connection. {@link Drivers} finds a driver, also in a plug-in's jar. */
  public abstract Connection connect() throws SQLException;

  /** In standard SQL's quotes, so that no name is a reserved word. */
  @Override
  public String quoted(String name) {
    return '"' + name + '"';
  }

  /** By SQLState, as {@link StandardFailures} does. */
  @Override
  public FailureKind classify(SQLException failure) {
    return StandardFailures.classify(failure);
  }

  /**
   * How the rows of one batch are inserted: as one statement with several rows of VALUES, or, if
   * false, as one row many times by the driver's batches.
   */
  public boolean insertsManyRows() {
    return true;
  }

  /**
   * A query that executes a change and returns the old value of the changed row, such as {@code
   * SELECT v FROM OLD TABLE (UPDATE ...)}. It returns no row, or NULL, for a row that was missing.
   *
   * @param change an update, or an upsert of {@link #upsert}
   * @return empty: the product cannot do that; the kit selects the row before it changes it
   */
  public String reportingOld(String change, String column) {
    return "";
  }

  /**
   * The text after a select that locks its row until the transaction ends.
   *
   * @return empty: the product has none, or takes it and locks nothing; the kit then locks the row
   *     by an update that changes nothing
   */
  public String rowLock() {
    return " FOR UPDATE";
  }

  /**
   * Whether a transaction that writes is the only one from its begin on. Then every write is in a
   * transaction of {@link #transactions}, and an old value is selected without a lock.
   */
  public boolean hasOneWriter() {
    return false;
  }

  /**
   * The statement that continues the generation of keys after explicit ones.
   *
   * @param next the next key
   * @return empty: the product does so by itself
   */
  public String restartKeys(Table table, long next) {
    return "ALTER TABLE "
        + quoted(table.name())
        + " ALTER COLUMN "
        + quoted(table.primaryKey())
        + " RESTART WITH "
        + next;
  }

  /**
   * The columns of an index, for a driver that reports nothing but its name.
   *
   * @return empty: nobody knows them
   */
  public List<String> indexColumns(Connection connection, String table, String index)
      throws SQLException {
    return List.of();
  }

  /** The transactions of a new connection. */
  public TransactionControl transactions(Connection connection) throws SQLException {
    return new AutocommitSwitch(connection);
  }

  /**
   * Transactions of a connection that only read; see {@link io.ibench.db.Session#snapshots}.
   *
   * @return empty: the kit knows none
   */
  public Optional<TransactionControl> snapshots(Connection connection) throws SQLException {
    return Optional.empty();
  }

  /** Statements in the product's own language on a new connection. */
  public Natives natives(Connection connection, Failures failures) {
    return new Natives.ByAutocommit(connection, failures, this::transactions);
  }

  /** Ends whatever a session's connection does, from any thread. Returns within a second. */
  public void abort(Connection connection) {
    Connections.breakOff(connection);
    Connections.closeInTime(connection);
  }

  /**
   * Whether a column of this JDBC type and length stores every value of a declared one. A product
   * overrides it when its driver reports the types of {@link #typeName} as other JDBC types.
   */
  public boolean stores(FoundColumn found, Column declared) {
    return FoundTables.stores(found, declared);
  }

  /**
   * The text before a statement that asks for its plan, such as {@code EXPLAIN}. Values are bound,
   * or become literals if the product takes no parameters in plans.
   *
   * @return empty: the product has no plans
   */
  public String explainVerb() {
    return "";
  }

  /** The product's plan for a command. Executes nothing. */
  public List<String> explain(Connection connection, Command command, List<Long> values)
      throws SQLException {
    Explanation explanation = new Explanation(this, command, values);
    return explainVerb().isEmpty()
        ? List.of(connection.getMetaData().getDatabaseProductName() + " explains no commands")
        : explanation.tableByAnyForm(connection, explainVerb() + " ");
  }

  /** Statements after many writes, such as ANALYZE; see {@link io.ibench.db.Database#quiesce}. */
  public List<String> analyze(List<Table> tables) {
    return List.of();
  }

  /** See {@link io.ibench.db.Database#size}. */
  public Size size(Connection connection, List<Table> tables) throws SQLException {
    return Size.unknown("ibench does not know how to ask this product");
  }

  /** See {@link io.ibench.db.Database#counters}. */
  public List<ServerCounter> counters(Connection connection)
      throws SQLException, DatabaseException {
    return List.of();
  }

  /** See {@link io.ibench.db.Database#mainCounters}. */
  public List<MainCounter> mainCounters() {
    return List.of();
  }

  /**
   * The server's clock in microseconds since 1970 UTC; empty where it cannot be asked, and where
   * the product is inside the client.
   */
  public OptionalLong serverMicros(Connection connection) throws SQLException {
    return OptionalLong.empty();
  }

  /** See {@link io.ibench.db.Database#location}. */
  public abstract ServerLocation location();

  /** What a commit waits for. */
  public String durability() {
    return "as the product is configured";
  }

  /** See {@link Description#settings}. */
  public Map<String, String> settings(Connection connection) throws SQLException {
    return Map.of();
  }

  /** See {@link Description#warnings}. */
  public List<String> warnings() {
    return List.of();
  }

  /**
   * The product, as its driver describes it.
   *
   * @param name the adapter's
   */
  public Description description(String name, Connection connection) throws SQLException {
    DatabaseMetaData metaData = connection.getMetaData();
    return new Description(
        name,
        metaData.getDatabaseProductName(),
        metaData.getDatabaseProductVersion(),
        metaData.getDatabaseProductName(),
        metaData.getDriverName() + " " + metaData.getDriverVersion(),
        insertsManyRows() ? "multi-row VALUES, prepared" : "the driver's batches, prepared",
        durability(),
        isolation(connection),
        settings(connection),
        warnings());
  }

  private static String isolation(Connection connection) throws SQLException {
    return switch (connection.getTransactionIsolation()) {
      case Connection.TRANSACTION_READ_UNCOMMITTED -> "read uncommitted";
      case Connection.TRANSACTION_READ_COMMITTED -> "read committed";
      case Connection.TRANSACTION_REPEATABLE_READ -> "repeatable read";
      case Connection.TRANSACTION_SERIALIZABLE -> "serializable";
      default -> "none";
    };
  }

  /** Transactions by JDBC's autocommit, which most drivers switch without a round trip. */
  private static final class AutocommitSwitch implements TransactionControl {

    private final Connection connection;

    AutocommitSwitch(Connection connection) {
      this.connection = connection;
    }

    @Override
    public void begin() throws SQLException {
      connection.setAutoCommit(false);
    }

    @Override
    public void commit() throws SQLException {
      connection.commit();
      switchOn();
    }

    @Override
    public void rollback() throws SQLException {
      try {
        connection.rollback();
      } finally {
        switchOn();
      }
    }

    /** The transaction has ended, which the caller must learn; the next statement finds a loss. */
    private void switchOn() {
      try {
        connection.setAutoCommit(true);
      } catch (SQLException e) {
        return;
      }
    }
  }
}
