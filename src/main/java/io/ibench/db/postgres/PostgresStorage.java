package io.ibench.db.postgres;

import io.ibench.db.DatabaseException;
import io.ibench.db.Table;
import io.ibench.db.internal.TableRegister;
import java.util.ArrayList;
import java.util.List;

/**
 * The user's settings of how tables are stored. Immutable.
 *
 * @param engine the table access method
 * @param tableOptions the text after it in CREATE TABLE, in the server's syntax
 * @param unlogged tables are not in the write-ahead log, and are empty after a crash
 * @param collation of text; empty: the database's
 */
public record PostgresStorage(
    String engine, String tableOptions, boolean unlogged, String collation) {

  static final String HEAP = "heap";

  /** What follows the type of a column of text. */
  String ofText() {
    return collation.isEmpty() ? "" : " COLLATE \"" + collation + "\"";
  }

  /** The text between CREATE and TABLE. */
  String prefix(Table table) {
    return unlogged && isOfWorkload(table) ? "UNLOGGED " : "";
  }

  /** The text after the closing bracket, or after the bounds of a partition. */
  String suffix(Table table) {
    if (!isOfWorkload(table)) {
      return "";
    }
    return " USING " + engine + (tableOptions.isEmpty() ? "" : " " + tableOptions);
  }

  /** The register of tables is small, not measured, and must survive a crash. */
  private static boolean isOfWorkload(Table table) {
    return !table.name().equals(TableRegister.TABLE.name());
  }

  /** Adds the settings that may be the cause to a failure to create a table. */
  DatabaseException withSettings(Table table, DatabaseException failure) {
    String message =
        "CREATE TABLE " + table.name() + " with " + settings() + ": " + failure.getMessage();
    return new DatabaseException(failure.kind(), message, failure.getCause());
  }

  private String settings() {
    List<String> settings = new ArrayList<>(List.of("engine = " + engine));
    if (unlogged) {
      settings.add("unlogged = true");
    }
    if (!tableOptions.isEmpty()) {
      settings.add("table_options = " + tableOptions);
    }
    if (!collation.isEmpty()) {
      settings.add("text.collation = " + collation);
    }
    return String.join(", ", settings);
  }
}
