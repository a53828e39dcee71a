package io.ibench.db.jdbc;

import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Two connections: one commits each statement by itself, one is for transactions and opened when
 * the first is asked for. Switching one connection to and fro would cost two trips and a quarter of
 * the client's CPU.
 */
final class MariadbSession implements Session {

  private final MariadbTarget target;
  private final long packetBytes;
  private final Connection automatic;
  private final JdbcCompiler compiler;
  private volatile Connection transactional;
  private Transaction transaction;

  /**
   * @param packetBytes that a packet may have at most
   */
  MariadbSession(MariadbTarget target, long packetBytes) throws DatabaseException {
    this.target = target;
    this.packetBytes = packetBytes;
    this.automatic = target.connect();
    this.compiler = new MariadbCompiler(automatic, target, packetBytes);
  }

  @Override
  public Prepared prepare(Command command) throws DatabaseException {
    Prepared prepared = compiler.prepare(command);
    if (command instanceof Command.Select) {
      return prepared;
    }
    return new AutocommittedPrepared(
        prepared instanceof BatchInsert batch
            ? new WholeBatch(batch, automatic, target.failures())
            : prepared);
  }

  @Override
  public Transaction transaction() throws DatabaseException {
    if (transaction == null) {
      Connection connection = target.connect();
      transactional = connection;
      try {
        connection.setAutoCommit(false);
      } catch (SQLException e) {
        throw target.failures().of(e);
      }
      transaction =
          new JdbcTransaction(
              connection, new MariadbCompiler(connection, target, packetBytes), target.failures());
    }
    return transaction;
  }

  @Override
  public Cursor scan(Scan scan, long... parameters) throws DatabaseException {
    return JdbcCursor.open(automatic, target.sql(), target.failures(), scan, parameters);
  }

  @Override
  public void abort() {
    abort(automatic);
    Connection open = transactional;
    if (open != null) {
      abort(open);
    }
  }

  private static void abort(Connection connection) {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException e) {
      // The connection is to be given up in any case; its thread reports what it meets.
      return;
    }
  }

  @Override
  public void close() throws DatabaseException {
    try {
      try {
        closeTransactional();
      } finally {
        automatic.close();
      }
    } catch (SQLException e) {
      throw target.failures().of(e);
    }
  }

  private void closeTransactional() throws SQLException {
    if (transactional != null) {
      try (Connection closing = transactional) {
        if (!closing.isClosed()) {
          closing.rollback();
        }
      }
    }
  }
}
