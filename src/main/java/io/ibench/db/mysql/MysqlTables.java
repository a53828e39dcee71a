package io.ibench.db.mysql;

import io.ibench.db.Column;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.FoundTable;
import io.ibench.db.FoundTable.FoundColumn;
import io.ibench.db.Table;
import io.ibench.db.jdbc.Connections;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Compares tables of MariaDB or MySQL, from information_schema, with declared ones. Stateless. */
final class MysqlTables {

  private static final String OF_THIS_TABLE =
      " WHERE table_schema = DATABASE() AND table_name = ? ORDER BY ";

  private static final String INDEXES =
      "SELECT index_name, column_name FROM information_schema.statistics"
          + OF_THIS_TABLE
          + "index_name, seq_in_index";

  /** With sql_mode ORACLE the server shows a blob with its length: {@code blob(65535)}. */
  private static final Pattern SIZED = Pattern.compile("(?:(?:var)?binary|blob)\\((\\d+)\\).*");

  private static final Map<String, Long> BLOB_BYTES =
      Map.of("tinyblob", 255L, "blob", 65_535L, "mediumblob", (1L << 24) - 1, "longblob", 1L << 32);

  private MysqlTables() {}

  static List<String> differences(Connection connection, Table table)
      throws SQLException, DatabaseException {
    List<FoundColumn> columns = columns(connection, table.name());
    if (columns.isEmpty()) {
      throw new DatabaseException(FailureKind.NOT_FOUND, "no table " + table.name());
    }
    Map<String, List<String>> indexes = Connections.indexColumns(connection, table.name(), INDEXES);
    List<String> key = indexes.remove("PRIMARY");
    return new FoundTable(columns, key == null ? List.of() : key, indexes)
        .differences(table, MysqlTables::holds);
  }

  private static List<FoundColumn> columns(Connection connection, String table)
      throws SQLException {
    List<FoundColumn> columns = new ArrayList<>();
    try (var statement =
        connection.prepareStatement(
            "SELECT column_name, column_type, is_nullable, column_default, extra"
                + " FROM information_schema.columns"
                + OF_THIS_TABLE
                + "ordinal_position")) {
      statement.setString(1, table);
      try (ResultSet results = statement.executeQuery()) {
        while (results.next()) {
          boolean hasDefault =
              results.getString(3).equals("YES")
                  || results.getString(4) != null
                  || !results.getString(5).isEmpty();
          columns.add(new FoundColumn(results.getString(1), results.getString(2), !hasDefault));
        }
      }
    }
    return columns;
  }

  /** Compares the type's first word: older servers add a display width, as in bigint(20). */
  static boolean holds(FoundColumn found, Column declared) {
    String type = found.type().toLowerCase(Locale.ROOT);
    boolean unsigned = type.contains("unsigned");
    String word = type.replaceAll("[^a-z].*", "");
    return switch (declared.type()) {
      case LONG -> word.equals("bigint");
      case INT -> word.equals("bigint") || word.equals("int") && unsigned;
      case SIGNED -> (word.equals("bigint") || word.equals("int")) && !unsigned;
      case BYTE -> word.endsWith("int");
      case TIME -> word.equals("datetime");
      case FLOAT -> type.matches("(float|double)( unsigned)?");
      case BYTES -> maxBytes(type) >= declared.maxBytes();
      case CHAR, VARCHAR -> word.endsWith("char") && found.lengthInType() >= declared.maxBytes();
    };
  }

  /** The maximum length of a binary type; -1 for other types. */
  private static long maxBytes(String type) {
    Matcher sized = SIZED.matcher(type);
    return sized.matches() ? Long.parseLong(sized.group(1)) : BLOB_BYTES.getOrDefault(type, -1L);
  }
}
