package io.ibench.db.sqlite;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Transaction;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.ForwardingPrepared;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * SQLite's transactions on one connection. SQLite has one writer at a time, and waiting writers
 * poll; so writers of this process wait for a Java lock instead, which wakes them immediately. The
 * wait is part of the operation's time, as with any database's locks. BEGIN IMMEDIATE, because a
 * transaction that reads before it writes fails when another connection has written meanwhile.
 * Confined to the worker's thread.
 */
final class SqliteTransaction implements Transaction {

  private final SqliteCompiler compiler;
  private final ReentrantLock writeLock;
  private final Failures failures;
  private final PreparedStatement begin;
  private final PreparedStatement commit;
  private final PreparedStatement rollback;
  private boolean open;

  SqliteTransaction(
      Connection connection, SqliteCompiler compiler, ReentrantLock writeLock, Failures failures)
      throws SQLException {
    this.compiler = compiler;
    this.writeLock = writeLock;
    this.failures = failures;
    this.begin = connection.prepareStatement("BEGIN IMMEDIATE");
    this.commit = connection.prepareStatement("COMMIT");
    this.rollback = connection.prepareStatement("ROLLBACK");
  }

  @Override
  public Prepared prepare(Command command) throws DatabaseException {
    return compiler.prepare(command);
  }

  @Override
  public Prepared prepareLast(Command command) throws DatabaseException {
    return new ForwardingPrepared.Committing(compiler.prepare(command), this);
  }

  @Override
  public void begin() throws DatabaseException {
    writeLock.lock();
    try {
      begin.execute();
      open = true;
    } catch (SQLException e) {
      writeLock.unlock();
      throw failures.of(e);
    }
  }

  @Override
  public void commit() throws DatabaseException {
    try {
      commit.execute();
    } catch (SQLException e) {
      throw failures.ofCommit(e);
    }
    open = false;
    writeLock.unlock();
  }

  @Override
  public void rollback() throws DatabaseException {
    if (!open) {
      return;
    }
    open = false;
    try {
      rollback.execute();
    } catch (SQLException e) {
      if (!isRolledBackAlready(e)) {
        throw failures.of(e);
      }
    } finally {
      writeLock.unlock();
    }
  }

  /** A command in its own transaction. */
  static final class OfOneStatement extends ForwardingPrepared {

    private final Transaction transaction;

    OfOneStatement(Prepared command, Transaction transaction) {
      super(command);
      this.transaction = transaction;
    }

    @Override
    public int execute() throws DatabaseException {
      transaction.begin();
      boolean committed = false;
      try {
        int rows = inner.execute();
        transaction.commit();
        committed = true;
        return rows;
      } finally {
        if (!committed) {
          transaction.rollback();
        }
      }
    }
  }

  /** After some failures, such as a full disk, SQLite rolls back by itself. */
  private static boolean isRolledBackAlready(SQLException failure) {
    return String.valueOf(failure.getMessage()).contains("no transaction is active");
  }
}
