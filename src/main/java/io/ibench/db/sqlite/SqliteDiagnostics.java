package io.ibench.db.sqlite;

import io.ibench.db.DiagnosticText;
import io.ibench.db.Table;
import io.ibench.db.jdbc.DiagnosticQueries;
import io.ibench.db.jdbc.Failures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Settings and diagnostic texts of a SQLite file. Stateless. */
final class SqliteDiagnostics {

  /** Settings that influence the results, the most important first. */
  private static final List<String> SETTINGS =
      List.of(
          """
          page_size cache_size mmap_size synchronous journal_mode wal_autocheckpoint locking_mode
          auto_vacuum temp_store
          """
              .split("\\s+"));

  private static final List<String> OTHERS =
      List.of(
          """
          page_count freelist_count application_id automatic_index busy_timeout cache_spill
          cell_size_check checkpoint_fullfsync data_version encoding foreign_keys fullfsync
          journal_size_limit schema_version secure_delete soft_heap_limit threads user_version
          """
              .split("\\s+"));

  private static final String DEFAULT_MMAP_SIZE = "DEFAULT_MMAP_SIZE=";

  private SqliteDiagnostics() {}

  /**
   * The settings of a connection, without those that it does not have.
   *
   * @param isNew the file does not exist, and the connection is to memory
   */
  static Map<String, String> settings(Connection connection, boolean isNew) throws SQLException {
    Map<String, String> values = new LinkedHashMap<>();
    Map<String, String> told = pragmas(connection, SETTINGS);
    for (String name : SETTINGS) {
      String value = told.get(name);
      if (value == null && isNew && name.equals("mmap_size")) {
        value = defaultMmapSize(connection);
      }
      if (value != null) {
        values.put(name, value);
      }
    }
    return values;
  }

  /** The value for a new file; null if the library does not return it. */
  private static @Nullable String defaultMmapSize(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        ResultSet options = statement.executeQuery("PRAGMA compile_options")) {
      while (options.next()) {
        String option = options.getString(1);
        if (option.startsWith(DEFAULT_MMAP_SIZE)) {
          return option.substring(DEFAULT_MMAP_SIZE.length());
        }
      }
    }
    return null;
  }

  private static Map<String, String> pragmas(Connection connection, List<String> names)
      throws SQLException {
    Map<String, String> values = new LinkedHashMap<>();
    for (String name : names) {
      try (var statement = connection.createStatement()) {
        // Some pragmas return no result where they make no sense, as for a database in memory.
        if (statement.execute("PRAGMA " + name)) {
          try (ResultSet results = statement.getResultSet()) {
            if (results.next()) {
              values.put(name, String.valueOf(results.getString(1)));
            }
          }
        }
      }
    }
    return values;
  }

  /**
   * @param connection to an existing file, with a session's settings
   */
  static List<DiagnosticText> of(
      Connection connection, Path file, Failures failures, List<Table> tables) throws SQLException {
    DiagnosticQueries questions = new DiagnosticQueries(connection, failures);
    Map<String, String> pragmas = pragmas(connection, SETTINGS);
    pragmas.putAll(pragmas(connection, OTHERS));
    questions.add("pragmas.txt", lines(pragmas));
    questions.rows("compile_options.txt", "PRAGMA compile_options");
    questions.records(
        "schema.txt",
        "SELECT name, rootpage, sql FROM sqlite_master WHERE tbl_name IN ("
            + tables.stream()
                .map(table -> "'" + table.name().replace("'", "''") + "'")
                .collect(Collectors.joining(", "))
            + ") ORDER BY tbl_name, type DESC, name");
    questions.rows("statistics.txt", "SELECT tbl, idx, stat FROM sqlite_stat1 ORDER BY tbl, idx");
    questions.add("files.txt", files(file));
    return questions.texts();
  }

  private static String lines(Map<String, String> values) {
    return values.entrySet().stream()
        .map(entry -> entry.getKey() + "\t" + entry.getValue() + "\n")
        .collect(Collectors.joining());
  }

  /** The bytes of the file, its log and the log's index. */
  static String files(Path file) {
    StringBuilder text = new StringBuilder();
    for (String suffix : List.of("", "-wal", "-shm")) {
      Path each = Path.of(file + suffix);
      text.append(each.getFileName()).append('\t');
      try {
        text.append(Files.exists(each) ? Files.size(each) + " bytes" : "not there");
      } catch (IOException e) {
        text.append("not available: ").append(e.getMessage());
      }
      text.append('\n');
    }
    return text.toString();
  }
}
