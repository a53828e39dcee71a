package io.ibench.db.sqlite;

import io.ibench.db.DatabaseException;
import io.ibench.db.Native;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.NativeStatement;
import io.ibench.db.jdbc.Natives;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.concurrent.locks.ReentrantLock;

/** Statements in SQLite's language: each value has its own type, whatever its column is. */
final class SqliteNatives extends Natives.WithOneWriter {

  SqliteNatives(Connection connection, Failures failures, ReentrantLock writers) {
    super(connection, failures, writers);
  }

  @Override
  protected NativeStatement create(Native statement) {
    return new Dynamic(this, statement);
  }

  private static final class Dynamic extends NativeStatement {

    Dynamic(Natives owner, Native definition) {
      super(owner, definition);
    }

    /** The driver fails to count the columns of a statement that has none. */
    @Override
    protected int columns(ResultSetMetaData metaData) {
      try {
        return metaData.getColumnCount();
      } catch (SQLException e) {
        return 0;
      }
    }

    @Override
    protected int type(ResultSetMetaData metaData, int column) {
      return Types.OTHER;
    }

    @Override
    protected long hash(long hash, ResultSet results, int column) throws SQLException {
      Object value = results.getObject(column + 1);
      if (value instanceof Integer || value instanceof Long) {
        return hash(hash, ((Number) value).longValue(), column);
      }
      return value instanceof byte[] bytes
          ? hash(hash, bytes, column)
          : hash(hash, value == null ? null : value.toString(), column);
    }

    /** A number in SQL that is no whole number of 64 bits is a double here. */
    @Override
    public void setDecimal(int parameter, String value) throws DatabaseException {
      setDouble(parameter, Double.parseDouble(value));
    }

    @Override
    protected int keptType(ResultSet results, int column) throws SQLException {
      Object value = results.getObject(column + 1);
      if (value instanceof Integer || value instanceof Long) {
        return Types.BIGINT;
      }
      return value instanceof Double ? Types.DOUBLE : Types.VARCHAR;
    }
  }
}
