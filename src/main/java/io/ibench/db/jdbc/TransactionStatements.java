package io.ibench.db.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * BEGIN, COMMIT and ROLLBACK as statements of their own on an autocommit connection: each costs a
 * round trip, as for a client without a driver that hides them. Not thread-safe.
 */
public final class TransactionStatements {

  private final Connection connection;
  private final Statement statement;

  public TransactionStatements(Connection connection) throws SQLException {
    this.connection = connection;
    this.statement = connection.createStatement();
  }

  /** Whether they are those of this connection. */
  public boolean areOf(Connection other) {
    return connection == other;
  }

  public void begin() throws SQLException {
    statement.execute("BEGIN");
  }

  public void commit() throws SQLException {
    statement.execute("COMMIT");
  }

  public void rollback() throws SQLException {
    statement.execute("ROLLBACK");
  }
}
