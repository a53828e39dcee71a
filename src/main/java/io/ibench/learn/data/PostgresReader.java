package io.ibench.learn.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the schema and statistics of PostgreSQL: the tables of the current schema. */
final class PostgresReader {

  private static final String TABLES =
      "SELECT c.oid::bigint, c.relname, c.reltuples::bigint FROM pg_class c JOIN pg_namespace n"
          + " ON n.oid = c.relnamespace WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p')"
          + " AND NOT c.relispartition AND c.relname NOT IN ('ibench_lease', 'ibench_tables') ORDER BY c.relname";
  private static final String COLUMNS =
      "SELECT a.attrelid::bigint, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,"
          + " pg_get_expr(d.adbin, d.adrelid), a.attidentity <> '', a.attgenerated <> '',"
          + " (SELECT string_agg(e.enumlabel, chr(1) ORDER BY e.enumsortorder) FROM pg_enum e"
          + " WHERE e.enumtypid = a.atttypid) FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid"
          + " JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid"
          + " AND d.adnum = a.attnum WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p')"
          + " AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attrelid, a.attnum";
  private static final String INDEXES =
      "SELECT i.indrelid::bigint, x.relname, i.indisunique, i.indisprimary, a.attname,"
          + " i.indexprs IS NOT NULL OR i.indpred IS NOT NULL, m.amname, pg_get_indexdef(i.indexrelid)"
          + " FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam"
          + " JOIN pg_namespace n ON n.oid = x.relnamespace"
          + " CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY k (attnum, place)"
          + " LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum"
          + " WHERE n.nspname = current_schema() AND k.place <= i.indnkeyatts"
          + " ORDER BY i.indrelid, x.relname, k.place";
  private static final String FOREIGN_KEYS =
      "SELECT t.relname, c.conname, a.attname, p.relname, b.attname FROM pg_constraint c"
          + " JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class p ON p.oid = c.confrelid"
          + " JOIN pg_namespace n ON n.oid = t.relnamespace"
          + " CROSS JOIN LATERAL unnest(c.conkey, c.confkey) WITH ORDINALITY k (mine, parents, place)"
          + " JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.mine"
          + " JOIN pg_attribute b ON b.attrelid = c.confrelid AND b.attnum = k.parents"
          + " WHERE c.contype = 'f' AND n.nspname = current_schema() ORDER BY t.relname, c.conname, k.place";
  private static final String STATISTICS =
      "SELECT tablename, attname, null_frac, avg_width, n_distinct, most_common_freqs::text, correlation"
          + " FROM pg_stats WHERE schemaname = current_schema()";

  private final Catalog catalog;
  private final boolean scan;
  private final Ends ends;
  private final RowSample sample;
  private final List<String> unknown = new ArrayList<>();

  PostgresReader(Catalog catalog, boolean scan) {
    this.catalog = catalog;
    this.scan = scan;
    this.ends = new Ends(catalog, true);
    this.sample = new RowSample(catalog, true);
  }

  Schema read() throws CatalogException {
    Map<Long, List<Column>> columns = new LinkedHashMap<>();
    for (Object[] row : catalog.query(COLUMNS)) {
      columns.computeIfAbsent(Rows.number(row[0]), oid -> new ArrayList<>()).add(column(row));
    }
    Map<Long, List<Index>> indexes = indexes();
    Map<String, List<ForeignKey>> foreignKeys = ForeignKeys.of(catalog.query(FOREIGN_KEYS));
    Map<String, Object[]> statistics = new LinkedHashMap<>();
    for (Object[] row : catalog.query(STATISTICS)) {
      statistics.put(Rows.text(row[0]) + "." + Rows.text(row[1]), row);
    }
    List<Table> tables = new ArrayList<>();
    for (Object[] row : catalog.query(TABLES)) {
      long oid = Rows.number(row[0]);
      String name = Rows.text(row[1]);
      long rows = Rows.number(row[2]);
      if (rows < 0 && !scan) {
        unknown.add("table " + name + ": its rows are not known; ANALYZE " + name + " counts them");
      }
      List<Column> known = new ArrayList<>();
      for (Column column : columns.getOrDefault(oid, List.of())) {
        Object[] of = statistics.get(name + "." + column.name());
        known.add(of == null ? column : column.with(statistics(of, rows)));
      }
      Table table =
          new Table(
              name,
              known,
              indexes.getOrDefault(oid, List.of()),
              foreignKeys.getOrDefault(name, List.of()),
              rows,
              -1);
      tables.add(scan ? sample.counted(ends.of(table)) : withParts(ends.of(table)));
    }
    return new Schema(true, tables, unknown);
  }

  private static Column column(Object[] row) {
    String labels = Rows.text(row[7]);
    String expression = Rows.text(row[4]);
    boolean counts = Rows.truth(row[5]) || expression.startsWith("nextval(");
    return new Column(
        Rows.text(row[1]),
        ColumnType.of(
            Rows.text(row[2]), labels.isEmpty() ? List.of() : Arrays.asList(labels.split("\1"))),
        !Rows.truth(row[3]),
        counts ? "" : expression,
        counts,
        Rows.truth(row[6]),
        Statistics.UNKNOWN);
  }

  private Map<Long, List<Index>> indexes() throws CatalogException {
    Map<String, List<Object[]>> byIndex = new LinkedHashMap<>();
    for (Object[] row : catalog.query(INDEXES)) {
      byIndex.computeIfAbsent(Rows.text(row[1]), k -> new ArrayList<>()).add(row);
    }
    Map<Long, List<Index>> found = new LinkedHashMap<>();
    for (List<Object[]> rows : byIndex.values()) {
      Object[] first = rows.get(0);
      boolean odd = Rows.truth(first[5]) || rows.stream().anyMatch(row -> row[4] == null);
      String definition = Rows.text(first[7]);
      int using = definition.indexOf(" USING ");
      List<String> columns = odd ? List.of() : rows.stream().map(r -> Rows.text(r[4])).toList();
      boolean plain = !odd && Rows.text(first[6]).equals("btree");
      found
          .computeIfAbsent(Rows.number(first[0]), oid -> new ArrayList<>())
          .add(
              new Index(
                  Rows.text(first[1]),
                  plain ? columns : List.of(),
                  columns.stream().map(c -> -1L).toList(),
                  Rows.truth(first[2]),
                  Rows.truth(first[3]),
                  using < 0 ? "" : definition.substring(using + 1)));
    }
    return found;
  }

  private static Statistics statistics(Object[] row, long rows) {
    double distinct = Rows.fraction(row[4], 0);
    long values =
        distinct > 0
            ? Math.round(distinct)
            : distinct < 0 && rows >= 0 ? Math.max(1, Math.round(-distinct * rows)) : -1;
    List<Double> frequencies = new ArrayList<>();
    for (String share : Rows.text(row[5]).replaceAll("[{}]", "").split(",")) {
      if (!share.isEmpty()) {
        frequencies.add(Rows.fraction(share, 0));
      }
    }
    Statistics made =
        new Statistics(
            null,
            null,
            values,
            Rows.fraction(row[2], 0),
            -1,
            -1,
            frequencies,
            List.of(),
            Rows.fraction(row[6], 0));
    // The width has a byte or four of its own.
    return made.withAverageLength((int) Rows.number(row[3]) - 1);
  }

  /** Ranges of columns without an index, and the shares of their parts, from histograms. */
  private Table withParts(Table table) throws CatalogException {
    List<Column> columns = new ArrayList<>();
    for (Column column : table.columns()) {
      columns.add(Bounds.of(catalog, table.name(), column));
    }
    return table.with(columns);
  }
}
