package io.ibench.learn.data;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The smallest and largest values of columns, read at the ends of indexes: one row each. Also of
 * the second and later columns of an index, within its first and last value of the columns before.
 */
final class Ends {

  private final Catalog catalog;
  private final boolean isPostgres;

  Ends(Catalog catalog, boolean isPostgres) {
    this.catalog = catalog;
    this.isPostgres = isPostgres;
  }

  Table of(Table table) throws CatalogException {
    List<Column> columns = new ArrayList<>(table.columns());
    for (Index index : table.indexes()) {
      read(table, index, columns);
    }
    return table.with(columns);
  }

  private void read(Table table, Index index, List<Column> columns) throws CatalogException {
    String where = "";
    String whereFirst = "";
    for (int level = 0; level < index.columns().size(); level++) {
      int at = indexOf(columns, index.columns().get(level));
      if (at < 0 || !hasRange(columns.get(at))) {
        return;
      }
      Column column = columns.get(at);
      Long min = value(end(table, column, where, true), column);
      Long max = value(end(table, column, where, false), column);
      if (min == null || max == null) {
        return;
      }
      if (level > 0) {
        Long otherMin = value(end(table, column, whereFirst, true), column);
        Long otherMax = value(end(table, column, whereFirst, false), column);
        min = otherMin == null ? min : Math.min(min, otherMin);
        max = otherMax == null ? max : Math.max(max, otherMax);
      }
      columns.set(at, column.with(wider(column, index, level, table, min, max)));
      if (column.type().kind() != Kind.INTEGER || !index.isUnique()) {
        // Below one value of an index that is not unique, the next column shows little.
        return;
      }
      String and = whereFirst.isEmpty() ? " WHERE " : whereFirst + " AND ";
      whereFirst = and + quoted(column.name()) + " = " + min;
      where = (where.isEmpty() ? " WHERE " : where + " AND ") + quoted(column.name()) + " = " + max;
    }
  }

  private static Statistics wider(
      Column column, Index index, int level, Table table, long min, long max) {
    Statistics known = column.statistics();
    Long knownMin = known.min();
    Long knownMax = known.max();
    Statistics made =
        known.withRange(
            knownMin == null ? min : Math.min(min, knownMin),
            knownMax == null ? max : Math.max(max, knownMax));
    long distinct = level == 0 ? index.prefixes().get(0) : -1;
    boolean unique = index.isUnique() && index.columns().size() == 1;
    if (unique && table.rows() >= 0) {
      return made.withDistinct(table.rows());
    }
    return distinct > 0 && known.distinct() < 0 ? made.withDistinct(distinct) : made;
  }

  static boolean hasRange(Column column) {
    return switch (column.type().kind()) {
      case INTEGER, DECIMAL, TIME -> true;
      default -> false;
    };
  }

  private static int indexOf(List<Column> columns, String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private @Nullable Object end(Table table, Column column, String where, boolean first)
      throws CatalogException {
    String name = quoted(column.name());
    String order = " ORDER BY " + name + (first ? "" : " DESC") + " LIMIT 1";
    String notNull =
        column.isNullable() ? (where.isEmpty() ? " WHERE " : " AND ") + name + " IS NOT NULL" : "";
    List<Object[]> rows =
        catalog.query(
            "SELECT "
                + expression(name, column)
                + " FROM "
                + quoted(table.name())
                + where
                + notNull
                + order);
    return rows.isEmpty() ? null : rows.get(0)[0];
  }

  private String expression(String name, Column column) {
    return Aggregates.expression(name, column, isPostgres);
  }

  private static @Nullable Long value(@Nullable Object value, Column column) {
    return Aggregates.value(value, column);
  }

  private String quoted(String name) {
    return Names.quoted(name, isPostgres);
  }
}
