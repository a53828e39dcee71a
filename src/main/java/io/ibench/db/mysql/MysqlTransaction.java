package io.ibench.db.mysql;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Transaction;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.ForwardingPrepared;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * Transactions on a connection without autocommit: the first statement begins one, so that {@code
 * begin} costs no round trip. The last statement also commits, if its outcome is not needed before:
 * on MariaDB in a block, on MySQL in a text. Not thread-safe.
 */
final class MysqlTransaction implements Transaction {

  private static final int INTERRUPTED = 1317;

  private final MysqlCompiler compiler;
  private final MysqlCompiler committing;
  private final Failures failures;

  /** Null before the first use on the connection. */
  private @Nullable Statement begin;

  /**
   * @param committing prepares statements that commit
   */
  MysqlTransaction(MysqlCompiler compiler, MysqlCompiler committing, Failures failures) {
    this.compiler = compiler;
    this.committing = committing;
    this.failures = failures;
  }

  /** Prepares all commands again, on this connection. */
  void renew(Connection connection) throws DatabaseException {
    begin = null;
    compiler.renew(connection);
    committing.renew(connection);
  }

  @Override
  public Prepared prepare(Command command) throws DatabaseException {
    return compiler.prepare(command);
  }

  @Override
  public Prepared prepareLast(Command command) throws DatabaseException {
    if (committing.commits(command)) {
      try {
        return new ForwardingPrepared.CommittingItself(
            committing.prepare(command), MysqlTransaction::mayBeCommitted, () -> {});
      } catch (DatabaseException e) {
        if (e.kind() != FailureKind.FATAL) {
          throw e; // On Galera a transaction that has lost says so here, and nowhere else.
        }
        // The server prepares no blocks, or the command is wrong: then it fails below as well.
      }
    }
    return new ForwardingPrepared.Committing(prepare(command), this);
  }

  @Override
  public void begin() {}

  /** The server prepares no BEGIN, so it travels as text. */
  @Override
  public void begin(Begin how) throws DatabaseException {
    if (!how.isTrip()) {
      return;
    }
    try {
      if (begin == null) {
        begin = compiler.connection().createStatement();
      }
      begin.execute("BEGIN");
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  @Override
  public void commit() throws DatabaseException {
    try {
      compiler.connection().commit();
    } catch (SQLException e) {
      throw failures.ofCommit(e);
    }
  }

  @Override
  public void rollback() throws DatabaseException {
    try {
      compiler.connection().rollback();
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  /** What interrupts the block or the text may do so after its commit. */
  private static boolean mayBeCommitted(DatabaseException failure) {
    return failure.kind().isConnectionLoss()
        || failure.kind() == FailureKind.TIMEOUT
        || failure.getCause() instanceof SQLException cause && cause.getErrorCode() == INTERRUPTED;
  }
}
