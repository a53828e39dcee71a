package io.ibench.db.jdbc;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Transaction;
import java.sql.SQLException;

/**
 * Transactions on a connection without autocommit: the first statement begins one, so that {@code
 * begin} costs no round trip. Not thread-safe.
 */
public final class JdbcTransaction implements Transaction {

  private final JdbcCompiler compiler;
  private final Failures failures;

  public JdbcTransaction(JdbcCompiler compiler, Failures failures) {
    this.compiler = compiler;
    this.failures = failures;
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
  public void begin() {}

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
}
