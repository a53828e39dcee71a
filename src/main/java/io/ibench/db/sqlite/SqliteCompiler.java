package io.ibench.db.sqlite;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Table;
import io.ibench.db.jdbc.Binder;
import io.ibench.db.jdbc.Failures;
import io.ibench.db.jdbc.JdbcCompiler;
import io.ibench.db.jdbc.JdbcPrepared;
import io.ibench.db.jdbc.Repreparable;
import io.ibench.db.jdbc.RowBuffer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Prepares commands for SQLite. A select reads an old value just before the change; this is safe,
 * because a transaction begins with the only write lock. Statements cost no round trip.
 */
final class SqliteCompiler extends JdbcCompiler {

  SqliteCompiler(Connection connection, SqliteSql sql, Failures failures) {
    super(Optional.of(connection), sql, failures);
  }

  @Override
  public Repreparable upsertWithOld(Command.Upsert upsert) {
    Table table = upsert.table();
    List<Condition> key = table.primaryKey().stream().map(Condition::eq).toList();
    int[] positions = new int[upsert.columns().size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = table.primaryKey().indexOf(upsert.columns().get(i)) + 1;
    }
    JdbcPrepared select = selectOld(table, upsert.old().orElseThrow(), key);
    return new OldReading(
        source(sql.upsert(upsert)), Binder.of(sql, upsert), select, positions, failures, true);
  }

  @Override
  public Repreparable updateWithOld(Command.Update update) {
    int assigned = (int) update.set().stream().filter(a -> a.constant().isEmpty()).count();
    int conditions = (int) update.where().stream().filter(Condition::takesParameter).count();
    int[] positions = new int[assigned + conditions];
    for (int i = 0; i < conditions; i++) {
      positions[assigned + i] = i + 1;
    }
    JdbcPrepared select = selectOld(update.table(), update.old().orElseThrow(), update.where());
    return new OldReading(
        source(sql.update(update)), Binder.of(sql, update), select, positions, failures, false);
  }

  private JdbcPrepared selectOld(Table table, String column, List<Condition> where) {
    Command.Select select = Command.Select.of(table, List.of(column), where);
    return new JdbcPrepared.Select(
        source(sql.select(select, 0)),
        Binder.of(sql, select),
        failures,
        new RowBuffer(sql.codec(), List.of(table.column(column)), false));
  }

  /** A change that first selects the row's old value. */
  private static final class OldReading extends JdbcPrepared {

    private final JdbcPrepared select;
    private final int[] positions;
    private final boolean upsert;
    private long old = ABSENT;

    /**
     * @param positions the position of each parameter in the select too, from 1; 0: none
     */
    OldReading(
        StatementSource change,
        Binder binder,
        JdbcPrepared select,
        int[] positions,
        Failures failures,
        boolean upsert) {
      super(change, binder, failures);
      this.select = select;
      this.positions = positions;
      this.upsert = upsert;
    }

    @Override
    public void reprepare() throws SQLException {
      super.reprepare();
      select.reprepare();
    }

    @Override
    public void release() throws SQLException {
      super.release();
      select.release();
    }

    @Override
    public void setLong(int parameter, long value) {
      super.setLong(parameter, value);
      if (positions[parameter] > 0) {
        select.setLong(positions[parameter] - 1, value);
      }
    }

    @Override
    public void setBytes(int parameter, byte[] value, int length) {
      super.setBytes(parameter, value, length);
      if (positions[parameter] > 0) {
        select.setBytes(positions[parameter] - 1, value, length);
      }
    }

    @Override
    public int executeBound() throws SQLException, DatabaseException {
      old = select.execute() > 0 ? select.getLong(0, 0) : ABSENT;
      int rows = statement.executeUpdate();
      return upsert ? 1 : rows;
    }

    @Override
    public long old() {
      return old;
    }
  }
}
