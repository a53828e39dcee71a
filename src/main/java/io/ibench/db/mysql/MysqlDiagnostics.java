package io.ibench.db.mysql;

import io.ibench.db.DiagnosticText;
import io.ibench.db.Table;
import io.ibench.db.jdbc.Connections;
import io.ibench.db.jdbc.DiagnosticQueries;
import io.ibench.db.jdbc.Failures;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Diagnostic texts of a MariaDB or MySQL server. The list of processes is read during a stall only,
 * without the statements of other users. Without SHOW ENGINE INNODB MUTEX, which visits every latch
 * of the buffer pool. Not thread-safe: it uses the caller's connection.
 */
final class MysqlDiagnostics {

  /**
   * MyRocks' views, without those that list each file or row lock. No product has all of them.
   * Without rocksdb_global_info: MariaDB 10.11 aborts when it is read while a column family is
   * created.
   */
  private static final List<String> ROCKSDB_VIEWS =
      List.of(
          """
          rocksdb_active_compaction_stats rocksdb_cf_options rocksdb_cfstats
          rocksdb_compaction_history rocksdb_compaction_stats rocksdb_dbstats
          rocksdb_perf_context_global
          """
              .split("\\s+"));

  private final Connection connection;
  private final DiagnosticQueries queries;

  MysqlDiagnostics(Connection connection, Failures failures) {
    this.connection = connection;
    queries = new DiagnosticQueries(connection, failures);
  }

  /**
   * @throws SQLException when the connection is lost
   */
  List<DiagnosticText> of(List<Table> tables) throws SQLException {
    queries.rows("global_status.txt", "SHOW GLOBAL STATUS");
    queries.settings("global_variables.txt", "SHOW GLOBAL VARIABLES");
    queries.records("innodb_status.txt", "SHOW ENGINE INNODB STATUS");
    queries.rows(
        "innodb_metrics.txt",
        "SELECT name, count, max_count, min_count, avg_count, status, subsystem"
            + " FROM information_schema.innodb_metrics ORDER BY name");
    rocksdb();
    queries.rows("binary_logs.txt", "SHOW BINARY LOGS");
    ofTables(tables);
    return queries.texts();
  }

  /**
   * What tells why operations wait, the cheapest first.
   *
   * @throws SQLException when the connection is lost
   */
  List<DiagnosticText> ofStall() throws SQLException {
    queries.rows(
        "processes.txt",
        "SELECT id, user, command, time, state, IF(user = SUBSTRING_INDEX(CURRENT_USER(), '@', 1),"
            + " LEFT(info, 500), SUBSTRING_INDEX(info, ' ', 1)) AS statement"
            + " FROM information_schema.processlist ORDER BY time DESC LIMIT 500");
    queries.records("innodb_status.txt", "SHOW ENGINE INNODB STATUS");
    queries.rows(
        "transactions.txt",
        "SELECT trx_id, trx_state, trx_started, trx_wait_started, trx_mysql_thread_id,"
            + " trx_operation_state, trx_tables_locked, trx_rows_locked, trx_rows_modified"
            + " FROM information_schema.innodb_trx ORDER BY trx_started LIMIT 500");
    queries.rows(
        "metadata_locks.txt",
        "SELECT object_type, object_schema, object_name, lock_type, lock_duration, lock_status,"
            + " owner_thread_id FROM performance_schema.metadata_locks LIMIT 500");
    queries.rows("global_status.txt", "SHOW GLOBAL STATUS");
    rocksdb();
    return queries.texts();
  }

  private void rocksdb() throws SQLException {
    Set<String> views = new TreeSet<>();
    for (String view :
        Connections.column(
            connection,
            "SELECT table_name FROM information_schema.tables WHERE table_schema ="
                + " 'information_schema' AND UPPER(table_name) LIKE 'ROCKSDB%'")) {
      views.add(view.toLowerCase(Locale.ROOT));
    }
    if (!views.isEmpty()) {
      queries.records("rocksdb_status.txt", "SHOW ENGINE ROCKSDB STATUS");
    }
    for (String view : ROCKSDB_VIEWS) {
      if (views.contains(view)) {
        queries.rows(view + ".txt", "SELECT * FROM information_schema." + view);
      }
    }
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
    queries.records("table_status.txt", status);
    queries.records("table_definitions.txt", definitions);
    queries.records("index_statistics.txt", indexes);
  }
}
