package io.ibench.db.jdbc;

import io.ibench.db.Column;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/**
 * Prepares commands on one connection. What has no old value to report is the same on every
 * product; the rest is left to subclasses. Compiler methods cannot throw a checked exception, so a
 * failed prepare travels inside a {@link PrepareFailure}.
 */
abstract class JdbcCompiler implements Command.Compiler<Prepared> {

  final Connection connection;
  final Sql sql;
  final Failures failures;

  JdbcCompiler(Connection connection, Sql sql, Failures failures) {
    this.connection = connection;
    this.sql = sql;
    this.failures = failures;
  }

  /** Prepares the command now. */
  final Prepared prepare(Command command) throws DatabaseException {
    try {
      return command.compile(this);
    } catch (PrepareFailure e) {
      throw failures.of(e.failure);
    }
  }

  /** Carries a driver's exception out of a compiler method. */
  static final class PrepareFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private final SQLException failure;

    PrepareFailure(SQLException failure) {
      super(failure);
      this.failure = failure;
    }
  }

  final PreparedStatement statement(String text) {
    try {
      return prepareNow(text);
    } catch (SQLException e) {
      throw new PrepareFailure(e);
    }
  }

  /** Prepares a statement so that its first execution costs no more than any other. */
  PreparedStatement prepareNow(String text) throws SQLException {
    return connection.prepareStatement(text);
  }

  /** An upsert that reports its old value. */
  abstract Prepared upsertWithOld(Command.Upsert upsert);

  /** An update that reports its old value. */
  abstract Prepared updateWithOld(Command.Update update);

  @Override
  public Prepared insert(Command.Insert insert) {
    if (insert.maxBatch() == 1) {
      return new JdbcPrepared.Write(statement(sql.insert(insert, 1)), failures);
    }
    try {
      return batch(insert);
    } catch (SQLException e) {
      throw new PrepareFailure(e);
    }
  }

  /** An insert of several rows. */
  BatchInsert batch(Command.Insert insert) throws SQLException {
    return new ValuesInsert(this::prepareNow, sql, insert, failures);
  }

  @Override
  public Prepared upsert(Command.Upsert upsert) {
    return upsert.old().isPresent()
        ? upsertWithOld(upsert)
        : new JdbcPrepared.Upsert(statement(sql.upsert(upsert)), failures);
  }

  @Override
  public Prepared update(Command.Update update) {
    return update.old().isPresent()
        ? updateWithOld(update)
        : new JdbcPrepared.Write(statement(sql.update(update)), failures);
  }

  @Override
  public Prepared delete(Command.Delete delete) {
    return new JdbcPrepared.Write(statement(sql.delete(delete)), failures);
  }

  @Override
  public Prepared select(Command.Select select) {
    RowBuffer rows =
        new RowBuffer(columns(select.table(), select.columns()), !select.orderBy().isEmpty());
    boolean list = select.where().stream().anyMatch(c -> c.op() == Condition.Op.IN);
    if (!list) {
      return new JdbcPrepared.Select(statement(sql.select(select, 0)), failures, rows);
    }
    try {
      return new ListSelect(this::prepareNow, sql, select, failures, rows);
    } catch (SQLException e) {
      throw new PrepareFailure(e);
    }
  }

  private static List<Column> columns(Table table, List<String> names) {
    return names.stream().map(table::column).toList();
  }
}
