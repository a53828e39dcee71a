package io.ibench.db.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads which columns a table's indexes have, where the product tells in rows. */
public final class IndexColumns {

  private IndexColumns() {}

  /**
   * Asks for one table.
   *
   * @param question takes the table's name, and answers with index and column in order
   */
  public static Map<String, List<String>> of(Connection connection, String table, String question)
      throws SQLException {
    Map<String, List<String>> indexes = new LinkedHashMap<>();
    try (var statement = connection.prepareStatement(question)) {
      statement.setString(1, table);
      try (ResultSet results = statement.executeQuery()) {
        while (results.next()) {
          indexes
              .computeIfAbsent(results.getString(1), name -> new ArrayList<>())
              .add(String.valueOf(results.getString(2)));
        }
      }
    }
    return indexes;
  }
}
