package io.ibench.db.generic;

import io.ibench.db.FailureKind;
import io.ibench.db.Size;
import io.ibench.db.jdbc.Connections;
import io.ibench.db.jdbc.TransactionControl;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;

/** What DuckDB and its driver do in another way than the others. Stateless. */
final class DuckDb {

  private DuckDb() {}

  static final String LOST_UPDATES =
      "DuckDB loses an update without a word when another open transaction deletes the row, or"
          + " updates an indexed column of it: rows may be wrong when threads change the same ones";

  /** A table's sequence is named after it; {table} is its name. */
  static final String GENERATED_KEY = "DEFAULT nextval('\"{table}_keys\"')";

  /** Generated keys begin at 1. One may be left of a table whose creation failed. */
  static String withSequence(String createTable, String table) {
    return "CREATE OR REPLACE SEQUENCE "
        + sequence(table)
        + "; "
        + createTable.replace(GENERATED_KEY, GENERATED_KEY.replace("{table}", table));
  }

  static String withoutSequence(String dropTable, String table) {
    return dropTable + "; DROP SEQUENCE IF EXISTS " + sequence(table);
  }

  private static String sequence(String table) {
    return '"' + table + "_keys\"";
  }

  /**
   * Takes all keys below {next} that are left. A sequence cannot be restarted, and newer versions
   * alone can set one.
   */
  static String advance(String table) {
    return "SELECT count(nextval('"
        + sequence(table)
        + "')) FROM (SELECT {next} - 1 - coalesce(max(last_value), 0) AS missing FROM"
        + " duckdb_sequences() WHERE sequence_name = '"
        + table
        + "_keys' AND schema_name = current_schema() AND database_name = current_database()) AS s,"
        + " range(s.missing)";
  }

  /** In the order of the index. */
  static List<String> indexColumns(Connection connection, String table, String index)
      throws SQLException {
    String question =
        "SELECT expressions FROM duckdb_indexes() WHERE table_name = ? AND index_name = ?"
            + " AND schema_name = current_schema() AND database_name = current_database()";
    // As [id, size]; what is more than a plain name stands in quotes.
    String columns = Connections.value(connection, question, table, index);
    return columns.isEmpty()
        ? List.of()
        : List.of(columns.replaceAll("[\\[\\]'\"]", "").split(", "));
  }

  /** Empty: the database is in memory. */
  static Optional<Path> file(Connection connection) throws SQLException {
    String path =
        Connections.value(
            connection,
            "SELECT path FROM duckdb_databases() WHERE database_name = current_database()");
    return path.isEmpty() ? Optional.empty() : Optional.of(Path.of(path).toAbsolutePath());
  }

  static Size size(Path file) {
    Path log = file.resolveSibling(file.getFileName() + ".wal");
    return Size.of(
        file.toFile().length() + log.toFile().length(), "the file and its write-ahead log");
  }

  /**
   * The kind of a failure by its text, since most have no SQLState. No failure is a lost
   * connection: the product is inside the client, and newer drivers say of a closed statement what
   * others say of a lost connection.
   */
  static FailureKind classify(SQLException failure) {
    for (SQLException at = failure; at != null; at = at.getNextException()) {
      FailureKind kind = kind(String.valueOf(at.getMessage()));
      if (kind != FailureKind.FATAL) {
        return kind;
      }
    }
    return failure.getCause() instanceof SQLException cause ? classify(cause) : FailureKind.FATAL;
  }

  private static FailureKind kind(String message) {
    if (message.contains("No space left on device")) {
      return FailureKind.DISK_FULL;
    }
    if (message.contains("TransactionContext Error")) {
      // The commit finds a key that another transaction has inserted meanwhile.
      boolean lost =
          message.contains("onflict")
              || message.contains("Failed to commit: PRIMARY KEY or UNIQUE");
      return lost ? FailureKind.DEADLOCK : FailureKind.FATAL;
    }
    if (message.contains("Constraint Error") && message.contains("uplicate key")) {
      return FailureKind.DUPLICATE_KEY;
    }
    if (message.contains("read-only mode")) {
      return FailureKind.READ_ONLY;
    }
    boolean missing =
        message.contains("Catalog Error") && message.contains("does not exist")
            || message.contains("Binder Error") && message.contains("not found");
    return missing ? FailureKind.NOT_FOUND : FailureKind.FATAL;
  }

  /**
   * Transactions after whose failed commit the driver believes that one is open: a rollback fails
   * as well, and every further statement would commit by itself.
   */
  static TransactionControl transactions(Connection connection, TransactionControl usual) {
    return new Transactions(connection, usual);
  }

  private record Transactions(Connection connection, TransactionControl usual)
      implements TransactionControl {

    @Override
    public void begin() throws SQLException {
      usual.begin();
    }

    @Override
    public void commit() throws SQLException {
      usual.commit();
    }

    @Override
    public void rollback() throws SQLException {
      try {
        usual.rollback();
      } catch (SQLException e) {
        endBelieved(e);
      }
    }

    /** Begins the transaction that the driver believes in, so that it can end it. */
    private void endBelieved(SQLException failure) throws SQLException {
      try (Statement statement = connection.createStatement()) {
        statement.execute("BEGIN TRANSACTION");
        usual.rollback();
      } catch (SQLException e) {
        failure.addSuppressed(e);
        throw failure;
      }
    }
  }
}
