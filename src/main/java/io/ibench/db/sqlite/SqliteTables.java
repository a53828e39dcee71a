package io.ibench.db.sqlite;

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
import java.util.TreeMap;

/** Compares tables of SQLite, from its pragmas, with declared ones. Stateless. */
final class SqliteTables {

  private static final String INDEXES =
      "SELECT il.name, ii.name FROM pragma_index_list(?) AS il,"
          + " pragma_index_info(il.name) AS ii WHERE il.origin = 'c' ORDER BY ii.seqno";

  private SqliteTables() {}

  static List<String> differences(Connection connection, Table table)
      throws SQLException, DatabaseException {
    List<FoundColumn> columns = new ArrayList<>();
    Map<Integer, String> key = new TreeMap<>();
    try (var statement =
        connection.prepareStatement(
            "SELECT name, type, \"notnull\", dflt_value, pk FROM pragma_table_info(?)")) {
      statement.setString(1, table.name());
      try (ResultSet results = statement.executeQuery()) {
        while (results.next()) {
          boolean required = results.getBoolean(3) && results.getString(4) == null;
          columns.add(new FoundColumn(results.getString(1), results.getString(2), required));
          if (results.getInt(5) > 0) {
            key.put(results.getInt(5), results.getString(1));
          }
        }
      }
    }
    if (columns.isEmpty()) {
      throw new DatabaseException(FailureKind.NOT_FOUND, "no such table: " + table.name());
    }
    Map<String, List<String>> indexes = Connections.indexColumns(connection, table.name(), INDEXES);
    return new FoundTable(columns, List.copyOf(key.values()), indexes)
        .differences(table, SqliteTables::holds);
  }

  /** Compares affinities: a column of any INT type has 64 bits; a BLOB stores any bytes. */
  static boolean holds(FoundColumn found, Column declared) {
    String type = found.type().toUpperCase(Locale.ROOT);
    return switch (declared.type()) {
      case LONG, INT, BYTE, TIME -> type.contains("INT");
      case FLOAT -> !type.contains("INT") && type.matches(".*(REAL|FLOA|DOUB).*");
      case BYTES -> type.isEmpty() || type.contains("BLOB");
    };
  }
}
