package io.ibench.db.sqlite;

import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.JdbcCursor;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One connection to the file. Reads need no lock; every write is a transaction. Confined to the
 * worker's thread.
 */
final class SqliteSession implements Session {

  private final Connection connection;
  private final Failures failures;
  private final SqliteSql sql;
  private final SqliteCompiler compiler;
  private final SqliteTransaction transaction;

  SqliteSession(Connection connection, ReentrantLock writeLock, SqliteSql sql, Failures failures)
      throws SQLException {
    this.connection = connection;
    this.sql = sql;
    this.failures = failures;
    this.compiler = new SqliteCompiler(connection, sql, failures);
    this.transaction = new SqliteTransaction(connection, compiler, writeLock, failures);
  }

  @Override
  public Prepared prepare(Command command) throws DatabaseException {
    Prepared prepared = compiler.prepare(command);
    return command instanceof Command.Select
        ? prepared
        : new SqliteTransaction.OfOneStatement(prepared, transaction);
  }

  @Override
  public Transaction transaction() {
    return transaction;
  }

  @Override
  public Cursor scan(Scan scan, long... parameters) throws DatabaseException {
    return JdbcCursor.open(connection, sql, failures, scan, parameters);
  }

  /** Does nothing: a statement waits only for the write lock, whose owner is working. */
  @Override
  public void abort() {}

  @Override
  public void close() throws DatabaseException {
    transaction.rollback();
    try {
      connection.close();
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }
}
