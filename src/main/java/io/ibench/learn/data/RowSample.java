package io.ibench.learn.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What whole tables, or some rows of them, say about columns: for servers without statistics of
 * columns. The server computes it.
 */
final class RowSample {

  private static final int ROWS = 1000;
  private static final int PLACES = 10;
  private static final double ALL = 0.97;

  private final Catalog catalog;
  private final boolean isPostgres;

  RowSample(Catalog catalog, boolean isPostgres) {
    this.catalog = catalog;
    this.isPostgres = isPostgres;
  }

  /** From some rows, where statistics are missing. */
  Table of(Table table) throws CatalogException {
    boolean known =
        table.columns().stream()
            .allMatch(column -> column.statistics().distinct() > 0 || isInKey(table, column));
    if (known || table.rows() == 0) {
      return table;
    }
    String rows = rows(table);
    Aggregates aggregates = new Aggregates(table, isPostgres);
    List<Object[]> found =
        catalog.query("SELECT " + aggregates.text() + " FROM (" + rows + ") some_rows");
    Table made = with(table, aggregates, found.get(0), table.rows(), false);
    return new PartCounts(catalog, isPostgres).of(made, rows);
  }

  /** Rows from ten places of the primary key, or from both of its ends. */
  private String rows(Table table) {
    String all = "SELECT * FROM " + quoted(table.name());
    List<String> key = table.primaryKey().map(Index::columns).orElse(List.of());
    if (key.isEmpty()) {
      return all + " LIMIT " + ROWS;
    }
    List<String> names = key.stream().map(this::quoted).toList();
    Column first = table.column(key.get(0)).orElseThrow();
    Long min = first.statistics().min();
    Long max = first.statistics().max();
    if (first.type().kind() == Kind.INTEGER && min != null && max != null && max - min >= ROWS) {
      List<String> parts = new ArrayList<>();
      for (int i = 0; i < PLACES; i++) {
        long from = min + (long) ((double) (max - min) * i / PLACES);
        boolean last = i == PLACES - 1;
        String where = last ? "" : " WHERE " + names.get(0) + " >= " + from;
        String order = names.get(0) + (last ? " DESC" : "");
        parts.add("(" + all + where + " ORDER BY " + order + " LIMIT " + ROWS / PLACES + ")");
      }
      return String.join(" UNION ", parts);
    }
    String ascending = String.join(", ", names);
    String descending = String.join(" DESC, ", names) + " DESC";
    int half = ROWS / 2;
    return "("
        + all
        + " ORDER BY "
        + ascending
        + " LIMIT "
        + half
        + ") UNION ("
        + all
        + " ORDER BY "
        + descending
        + " LIMIT "
        + half
        + ")";
  }

  private static boolean isInKey(Table table, Column column) {
    return table.primaryKey().map(key -> key.columns().contains(column.name())).orElse(false);
  }

  /** From all rows. */
  Table counted(Table table) throws CatalogException {
    Aggregates aggregates = new Aggregates(table, isPostgres);
    List<Object[]> found =
        catalog.query("SELECT " + aggregates.text() + " FROM " + quoted(table.name()));
    return with(table, aggregates, found.get(0), Rows.number(found.get(0)[0]), true);
  }

  private static Table with(
      Table table, Aggregates aggregates, Object[] row, long rows, boolean isWhole) {
    long read = Rows.number(row[0]);
    Map<String, Column> made = new HashMap<>();
    for (int i = 0; i < aggregates.columns().size(); i++) {
      Column column = aggregates.columns().get(i);
      made.put(column.name(), with(column, aggregates.found(row, i), read, rows, isWhole));
    }
    List<Column> columns = new ArrayList<>();
    for (Column column : table.columns()) {
      columns.add(made.getOrDefault(column.name(), column));
    }
    return new Table(
        table.name(), columns, table.indexes(), table.foreignKeys(), rows, table.rowLength());
  }

  private static Column with(
      Column column, Aggregates.Found found, long read, long rows, boolean isWhole) {
    Statistics made = column.statistics();
    if (read == 0) {
      return column;
    }
    if (isWhole || made.distinct() < 0) {
      made =
          made.withNulls(1 - (double) found.values() / read)
              .withDistinct(isWhole ? found.distinct() : distinct(found, rows));
    }
    Long min = found.min();
    Long max = found.max();
    if (min == null || max == null) {
      return column.with(made);
    }
    if (Aggregates.hasLength(column)) {
      made = made.withLengths(min.intValue(), max.intValue());
    } else {
      Long knownMin = made.min();
      Long knownMax = made.max();
      made =
          isWhole || knownMin == null || knownMax == null
              ? made.withRange(min, max)
              : made.withRange(Math.min(min, knownMin), Math.max(max, knownMax));
    }
    return column.with(made);
  }

  /** How many values all rows have: as many as make so few equal ones among those that are read. */
  private static long distinct(Aggregates.Found found, long rows) {
    double values = found.values();
    double distinct = found.distinct();
    if (values == 0) {
      return 1;
    }
    if (distinct >= ALL * values || rows <= values) {
      return rows <= values ? found.distinct() : Math.max(found.distinct(), rows);
    }
    double equal = values - distinct;
    double expected = distinct <= values / 4 ? distinct : values * values / (2 * equal);
    return Math.max(found.distinct(), Math.min(rows, Math.round(expected)));
  }

  private String quoted(String name) {
    return Names.quoted(name, isPostgres);
  }
}
