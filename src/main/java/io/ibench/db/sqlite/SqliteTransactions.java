package io.ibench.db.sqlite;

import io.ibench.db.jdbc.TransactionControl;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * SQLite has one writer at a time, and waiting writers poll; so writers of this process wait for a
 * Java lock instead, which wakes them immediately. The wait is part of the operation's time, as
 * with any database's locks. BEGIN IMMEDIATE, because a transaction that reads before it writes
 * fails when another connection has written meanwhile. Confined to the worker's thread.
 */
final class SqliteTransactions implements TransactionControl {

  private final ReentrantLock writeLock;
  private final PreparedStatement begin;
  private final PreparedStatement beginRead;
  private final PreparedStatement commit;
  private final PreparedStatement rollback;

  /** Whether the open transaction is the only one that may write. */
  private boolean writes;

  SqliteTransactions(Connection connection, ReentrantLock writeLock) throws SQLException {
    this.writeLock = writeLock;
    this.begin = connection.prepareStatement("BEGIN IMMEDIATE");
    this.beginRead = connection.prepareStatement("BEGIN DEFERRED");
    this.commit = connection.prepareStatement("COMMIT");
    this.rollback = connection.prepareStatement("ROLLBACK");
  }

  @Override
  public void begin() throws SQLException {
    writeLock.lock();
    try {
      begin.execute();
      writes = true;
    } catch (SQLException e) {
      writeLock.unlock();
      throw e;
    }
  }

  /** Its snapshot begins with its first read; it waits for no writer. */
  @Override
  public void beginRead() throws SQLException {
    beginRead.execute();
  }

  @Override
  public void commit() throws SQLException {
    commit.execute();
    unlock();
  }

  private void unlock() {
    if (writes) {
      writes = false;
      writeLock.unlock();
    }
  }

  @Override
  public void rollback() throws SQLException {
    try {
      rollback.execute();
    } catch (SQLException e) {
      if (!isRolledBackAlready(e)) {
        throw e;
      }
    } finally {
      unlock();
    }
  }

  /** After some failures, such as a full disk, SQLite rolls back by itself. */
  private static boolean isRolledBackAlready(SQLException failure) {
    return String.valueOf(failure.getMessage()).contains("no transaction is active");
  }

  /** Readers need no lock, and stream without a transaction. */
  @Override
  public void beginScan() {}

  @Override
  public void endScan() {}
}
