package io.ibench.db.mysql;

import io.ibench.db.DiagnosticText;
import io.ibench.db.Table;
import io.ibench.db.jdbc.DiagnosticQueries;
import io.ibench.db.jdbc.Failures;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * What an expert asks a MariaDB or MySQL server for. Not the list of processes, as it shows the
 * statements of whoever else is there, and not SHOW ENGINE INNODB MUTEX, which goes through every
 * latch of the buffer pool. Not thread-safe: it uses the caller's connection.
 */
final class MysqlDiagnostics {

  /** Of MyRocks; no product has all of them. Those that list each file or row lock are not here. */
  private static final List<String> ROCKSDB_VIEWS =
      List.of(
          "rocksdb_active_compaction_stats",
          "rocksdb_cf_options",
          "rocksdb_cfstats",
          "rocksdb_compaction_history",
          "rocksdb_compaction_stats",
          "rocksdb_dbstats",
          "rocksdb_global_info",
          "rocksdb_perf_context_global");

  private final Connection connection;
  private final DiagnosticQueries questions;

  MysqlDiagnostics(Connection connection, Failures failures) {
    this.connection = connection;
    questions = new DiagnosticQueries(connection, failures);
  }

  /**
   * Asks.
   *
   * @throws SQLException when the server is gone
   */
  List<DiagnosticText> of(List<Table> tables) throws SQLException {
    questions.rows("global_status.txt", "SHOW GLOBAL STATUS");
    questions.settings("global_variables.txt", "SHOW GLOBAL VARIABLES");
    questions.records("innodb_status.txt", "SHOW ENGINE INNODB STATUS");
    questions.rows(
        "innodb_metrics.txt",
        "SELECT name, count, max_count, min_count, avg_count, status, subsystem"
            + " FROM information_schema.innodb_metrics ORDER BY name");
    rocksdb();
    questions.rows("binary_logs.txt", "SHOW BINARY LOGS");
    ofTables(tables);
    return questions.texts();
  }

  private void rocksdb() throws SQLException {
    Set<String> views = views();
    if (!views.isEmpty()) {
      questions.records("rocksdb_status.txt", "SHOW ENGINE ROCKSDB STATUS");
    }
    for (String view : ROCKSDB_VIEWS) {
      if (views.contains(view)) {
        questions.rows(view + ".txt", "SELECT * FROM information_schema." + view);
      }
    }
  }

  /** Those of MyRocks, in lower case; none when it is not loaded. */
  private Set<String> views() throws SQLException {
    Set<String> views = new TreeSet<>();
    try (var statement = connection.createStatement();
        ResultSet results =
            statement.executeQuery(
                "SELECT table_name FROM information_schema.tables WHERE table_schema ="
                    + " 'information_schema' AND UPPER(table_name) LIKE 'ROCKSDB%'")) {
      while (results.next()) {
        views.add(results.getString(1).toLowerCase(Locale.ROOT));
      }
    }
    return views;
  }

  private void ofTables(List<Table> tables) throws SQLException {
    List<String> status = new ArrayList<>();
    List<String> definitions = new ArrayList<>();
    List<String> indexes = new ArrayList<>();
    for (Table table : tables) {
      status.add("SHOW TABLE STATUS WHERE name = '" + table.name() + "'");
      definitions.add("SHOW CREATE TABLE " + table.name());
      indexes.add("SHOW INDEX FROM " + table.name());
    }
    questions.records("table_status.txt", status);
    questions.records("table_definitions.txt", definitions);
    questions.records("index_statistics.txt", indexes);
  }
}
