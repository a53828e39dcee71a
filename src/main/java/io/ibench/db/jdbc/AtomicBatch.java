package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A batch on an autocommit connection. A batch of several statements runs in a transaction, at the
 * cost of two round trips, so that it inserts all of its rows or no row.
 */
public final class AtomicBatch extends ForwardingPrepared {

  private final BatchInsert batch;
  private final JdbcCompiler compiler;
  private final Failures failures;

  private AtomicBatch(BatchInsert batch, JdbcCompiler compiler) {
    super(batch);
    this.batch = batch;
    this.compiler = compiler;
    this.failures = compiler.failures;
  }

  /** The command itself, unless it is a batch that may take several statements. */
  public static Prepared of(Repreparable command, JdbcCompiler compiler) {
    return command instanceof BatchInsert batch && !batch.isAlwaysOneStatement()
        ? new AtomicBatch(batch, compiler)
        : command;
  }

  @Override
  public int execute() throws DatabaseException {
    if (batch.isOneStatement()) {
      return batch.execute();
    }
    try (Statement control = compiler.connection().createStatement()) {
      control.execute("START TRANSACTION");
      return executeAndCommit(control);
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  private int executeAndCommit(Statement control) throws DatabaseException {
    try {
      int rows = batch.execute();
      commit(control);
      return rows;
    } catch (DatabaseException e) {
      try {
        control.execute("ROLLBACK");
      } catch (SQLException rollback) {
        e.addSuppressed(rollback);
      }
      throw e;
    }
  }

  private void commit(Statement control) throws DatabaseException {
    try {
      control.execute("COMMIT");
    } catch (SQLException e) {
      throw failures.ofCommit(e);
    }
  }
}
