package io.ibench.db.mysql;

import java.util.List;
import java.util.Set;

/**
 * The names in SHOW GLOBAL STATUS that ibench stores, in lower case: those that only count up, and
 * levels. It leaves out other names, because it does not know which of the two they are. Stateless.
 *
 * <p>The names are from MySQL 5.5 to 9.x, MariaDB 10.2 to 12.x and Percona Server; no server has
 * all of them.
 */
final class MysqlStatus {

  /** Prefixes of names that count up, except those in {@link #LEVELS}. */
  private static final List<String> RISING_FAMILIES =
      List.of(
          """
          handler_ rocksdb_block_cache rocksdb_bloom_filter_ rocksdb_compact_
          rocksdb_compaction_key_drop_ rocksdb_flush_ rocksdb_get_hit_ rocksdb_number_
          rocksdb_queries_ rocksdb_row_lock_ rocksdb_rows_ rocksdb_stall_ rocksdb_wal_
          rocksdb_write_
          """
              .split("\\s+"));

  /**
   * With both uptimes: a restart and FLUSH STATUS reset counters, and a smaller uptime proves it
   * even if the other counters are higher again.
   */
  private static final Set<String> RISING =
      names(
          """
          aborted_clients aborted_connects access_denied_errors bytes_received bytes_sent
          connections threads_created questions queries slow_queries uptime uptime_since_flush_status

          com_alter_table com_analyze com_begin com_commit com_create_index com_create_table
          com_delete com_drop_table com_insert com_insert_select com_load com_replace com_rollback
          com_select com_set_option com_stmt_close com_stmt_execute com_stmt_prepare
          com_stmt_reprepare com_truncate com_update

          binlog_bytes_written binlog_cache_disk_use binlog_cache_use binlog_commits
          binlog_group_commits binlog_stmt_cache_disk_use binlog_stmt_cache_use syncs

          created_tmp_disk_tables created_tmp_files created_tmp_tables opened_files
          opened_table_definitions opened_tables select_full_join select_range select_scan
          sort_merge_passes sort_range sort_rows sort_scan table_locks_immediate table_locks_waited
          table_open_cache_hits table_open_cache_misses table_open_cache_overflows
          rows_read rows_sent max_statement_time_exceeded max_execution_time_exceeded

          innodb_background_log_sync innodb_buffer_pool_pages_flushed
          innodb_buffer_pool_pages_lru_flushed innodb_buffer_pool_pages_lru_freed
          innodb_buffer_pool_pages_made_not_young innodb_buffer_pool_pages_made_young
          innodb_buffer_pool_pages_split innodb_buffer_pool_read_ahead
          innodb_buffer_pool_read_ahead_evicted innodb_buffer_pool_read_ahead_rnd
          innodb_buffer_pool_read_requests innodb_buffer_pool_reads innodb_buffer_pool_wait_free
          innodb_buffer_pool_write_requests innodb_bulk_operations innodb_data_fsyncs
          innodb_data_read innodb_data_reads innodb_data_writes innodb_data_written
          innodb_dblwr_pages_written innodb_dblwr_writes innodb_deadlocks innodb_ibuf_merges
          innodb_ibuf_merged_delete_marks innodb_ibuf_merged_deletes innodb_ibuf_merged_inserts
          innodb_log_waits innodb_log_write_requests innodb_log_writes innodb_lsn_current
          innodb_lsn_flushed innodb_lsn_last_checkpoint innodb_max_trx_id
          innodb_num_pages_page_compressed innodb_num_pages_page_decompressed innodb_os_log_fsyncs
          innodb_os_log_written innodb_page_compression_saved innodb_pages_created
          innodb_pages_read innodb_pages_written innodb_redo_log_checkpoint_lsn
          innodb_redo_log_current_lsn innodb_redo_log_flushed_to_disk_lsn innodb_row_lock_time
          innodb_row_lock_waits innodb_rows_deleted innodb_rows_inserted innodb_rows_read
          innodb_rows_updated innodb_system_rows_deleted innodb_system_rows_inserted
          innodb_system_rows_read innodb_system_rows_updated innodb_undo_truncations

          rocksdb_bytes_read rocksdb_bytes_written rocksdb_covered_secondary_key_lookups
          rocksdb_iter_bytes_read rocksdb_manual_compactions_processed rocksdb_memtable_hit
          rocksdb_memtable_miss rocksdb_no_file_closes rocksdb_no_file_errors rocksdb_no_file_opens
          rocksdb_snapshot_conflict_errors rocksdb_system_rows_deleted
          rocksdb_system_rows_inserted rocksdb_system_rows_read rocksdb_system_rows_updated

          wsrep_flow_control_paused_ns wsrep_flow_control_recv wsrep_flow_control_sent
          wsrep_last_committed wsrep_local_cert_failures wsrep_local_commits wsrep_local_replays
          wsrep_received wsrep_received_bytes wsrep_replicated wsrep_replicated_bytes
          """);

  private static final Set<String> LEVELS =
      names(
          """
          max_used_connections memory_used open_files open_table_definitions open_tables
          prepared_stmt_count threads_cached threads_connected threads_running

          innodb_available_undo_logs innodb_buffer_pool_bytes_data innodb_buffer_pool_bytes_dirty
          innodb_buffer_pool_pages_data innodb_buffer_pool_pages_dirty
          innodb_buffer_pool_pages_free innodb_buffer_pool_pages_misc innodb_buffer_pool_pages_old
          innodb_buffer_pool_pages_total innodb_checkpoint_age innodb_checkpoint_max_age
          innodb_data_pending_fsyncs innodb_data_pending_reads innodb_data_pending_writes
          innodb_history_list_length innodb_mem_adaptive_hash innodb_mem_dictionary
          innodb_num_open_files innodb_os_log_pending_fsyncs innodb_os_log_pending_writes
          innodb_redo_log_capacity_resized innodb_redo_log_logical_size
          innodb_redo_log_physical_size innodb_row_lock_current_waits innodb_row_lock_time_max
          innodb_undo_tablespaces_active innodb_undo_tablespaces_total
          innodb_metrics.trx_rseg_history_len

          rocksdb_manual_compactions_running rocksdb_manual_compactions_pending
          rocksdb_memtable_total rocksdb_memtable_unflushed rocksdb_num_iterators

          wsrep_local_recv_queue wsrep_local_send_queue
          """);

  private MysqlStatus() {}

  private static Set<String> names(String text) {
    return Set.of(text.strip().split("\\s+"));
  }

  static boolean isLevel(String name) {
    return LEVELS.contains(name);
  }

  static boolean isRising(String name) {
    return !isLevel(name)
        && (RISING.contains(name) || RISING_FAMILIES.stream().anyMatch(name::startsWith));
  }
}
