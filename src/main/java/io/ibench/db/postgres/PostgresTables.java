package io.ibench.db.postgres;

import io.ibench.db.Column;
import io.ibench.db.FoundTable;
import io.ibench.db.FoundTable.FoundColumn;
import io.ibench.db.Index;
import io.ibench.db.Table;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares tables of PostgreSQL, from its catalog, with declared ones. It reads the table that the
 * unqualified name reaches. Not thread-safe.
 */
final class PostgresTables {

  /** The cast makes the server look the table up in the search path, or fail. */
  private static final String COLUMNS =
      "SELECT attname, format_type(atttypid, atttypmod), attnotnull, atthasdef OR attidentity <> ''"
          + " FROM pg_attribute WHERE attrelid = CAST(? AS regclass)"
          + " AND attnum > 0 AND NOT attisdropped ORDER BY attnum";

  /** Key columns only, without included columns. */
  private static final String INDEXES =
      "SELECT c.relname, indisprimary, indisvalid, indpred IS NOT NULL,"
          + " coalesce(a.attname, pg_get_indexdef(indexrelid, place, true))"
          + " FROM pg_index JOIN pg_class c ON c.oid = indexrelid"
          + " CROSS JOIN generate_series(1, indnkeyatts) AS place"
          + " LEFT JOIN pg_attribute a ON a.attrelid = indrelid AND a.attnum = indkey[place - 1]"
          + " WHERE indrelid = CAST(? AS regclass) ORDER BY c.relname, place";

  private final List<FoundColumn> columns = new ArrayList<>();

  /** Columns with a default or a generated value. */
  private final Set<String> filled = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  private final List<String> primaryKey = new ArrayList<>();
  private final Map<String, List<String>> indexes = new LinkedHashMap<>();
  private final Set<String> invalid = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
  private final Set<String> partial = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  private PostgresTables() {}

  /**
   * The differences, one line each.
   *
   * @throws SQLException with the state of an undefined table when it does not exist
   */
  static List<String> differences(Connection connection, Table table) throws SQLException {
    PostgresTables found = new PostgresTables();
    found.readColumns(connection, table.name());
    found.readIndexes(connection, table.name());
    return found.differences(table);
  }

  private void readColumns(Connection connection, String table) throws SQLException {
    try (var statement = connection.prepareStatement(COLUMNS)) {
      statement.setString(1, table);
      try (ResultSet results = statement.executeQuery()) {
        while (results.next()) {
          String name = results.getString(1);
          boolean fills = results.getBoolean(4);
          columns.add(new FoundColumn(name, results.getString(2), results.getBoolean(3) && !fills));
          if (fills) {
            filled.add(name);
          }
        }
      }
    }
  }

  private void readIndexes(Connection connection, String table) throws SQLException {
    try (var statement = connection.prepareStatement(INDEXES)) {
      statement.setString(1, table);
      try (ResultSet results = statement.executeQuery()) {
        while (results.next()) {
          String name = results.getString(1);
          boolean primary = results.getBoolean(2);
          List<String> places =
              primary ? primaryKey : indexes.computeIfAbsent(name, first -> new ArrayList<>());
          places.add(results.getString(5));
          if (!results.getBoolean(3)) {
            invalid.add(name);
          }
          if (results.getBoolean(4)) {
            partial.add(name);
          }
        }
      }
    }
  }

  private List<String> differences(Table table) {
    List<String> lines =
        new ArrayList<>(
            new FoundTable(columns, primaryKey, indexes).differences(table, PostgresTables::holds));
    if (table.generatedKey() && !filled.contains(table.primaryKey().get(0))) {
      lines.add("its column " + table.primaryKey().get(0) + " does not generate keys");
    }
    for (Index index : table.indexes()) {
      if (invalid.contains(index.name())) {
        lines.add("its index " + index.name() + " is not valid: it was never completed; drop it");
      }
      if (partial.contains(index.name())) {
        lines.add("its index " + index.name() + " has some of the rows only");
      }
    }
    return lines;
  }

  static boolean holds(FoundColumn found, Column declared) {
    String type = found.type().toLowerCase(Locale.ROOT);
    return switch (declared.type()) {
      case LONG, INT -> type.equals("bigint");
      case SIGNED -> type.matches("integer|bigint");
      case BYTE -> type.matches("smallint|integer|bigint");
      case TIME -> type.matches("timestamp(\\(\\d\\))? without time zone");
      case FLOAT -> type.matches("real|double precision");
      case BYTES -> type.equals("bytea");
      case CHAR, VARCHAR ->
          type.equals("text")
              || type.startsWith("character") && found.lengthInType() >= declared.maxBytes();
    };
  }
}
