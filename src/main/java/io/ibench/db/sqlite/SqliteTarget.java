package io.ibench.db.sqlite;

import io.ibench.db.Adapter;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A configured SQLite file. Immutable. */
record SqliteTarget(Path file, SqliteAdapter.Sync sync, long cacheBytes) implements Adapter.Target {

  private static final String BUSY_TIMEOUT_MILLIS = "10000";

  @Override
  public Database open() throws DatabaseException {
    return new SqliteDatabase(this);
  }

  /** Opens a connection and switches the file to write-ahead mode; creates a missing file. */
  Connection connect() throws SQLException {
    return connect("jdbc:sqlite:" + file, "PRAGMA journal_mode = WAL", synchronous(), cacheSize());
  }

  /** Like {@link #look}, with a session's settings. */
  Connection lookAsSession() throws SQLException {
    Connection connection = look();
    try (var statement = connection.createStatement()) {
      statement.execute(synchronous());
      statement.execute(cacheSize());
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    return connection;
  }

  private String synchronous() {
    return "PRAGMA synchronous = " + sync;
  }

  private String cacheSize() {
    return "PRAGMA cache_size = -" + cacheBytes / 1024;
  }

  /** Opens a connection without changing the file; without a file, to an empty database. */
  Connection look() throws SQLException {
    return Files.exists(file)
        ? connect("jdbc:sqlite:" + file, "SELECT COUNT(*) FROM sqlite_master")
        : connect("jdbc:sqlite::memory:");
  }

  private static Connection connect(String url, String... setup) throws SQLException {
    Connection connection = DriverManager.getConnection(url);
    try (var statement = connection.createStatement()) {
      statement.execute("PRAGMA busy_timeout = " + BUSY_TIMEOUT_MILLIS);
      for (String text : setup) {
        statement.execute(text);
      }
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
    return connection;
  }
}
