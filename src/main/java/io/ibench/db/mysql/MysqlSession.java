package io.ibench.db.mysql;

import io.ibench.db.Aftermath;
import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Native;
import io.ibench.db.NativePrepared;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import io.ibench.db.jdbc.AtomicBatch;
import io.ibench.db.jdbc.Connections;
import io.ibench.db.jdbc.ForwardingPrepared;
import io.ibench.db.jdbc.JdbcCompiler;
import io.ibench.db.jdbc.JdbcCursor;
import io.ibench.db.jdbc.Repreparable;
import io.ibench.db.jdbc.SessionRegister;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A session with two connections: one with autocommit, and one for transactions, opened for the
 * first of them. Switching autocommit on a single connection would cost two round trips and 25 % of
 * the client's CPU. Confined to the worker's thread, except {@link #abort}.
 */
final class MysqlSession implements Session {

  private final MysqlTarget target;
  private final SessionRegister sessions;
  private final long packetBytes;
  private final JdbcCompiler compiler;
  private volatile Connection automatic;
  private volatile @Nullable Connection transactional;
  private @Nullable MysqlTransaction transaction;

  /** Of the connection with autocommit; null before the first use. */
  private @Nullable MysqlNatives natives;

  /**
   * @param sessions registers the connections
   * @param packetBytes maximum length of a packet
   */
  MysqlSession(MysqlTarget target, SessionRegister sessions, long packetBytes)
      throws DatabaseException {
    this.target = target;
    this.sessions = sessions;
    this.packetBytes = packetBytes;
    this.automatic = connect();
    this.compiler = new MysqlCompiler(Optional.of(automatic), target, packetBytes);
  }

  @Override
  public Prepared prepare(Command command) throws DatabaseException {
    Repreparable prepared = compiler.prepare(command);
    if (command instanceof Command.Select) {
      return prepared;
    }
    return new ForwardingPrepared.Autocommitted(
        AtomicBatch.of(prepared, compiler), target.failures());
  }

  private MysqlNatives natives() {
    if (natives == null) {
      natives = new MysqlNatives(automatic, target.failures());
    }
    return natives;
  }

  @Override
  public NativePrepared prepare(Native statement) throws DatabaseException {
    return natives().prepare(statement);
  }

  @Override
  public void onConnect(List<String> statements) throws DatabaseException {
    natives().onConnect(statements);
  }

  @Override
  public void rollbackNative() throws DatabaseException {
    natives().rollback();
  }

  @Override
  public Transaction transaction() throws DatabaseException {
    if (transaction == null) {
      transactional = connectTransactional();
      transaction =
          new MysqlTransaction(
              new MysqlCompiler(Optional.of(transactional), target, packetBytes),
              MysqlCompiler.committing(transactional, target, packetBytes),
              target.failures());
    }
    return transaction;
  }

  /** As START TRANSACTION WITH CONSISTENT SNAPSHOT, from the first read on. */
  @Override
  public Transaction snapshots() throws DatabaseException {
    Transaction all = transaction();
    try {
      Objects.requireNonNull(transactional)
          .setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    } catch (SQLException e) {
      throw target.failures().of(e);
    }
    return all;
  }

  private Connection connect() throws DatabaseException {
    return sessions.register(target.connect());
  }

  private Connection connectTransactional() throws DatabaseException {
    Connection connection = sessions.register(target.connectForTransactions());
    try {
      connection.setAutoCommit(false);
      return connection;
    } catch (SQLException e) {
      Connections.breakOff(connection);
      throw target.failures().of(e);
    }
  }

  /** Replaces both connections: the loss of one has rarely spared the other. */
  @Override
  public void renew() throws DatabaseException {
    Connections.breakOff(automatic);
    automatic = connect();
    compiler.renew(automatic);
    if (natives != null) {
      natives.renew(automatic);
    }
    if (transaction != null) {
      Connections.breakOff(Objects.requireNonNull(transactional));
      transactional = connectTransactional();
      transaction.renew(transactional);
    }
  }

  @Override
  public Aftermath aftermath() {
    List<Connection> lost = new ArrayList<>(List.of(automatic));
    if (transactional != null) {
      lost.add(transactional);
    }
    return sessions.aftermath(lost, question -> question.ask(automatic));
  }

  @Override
  public Cursor scan(Scan scan, long... parameters) throws DatabaseException {
    return JdbcCursor.open(automatic, target.sql(), target.failures(), scan, parameters);
  }

  @Override
  public void abort() {
    Connections.breakOff(automatic);
    Connection open = transactional;
    if (open != null) {
      Connections.breakOff(open);
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
      target.failures().ofClose(e);
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
