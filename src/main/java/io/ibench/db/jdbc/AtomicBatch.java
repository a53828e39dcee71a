package io.ibench.db.jdbc;

import io.ibench.db.DatabaseException;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A batch on a connection that commits each statement by itself. A batch that takes several
 * statements is put into a transaction, at the cost of two trips, so that all of its rows are kept
 * or none.
 */
public final class AtomicBatch extends ForwardingPrepared {

  private final BatchInsert batch;
  private final JdbcCompiler compiler;
  private final Failures failures;

  public AtomicBatch(BatchInsert batch, JdbcCompiler compiler, Failures failures) {
    super(batch);
    this.batch = batch;
    this.compiler = compiler;
    this.failures = failures;
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
