package io.ibench.db.jdbc;

import io.ibench.db.Aftermath;
import io.ibench.db.Command;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Native;
import io.ibench.db.NativePrepared;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.Transaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A session with one connection, which switches between single statements and transactions.
 * Confined to the worker's thread, except {@link #abort}.
 */
final class JdbcSession implements Session {

  private final Dialect dialect;
  private final KeySequences sequences;
  private final Failures failures;
  private final DialectCompiler compiler;
  private final SessionTransaction transaction = new SessionTransaction();
  private final SnapshotTransaction snapshots = new SnapshotTransaction();

  /** Tables for which it has prepared inserts, with generated or explicit keys. */
  private final List<Table> keyed = new ArrayList<>();

  private TransactionControl control;

  /** Of the connection; null before the first use. */
  private @Nullable Natives natives;

  /** Of the connection; null before the first use. */
  private @Nullable TransactionControl snapshotControl;

  private volatile Connection connection;

  JdbcSession(Dialect dialect, KeySequences sequences) throws DatabaseException {
    this.dialect = dialect;
    this.sequences = sequences;
    failures = new SessionFailures(dialect, () -> connection);
    connect();
    compiler = new DialectCompiler(connection, dialect, failures);
  }

  private void connect() throws DatabaseException {
    try {
      Connection opened = dialect.connect();
      try {
        control = dialect.transactions(opened);
      } catch (SQLException e) {
        opened.close();
        throw e;
      }
      connection = opened;
      snapshotControl = null;
      snapshots.open = false;
    } catch (SQLException e) {
      throw dialect.of(e);
    }
  }

  @Override
  public Prepared prepare(Command command) throws DatabaseException {
    Repreparable prepared = compiler.prepare(command);
    if (command instanceof Command.Select) {
      return prepared;
    }
    return withKeys(command, alone(prepared), true);
  }

