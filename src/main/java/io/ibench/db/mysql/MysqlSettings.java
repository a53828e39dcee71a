package io.ibench.db.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Variables of a MariaDB or MySQL server that influence the results, as they are in a session of
 * ibench; without those of durability. It leaves out variables that a server does not have.
 * Stateless.
 */
final class MysqlSettings {

  private static final String REDO_LOG = "innodb_redo_log_capacity";

  /** Without effect where {@link #REDO_LOG} exists. */
  private static final List<String> OLD_REDO_LOG =
      List.of("innodb_log_file_size", "innodb_log_files_in_group");

  private static final List<String> INNODB =
      List.of(
          """
          innodb_buffer_pool_size innodb_redo_log_capacity innodb_log_file_size
          innodb_log_files_in_group innodb_flush_method innodb_data_file_buffering
          innodb_doublewrite innodb_io_capacity innodb_io_capacity_max innodb_page_size
          innodb_flush_neighbors innodb_snapshot_isolation innodb_dedicated_server
          innodb_compression_default innodb_change_buffering innodb_adaptive_hash_index
          innodb_max_dirty_pages_pct innodb_max_dirty_pages_pct_lwm innodb_buffer_pool_instances
          innodb_read_io_threads innodb_write_io_threads innodb_purge_threads innodb_page_cleaners
          innodb_log_buffer_size innodb_checksum_algorithm innodb_use_native_aio
          innodb_file_per_table innodb_file_format innodb_strict_mode
          innodb_data_file_write_through innodb_log_file_buffering innodb_log_file_write_through
          innodb_log_file_mmap innodb_log_write_ahead_size innodb_log_writer_threads
          innodb_use_fdatasync innodb_doublewrite_pages innodb_adaptive_flushing
          innodb_lru_scan_depth innodb_deadlock_detect innodb_lock_wait_timeout
          innodb_thread_concurrency innodb_autoinc_lock_mode innodb_numa_interleave
          innodb_sort_buffer_size innodb_ddl_threads innodb_ddl_buffer_size innodb_encrypt_tables
          innodb_encrypt_log innodb_redo_log_encrypt
          """
              .split("\\s+"));

  /** The options of a column family contain the compression. */
  private static final List<String> ROCKSDB =
      List.of(
          """
          rocksdb_block_cache_size rocksdb_bulk_load rocksdb_default_cf_options
          rocksdb_override_cf_options
          rocksdb_db_write_buffer_size rocksdb_max_background_jobs rocksdb_max_subcompactions
          rocksdb_wal_bytes_per_sync rocksdb_bytes_per_sync rocksdb_max_total_wal_size
          rocksdb_use_direct_reads rocksdb_use_direct_io_for_flush_and_compaction
          rocksdb_rate_limiter_bytes_per_sec rocksdb_block_size
          rocksdb_cache_index_and_filter_blocks rocksdb_write_policy rocksdb_enable_2pc
          rocksdb_manual_wal_flush rocksdb_wal_recovery_mode rocksdb_deadlock_detect
          rocksdb_max_open_files
          """
              .split("\\s+"));

  private static final List<String> COMMON =
      List.of(
          "unique_checks",
          "query_cache_type",
          "binlog_format",
          "binlog_row_image",
          "binlog_transaction_compression",
          "log_bin_compress",
          "gtid_mode",
          "general_log",
          "slow_query_log",
          "max_connections",
          "table_open_cache",
          "thread_handling",
          "performance_schema");

  private MysqlSettings() {}

  /** The variables in the order to show them. */
  static Map<String, String> of(Connection connection, Storage storage) throws SQLException {
    List<String> names = names(storage);
    return shown(names, TemporaryServerVariables.ofSession(connection, names));
  }

  /** The variables that count with this engine, the most important first. */
  static List<String> names(Storage storage) {
    List<String> names = new ArrayList<>();
    if (storage.isInnodb()) {
      names.addAll(INNODB);
    } else if (storage.isRocksdb()) {
      names.addAll(ROCKSDB);
    }
    names.addAll(COMMON);
    return names;
  }

  /** Leaves out empty variables and those without effect. */
  static Map<String, String> shown(List<String> names, Map<String, String> values) {
    Map<String, String> shown = new LinkedHashMap<>();
    for (String name : names) {
      String value = values.getOrDefault(name, "");
      boolean effective = !(OLD_REDO_LOG.contains(name) && values.containsKey(REDO_LOG));
      if (!value.isEmpty() && effective) {
        shown.put(name, value);
      }
    }
    return shown;
  }
}
