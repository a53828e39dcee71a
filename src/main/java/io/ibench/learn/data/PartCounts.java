package io.ibench.learn.data;

import java.util.ArrayList;
import java.util.List;

/**
 * How many of some rows have a number in each of 20 equal parts of its range, and whether it rises
 * with the primary key.
 */
final class PartCounts {

  private static final int PARTS = 20;
  private static final long LEAST = 200;

  private final Catalog catalog;
  private final boolean isPostgres;

  PartCounts(Catalog catalog, boolean isPostgres) {
    this.catalog = catalog;
    this.isPostgres = isPostgres;
  }

  /**
   * The table with the shares of these parts.
   *
   * @param rows a query of whole rows
   */
  Table of(Table table, String rows) throws CatalogException {
    List<Column> counted = new ArrayList<>();
    StringBuilder query = new StringBuilder("SELECT count(*)");
    for (Column column : table.columns()) {
      Statistics known = column.statistics();
      Long min = known.min();
      Long max = known.max();
      boolean number = column.type().kind() == Kind.INTEGER || column.type().kind() == Kind.TIME;
      if (!number || min == null || max == null || max - min < PARTS || max - min < 0) {
        continue;
      }
      counted.add(column);
      String name =
          Aggregates.expression(Names.quoted(column.name(), isPostgres), column, isPostgres);
      for (int i = 0; i < PARTS; i++) {
        query
            .append(", sum(CASE WHEN ")
            .append(name)
            .append(" BETWEEN ")
            .append(edge(min, max, i))
            .append(" AND ")
            .append(edge(min, max, i + 1) - 1)
            .append(" THEN 1 ELSE 0 END)");
      }
      query.append(", ").append(correlation(table, name, min));
    }
    if (counted.isEmpty()) {
      return table;
    }
    Object[] row = catalog.query(query + " FROM (" + rows + ") some_rows").get(0);
    if (Rows.number(row[0]) < LEAST) {
      return table;
    }
    List<Column> columns = new ArrayList<>(table.columns());
    for (int i = 0; i < counted.size(); i++) {
      Column column = counted.get(i);
      columns.set(
          columns.indexOf(column), column.with(withParts(column, row, 1 + (PARTS + 1) * i)));
    }
    return table.with(columns);
  }

  /** With the only column of a primary key of numbers. */
  private String correlation(Table table, String value, long min) {
    List<String> key = table.primaryKey().map(Index::columns).orElse(List.of());
    Column first = key.size() == 1 ? table.column(key.get(0)).orElse(null) : null;
    Long least = first == null ? null : first.statistics().min();
    if (first == null || first.type().kind() != Kind.INTEGER || least == null) {
      return "0";
    }
    String x = "(0.0 + " + Names.quoted(first.name(), isPostgres) + " - " + least + ")";
    String y = "(0.0 + " + value + " - " + min + ")";
    return "(avg("
        + x
        + " * "
        + y
        + ") - avg("
        + x
        + ") * avg("
        + y
        + ")) / nullif(stddev_pop("
        + x
        + ") * stddev_pop("
        + y
        + "), 0)";
  }

  private static long edge(long min, long max, int part) {
    return min + (long) Math.ceil((max - min + 1.0) * part / PARTS);
  }

  private static Statistics withParts(Column column, Object[] row, int first) {
    double sum = 0;
    for (int i = 0; i < PARTS; i++) {
      sum += Rows.number(row[first + i]);
    }
    List<Double> shares = new ArrayList<>();
    for (int i = 0; i < PARTS && sum > 0; i++) {
      shares.add(Rows.number(row[first + i]) / sum);
    }
    return column
        .statistics()
        .withParts(shares)
        .withCorrelation(Rows.fraction(row[first + PARTS], 0));
  }
}
