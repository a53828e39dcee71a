package io.ibench.db.postgres;

import io.ibench.db.Aftermath;
import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Native;
import io.ibench.db.NativePrepared;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.Transaction;
import io.ibench.db.jdbc.AtomicBatch;
import io.ibench.db.jdbc.Connections;
import io.ibench.db.jdbc.ForwardingPrepared;
import io.ibench.db.jdbc.KeySequence;
import io.ibench.db.jdbc.KeySequences;
import io.ibench.db.jdbc.Repreparable;
import io.ibench.db.jdbc.SessionRegister;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A session with one connection, which switches between autocommit and transactions without a round
 * trip. Confined to the worker's thread, except {@link #abort}.
 */
final class PostgresSession implements Session {

  private final PostgresTarget target;
  private final SessionRegister sessions;
  private final KeySequences sequences;
  private final PostgresCompiler compiler;
  private final PostgresCompiler committing;
  private final PostgresTransaction transaction;
  private final PostgresNatives natives;

  /** Tables with generated keys for which it has prepared commands. */
  private final Set<Table> keyed = new LinkedHashSet<>();

  private volatile Connection connection;

  PostgresSession(PostgresTarget target, SessionRegister sessions, KeySequences sequences)
      throws DatabaseException {
    this.target = target;
    this.sessions = sessions;
    this.sequences = sequences;
    this.connection = connect();
    this.compiler = PostgresCompiler.of(Optional.of(connection), target, sequences);
    this.committing = PostgresCompiler.committing(connection, target, sequences);
    this.transaction = new PostgresTransaction(compiler, committing, target.failures());
    this.natives = new PostgresNatives(connection, target.failures(), target.isUnnamed());
  }

  private Connection connect() throws DatabaseException {
    return sessions.register(target.connect());
  }

  @Override
  public Prepared prepare(Command command) throws DatabaseException {
    Repreparable prepared = compiler.prepare(command);
    if (command instanceof Command.Select) {
      return prepared;
    }
    if (command.table().generatedKey()) {
      keyed.add(command.table());
    }
    Prepared around = compiler.around(command, AtomicBatch.of(prepared, compiler));
    if (around instanceof KeySequence.GeneratedKeyInsert insert) {
      insert.advance();
    }
    return new ForwardingPrepared.Autocommitted(around, target.failures());
  }

  @Override
  public NativePrepared prepare(Native statement) throws DatabaseException {
    return natives.prepare(statement);
  }

  @Override
  public void onConnect(List<String> statements) throws DatabaseException {
    natives.onConnect(statements);
  }

  @Override
  public void rollbackNative() throws DatabaseException {
    natives.rollback();
  }

  @Override
  public Transaction transaction() {
    return transaction;
  }

  /**
   * With READ COMMITTED each statement would have a snapshot of its own. A pooler may give the next
   * transaction another session of the server, which nobody must leave changed: then the level is
   * set in each transaction.
   */
  @Override
  public Transaction snapshots() throws DatabaseException {
    try {
      if (!sessions.knows(connection)) {
        transaction.setLevelEachTime();
      } else {
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      }
    } catch (SQLException e) {
      throw target.failures().of(e);
    }
    return transaction;
  }

  @Override
  public void renew() throws DatabaseException {
    Connections.breakOff(connection);
    connection = connect();
    transaction.renewed();
    compiler.renew(connection);
    committing.renew(connection);
    natives.renew(connection);
  }

  @Override
  public Aftermath aftermath() {
    return sessions.aftermath(List.of(connection), question -> question.ask(connection));
  }

  @Override
  public Cursor scan(Scan scan, long... parameters) throws DatabaseException {
    return compiler.scan(scan, parameters);
  }

  @Override
  public void abort() {
    Connections.breakOff(connection);
  }

  @Override
  public void close() throws DatabaseException {
    try (Connection closing = connection) {
      if (!closing.isClosed()) {
        transaction.rollback();
        natives.rollback();
        advanceSequences(closing);
        StatisticsFlush.request(closing, target.failures());
      }
    } catch (SQLException e) {
      target.failures().ofClose(e);
    }
  }

  /** The next process must not generate a key that this one has inserted. */
  private void advanceSequences(Connection closing) throws SQLException {
    for (Table table : keyed) {
      KeySequence sequence = sequences.of(table);
      if (sequence.isBehind()) {
        sequence.advance(closing);
      }
    }
  }
}
