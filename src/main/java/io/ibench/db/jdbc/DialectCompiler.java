package io.ibench.db.jdbc;

import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Prepares commands as a {@link Dialect} describes them; what it has no statement for becomes a
 * {@link StatementGroup}. Not thread-safe.
 */
final class DialectCompiler extends JdbcCompiler {

  private final Dialect dialect;
  private final Set<String> knownIndexes = new HashSet<>();

  DialectCompiler(Connection connection, Dialect dialect, Failures failures) {
    super(Optional.of(connection), dialect, failures);
    this.dialect = dialect;
  }

  @Override
  public BatchInsert batch(Command.Insert insert) {
    return dialect.insertsManyRows()
        ? super.batch(insert)
        : new DriverBatchInsert(this::prepareNow, sql, insert, failures);
  }

  @Override
  public Repreparable upsert(Command.Upsert upsert) {
    if (upsert.old().isPresent()) {
      return upsertWithOld(upsert);
    }
    String text = sql.upsert(upsert);
    return text.isEmpty() ? updateOrInsert(upsert) : new OneUpsert(text, upsert);
  }

  @Override
  public Repreparable upsertWithOld(Command.Upsert upsert) {
    String old = upsert.old().orElseThrow();
    String text = sql.upsert(upsert);
    String reporting = text.isEmpty() ? "" : dialect.reportingOld(text, old);
    if (!reporting.isEmpty()) {
      return new ReportingOld(reporting, upsert);
    }
    if (text.isEmpty() || !dialect.hasOneWriter()) {
      return updateOrInsert(upsert);
    }
    StatementGroup.Change group = new StatementGroup.Change(upsert);
    group.select = group.add(select(upsert.table(), old, keyOf(upsert)), keyIn(upsert));
    group.change = group.add(write(text, upsert), all(upsert));
    return group;
  }

  /** Needs no statement but those of standard SQL. */
  private StatementGroup updateOrInsert(Command.Upsert upsert) {
    Table table = upsert.table();
    List<Condition> key = keyOf(upsert);
    StatementGroup.Change group = new StatementGroup.Change(upsert);
    boolean changes = !upsert.set().isEmpty() || !upsert.add().isEmpty();
    if (upsert.old().isPresent() || !changes) {
      String column = upsert.old().orElse(table.primaryKey().get(0));
      if (upsert.old().isPresent() && locksByUpdate()) {
        group.lock = group.add(write(nothingChanged(table, column, key)), keyIn(upsert));
      }
      group.select = group.add(select(table, column, key), keyIn(upsert));
    }
    if (changes) {
      List<Assign> set = upsert.set().stream().map(Assign::parameter).toList();
      Command.Update update = new Command.Update(table, set, upsert.add(), key, Optional.empty());
      IntStream assigned = upsert.set().stream().mapToInt(upsert.columns()::indexOf);
      group.change = group.add(write(update), IntStream.concat(assigned, keyIn(upsert)));
    }
    group.insert = group.add(write(sql.insertOf(upsert), upsert), all(upsert));
    return group;
  }

  @Override
  public Repreparable updateWithOld(Command.Update update) {
    Table table = update.table();
    String old = update.old().orElseThrow();
    String text = sql.update(update);
    String reporting = dialect.reportingOld(text, old);
    if (!reporting.isEmpty()) {
      return new ReportingOld(reporting, update);
    }
    StatementGroup.Change group = new StatementGroup.Change(update);
    if (locksByUpdate()) {
      group.lock =
          group.add(
              write(nothingChanged(table, old, update.where())),
              StatementGroup.ofConditions(update));
    }
    group.select =
        group.add(select(table, old, update.where()), StatementGroup.ofConditions(update));
    group.change = group.add(write(text, update), all(update));
    return group;
  }

  @Override
  public Repreparable delete(Command.Delete delete) {
    if (!sql.delete(delete).isEmpty()) {
      return super.delete(delete);
    }
    Table table = delete.table();
    Command.Select first = keysOf(delete);
    Command.Delete one =
        new Command.Delete(table, table.primaryKey().stream().map(Condition::eq).toList(), 0);
    return new StatementGroup.KeysThenDelete(
        delete, select(first, sql.select(first, 0)), write(sql.delete(one), one));
  }

  /** The statement that finds the row of an upsert, and changes it if there is a change. */
  static Command changeOf(Command.Upsert upsert) {
    return upsert.set().isEmpty() && upsert.add().isEmpty()
        ? Command.Select.of(upsert.table(), upsert.table().primaryKey(), keyOf(upsert))
        : updateOf(upsert);
  }

