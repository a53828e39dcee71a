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

/**
 * Analyzes the tables, then makes a checkpoint, which writes the log into the file. Confined to the
 * caller's thread.
 */
final class SqliteQuiescence implements Quiescence {

  /** Another process may read for long; the run's workers do not read now. */
  private static final String BUSY_TIMEOUT_MILLIS = "1000";

  private final BackgroundTasks tasks;
  private final Lock writeLock;

  /** The statement that the background thread executes, or null. */
  private volatile Statement running;

  SqliteQuiescence(SqliteFile file, Failures failures, List<Table> tables) {
    writeLock = file.writeLock();
    tasks = new BackgroundTasks(file::connect, connection -> cancel(), failures, 1);
    for (Table table : tables) {
      String text = "ANALYZE " + table.name();
      tasks.start(text, connection -> analyze(connection, text));
    }
    tasks.start("checkpoint", this::checkpoint);
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

  @Override
  public boolean isSettled() {
    return tasks.areDone();
  }

  @Override
  public List<String> facts() {
    return tasks.facts();
  }

  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    tasks.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
