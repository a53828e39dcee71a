package io.ibench.learn.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the schema and statistics of MariaDB and MySQL. */
final class MysqlReader {

  private static final String TABLES =
      "SELECT TABLE_NAME, TABLE_ROWS, AVG_ROW_LENGTH, AUTO_INCREMENT FROM information_schema.TABLES"
          + " WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE'"
          + " AND TABLE_NAME NOT IN ('ibench_lease', 'ibench_tables') ORDER BY TABLE_NAME";
  private static final String COLUMNS =
      "SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, COLUMN_DEFAULT, EXTRA,"
          + " GENERATION_EXPRESSION FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE()"
          + " ORDER BY TABLE_NAME, ORDINAL_POSITION";
  private static final String INDEXES =
      "SELECT TABLE_NAME, INDEX_NAME, NON_UNIQUE, COLUMN_NAME, CARDINALITY, INDEX_TYPE, SUB_PART"
          + " FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE()"
          + " ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX";
  private static final String FOREIGN_KEYS =
      "SELECT TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_NAME,"
          + " REFERENCED_COLUMN_NAME FROM information_schema.KEY_COLUMN_USAGE"
          + " WHERE TABLE_SCHEMA = DATABASE() AND REFERENCED_TABLE_NAME IS NOT NULL"
          + " AND REFERENCED_TABLE_SCHEMA = DATABASE()"
          + " ORDER BY TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION";
  private static final String COLUMN_STATISTICS =
      "SELECT table_name, column_name, nulls_ratio, avg_length, avg_frequency, min_value, max_value"
          + " FROM mysql.column_stats WHERE db_name = DATABASE()";

  private final Catalog catalog;
  private final Ends ends;
  private final RowSample sample;
  private final boolean scan;
  private final List<String> unknown = new ArrayList<>();

  MysqlReader(Catalog catalog, boolean scan) {
    this.catalog = catalog;
    this.scan = scan;
    this.ends = new Ends(catalog, false);
    this.sample = new RowSample(catalog, false);
  }

  Schema read() throws CatalogException {
    Map<String, List<Column>> columns = new LinkedHashMap<>();
    for (Object[] row : catalog.query(COLUMNS)) {
      columns.computeIfAbsent(Rows.text(row[0]), name -> new ArrayList<>()).add(column(row));
    }
    Map<String, List<Index>> indexes = indexes();
    Map<String, List<ForeignKey>> foreignKeys = ForeignKeys.of(catalog.query(FOREIGN_KEYS));
    Map<String, Object[]> statistics = statistics();
    List<Table> tables = new ArrayList<>();
    for (Object[] row : catalog.query(TABLES)) {
      String name = Rows.text(row[0]);
      Table table =
          new Table(
              name,
              columns.getOrDefault(name, List.of()),
              indexes.getOrDefault(name, List.of()),
              foreignKeys.getOrDefault(name, List.of()),
              Rows.number(row[1]),
              Rows.number(row[2]));
      table = withStatistics(table, statistics);
      Table withEnds = ends.of(table);
      tables.add(scan ? sample.counted(withEnds) : sample.of(withEnds));
    }
    if (!scan) {
      unknown.add(
          "columns without an index have the ranges and values of 1,000 rows of their table, where"
              + " the server has no statistics of them");
    }
    return new Schema(false, tables, unknown);
  }

  private static Column column(Object[] row) {
    String extra = Rows.text(row[5]).toLowerCase(Locale.ROOT);
    String expression = Rows.text(row[4]);
    boolean isNull = row[4] == null || expression.equalsIgnoreCase("NULL");
    return new Column(
        Rows.text(row[1]),
        ColumnType.of(Rows.text(row[2])),
        Rows.truth(row[3]),
        isNull ? "" : expression,
        extra.contains("auto_increment"),
        !Rows.text(row[6]).isEmpty(),
        Statistics.UNKNOWN);
  }

  private Map<String, List<Index>> indexes() throws CatalogException {
    Map<String, List<Index>> found = new LinkedHashMap<>();
    Map<String, List<Object[]>> byIndex = new LinkedHashMap<>();
    for (Object[] row : catalog.query(INDEXES)) {
      String key = Rows.text(row[0]) + "\0" + Rows.text(row[1]);
      byIndex.computeIfAbsent(key, k -> new ArrayList<>()).add(row);
    }
    for (List<Object[]> rows : byIndex.values()) {
      Object[] first = rows.get(0);
      String table = Rows.text(first[0]);
      String name = Rows.text(first[1]);
      String type = Rows.text(first[5]).toUpperCase(Locale.ROOT);
      boolean plain = type.equals("BTREE") || type.equals("HASH") || type.equals("LSMTREE");
      if (!plain || rows.stream().anyMatch(row -> row[3] == null)) {
        unknown.add("index " + name + " of " + table + ": " + type + " or an expression");
        continue;
      }
      List<String> columns = new ArrayList<>();
      List<Long> prefixes = new ArrayList<>();
      List<String> parts = new ArrayList<>();
      for (Object[] row : rows) {
        columns.add(Rows.text(row[3]));
        prefixes.add(row[4] == null ? -1 : Rows.number(row[4]));
        String quoted = Names.quoted(Rows.text(row[3]), false);
        parts.add(row[6] == null ? quoted : quoted + "(" + row[6] + ")");
      }
      found
          .computeIfAbsent(table, t -> new ArrayList<>())
          .add(
              new Index(
                  name,
                  columns,
                  prefixes,
                  Rows.number(first[2]) == 0,
                  name.equals("PRIMARY"),
                  "(" + String.join(", ", parts) + ")"));
    }
    return found;
  }

  /** MariaDB's, if ANALYZE TABLE ... PERSISTENT was run and they may be read. */
  private Map<String, Object[]> statistics() {
    Map<String, Object[]> found = new LinkedHashMap<>();
    try {
      for (Object[] row : catalog.query(COLUMN_STATISTICS)) {
        found.put(Rows.text(row[0]) + "." + Rows.text(row[1]), row);
      }
    } catch (CatalogException e) {
      unknown.add("mysql.column_stats cannot be read: columns without index have guessed ranges");
    }
    return found;
  }

  private static Table withStatistics(Table table, Map<String, Object[]> statistics) {
    List<Column> columns = new ArrayList<>();
    for (Column column : table.columns()) {
      Object @Nullable [] row = statistics.get(table.name() + "." + column.name());
      columns.add(row == null ? column : column.with(of(row, column, table.rows())));
    }
    return table.with(columns);
  }

  private static Statistics of(Object[] row, Column column, long rows) {
    double nulls = Rows.fraction(row[2], 0);
    double frequency = Rows.fraction(row[4], 0);
    boolean number = column.type().kind() == Kind.INTEGER || column.type().kind() == Kind.DECIMAL;
    return new Statistics(
            number ? Rows.scaled(row[5], column.type().digits()) : null,
            number ? Rows.scaled(row[6], column.type().digits()) : null,
            frequency > 0 && rows > 0
                ? Math.max(1, Math.round(rows * (1 - nulls) / frequency))
                : -1,
            nulls,
            -1,
            -1,
            List.of(),
            List.of(),
            0)
        .withAverageLength((int) Math.round(Rows.fraction(row[3], -1)));
  }
}