  private static Command.Update updateOf(Command.Upsert upsert) {
    List<Assign> set = upsert.set().stream().map(Assign::parameter).toList();
    return new Command.Update(upsert.table(), set, upsert.add(), keyOf(upsert), Optional.empty());
  }

  /** The keys of the rows that a delete with a limit removes. */
  static Command.Select keysOf(Command.Delete delete) {
    List<String> key = delete.table().primaryKey();
    return new Command.Select(
        delete.table(), key, delete.where(), Optional.empty(), key, false, delete.limit(), 0);
  }

  private boolean locksByUpdate() {
    return dialect.rowLock().isEmpty() && !dialect.hasOneWriter();
  }

  private static List<Condition> keyOf(Command.Upsert upsert) {
    return upsert.table().primaryKey().stream().map(Condition::eq).toList();
  }

  /** The upsert's parameters that are the key. */
  private static IntStream keyIn(Command.Upsert upsert) {
    return upsert.table().primaryKey().stream().mapToInt(upsert.columns()::indexOf);
  }

  private static IntStream all(Command command) {
    return IntStream.range(0, command.parameters().size());
  }

  private static Command.Update nothingChanged(Table table, String column, List<Condition> where) {
    return new Command.Update(
        table, List.of(), List.of(new Add(column, 0)), where, Optional.empty());
  }

  private JdbcPrepared write(Command.Update update) {
    return write(sql.update(update), update);
  }

  private JdbcPrepared write(String text, Command command) {
    return new JdbcPrepared.Write(source(text), Binder.of(sql, command), failures);
  }

  /** Selects one value and locks its row, unless the transaction has locked everything. */
  private JdbcPrepared select(Table table, String column, List<Condition> where) {
    Command.Select select = Command.Select.of(table, List.of(column), where);
    String lock = dialect.hasOneWriter() ? "" : dialect.rowLock();
    return select(select, sql.select(select, 0) + lock);
  }

  private JdbcPrepared select(Command.Select select, String text) {
    RowBuffer rows = sql.rows(select.resultColumns(), false);
    return new JdbcPrepared.Select(source(text), Binder.of(sql, select), failures, rows);
  }

  /** A product without hints would not miss an index. */
  @Override
  public Repreparable.Preparer preparer(Command.Select select) {
    if (select.by().isEmpty()
        || select.hinted() && !dialect.indexHint(select.by().get()).isEmpty()) {
      return super.preparer(select);
    }
    String index = select.by().get().name();
    return text -> {
      PreparedStatement statement = prepareNow(text);
      if (!knownIndexes.contains(index)
          && !FoundTables.hasIndex(connection(), dialect, select.table().name(), index)) {
        statement.close();
        throw new JdbcSession.SessionFailures.NoIndex(index, select.table().name());
      }
      knownIndexes.add(index);
      return statement;
    };
  }

  /** An upsert in one statement. */
  private final class OneUpsert extends JdbcPrepared {

    OneUpsert(String text, Command.Upsert upsert) {
      super(source(text), Binder.of(sql, upsert), DialectCompiler.this.failures);
    }

    @Override
    public int executeBound() throws SQLException, DatabaseException {
      try {
        Objects.requireNonNull(statement).executeUpdate();
        return 1;
      } catch (SQLException e) {
        throw StatementGroup.lostRace(DialectCompiler.this.failures.of(e));
      }
    }
  }

  /** A change that is a query for the old value. */
  private final class ReportingOld extends JdbcPrepared {

    private final boolean upsert;
    private long old = ABSENT;

    ReportingOld(String text, Command change) {
      super(source(text), Binder.of(sql, change), DialectCompiler.this.failures);
      upsert = change instanceof Command.Upsert;
    }

    @Override
    public int executeBound() throws SQLException, DatabaseException {
      try (ResultSet results = Objects.requireNonNull(statement).executeQuery()) {
        boolean found = results.next();
        long value = found ? results.getLong(1) : ABSENT;
        old = found && results.wasNull() ? ABSENT : value;
        return upsert || found ? 1 : 0;
      } catch (SQLException e) {
        DatabaseException failure = DialectCompiler.this.failures.of(e);
        throw upsert ? StatementGroup.lostRace(failure) : failure;
      }
    }

    @Override
    public long old() {
      return old;
    }
  }
}
