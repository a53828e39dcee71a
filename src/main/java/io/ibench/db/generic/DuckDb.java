package io.ibench.db.generic;

import io.ibench.db.FailureKind;
import io.ibench.db.jdbc.TransactionControl;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/** What DuckDB and its driver do in another way than the others. Stateless. */
final class DuckDb {

  private DuckDb() {}

  static boolean isAt(String url) {
    return url.toLowerCase(Locale.ROOT).startsWith("jdbc:duckdb:");
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
