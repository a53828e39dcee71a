package io.ibench.db.jdbc;

import io.ibench.db.Assign;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Prepares commands for SQLite. An old value is read by a select just before the change, which is
 * safe because a transaction begins with the only write lock there is; statements cost no trip.
 */
final class SqliteCompiler extends JdbcCompiler {

  private final SqliteSql sqlite;

  SqliteCompiler(Connection connection, SqliteSql sql, Failures failures) {
    super(connection, sql, failures);
    this.sqlite = sql;
  }

  @Override
  Prepared upsertWithOld(Command.Upsert upsert) {
    Table table = upsert.table();
    int[] keyParameters =
        table.primaryKey().stream().mapToInt(upsert.columns()::indexOf).toArray();
    PreparedStatement select = statement(sqlite.selectOld(table, upsert.old().orElseThrow()));
    return new OldReading(statement(sql.upsert(upsert)), select, keyParameters, failures, true);
  }

  @Override
  Prepared updateWithOld(Command.Update update) {
    Table table = update.table();
    List<String> parameters = new ArrayList<>();
    for (Assign assign : update.set()) {
      if (assign.constant().isEmpty()) {
        parameters.add("set " + assign.column());
      }
    }
    update.where().stream().map(Condition::column).forEach(parameters::add);
    int[] keyParameters = table.primaryKey().stream().mapToInt(parameters::indexOf).toArray();
    PreparedStatement select = statement(sqlite.selectOld(table, update.old().orElseThrow()));
    return new OldReading(statement(sql.update(update)), select, keyParameters, failures, false);
  }

  /** A change preceded by a select of the old value by primary key. */
  private static final class OldReading extends JdbcPrepared {

    private final PreparedStatement select;
    private final int[] keyPositions;
    private final boolean upsert;
    private long old = ABSENT;

    OldReading(
        PreparedStatement change,
        PreparedStatement select,
        int[] keyParameters,
        Failures failures,
        boolean upsert) {
      super(change, failures);
      this.select = select;
      this.upsert = upsert;
      this.keyPositions = new int[64];
      for (int i = 0; i < keyParameters.length; i++) {
        if (keyParameters[i] < 0) {
          throw new IllegalArgumentException("an old value needs the whole primary key");
        }
        keyPositions[keyParameters[i]] = i + 1;
      }
    }

    @Override
    public void setLong(int parameter, long value) {
      super.setLong(parameter, value);
      if (keyPositions[parameter] > 0) {
        try {
          select.setLong(keyPositions[parameter], value);
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
