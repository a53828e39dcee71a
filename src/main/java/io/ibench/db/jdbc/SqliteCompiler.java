package io.ibench.db.jdbc;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/**
 * Prepares commands for SQLite. An old value is read by a select just before the change, which is
 * safe because a transaction begins with the only write lock there is; statements cost no trip.
 */
final class SqliteCompiler extends JdbcCompiler {

  SqliteCompiler(Connection connection, SqliteSql sql, Failures failures) {
    super(connection, sql, failures);
  }

  @Override
  Prepared upsertWithOld(Command.Upsert upsert) {
    Table table = upsert.table();
    List<Condition> key = table.primaryKey().stream().map(Condition::eq).toList();
    int[] positions = new int[upsert.columns().size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = table.primaryKey().indexOf(upsert.columns().get(i)) + 1;
    }
    PreparedStatement select = selectOld(table, upsert.old().orElseThrow(), key);
    return new OldReading(statement(sql.upsert(upsert)), select, positions, failures, true);
  }

  @Override
  Prepared updateWithOld(Command.Update update) {
    int assigned = (int) update.set().stream().filter(a -> a.constant().isEmpty()).count();
    int conditions = (int) update.where().stream().filter(Condition::takesParameter).count();
    int[] positions = new int[assigned + conditions];
    for (int i = 0; i < conditions; i++) {
      positions[assigned + i] = i + 1;
    }
    PreparedStatement select =
        selectOld(update.table(), update.old().orElseThrow(), update.where());
    return new OldReading(statement(sql.update(update)), select, positions, failures, false);
  }

  private PreparedStatement selectOld(Table table, String column, List<Condition> where) {
    return statement(sql.select(Command.Select.of(table, List.of(column), where), 0));
  }

  /** A change preceded by a select of the old value of the row that it is about to change. */
  private static final class OldReading extends JdbcPrepared {

    private final PreparedStatement select;
    private final int[] positions;
    private final boolean upsert;
    private long old = ABSENT;

    /**
     * @param positions where the select takes each parameter as well; 0: nowhere
     */
    OldReading(
        PreparedStatement change,
        PreparedStatement select,
        int[] positions,
        Failures failures,
        boolean upsert) {
      super(change, failures);
      this.select = select;
      this.positions = positions;
      this.upsert = upsert;
    }

    @Override
    public void setLong(int parameter, long value) {
      super.setLong(parameter, value);
      if (positions[parameter] > 0) {
        try {
          select.setLong(positions[parameter], value);
        } catch (SQLException e) {
          throw new IllegalStateException("cannot bind parameter " + parameter, e);
        }
      }
    }

    @Override
    public void setBytes(int parameter, byte[] value, int length) {
      super.setBytes(parameter, value, length);
      if (positions[parameter] > 0) {
        try {
          select.setBytes(positions[parameter], Arrays.copyOf(value, length));
        } catch (SQLException e) {
          throw new IllegalStateException("cannot bind parameter " + parameter, e);
        }
      }
    }

    @Override
    public int execute() throws DatabaseException {
      try {
        try (var results = select.executeQuery()) {
          old = results.next() ? results.getLong(1) : ABSENT;
        }
        int rows = statement.executeUpdate();
        return upsert ? 1 : rows;
      } catch (SQLException e) {
        throw failures.of(e);
      }
    }

    @Override
    public long old() {
      return old;
    }
  }
}
