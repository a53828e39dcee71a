package io.ibench.db.jdbc;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Prepares commands on one connection, and again on its replacement. Commands with an old value
 * differ between products and are left to subclasses. Not thread-safe.
 */
public abstract class JdbcCompiler implements Command.Compiler<Repreparable> {

  public final Sql sql;
  public final Failures failures;
  private final List<Repreparable> prepared = new ArrayList<>();
  private Optional<Connection> connection;

  /**
   * @param connection empty for a session that borrows connections: it prepares later
   */
  public JdbcCompiler(Optional<Connection> connection, Sql sql, Failures failures) {
    this.connection = connection;
    this.sql = sql;
    this.failures = failures;
  }

  /** Whether a command can commit: it is one statement, whose outcome is not needed before. */
  public static boolean canCommit(Command command) {
    if (command instanceof Command.Insert insert) {
      return insert.maxBatch() == 1;
    }
    if (command instanceof Command.Upsert upsert) {
      return upsert.old().isEmpty();
    }
    return command instanceof Command.Delete
        || command instanceof Command.Update update && update.old().isEmpty();
  }

  /** Prepares the command, now if there is a connection. */
  public final Repreparable prepare(Command command) throws DatabaseException {
    Repreparable compiled = command.compile(this);
    if (connection.isPresent()) {
      reprepare(compiled);
    }
    prepared.add(compiled);
    return compiled;
  }

  private void reprepare(Repreparable command) throws DatabaseException {
    try {
      command.reprepare();
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  /** The current connection. */
  public final Connection connection() {
    return connection.orElseThrow(() -> new IllegalStateException("no connection is borrowed"));
  }

  /** Prepares all commands again, on this connection. */
  public final void renew(Connection replacement) throws DatabaseException {
    connection = Optional.of(replacement);
    for (Repreparable command : prepared) {
      reprepare(command);
    }
  }

  /** Sets the current connection; prepares nothing. */
  final void lend(Connection lent) {
    connection = Optional.of(lent);
  }

  /** Removes the current connection. */
  final void takeBack() {
    connection = Optional.empty();
  }

  /** Prepares a statement so that its first execution costs as much as any other. */
  public PreparedStatement prepareNow(String text) throws SQLException {
    return connection().prepareStatement(text);
  }

  /** Wraps a command that needs more before or after its execution, on the current connection. */
  public Prepared around(Command command, Prepared prepared) {
    return prepared;
  }

  /** Opens a scan on the current connection. */
  public Cursor scan(Scan scan, long... parameters) throws DatabaseException {
    return JdbcCursor.open(connection(), sql, failures, scan, parameters);
  }

  public JdbcPrepared.StatementSource source(String text) {
    return () -> prepareNow(text);
  }

  public abstract Repreparable upsertWithOld(Command.Upsert upsert);

  public abstract Repreparable updateWithOld(Command.Update update);

  @Override
  public Repreparable insert(Command.Insert insert) {
    return insert.maxBatch() == 1
        ? new JdbcPrepared.Write(source(sql.insert(insert, 1)), Binder.of(sql, insert), failures)
        : batch(insert);
  }

  /** An insert of several rows. */
  public BatchInsert batch(Command.Insert insert) {
    return new ValuesInsert(this::prepareNow, sql, insert, failures);
  }

  @Override
  public Repreparable upsert(Command.Upsert upsert) {
    return upsert.old().isPresent()
        ? upsertWithOld(upsert)
        : new JdbcPrepared.Upsert(source(sql.upsert(upsert)), Binder.of(sql, upsert), failures);
  }

  @Override
  public Repreparable update(Command.Update update) {
    return update.old().isPresent()
        ? updateWithOld(update)
        : new JdbcPrepared.Write(
            source(sql.update(update)),
            Binder.of(sql, update),
            failures,
            JdbcPrepared.ListParameter.of(update));
  }

  @Override
  public Repreparable delete(Command.Delete delete) {
    return new JdbcPrepared.Write(
        source(sql.delete(delete)),
        Binder.of(sql, delete),
        failures,
        JdbcPrepared.ListParameter.of(delete));
  }

  @Override
  public Repreparable select(Command.Select select) {
    RowBuffer rows = sql.rows(select.resultColumns(), !select.orderBy().isEmpty());
    boolean list = select.where().stream().anyMatch(c -> c.op() == Condition.Op.IN);
    Repreparable.Preparer preparer = preparer(select);
    if (list) {
      return listSelect(preparer, select, rows);
    }
    String text = sql.select(select, 0);
    return new JdbcPrepared.Select(
        () -> preparer.prepare(text),
        Binder.of(sql, select),
        failures,
        rows,
        JdbcPrepared.ListParameter.of(select));
  }

  /** Prepares the statements of this select. */
  public Repreparable.Preparer preparer(Command.Select select) {
    return this::prepareNow;
  }

  /** A select with an IN condition. */
  public Repreparable listSelect(
      Repreparable.Preparer preparer, Command.Select select, RowBuffer rows) {
    return new ListSelect(preparer, sql, select, failures, rows);
  }
}
