package io.ibench.db.generic;

import io.ibench.db.ColumnType;
import io.ibench.db.jdbc.Connections;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * What ibench knows of a product that its driver does not report. A setting of the user's comes
 * first.
 */
enum KnownProduct {
  H2("H2"),
  HSQLDB("HSQL Database Engine"),
  DERBY("Apache Derby"),
  DUCKDB("DuckDB"),
  FIREBIRD("Firebird"),
  OTHER("");

  /** No number for a database in memory, which has no file. */
  private static final String H2_WRITE_DELAY =
      "SELECT MAX(CAST(SETTING_VALUE AS INTEGER)) FROM INFORMATION_SCHEMA.SETTINGS"
          + " WHERE SETTING_NAME = 'WRITE_DELAY' AND EXISTS"
          + " (SELECT 1 FROM INFORMATION_SCHEMA.SETTINGS WHERE SETTING_NAME = 'info.FILE_SIZE')";

  private static final String HSQLDB_WRITE_DELAY =
      "SELECT PROPERTY_VALUE FROM INFORMATION_SCHEMA.SYSTEM_PROPERTIES"
          + " WHERE PROPERTY_NAME = 'hsqldb.write_delay_millis'";

  private final String reported;

  KnownProduct(String reported) {
    this.reported = reported;
  }

  static KnownProduct of(Connection connection) throws SQLException {
    String name = connection.getMetaData().getDatabaseProductName();
    for (KnownProduct product : values()) {
      // Firebird's name ends with its version.
      if (product.reported.equals(name) || product == FIREBIRD && name.startsWith("Firebird ")) {
        return product;
      }
    }
    return OTHER;
  }

  /** The form of a select's limit. */
  GenericSettings.Limits limits() {
    return this == DERBY || this == FIREBIRD
        ? GenericSettings.Limits.FETCH
        : GenericSettings.Limits.LIMIT;
  }

  /** The words before a statement whose plan is asked for; empty: there are none. */
  String explain() {
    return switch (this) {
      case HSQLDB -> "EXPLAIN PLAN FOR";
      case DERBY, FIREBIRD -> "";
      case H2, DUCKDB, OTHER -> "EXPLAIN";
    };
  }

  /** The function for the number of bytes, or of a text's ASCII characters. */
  String length(ColumnType type) {
    return switch (this) {
      case DERBY -> "LENGTH";
      case FIREBIRD -> "OCTET_LENGTH";
      case H2, HSQLDB, DUCKDB, OTHER -> type == ColumnType.BYTES ? "OCTET_LENGTH" : "LENGTH";
    };
  }

  /** Whether several columns can be IN the rows of a select. */
  boolean comparesRows() {
    return this != DERBY && this != FIREBIRD;
  }

  /** Firebird's driver sends a BLOB once; a statement with its number fails after the commit. */
  boolean bindsBytesOnce() {
    return this == FIREBIRD;
  }

  /** Whether it has TIMESTAMP '...'. */
  boolean hasTimestampLiterals() {
    return this != DERBY;
  }

  /** How the product may lose acknowledged commits, and the remedy; empty: not known to. */
  String lostCommits(Connection connection, String url) {
    boolean inMemory = url.startsWith("jdbc:hsqldb:mem:");
    String question =
        switch (this) {
          case H2 -> H2_WRITE_DELAY;
          case HSQLDB -> inMemory ? "" : HSQLDB_WRITE_DELAY;
          case DERBY, DUCKDB, FIREBIRD, OTHER -> "";
        };
    if (question.isEmpty()) {
      return "";
    }
    String remedy = this == H2 ? ";WRITE_DELAY=0" : ";hsqldb.write_delay=false";
    try {
      String millis = Connections.value(connection, question);
      return millis.matches("[1-9][0-9]*")
          ? this
              + " acknowledges commits up to "
              + millis
              + " ms before it writes them: they are lost if its process dies; "
              + remedy
              + " at the end of the url writes each commit first"
          : "";
    } catch (SQLException e) {
      return ""; // Another version, which does not tell.
    }
  }
}
