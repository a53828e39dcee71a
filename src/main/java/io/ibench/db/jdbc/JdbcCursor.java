package io.ibench.db.jdbc;

import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Scan;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A scan as a forward-only result that the driver fetches in pieces. */
final class JdbcCursor implements Cursor {

  private final Failures failures;
  private final PreparedStatement statement;
  private final ResultSet results;

  private JdbcCursor(Failures failures, PreparedStatement statement, ResultSet results) {
    this.failures = failures;
    this.statement = statement;
    this.results = results;
  }

  static Cursor open(
      Connection connection, Sql sql, Failures failures, Scan scan, long... parameters)
      throws DatabaseException {
    try {
      PreparedStatement statement = connection.prepareStatement(sql.scan(scan));
      try {
        statement.setFetchSize(sql.streamingFetchSize());
        for (int i = 0; i < parameters.length; i++) {
          statement.setLong(i + 1, parameters[i]);
        }
        return new JdbcCursor(failures, statement, statement.executeQuery());
      } catch (SQLException e) {
        statement.close();
        throw e;
      }
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  @Override
  public boolean next() throws DatabaseException {
    try {
      return results.next();
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  @Override
  public long getLong(int column) throws DatabaseException {
    try {
      return results.getLong(column + 1);
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  @Override
  public void close() throws DatabaseException {
    try {
      results.close();
      statement.close();
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }
}