  private Natives natives() {
    if (natives == null) {
      natives = dialect.natives(connection, failures);
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
  public boolean insertsManyRows() {
    return dialect.insertsManyRows();
  }

  @Override
  public void rollbackNative() throws DatabaseException {
    natives().rollback();
  }

  private Prepared alone(Repreparable prepared) {
    if (dialect.hasOneWriter() || prepared instanceof StatementGroup) {
      return new OwnTransaction(prepared, transaction);
    }
    Prepared alone = new ForwardingPrepared.Autocommitted(prepared, failures);
    return prepared instanceof BatchInsert batch && !batch.isAlwaysOneStatement()
        ? new OwnTransaction.OfBatch(batch, alone, transaction)
        : alone;
  }

  /**
   * @param alone the command commits by itself: a transaction would be committed by the statement
   *     that restarts the generation of keys
   */
  private Prepared withKeys(Command command, Prepared prepared, boolean alone)
      throws DatabaseException {
    List<String> columns =
        command instanceof Command.Insert insert
            ? insert.columns()
            : command instanceof Command.Upsert upsert ? upsert.columns() : List.of();
    Table table = command.table();
    if (!table.generatedKey() || columns.isEmpty() || dialect.restartKeys(table, 1).isEmpty()) {
      return prepared;
    }
    if (!keyed.contains(table)) {
      keyed.add(table);
    }
    int key = columns.indexOf(table.primaryKey().get(0));
    if (key >= 0) {
      return new KeySequence.ExplicitKeyInsert(prepared, sequences.of(table), key);
    }
    if (!transaction.open) {
      advanceSequences();
    }
    return alone
        ? new KeySequence.GeneratedKeyInsert(prepared, compiler, sequences.of(table))
        : prepared;
  }

  private void advanceSequences() throws DatabaseException {
    try {
      for (int i = 0; i < keyed.size(); i++) {
        KeySequence sequence = sequences.of(keyed.get(i));
        if (sequence.isBehind()) {
          sequence.advance(connection);
        }
      }
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  @Override
  public Transaction transaction() {
    return transaction;
  }

  @Override
  public Transaction snapshots() throws DatabaseException {
    if (snapshotControl == null) {
      try {
        snapshotControl =
            dialect
                .snapshots(connection)
                .orElseThrow(
                    () ->
                        new DatabaseException(
                            FailureKind.FATAL, "the product's dialect has no snapshots"));
      } catch (SQLException e) {
        throw failures.of(e);
      }
    }
    return snapshots;
  }

  @Override
  public Cursor scan(Scan scan, long... parameters) throws DatabaseException {
    try {
      control.beginScan();
    } catch (SQLException e) {
      throw failures.of(e);
    }
    try {
      return new ScanCursor(compiler.scan(scan, parameters));
    } catch (DatabaseException e) {
      endScan();
      throw e;
    }
  }

  private void endScan() throws DatabaseException {
    try {
      control.endScan();
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  @Override
  public void renew() throws DatabaseException {
    leave();
    connect();
    compiler.renew(connection);
    if (natives != null) {
      natives.renew(connection);
    }
  }

  /** Ends an open transaction too: the connection may work, and hold the product's locks. */
  private void leave() {
    dialect.abort(connection);
    Connection left = connection;
    try (left) {
      if (transaction.open) {
        control.rollback();
      }
    } catch (SQLException e) {
      // The connection is lost, which is why it is replaced.
      return;
    } finally {
      transaction.open = false;
    }
  }

  /** Standard SQL shows no sessions, so nobody knows how long a server goes on. */
  @Override
  public Aftermath aftermath() {
    return dialect.location().embedded() ? Aftermath.NONE : () -> Aftermath.State.UNSEEN;
  }

  @Override
  public void abort() {
    dialect.abort(connection);
  }

  @Override
  public void close() throws DatabaseException {
    try (Connection closing = connection) {
      if (!closing.isClosed()) {
        transaction.rollback();
        snapshots.rollback();
        if (natives != null) {
          natives.rollback();
        }
        // The next process must not generate a key that this one has inserted.
        advanceSequences();
      }
    } catch (SQLException e) {
      failures.ofClose(e);
    } catch (DatabaseException e) {
      if (!e.kind().isConnectionLoss()) {
        throw e;
      }
    }
  }

  private class SessionTransaction implements Transaction {

    boolean open;

    TransactionControl control() {
      return control;
    }

    @Override
    public Prepared prepare(Command command) throws DatabaseException {
      return withKeys(command, compiler.prepare(command), false);
    }

    @Override
    public final Prepared prepareLast(Command command) throws DatabaseException {
      return new ForwardingPrepared.Committing(prepare(command), this);
    }

    @Override
    public void begin() throws DatabaseException {
      advanceSequences();
      beginControlled();
    }

    @Override
    public void begin(Begin how) throws DatabaseException {
      if (!how.isRead()) {
        begin();
        return;
      }
      try {
        control().beginRead();
        open = true;
      } catch (SQLException e) {
        throw failures.of(e);
      }
    }

    final void beginControlled() throws DatabaseException {
      try {
        control().begin();
        open = true;
      } catch (SQLException e) {
        throw failures.of(e);
      }
    }

    @Override
    public void commit() throws DatabaseException {
      try {
        control().commit();
        open = false;
      } catch (SQLException e) {
        throw failures.ofCommit(e);
      }
    }

    @Override
    public final void rollback() throws DatabaseException {
      if (!open) {
        return;
      }
      open = false;
      try {
        control().rollback();
      } catch (SQLException e) {
        throw failures.of(e);
      }
    }
  }

  /** Transactions that only read. */
  private final class SnapshotTransaction extends SessionTransaction {

    @Override
    TransactionControl control() {
      return Objects.requireNonNull(snapshotControl);
    }

    @Override
    public Prepared prepare(Command command) throws DatabaseException {
      return compiler.prepare(command);
    }

    @Override
    public void begin() throws DatabaseException {
      beginControlled();
    }

    @Override
    public void commit() throws DatabaseException {
      rollback(); // It has changed nothing.
    }
  }

  /** A cursor that ends its transaction. */
  private final class ScanCursor extends ForwardingCursor {

    ScanCursor(Cursor cursor) {
      super(cursor);
    }

    @Override
    protected void closed() throws DatabaseException {
      endScan();
    }
  }

  /**
   * A dialect's failures on one session's connection. Drivers have many ways to say that a
   * connection is closed already. Not thread-safe.
   *
   * @param connection the session's current connection
   */
  record SessionFailures(Dialect dialect, Supplier<Connection> connection) implements Failures {

    /** A select names an index that the table lacks. */
    static final class NoIndex extends SQLException {

      private static final long serialVersionUID = 1L;

      NoIndex(String index, String table) {
        super("no index " + index + " on table " + table);
      }
    }

    @Override
    public FailureKind classify(SQLException failure) {
      if (failure instanceof NoIndex) {
        return FailureKind.NOT_FOUND;
      }
      FailureKind kind = dialect.classify(failure);
      return kind == FailureKind.FATAL && isClosed() ? FailureKind.CONNECTION_LOST : kind;
    }

    private boolean isClosed() {
      try {
        return connection.get().isClosed();
      } catch (SQLException e) {
        return true;
      }
    }

    @Override
    public Masker masker() {
      return dialect.masker();
    }
  }
}
