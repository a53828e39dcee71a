package io.ibench.db.jdbc;

import io.ibench.db.Column;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Prepares commands on one connection, and again on the one that replaces it. What has no old value
 * to report is the same on every product; the rest is left to subclasses. One thread's.
 */
public abstract class JdbcCompiler implements Command.Compiler<Repreparable> {

  public final Sql sql;
  public final Failures failures;
  private final List<Repreparable> prepared = new ArrayList<>();
  private Optional<Connection> connection;

  /**
   * @param connection empty for one that is lent connections: then nothing is prepared beforehand
   */
  public JdbcCompiler(Optional<Connection> connection, Sql sql, Failures failures) {
    this.connection = connection;
    this.sql = sql;
    this.failures = failures;
  }

  /** Prepares the command now, if there is a connection. */
  public final Repreparable prepare(Command command) throws DatabaseException {
    Repreparable renewable = command.compile(this);
    if (connection.isPresent()) {
      reprepare(renewable);
    }
    prepared.add(renewable);
    return renewable;
  }

  private void reprepare(Repreparable renewable) throws DatabaseException {
    try {
      renewable.reprepare();
    } catch (SQLException e) {
      throw failures.of(e);
    }
  }

  /** The connection that statements are prepared on now. */
  public final Connection connection() {
    return connection.orElseThrow(() -> new IllegalStateException("no connection is lent"));
  }

  /** Prepares everything again that was prepared so far. */
  public final void renew(Connection replacement) throws DatabaseException {
    connection = Optional.of(replacement);
    for (Repreparable renewable : prepared) {
      reprepare(renewable);
    }
  }

  /** From now on, commands may be prepared on this connection; none of them is yet. */
  final void lend(Connection lent) {
    connection = Optional.of(lent);
  }

  /** The connection is not this one's any more. */
  final void takeBack() {
    connection = Optional.empty();
  }

  /** Prepares a statement so that its first execution costs no more than any other. */
  public PreparedStatement prepareNow(String text) throws SQLException {
    return connection().prepareStatement(text);
  }

  /**
   * What has to be done before or after a command is executed, around it. Executed on the present
   * connection.
   */
  public Prepared around(Command command, Prepared prepared) {
    return prepared;
  }

  /** Opens a scan on the present connection. */
  public Cursor scan(Scan scan, long... parameters) throws DatabaseException {
    return JdbcCursor.open(connection(), sql, failures, scan, parameters);
  }

  public JdbcPrepared.StatementSource source(String text) {
    return () -> prepareNow(text);
  }

  /** An upsert that reports its old value. */
  public abstract Repreparable upsertWithOld(Command.Upsert upsert);

  /** An update that reports its old value. */
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
        : new JdbcPrepared.Write(source(sql.update(update)), Binder.of(sql, update), failures);
  }

  @Override
  public Repreparable delete(Command.Delete delete) {
    return new JdbcPrepared.Write(source(sql.delete(delete)), Binder.of(sql, delete), failures);
  }

  @Override
  public Repreparable select(Command.Select select) {
    RowBuffer rows =
        new RowBuffer(
            sql.carrier(), columns(select.table(), select.columns()), !select.orderBy().isEmpty());
    boolean list = select.where().stream().anyMatch(c -> c.op() == Condition.Op.IN);
    StatementPreparer preparer = preparer(select);
    if (list) {
      return listSelect(preparer, select, rows);
    }
    String text = sql.select(select, 0);
    return new JdbcPrepared.Select(
        () -> preparer.prepare(text), Binder.of(sql, select), failures, rows);
  }

  /** How this select is prepared. */
  public StatementPreparer preparer(Command.Select select) {
    return this::prepareNow;
  }

  /** A select with a list. */
  public Repreparable listSelect(
      StatementPreparer preparer, Command.Select select, RowBuffer rows) {
    return new ListSelect(preparer, sql, select, failures, rows);
  }

  private static List<Column> columns(Table table, List<String> names) {
    return names.stream().map(table::column).toList();
  }
}
