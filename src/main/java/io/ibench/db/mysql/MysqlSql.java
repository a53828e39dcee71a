package io.ibench.db.mysql;

import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Column;
import io.ibench.db.Command;
import io.ibench.db.Index;
import io.ibench.db.Table;
import io.ibench.db.jdbc.Sql;
import io.ibench.db.jdbc.ValueCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * MariaDB's and MySQL's SQL; {@link MysqlDialect} contains the differences. Stateless.
 *
 * <p>The generated key returns an old value: the server evaluates {@code LAST_INSERT_ID(v + 1)}
 * only if the row exists, so that no key means a new row, and key - 1 is the old value. It costs
 * one round trip and is correct with concurrent changes, because the row is locked at that time.
 */
final class MysqlSql extends Sql {

  /** The protocol's limit, two bytes; above it, a driver sends text. */
  static final int MAX_PARAMETERS = 65_535;

  private static final int MAX_VARBINARY = 4096;
  private static final int MAX_BLOB = 65_535;

  private final MysqlDialect dialect;
  private final Storage storage;

  MysqlSql(MysqlDialect dialect, Storage storage, int streamingFetchSize) {
    super(MAX_PARAMETERS, streamingFetchSize);
    this.dialect = dialect;
    this.storage = storage;
  }

  @Override
  public ValueCodec codec() {
    return new MysqlValueCodec();
  }

  @Override
  public String type(Table table, Column column) {
    boolean generated = table.generatedKey() && table.primaryKey().contains(column.name());
    String text = column.type().isText() ? storage.ofText() : "";
    return typeName(column) + text + " NOT NULL" + (generated ? " AUTO_INCREMENT" : "");
  }

  @Override
  public String typeName(Column column) {
    return switch (column.type()) {
      case LONG -> "bigint";
      case INT -> "int unsigned";
      case SIGNED -> "int";
      case BYTE -> "tinyint";
      case TIME -> "datetime";
      case FLOAT -> "float";
      case BYTES -> {
        if (column.maxBytes() <= MAX_VARBINARY) {
          yield "varbinary(" + column.maxBytes() + ")";
        }
        yield column.maxBytes() <= MAX_BLOB ? "blob" : "mediumblob";
      }
      case CHAR -> "char(" + column.maxBytes() + ")";
      case VARCHAR -> "varchar(" + column.maxBytes() + ")";
    };
  }

  @Override
  public String tableSuffix(Table table) {
    return storage.suffix(table);
  }

  @Override
  public String keyComment(Table table) {
    return storage.keyComment(table);
  }

  @Override
  public String indexComment(Table table, Index index) {
    return storage.indexComment(table, index);
  }

  /** Several indexes in one statement. */
  String createIndexes(Table table, List<Index> indexes) {
    return indexes.stream()
        .map(
            index ->
                "ADD INDEX "
                    + index.name()
                    + " ("
                    + String.join(", ", index.columns())
                    + ")"
                    + indexComment(table, index))
        .collect(Collectors.joining(", ", "ALTER TABLE " + table.name() + " ", ""));
  }

  @Override
  public String indexHint(Index index) {
    return " FORCE INDEX (" + index.name() + ")";
  }

  @Override
  public String upsert(Command.Upsert upsert) {
    return insertOf(upsert) + onConflict(upsert);
  }

  /** Qualifies the columns of the existing row: the new row has the same names. */
  private String onConflict(Command.Upsert upsert) {
    String table = upsert.table().name() + ".";
    List<String> changes = new ArrayList<>();
    upsert
        .old()
        .ifPresent(
            old -> {
              String value = upsert.set().contains(old) ? dialect.incoming(old) : table + old;
              changes.add(old + " = " + reporting(table + old, value));
            });
    for (String column : upsert.set()) {
      if (!upsert.old().equals(Optional.of(column))) {
        changes.add(column + " = " + dialect.incoming(column));
      }
    }
    for (Add add : upsert.add()) {
      changes.add(add.column() + " = " + table + add.column() + added(add));
    }
    return dialect.rowAlias() + " ON DUPLICATE KEY UPDATE " + String.join(", ", changes);
  }

  @Override
  public String update(Command.Update update) {
    if (update.old().isEmpty()) {
      return super.update(update);
    }
    String old = update.old().get();
    List<String> changes = new ArrayList<>();
    boolean assigned = false;
    for (Assign assign : update.set()) {
      boolean reported = assign.column().equals(old);
      assigned |= reported;
      String value = value(update.table(), assign);
      changes.add(assign.column() + " = " + (reported ? reporting(old, value) : value));
    }
    if (!assigned) {
      changes.add(old + " = " + reporting(old, old));
    }
    for (Add add : update.add()) {
      changes.add(plus(add));
    }
    return "UPDATE "
        + update.table().name()
        + " SET "
        + String.join(", ", changes)
        + where(update.table(), update.where(), 0);
  }

  private static String reporting(String old, String value) {
    return "IF(LAST_INSERT_ID(" + old + " + 1), " + value + ", 0)";
  }

  @Override
  public String limitedDelete(Command.Delete delete, String where) {
    return "DELETE FROM "
        + delete.table().name()
        + where
        + " ORDER BY "
        + String.join(", ", delete.table().primaryKey())
        + " LIMIT "
        + delete.limit();
  }
}
