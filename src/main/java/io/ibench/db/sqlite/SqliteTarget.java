package io.ibench.db.sqlite;

import io.ibench.db.Adapter;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import java.nio.file.Files;
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

  /** A connection in write-ahead mode, which the file keeps; makes a file that is missing. */
  Connection connect() throws SQLException {
    return connect("jdbc:sqlite:" + file, "PRAGMA journal_mode = WAL", synchronous(), cacheSize());
  }

  /** One that has a session's settings and leaves the file as it is. */
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

  /** A connection that looks at what there is and leaves it as it is. */
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
