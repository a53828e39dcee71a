package io.ibench.db.postgres;

import io.ibench.db.DatabaseException;
import io.ibench.db.Table;
import io.ibench.db.internal.TableRegister;
import java.util.ArrayList;
import java.util.List;

/**
 * How tables are stored, as the user wishes. Immutable.
 *
 * @param engine the table access method
 * @param tableOptions what follows it in CREATE TABLE, in the server's words
 * @param unlogged tables are not in the write-ahead log, and empty after a crash
 */
public record PostgresStorage(String engine, String tableOptions, boolean unlogged) {

  static final String HEAP = "heap";

  /** What stands between CREATE and TABLE. */
  String prefix(Table table) {
    return unlogged && isOfExperiment(table) ? "UNLOGGED " : "";
  }

  /** Everything behind the closing bracket, or behind a partition's bounds. */
  String suffix(Table table) {
    if (!isOfExperiment(table)) {
      return "";
    }
    return " USING " + engine + (tableOptions.isEmpty() ? "" : " " + tableOptions);
  }

  /** The register of tables is small, nobody measures it, and it has to survive. */
  private static boolean isOfExperiment(Table table) {
    return !table.name().equals(TableRegister.TABLE.name());
  }

  /** The same failure to create a table, with the settings that may have caused it. */
  DatabaseException blamed(Table table, DatabaseException failure) {
    String message =
        "CREATE TABLE " + table.name() + " with " + line() + ": " + failure.getMessage();
    return new DatabaseException(failure.kind(), message, failure.getCause());
  }

  private String line() {
    List<String> settings = new ArrayList<>(List.of("engine = " + engine));
    if (unlogged) {
      settings.add("unlogged = true");
    }
    if (!tableOptions.isEmpty()) {
      settings.add("table_options = " + tableOptions);
    }
    return String.join(", ", settings);
  }
}
