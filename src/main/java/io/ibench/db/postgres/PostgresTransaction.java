package io.ibench.db.postgres;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Transaction;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.ForwardingPrepared;
import io.ibench.db.jdbc.JdbcCompiler;
import io.ibench.db.jdbc.TransactionStatements;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Transactions on the session's only connection. The first statement also begins, and the last one
 * also commits, if its outcome is not needed before. Not thread-safe.
 */
final class PostgresTransaction implements Transaction {

  private final PostgresCompiler compiler;
  private final PostgresCompiler committing;
  private final Failures failures;
  private boolean open;

  /** Of the last connection that needed them; null before. */
  private @Nullable TransactionStatements statements;

  /** Whether a statement of its own has begun the open transaction. */
  private boolean tripped;

  /** Whether each transaction sets its isolation level. */
  private boolean levelEachTime;

  PostgresTransaction(PostgresCompiler compiler, PostgresCompiler committing, Failures failures) {
    this.compiler = compiler;
    this.committing = committing;
    this.failures = failures;
  }

  @Override
  public Prepared prepare(Command command) throws DatabaseException {
    return compiler.around(command, compiler.prepare(command));
  }

  @Override
  public Prepared prepareLast(Command command) throws DatabaseException {
    return JdbcCompiler.canCommit(command)
        ? new ForwardingPrepared.CommittingItself(
            committing.around(command, committing.prepare(command)),
            failure -> failure.kind().isConnectionLoss(),
            this::end)
        : new ForwardingPrepared.Committing(prepare(command), this);
  }

  /** From now on each transaction is REPEATABLE READ by a statement of its own. */
  void setLevelEachTime() {
    levelEachTime = true;
  }

  @Override
  public void begin() throws DatabaseException {
    try {
      connection().setAutoCommit(false);
      open = true;
      if (levelEachTime) {
        setLevel();
      }
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  @Override
  public void begin(Begin how) throws DatabaseException {
    if (!how.isTrip()) {
      begin();
      return;
    }
    try {
      if (statements == null || !statements.areOf(connection())) {
        statements = new TransactionStatements(connection());
      }
      statements.begin();
      open = true;
      tripped = true;
      if (levelEachTime) {
        setLevel();
      }
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  private void setLevel() throws SQLException {
    try (Statement statement = connection().createStatement()) {
      statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ");
    }
  }

  @Override
  public void commit() throws DatabaseException {
    try {
      if (tripped) {
        Objects.requireNonNull(statements).commit();
      } else {
        connection().commit();
      }
    } catch (SQLException e) {
      throw failures.ofCommit(e);
    }
    end();
  }

  @Override
  public void rollback() throws DatabaseException {
    if (!open) {
      return;
    }
    try {
      if (tripped) {
        Objects.requireNonNull(statements).rollback();
      } else {
        connection().rollback();
      }
    } catch (SQLException e) {
      throw failures.of(e);
    } finally {
      end();
    }
  }

  /** The transaction has ended with its connection. */
  void renewed() {
    open = false;
    tripped = false;
  }

  private Connection connection() {
    return compiler.connection();
  }

  /** Switches autocommit on again, without a round trip. */
  private void end() {
    open = false;
    if (tripped) {
      tripped = false; // The connection is in autocommit mode all the time.
      return;
    }
    try {
      connection().setAutoCommit(true);
    } catch (SQLException e) {
      // The connection is lost: the next statement finds out.
      return;
    }
  }
}
