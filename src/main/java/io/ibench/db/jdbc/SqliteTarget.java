package io.ibench.db.jdbc;

import io.ibench.db.Adapter;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A SQLite file, as configured. Immutable. */
record SqliteTarget(Path file, SqliteAdapter.Sync sync, long cacheBytes) implements Adapter.Target {

  private static final String BUSY_TIMEOUT_MILLIS = "10000";

  @Override
  public Database open() throws DatabaseException {
    return new SqliteDatabase(this);
  }

  /** A connection in write-ahead mode. */
  Connection connect() throws SQLException {
    Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
    try (var statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = " + BUSY_TIMEOUT_MILLIS);
      statement.execute("PRAGMA journal_mode = WAL");
      statement.execute("PRAGMA synchronous = " + sync);
      statement.execute("PRAGMA cache_size = -" + cacheBytes / 1024);
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    return connection;
  }
}
