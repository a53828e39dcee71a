package io.ibench.db.sqlite;

import io.ibench.db.Quiescence;
import io.ibench.db.Table;
import io.ibench.db.jdbc.BackgroundTasks;
import io.ibench.db.jdbc.Failures;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/** Analyzes the tables, then makes a checkpoint, which writes the log into the file. */
final class SqliteQuiescence {

  /** Another process may read for long; the run's workers do not read now. */
  private static final String BUSY_TIMEOUT_MILLIS = "1000";

  private final Lock writeLock;

  /** The statement that the background thread executes, or null. */
  private volatile @Nullable Statement running;

  private SqliteQuiescence(SqliteFile file) {
    writeLock = file.writeLock();
  }

  /** Starts the work. */
  static Quiescence begin(SqliteFile file, Failures failures, List<Table> tables) {
    SqliteQuiescence work = new SqliteQuiescence(file);
    BackgroundTasks tasks =
        new BackgroundTasks(file::connect, connection -> work.cancel(), failures, 1);
    for (Table table : tables) {
      String text = "ANALYZE " + table.name();
      tasks.start(text, connection -> work.analyze(connection, text));
    }
    tasks.start("checkpoint", work::checkpoint);
    return tasks;
  }

  private void cancel() {
    Statement statement = running;
    try {
      if (statement != null) {
        statement.cancel();
      }
    } catch (SQLException e) {
      // The statement is closed already.
      return;
    }
  }

  private String analyze(Connection connection, String text) throws SQLException {
    writeLock.lock();
    try (var statement = connection.createStatement()) {
      running = statement;
      statement.execute(text);
      return text + ": done";
    } finally {
      writeLock.unlock();
    }
  }

  private String checkpoint(Connection connection) throws SQLException {
    writeLock.lock();
    try (var statement = connection.createStatement()) {
      running = statement;
      statement.execute("PRAGMA busy_timeout = " + BUSY_TIMEOUT_MILLIS);
      try (var results = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
        results.next();
        return results.getInt(1) == 0
            ? "checkpoint: all of the write-ahead log is in the file"
            : busy(results.getLong(2), results.getLong(3));
      }
    } finally {
      writeLock.unlock();
    }
  }

  /** SQLite returns negative numbers while another checkpoint runs. */
  private static String busy(long pages, long written) {
    return pages < 0
        ? "checkpoint: busy"
        : "checkpoint: busy, " + written + " of " + pages + " pages of the log are in the file";
  }
}
