package io.ibench.db.mysql;

import io.ibench.db.MainCounter;
import java.util.List;
import java.util.stream.Stream;

/** The counters of MariaDB and MySQL that explain most, of InnoDB and of MyRocks. Stateless. */
final class MysqlMainCounters {

  private static final String INNODB =
      """
      + innodb_buffer_pool_reads pages that a statement read from a file, as the buffer pool lacked them
      + innodb_buffer_pool_read_requests pages that statements asked the buffer pool for
      + innodb_buffer_pool_read_ahead pages read before a statement asked for them
      + innodb_buffer_pool_wait_free times that a statement waited for a free page in the buffer pool
      = innodb_buffer_pool_pages_free pages of the buffer pool that hold nothing
      = innodb_buffer_pool_pages_dirty pages of the buffer pool that are changed and not yet written
      + innodb_buffer_pool_pages_flushed changed pages written from the buffer pool
      + innodb_dblwr_pages_written pages written to the doublewrite area before their own place
      + innodb_data_fsyncs syncs of InnoDB's files
      + innodb_os_log_written bytes written to the redo log
      + innodb_log_waits times that a statement waited because the log buffer was full
      + innodb_row_lock_waits times that a statement waited for a row lock
      + innodb_row_lock_time milliseconds that statements waited for row locks
      + handler_read_key rows looked up by an index
      + handler_read_next rows read in the order of an index
      + created_tmp_disk_tables temporary tables that went to a file
      = threads_running sessions that execute a statement, ibench's own look among them
      """;

  private static final String INNODB_OF_MARIADB =
      """
      = innodb_checkpoint_age bytes of redo log since the last checkpoint: near its maximum, writes wait
      = innodb_history_list_length changes whose old rows purge has not removed yet
      + innodb_ibuf_merges merges of the change buffer into pages of secondary indexes
      """;

  private static final String INNODB_OF_MYSQL =
      """
      = innodb_redo_log_logical_size bytes of redo log in use: near its capacity, writes wait
      = innodb_metrics.trx_rseg_history_len changes whose old rows purge has not removed yet
      + innodb_pages_created pages that are new
      """;

  private static final String MYROCKS =
      """
      + rocksdb_block_cache_miss blocks that the block cache lacked, so that a file was read
      + rocksdb_block_cache_hit blocks found in the block cache
      + rocksdb_block_cache_data_miss blocks of rows that the block cache lacked
      + rocksdb_bloom_filter_useful lookups that a bloom filter spared
      + rocksdb_memtable_hit lookups answered from a memtable
      + rocksdb_get_hit_l0 lookups answered from level 0
      + rocksdb_get_hit_l1 lookups answered from level 1
      + rocksdb_get_hit_l2_and_up lookups answered from level 2 or below
      = rocksdb_memtable_total bytes in memtables
      = rocksdb_memtable_unflushed bytes in memtables that are not yet written
      + rocksdb_flush_write_bytes bytes written by flushes of memtables
      + rocksdb_compact_read_bytes bytes read by compaction
      + rocksdb_compact_write_bytes bytes written by compaction
      + rocksdb_bytes_written bytes that statements wrote
      + rocksdb_wal_bytes bytes written to the log
      + rocksdb_wal_synced syncs of the log
      + rocksdb_stall_micros microseconds that writes were held back
      + rocksdb_stall_total_stops times that writes were stopped
      + rocksdb_row_lock_deadlocks deadlocks of rows
      + rocksdb_number_reseeks_iteration seeks past many old versions of a row
      """;

  private MysqlMainCounters() {}

  static List<MainCounter> of(Storage storage, boolean mariadb) {
    if (storage.isRocksdb()) {
      return MainCounter.list(MYROCKS);
    }
    return Stream.of(INNODB, mariadb ? INNODB_OF_MARIADB : INNODB_OF_MYSQL)
        .flatMap(lines -> MainCounter.list(lines).stream())
        .toList();
  }
}
