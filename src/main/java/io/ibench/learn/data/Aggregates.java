package io.ibench.learn.data;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row of counts, ends and lengths of all columns, which the server computes: no value of a row
 * leaves it.
 */
final class Aggregates {

  private static final int EACH = 4;

  /** What was found of a column: the ends of its values, or of their lengths. */
  record Found(long values, long distinct, @Nullable Long min, @Nullable Long max) {}

  private final List<Column> columns = new ArrayList<>();
  private final String text;

  Aggregates(Table table, boolean isPostgres) {
    StringBuilder made = new StringBuilder("count(*)");
    for (Column column : table.columns()) {
      String name = Names.quoted(column.name(), isPostgres);
      Kind kind = column.type().kind();
      if (kind == Kind.OTHER) {
        continue;
      }
      columns.add(column);
      String value = expression(name, column, isPostgres);
      made.append(", count(").append(name).append("), count(DISTINCT ").append(name).append("), ");
      if (hasLength(column)) {
        value = (isPostgres ? "length(" : "char_length(") + name + ")";
      }
      if (Ends.hasRange(column) || hasLength(column)) {
        made.append("min(").append(value).append("), max(").append(value).append(")");
      } else {
        made.append("NULL, NULL");
      }
    }
    this.text = made.toString();
  }

  /** A time as seconds from now. */
  static String expression(String name, Column column, boolean isPostgres) {
    if (column.type().kind() != Kind.TIME) {
      return name;
    }
    return isPostgres
        ? "extract(epoch FROM " + name + "::timestamptz - now())"
        : "TIMESTAMPDIFF(SECOND, NOW(), " + name + ")";
  }

  static @Nullable Long value(@Nullable Object value, Column column) {
    return Rows.scaled(value, column.type().kind() == Kind.DECIMAL ? column.type().digits() : 0);
  }

  /** The list of a SELECT. */
  String text() {
    return text;
  }

  /** The columns in the order of what is found. */
  List<Column> columns() {
    return columns;
  }

  Found found(Object[] row, int index) {
    Column column = columns.get(index);
    int first = 1 + EACH * index;
    boolean numbers = Ends.hasRange(column);
    return new Found(
        Rows.number(row[first]),
        Rows.number(row[first + 1]),
        numbers ? value(row[first + 2], column) : Rows.scaled(row[first + 2], 0),
        numbers ? value(row[first + 3], column) : Rows.scaled(row[first + 3], 0));
  }

  static boolean hasLength(Column column) {
    return column.type().kind() == Kind.TEXT || column.type().kind() == Kind.BYTES;
  }
}
