package io.ibench.db.jdbc;

import io.ibench.db.Add;
import io.ibench.db.Assign;
import io.ibench.db.Column;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Index;
import io.ibench.db.Scan;
import io.ibench.db.Table;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes the SQL of commands, once, when they are prepared. A subclass contains the differences of
 * a product. Stateless. Names are written as they are: a workload that takes names from its users
 * allows letters, digits and _ only.
 */
public abstract class Sql {

  static final int FETCH_ROWS = 10_000;

  /** The maximum number of parameters of one statement. */
  public abstract int maxParameters();

  /** A new codec, for one thread. */
  public abstract ValueCodec codec();

  /** The definition of a column after its name: type, NOT NULL, and generation of keys. */
  public abstract String type(Table table, Column column);

  /** The text after the closing bracket of CREATE TABLE. */
  public abstract String tableSuffix(Table table);

  /** The text after the table's name that makes a select use an index. */
  public abstract String indexHint(Index index);

  /** The text of an upsert after the values: it changes an existing row. */
  public abstract String onConflict(Command.Upsert upsert);

  public String createTable(Table table) {
    List<String> parts = new ArrayList<>();
    for (Column column : table.columns()) {
      parts.add(column.name() + " " + type(table, column));
    }
    if (!declaresOwnKey(table)) {
      parts.add("PRIMARY KEY (" + String.join(", ", table.primaryKey()) + ")" + keyComment(table));
    }
    return "CREATE TABLE "
        + table.name()
        + " ("
        + String.join(", ", parts)
        + ")"
        + tableSuffix(table);
  }

  /** Whether {@link #type} already contains the primary key. */
  public boolean declaresOwnKey(Table table) {
    return false;
  }

  public String createIndex(Table table, Index index) {
    return "CREATE INDEX "
        + index.name()
        + " ON "
        + table.name()
        + " ("
        + String.join(", ", index.columns())
        + ")"
        + indexComment(table, index);
  }

  /** The text after the columns of the primary key. */
  public String keyComment(Table table) {
    return "";
  }

  /** The text after the columns of an index. */
  public String indexComment(Table table, Index index) {
    return "";
  }

  /** See {@link JdbcConnector#streamingFetchSize}. */
  public int streamingFetchSize() {
    return FETCH_ROWS;
  }

  public String dropTable(String table) {
    return "DROP TABLE " + table;
  }

  public String insert(Command.Insert insert, int rows) {
    String row = "(" + placeholders(insert.columns().size()) + ")";
    return "INSERT INTO "
        + insert.table().name()
        + " ("
        + String.join(", ", insert.columns())
        + ") VALUES "
        + String.join(", ", Collections.nCopies(rows, row));
  }

  public String upsert(Command.Upsert upsert) {
    List<String> columns = new ArrayList<>(upsert.columns());
    List<String> values = new ArrayList<>(Collections.nCopies(upsert.columns().size(), "?"));
    for (Add add : upsert.add()) {
      columns.add(add.column());
      values.add(Long.toString(add.delta()));
    }
    return "INSERT INTO "
        + upsert.table().name()
        + " ("
        + String.join(", ", columns)
        + ") VALUES ("
        + String.join(", ", values)
        + ")"
        + onConflict(upsert);
  }

  public String update(Command.Update update) {
    List<String> changes = new ArrayList<>();
    for (Assign assign : update.set()) {
      changes.add(assign.column() + " = " + value(update.table(), assign));
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

  public final String value(Table table, Assign assign) {
    return operand(table, assign.column(), assign.constant());
  }

  private String operand(Table table, String column, Optional<Long> constant) {
    return constant.map(value -> codec().literal(table.column(column).type(), value)).orElse("?");
  }

  public static String plus(Add add) {
    return add.column() + " = " + add.column() + " + (" + add.delta() + ")";
  }

  String delete(Command.Delete delete) {
    String where = where(delete.table(), delete.where(), 0);
    if (delete.limit() == 0) {
      return "DELETE FROM " + delete.table().name() + where;
    }
    return limitedDelete(delete, where);
  }

  /** Deletes the first rows in key order. */
  public abstract String limitedDelete(Command.Delete delete, String where);

  /**
   * @param listed the number of placeholders of an IN condition
   */
  public String select(Command.Select select, int listed) {
    StringBuilder sql = new StringBuilder("SELECT ");
    sql.append(String.join(", ", select.columns())).append(" FROM ");
    sql.append(select.table().name());
    select.by().ifPresent(index -> sql.append(indexHint(index)));
    sql.append(where(select.table(), select.where(), listed));
    if (!select.orderBy().isEmpty()) {
      String direction = select.descending() ? " DESC" : "";
      sql.append(" ORDER BY ")
          .append(String.join(direction + ", ", select.orderBy()))
          .append(direction);
    }
    if (select.limit() > 0) {
      sql.append(" LIMIT ").append(select.limit());
      if (select.offset() > 0) {
        sql.append(" OFFSET ").append(select.offset());
      }
    }
    return sql.toString();
  }

  String scan(Scan scan) {
    return "SELECT "
        + String.join(", ", scan.columns())
        + " FROM "
        + scan.table().name()
        + where(scan.table(), scan.where(), 0)
        + " ORDER BY "
        + String.join(", ", scan.orderBy());
  }

  public final String where(Table table, List<Condition> where, int listed) {
    if (where.isEmpty()) {
      return "";
    }
    return where.stream()
        .map(condition -> condition(table, condition, listed))
        .collect(Collectors.joining(" AND ", " WHERE ", ""));
  }

  private String condition(Table table, Condition condition, int listed) {
    String column = condition.column();
    String operand = operand(table, column, condition.constant());
    return switch (condition.op()) {
      case EQ -> column + " = " + operand;
      case NE -> column + " <> " + operand;
      case GT -> column + " > " + operand;
      case GE -> column + " >= " + operand;
      case LT -> column + " < " + operand;
      case LE -> column + " <= " + operand;
      case IN -> in(column, listed);
    };
  }

  /** The parameter of each placeholder of the statement; a list counts as one placeholder. */
  public int[] placeholders(Command command) {
    return IntStream.range(0, command.parameters().size()).toArray();
  }

  /**
   * @param listed the number of placeholders; 0: the product's preferred form of a list
   */
  public String in(String column, int listed) {
    return column + " IN (" + placeholders(listed) + ")";
  }

  public static String placeholders(int count) {
    return String.join(", ", Collections.nCopies(count, "?"));
  }
}
