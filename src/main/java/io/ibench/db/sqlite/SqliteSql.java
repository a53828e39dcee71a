package io.ibench.db.sqlite;

import io.ibench.db.Add;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Index;
import io.ibench.db.Table;
import io.ibench.db.jdbc.Sql;
import io.ibench.db.jdbc.ValueCodec;
import java.util.ArrayList;
import java.util.List;

/**
 * SQLite's SQL. Tables are clustered by their primary key: a one-column number is the rowid itself,
 * any other key makes the table WITHOUT ROWID. A generated key is AUTOINCREMENT: without it SQLite
 * reuses the key of a deleted last row, which no other product does. Stateless.
 */
public final class SqliteSql extends Sql {

  /** SQLite's default; a library may have a higher limit. */
  private static final int MAX_PARAMETERS = 32_766;

  @Override
  public ValueCodec codec() {
    return new SqliteValueCodec();
  }

  @Override
  public int maxParameters() {
    return MAX_PARAMETERS;
  }

  @Override
  public String type(Table table, Column column) {
    if (declaresOwnKey(table) && table.primaryKey().contains(column.name())) {
      return table.generatedKey() ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "INTEGER PRIMARY KEY";
    }
    return affinity(column.type()) + " NOT NULL";
  }

  private static String affinity(ColumnType type) {
    return switch (type) {
      case LONG, INT, BYTE, TIME -> "INTEGER";
      case FLOAT -> "REAL";
      case BYTES -> "BLOB";
    };
  }

  @Override
  public boolean declaresOwnKey(Table table) {
    return table.primaryKey().size() == 1
        && affinity(table.column(table.primaryKey().get(0)).type()).equals("INTEGER");
  }

  @Override
  public String tableSuffix(Table table) {
    return declaresOwnKey(table) ? "" : " WITHOUT ROWID";
  }

  @Override
  public String indexHint(Index index) {
    return " INDEXED BY " + index.name();
  }

  @Override
  public String onConflict(Command.Upsert upsert) {
    List<String> changes = new ArrayList<>();
    for (String column : upsert.set()) {
      changes.add(column + " = excluded." + column);
    }
    for (Add add : upsert.add()) {
      changes.add(plus(add));
    }
    return " ON CONFLICT DO UPDATE SET " + String.join(", ", changes);
  }

  @Override
  public String limitedDelete(Command.Delete delete, String where) {
    String key = String.join(", ", delete.table().primaryKey());
    String row = delete.table().primaryKey().size() == 1 ? key : "(" + key + ")";
    return "DELETE FROM "
        + delete.table().name()
        + " WHERE "
        + row
        + " IN (SELECT "
        + key
        + " FROM "
        + delete.table().name()
        + where
        + " ORDER BY "
        + key
        + " LIMIT "
        + delete.limit()
        + ")";
  }
}
