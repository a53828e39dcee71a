package io.ibench.db.postgres;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Cursor;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Table;
import io.ibench.db.jdbc.BatchInsert;
import io.ibench.db.jdbc.Binder;
import io.ibench.db.jdbc.JdbcCompiler;
import io.ibench.db.jdbc.JdbcPrepared;
import io.ibench.db.jdbc.KeySequence;
import io.ibench.db.jdbc.KeySequences;
import io.ibench.db.jdbc.Repreparable;
import io.ibench.db.jdbc.RowBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Prepares commands for PostgreSQL; {@link PostgresSql} explains old values. */
final class PostgresCompiler extends JdbcCompiler {

  private static final String INDEX_MISSING = "42704";

  private final PostgresSql postgresSql;
  private final PostgresTarget target;
  private final KeySequences sequences;
  private final String ending;
  private final boolean lent;

  /** Indexes that exist. */
  private final Set<String> knownIndexes = new HashSet<>();

  private PostgresCompiler(
      Optional<Connection> connection,
      PostgresTarget target,
      PostgresSql sql,
      KeySequences sequences,
      String ending) {
    super(connection, sql, target.failures());
    this.postgresSql = sql;
    this.target = target;
    this.sequences = sequences;
    this.ending = ending;
    this.lent = connection.isEmpty();
  }

  /**
   * @param connection empty for a session that borrows connections
   */
  static PostgresCompiler of(
      Optional<Connection> connection, PostgresTarget target, KeySequences sequences) {
    return new PostgresCompiler(connection, target, target.sql(), sequences, "");
  }

  /** Its statements of one row, without an old value, commit in the same round trip. */
  static PostgresCompiler committing(
      Connection connection, PostgresTarget target, KeySequences sequences) {
    return new PostgresCompiler(
        Optional.of(connection), target, target.sql(), sequences, "; COMMIT");
  }

  @Override
  public JdbcPrepared.StatementSource source(String text) {
    return super.source(text + ending);
  }

  @Override
  public PreparedStatement prepareNow(String text) throws SQLException {
    if (!lent) {
      prepareOnServer(text);
    }
    return connection().prepareStatement(text);
  }

  /**
   * Makes the server prepare and describe the statement now, so that the first execution is like
   * all others, and errors appear now. The driver, which would do that with the first execution,
   * caches the result for the next statement with the same text. A statement without a name is only
   * checked.
   */
  private void prepareOnServer(String text) throws SQLException {
    StatementDescription.of(connection(), text, target.isUnnamed());
  }

  @Override
  public BatchInsert batch(Command.Insert insert) {
    return target.batch() == PostgresAdapter.Batch.BULK
        ? new UnnestInsert(this::prepareNow, postgresSql, insert, failures)
        : super.batch(insert);
  }

  @Override
  public Repreparable upsertWithOld(Command.Upsert upsert) {
    return new ReturningOldValue.Upsert(
        source(sql.upsert(upsert)), Binder.of(sql, upsert), failures, sql.placeholders(upsert));
  }

  @Override
  public Repreparable updateWithOld(Command.Update update) {
    return new ReturningOldValue.Update(
        source(sql.update(update)), Binder.of(sql, update), failures);
  }

  @Override
  public Repreparable listSelect(
      Repreparable.Preparer preparer, Command.Select select, RowBuffer rows) {
    boolean whole =
        select.where().stream()
            .filter(condition -> condition.op() == Condition.Op.IN)
            .allMatch(
                condition -> select.table().column(condition.column()).type().isWholeNumber());
    if (!whole) {
      return super.listSelect(preparer, select, rows);
    }
    String text = sql.select(select, 0);
    return new ArraySelect(
        () -> preparer.prepare(text), Binder.of(sql, select), failures, rows, select);
  }

  /** The server takes no hint, and would not miss an index. */
  @Override
  public Repreparable.Preparer preparer(Command.Select select) {
    if (select.by().isEmpty()) {
      return super.preparer(select);
    }
    String index = select.by().get().name();
    return text -> {
      requireIndex(select.table(), index);
      return prepareNow(text);
    };
  }

  private void requireIndex(Table table, String index) throws SQLException {
    if (!knownIndexes.contains(index) && !hasIndex(table, index)) {
      throw new SQLException("no index " + index + " on table " + table.name(), INDEX_MISSING);
    }
    knownIndexes.add(index);
  }

  /** True also without the table: then the preparation fails. */
  private boolean hasIndex(Table table, String index) throws SQLException {
    try (var statement =
        connection()
            .prepareStatement(
                "SELECT to_regclass(?) IS NULL OR EXISTS (SELECT FROM pg_index"
                    + " WHERE indrelid = to_regclass(?) AND indexrelid = to_regclass(?))")) {
      statement.setString(1, table.name());
      statement.setString(2, table.name());
      statement.setString(3, index);
      try (var results = statement.executeQuery()) {
        return results.next() && results.getBoolean(1);
      }
    }
  }

  @Override
  public Prepared around(Command command, Prepared prepared) {
    List<String> columns =
        command instanceof Command.Insert insert
            ? insert.columns()
            : command instanceof Command.Upsert upsert ? upsert.columns() : List.of();
    if (!command.table().generatedKey() || columns.isEmpty()) {
      return prepared;
    }
    KeySequence sequence = sequences.of(command.table());
    int key = columns.indexOf(command.table().primaryKey().get(0));
    return key >= 0
        ? new KeySequence.ExplicitKeyInsert(prepared, sequence, key)
        : new KeySequence.GeneratedKeyInsert(prepared, this, sequence);
  }

  @Override
  public Cursor scan(Scan scan, long... parameters) throws DatabaseException {
    return PostgresCursor.open(connection(), sql, failures, scan, parameters);
  }
}
