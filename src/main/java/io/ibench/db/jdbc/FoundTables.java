package io.ibench.db.jdbc;

import io.ibench.db.Column;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.FoundTable;
import io.ibench.db.FoundTable.FoundColumn;
import io.ibench.db.Index;
import io.ibench.db.Table;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Reads tables back by JDBC's metadata, and compares them with declared ones. Stateless. */
final class FoundTables {

  /** Digits of the greatest number of a type. */
  private static final int LONG_DIGITS = 19;

  private static final int INT_DIGITS = 10;
  private static final int BYTE_DIGITS = 3;

  private FoundTables() {}

  /** The name under which the product stores a table or index. */
  private static String stored(DatabaseMetaData metaData, Dialect dialect, String name)
      throws SQLException {
    if (!dialect.quoted(name).equals(name)) {
      return name;
    }
    if (metaData.storesUpperCaseIdentifiers()) {
      return name.toUpperCase(Locale.ROOT);
    }
    return metaData.storesLowerCaseIdentifiers() ? name.toLowerCase(Locale.ROOT) : name;
  }

  static boolean exists(Connection connection, Dialect dialect, String table) throws SQLException {
    DatabaseMetaData metaData = connection.getMetaData();
    String name = stored(metaData, dialect, table);
    try (ResultSet found =
        metaData.getTables(connection.getCatalog(), connection.getSchema(), name, null)) {
      while (found.next()) {
        // An underscore in a name is a wildcard here.
        if (found.getString("TABLE_NAME").equals(name)) {
          return true;
        }
      }
      return false;
    }
  }

  static boolean hasIndex(Connection connection, Dialect dialect, String table, String index)
      throws SQLException {
    DatabaseMetaData metaData = connection.getMetaData();
    return indexes(connection, stored(metaData, dialect, table)).keySet().stream()
        .anyMatch(index::equalsIgnoreCase);
  }

  static List<String> differences(Connection connection, Dialect dialect, Table table)
      throws SQLException, DatabaseException {
    String name = stored(connection.getMetaData(), dialect, table.name());
    List<FoundColumn> columns = columns(connection, name);
    if (columns.isEmpty()) {
      throw new DatabaseException(FailureKind.NOT_FOUND, "no such table: " + table.name());
    }
    Map<String, List<String>> indexes = indexes(connection, name);
    for (Index declared : table.indexes()) {
      for (Map.Entry<String, List<String>> found : indexes.entrySet()) {
        if (found.getValue().contains("") && found.getKey().equalsIgnoreCase(declared.name())) {
          List<String> known = dialect.indexColumns(connection, name, found.getKey());
          // Without the columns of an index there is nothing to compare.
          found.setValue(known.isEmpty() ? declared.columns() : known);
        }
      }
    }
    return new FoundTable(columns, primaryKey(connection, name), indexes)
        .differences(table, dialect::stores);
  }

  private static List<FoundColumn> columns(Connection connection, String table)
      throws SQLException {
    List<FoundColumn> columns = new ArrayList<>();
    try (ResultSet found =
        connection
            .getMetaData()
            .getColumns(connection.getCatalog(), connection.getSchema(), table, null)) {
      while (found.next()) {
        if (!found.getString("TABLE_NAME").equals(table)) {
          continue;
        }
        boolean required =
            found.getInt("NULLABLE") == DatabaseMetaData.columnNoNulls
                && found.getString("COLUMN_DEF") == null
                && !"YES".equals(found.getString("IS_AUTOINCREMENT"));
        String type = found.getString("TYPE_NAME");
        int size = found.getInt("COLUMN_SIZE");
        int jdbcType = found.getInt("DATA_TYPE");
        columns.add(
            new FoundColumn(found.getString("COLUMN_NAME"), type, required, jdbcType, size));
      }
    }
    return columns;
  }

  private static List<String> primaryKey(Connection connection, String table) throws SQLException {
    Map<Integer, String> key = new TreeMap<>();
    try (ResultSet found =
        connection
            .getMetaData()
            .getPrimaryKeys(connection.getCatalog(), connection.getSchema(), table)) {
      while (found.next()) {
        key.put(found.getInt("KEY_SEQ"), found.getString("COLUMN_NAME"));
      }
    }
    return List.copyOf(key.values());
  }

  /** The columns of each index by its name; an empty text for a column that is not reported. */
  private static Map<String, List<String>> indexes(Connection connection, String table)
      throws SQLException {
    Map<String, Map<Integer, String>> indexes = new LinkedHashMap<>();
    try (ResultSet found =
        connection
            .getMetaData()
            .getIndexInfo(connection.getCatalog(), connection.getSchema(), table, false, true)) {
      while (found.next()) {
        String index = found.getString("INDEX_NAME");
        if (index != null) {
          indexes
              .computeIfAbsent(index, name -> new TreeMap<>())
              .put(
                  found.getInt("ORDINAL_POSITION"),
                  Objects.requireNonNullElse(found.getString("COLUMN_NAME"), ""));
        }
      }
    }
    Map<String, List<String>> columns = new LinkedHashMap<>();
    indexes.forEach((index, found) -> columns.put(index, List.copyOf(found.values())));
    return columns;
  }

  /** See {@link Dialect#stores}. A length that the driver does not report is long enough. */
  static boolean stores(FoundColumn found, Column declared) {
    return switch (declared.type()) {
      case LONG -> found.jdbcType() == Types.BIGINT || isDecimal(found, LONG_DIGITS);
      case INT -> found.jdbcType() == Types.BIGINT || isDecimal(found, INT_DIGITS);
      case SIGNED ->
          found.jdbcType() == Types.INTEGER
              || found.jdbcType() == Types.BIGINT
              || isDecimal(found, INT_DIGITS);
      case BYTE ->
          switch (found.jdbcType()) {
            case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> true;
            default -> isDecimal(found, BYTE_DIGITS);
          };
      case TIME -> found.jdbcType() == Types.TIMESTAMP;
      case FLOAT ->
          switch (found.jdbcType()) {
            case Types.REAL, Types.FLOAT, Types.DOUBLE -> true;
            default -> false;
          };
      case BYTES ->
          switch (found.jdbcType()) {
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
                found.length() <= 0 || found.length() >= declared.maxBytes();
            default -> false;
          };
      case CHAR, VARCHAR ->
          switch (found.jdbcType()) {
            case Types.CHAR, Types.VARCHAR, Types.LONGVARCHAR, Types.CLOB ->
                found.length() <= 0 || found.length() >= declared.maxBytes();
            default -> false;
          };
    };
  }

  private static boolean isDecimal(FoundColumn found, int digits) {
    boolean decimal = found.jdbcType() == Types.DECIMAL || found.jdbcType() == Types.NUMERIC;
    return decimal && (found.length() <= 0 || found.length() >= digits);
  }
}
