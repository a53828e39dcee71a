package io.ibench.db.postgres;

import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A PostgreSQL server's settings in a session of this role, with units. Settings that the version
 * does not have, or that the role may not see, are missing. Immutable.
 */
final class PostgresSettings {

  private static final String DURABLE = "synchronous_commit";

  /** Settings about the durability of a commit. */
  private static final List<String> DURABILITY =
      List.of(DURABLE, "fsync", "full_page_writes", "wal_sync_method");

  private static final String STANDBYS = "synchronous_standby_names";

  /**
   * Other settings that influence the results, in the order to show them: the common ones first.
   */
  private static final List<String> SHAPING =
      List.of(
          """
          shared_buffers max_wal_size checkpoint_timeout wal_compression autovacuum
          autovacuum_vacuum_cost_delay io_method effective_io_concurrency data_checksums jit
          huge_pages effective_cache_size work_mem maintenance_work_mem min_wal_size wal_buffers
          wal_level checkpoint_completion_target commit_delay bgwriter_delay bgwriter_lru_maxpages
          backend_flush_after io_workers io_min_workers io_max_workers io_worker_idle_timeout
          io_worker_launch_interval io_combine_limit io_max_combine_limit io_max_concurrency
          maintenance_io_concurrency wal_log_hints default_toast_compression plan_cache_mode
          random_page_cost max_parallel_workers_per_gather max_parallel_maintenance_workers
          track_io_timing track_wal_io_timing shared_preload_libraries autovacuum_max_workers
          autovacuum_naptime autovacuum_work_mem autovacuum_vacuum_cost_limit vacuum_cost_limit
          autovacuum_vacuum_threshold autovacuum_vacuum_scale_factor
          autovacuum_vacuum_insert_threshold autovacuum_vacuum_insert_scale_factor
          autovacuum_vacuum_max_threshold autovacuum_analyze_threshold
          autovacuum_analyze_scale_factor autovacuum_worker_slots autovacuum_max_parallel_workers
          autovacuum_vacuum_score_weight autovacuum_vacuum_insert_score_weight
          autovacuum_analyze_score_weight autovacuum_freeze_score_weight
          autovacuum_multixact_freeze_score_weight autovacuum_freeze_max_age
          autovacuum_multixact_freeze_max_age vacuum_buffer_usage_limit
          vacuum_max_eager_freeze_failure_rate
          """
              .split("\\s+"));

  private static final List<String> OTHERS =
      List.of(
          STANDBYS,
          "server_version",
          "transaction_isolation",
          "default_table_access_method",
          "track_counts",
          "in_hot_standby",
          "debug_assertions",
          "data_directory");

  private final Map<String, String> values;

  private PostgresSettings(Map<String, String> values) {
    this.values = Map.copyOf(values);
  }

  static PostgresSettings of(Connection connection) throws SQLException {
    List<String> names = Stream.of(DURABILITY, SHAPING, OTHERS).flatMap(List::stream).toList();
    Map<String, String> values = new HashMap<>();
    Array wanted = connection.createArrayOf("text", names.toArray());
    // Only names of the view: current_setting fails for any other name.
    try (var statement =
        connection.prepareStatement(
            "SELECT name, current_setting(name) FROM pg_settings WHERE name = ANY (?)")) {
      statement.setArray(1, wanted);
      try (ResultSet results = statement.executeQuery()) {
        while (results.next()) {
          values.put(results.getString(1), results.getString(2));
        }
      }
    } finally {
      wanted.free();
    }
    return new PostgresSettings(values);
  }

  /** The value of a setting; empty if it is missing. */
  String get(String name) {
    return values.getOrDefault(name, "");
  }

  String durability() {
    List<String> parts = new ArrayList<>();
    for (String name : DURABILITY) {
      parts.add(name + "=" + get(name));
    }
    if (!get(STANDBYS).isEmpty()) {
      parts.add(STANDBYS + "=" + get(STANDBYS));
    }
    return String.join(", ", parts);
  }

  Map<String, String> shaping() {
    Map<String, String> shown = new LinkedHashMap<>();
    for (String name : SHAPING) {
      if (values.containsKey(name)) {
        shown.put(name, values.get(name));
      }
    }
    return shown;
  }

  /** A line for each setting that is unusual for a benchmark. */
  List<String> warnings() {
    List<String> lines = new ArrayList<>();
    warn(lines, "autovacuum", "off", "dead rows stay where they are until the drain");
    warn(lines, "track_counts", "off", "autovacuum does nothing, and the server counts nothing");
    warn(lines, "fsync", "off", "a crash of the machine may destroy the database");
    warn(lines, "full_page_writes", "off", "a crash of the machine may destroy pages");
    warn(
        lines, "in_hot_standby", "on", "the server is a standby, and replays its primary's writes");
    warn(lines, "debug_assertions", "on", "the server checks itself, which costs much CPU");
    return lines;
  }

  private void warn(List<String> lines, String name, String value, String meaning) {
    if (get(name).equals(value)) {
      lines.add(name + " is " + value + ": " + meaning);
    }
  }
}
