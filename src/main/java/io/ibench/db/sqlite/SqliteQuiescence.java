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

/** Fresh statistics of tables, and then the write-ahead log folded into the file. */
final class SqliteQuiescence implements Quiescence {

  /** Whoever reads now, as a run's workers do not, may read for long. */
  private static final String BUSY_TIMEOUT_MILLIS = "1000";

  private final BackgroundTasks chores;
  private final Lock writeLock;

  /** What the one thread executes now, if anything. */
  private volatile Statement running;

  /**
   * @param writeLock that writers of this process queue on
   */
  SqliteQuiescence(SqliteTarget target, Failures failures, Lock writeLock, List<Table> tables) {
    this.writeLock = writeLock;
    chores = new BackgroundTasks(target::connect, connection -> cancel(), failures, 1);
    for (Table table : tables) {
      String text = "ANALYZE " + table.name();
      chores.start(text, connection -> analyze(connection, text));
    }
    chores.start("checkpoint", this::checkpoint);
  }

  private void cancel() {
    Statement statement = running;
    try {
      if (statement != null) {
        statement.cancel();
      }
    } catch (SQLException e) {
      // It is closed already: there is nothing to break off.
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

  /** SQLite does not know the pages when another checkpoint is under way. */
  private static String busy(long pages, long written) {
    return pages < 0
        ? "checkpoint: busy"
        : "checkpoint: busy, " + written + " of " + pages + " pages of the log are in the file";
  }

  @Override
  public boolean isSettled() {
    return chores.areOver();
  }

  @Override
  public List<String> facts() {
    return chores.facts();
  }

  @Override
  public void close() {
    boolean interrupted = Thread.interrupted();
    chores.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
