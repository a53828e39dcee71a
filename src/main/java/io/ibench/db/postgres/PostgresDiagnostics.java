package io.ibench.db.postgres;

import io.ibench.db.DiagnosticText;
import io.ibench.db.Table;
import io.ibench.db.jdbc.Connections;
import io.ibench.db.jdbc.DiagnosticQueries;
import io.ibench.db.jdbc.Failures;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Diagnostic texts of a PostgreSQL server. The activity of sessions is read during a stall only,
 * without the statements of other users. Not thread-safe: it uses the caller's autocommit
 * connection.
 */
final class PostgresDiagnostics {

  private static final String SETTINGS =
      "SELECT name, setting, unit, source, boot_val, reset_val, pending_restart FROM pg_settings";

  private final Connection connection;
  private final DiagnosticQueries queries;

  PostgresDiagnostics(Connection connection, Failures failures) {
    this.connection = connection;
    queries = new DiagnosticQueries(connection, failures);
  }

  /**
   * @throws SQLException when the connection is lost
   */
  List<DiagnosticText> of(List<Table> tables) throws SQLException {
    queries.settings("pg_settings.txt", SETTINGS + " ORDER BY name");
    queries.settings(
        "pg_settings_changed.txt",
        SETTINGS + " WHERE source NOT IN ('default', 'override') ORDER BY name");
    queries.records(
        "pg_stat_database.txt",
        "SELECT * FROM pg_stat_database WHERE datname = current_database()");
    for (String view : views()) {
      queries.records(view + ".txt", "SELECT * FROM " + view);
    }
    ofTables(tables);
    return queries.texts();
  }

  /**
   * What tells why operations wait.
   *
   * @throws SQLException when the connection is lost
   */
  List<DiagnosticText> ofStall() throws SQLException {
    queries.rows(
        "activity.txt",
        "SELECT pid, usename, backend_type, state, wait_event_type, wait_event,"
            + " pg_blocking_pids(pid) AS blocked_by, now() - xact_start AS transaction_age,"
            + " now() - query_start AS statement_age, CASE WHEN usename = current_user"
            + " THEN left(query, 500) ELSE split_part(query, ' ', 1) END AS statement"
            + " FROM pg_stat_activity ORDER BY query_start LIMIT 500");
    queries.rows(
        "locks.txt",
        "SELECT pid, locktype, relation::regclass, mode, granted, virtualtransaction FROM pg_locks"
            + " WHERE database IS NULL OR database ="
            + " (SELECT oid FROM pg_database WHERE datname = current_database())"
            + " ORDER BY granted, pid LIMIT 1000");
    for (String view : views()) {
      queries.records(view + ".txt", "SELECT * FROM " + view);
    }
    return queries.texts();
  }

  /** Views of the whole server that this version has. */
  private List<String> views() throws SQLException {
    return Connections.column(
        connection,
        "SELECT relname FROM pg_class WHERE relnamespace = 'pg_catalog'::regnamespace"
            + " AND relname IN ('pg_stat_bgwriter', 'pg_stat_checkpointer', 'pg_stat_wal',"
            + " 'pg_stat_io', 'pg_stat_slru') ORDER BY relname");
  }

  private void ofTables(List<Table> tables) throws SQLException {
    String parts = parts(tables);
    for (String view :
        List.of(
            "pg_stat_user_tables",
            "pg_statio_user_tables",
            "pg_stat_user_indexes",
            "pg_statio_user_indexes")) {
      String order = view.endsWith("indexes") ? "relname, indexrelname" : "relname";
      queries.records(
          view + ".txt",
          "SELECT * FROM " + view + " WHERE relid IN (" + parts + ") ORDER BY " + order);
    }
    queries.rows("relation_sizes.txt", sizes(parts));
    queries.rows(
        "table_columns.txt",
        "SELECT attrelid::regclass AS relation, attname, format_type(atttypid, atttypmod) AS type,"
            + " attnotnull, attstorage, attidentity, pg_get_expr(adbin, adrelid) AS fallback"
            + " FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum"
            + " WHERE attrelid IN ("
            + parts
            + ") AND attnum > 0 AND NOT attisdropped ORDER BY attrelid, attnum");
    queries.rows(
        "table_definitions.txt",
        "SELECT indexrelid::regclass AS relation, pg_get_indexdef(indexrelid) AS definition"
            + " FROM pg_index WHERE indrelid IN ("
            + parts
            + ") UNION ALL SELECT conrelid::regclass, conname || ' ' || pg_get_constraintdef(oid)"
            + " FROM pg_constraint WHERE conrelid IN ("
            + parts
            + ") UNION ALL SELECT oid::regclass, 'PARTITION BY ' || pg_get_partkeydef(oid)"
            + " FROM pg_class WHERE relkind = 'p' AND oid IN ("
            + parts
            + ") ORDER BY 1, 2");
  }

  /** Sizes of tables, their indexes, and their TOAST tables. */
  private static String sizes(String parts) {
    return "SELECT c.oid::regclass AS relation, c.relkind, am.amname, c.relpages, c.reltuples,"
        + " c.relallvisible, pg_relation_size(c.oid) AS main_bytes,"
        + " pg_total_relation_size(c.oid) AS total_bytes, c.relpersistence, c.reloptions"
        + " FROM pg_class c LEFT JOIN pg_am am ON am.oid = c.relam WHERE c.oid IN ("
        + parts
        + ") OR c.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid IN ("
        + parts
        + ")) OR c.oid IN (SELECT reltoastrelid FROM pg_class WHERE oid IN ("
        + parts
        + ")) ORDER BY c.relname";
  }

  /** Selects the tables that unqualified names reach, and their partitions; skips missing ones. */
  private static String parts(List<Table> tables) {
    String names =
        tables.stream()
            .map(table -> "'" + table.name().replace("'", "''") + "'")
            .collect(Collectors.joining(", ", "ARRAY[", "]::text[]"));
    return "SELECT to_regclass(name)::oid FROM unnest("
        + names
        + ") AS name UNION SELECT relid::oid FROM unnest("
        + names
        + ") AS name, pg_partition_tree(to_regclass(name))";
  }
}
