package io.ibench.db.postgres;

import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Scan;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.ForwardingCursor;
import io.ibench.db.jdbc.JdbcCursor;
import io.ibench.db.jdbc.Sql;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * A scan in its own transaction; without one, the driver would buffer the whole result. Not
 * thread-safe.
 */
final class PostgresCursor extends ForwardingCursor {

  private final Connection connection;
  private final Failures failures;

  private PostgresCursor(Connection connection, Failures failures, Cursor cursor) {
    super(cursor);
    this.connection = connection;
    this.failures = failures;
  }

  static Cursor open(
      Connection connection, Sql sql, Failures failures, Scan scan, long... parameters)
      throws DatabaseException {
    try {
      connection.setAutoCommit(false);
      try {
        Cursor cursor = JdbcCursor.open(connection, sql, failures, scan, parameters);
        return new PostgresCursor(connection, failures, cursor);
      } catch (DatabaseException e) {
        end(connection);
        throw e;
      }
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  private static void end(Connection connection) throws SQLException {
    if (!connection.isClosed()) {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  @Override
  protected void closed() throws DatabaseException {
    try {
      end(connection);
    } catch (SQLException e) {
      failures.ofClose(e);
    }
  }
}
