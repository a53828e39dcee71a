package io.ibench.db.rocksdb.engine;

import io.ibench.db.ServerCounter;
import io.ibench.db.rocksdb.RocksSettings.PerfLevel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.ToLongFunction;
import org.rocksdb.PerfContext;
import org.rocksdb.RocksDB;

/**
 * What RocksDB did within the calls of sessions, by the perf contexts of their threads. They grow
 * without an end: nothing is reset. Thread-safe.
 */
final class PerfCounters {

  /** One number of a perf context, under RocksDB's name for it. */
  private record Reading(String name, ToLongFunction<PerfContext> reading) {}

  private static final List<Reading> COUNTS =
      List.of(
          new Reading("user_key_comparison_count", PerfContext::getUserKeyComparisonCount),
          new Reading("block_cache_hit_count", PerfContext::getBlockCacheHitCount),
          new Reading("block_read_count", PerfContext::getBlockReadCount),
          new Reading("block_read_byte", PerfContext::getBlockReadByte),
          new Reading("block_cache_index_hit_count", PerfContext::getBlockCacheIndexHitCount),
          new Reading("index_block_read_count", PerfContext::getIndexBlockReadCount),
          new Reading("block_cache_filter_hit_count", PerfContext::getBlockCacheFilterHitCount),
          new Reading("filter_block_read_count", PerfContext::getFilterBlockReadCount),
          new Reading("internal_key_skipped_count", PerfContext::getInternalKeySkippedCount),
          new Reading("internal_delete_skipped_count", PerfContext::getInternalDeleteSkippedCount),
          new Reading("internal_recent_skipped_count", PerfContext::getInternalRecentSkippedCount),
          new Reading("internal_merge_count", PerfContext::getInternalMergeCount),
          new Reading("get_from_memtable_count", PerfContext::getFromMemtableCount),
          new Reading("seek_on_memtable_count", PerfContext::getSeekOnMemtableCount),
          new Reading("next_on_memtable_count", PerfContext::getNextOnMemtableCount),
          new Reading("prev_on_memtable_count", PerfContext::getPrevOnMemtableCount),
          new Reading("seek_child_seek_count", PerfContext::getSeekChildSeekCount),
          new Reading("bloom_memtable_hit_count", PerfContext::getBloomMemtableHitCount),
          new Reading("bloom_memtable_miss_count", PerfContext::getBloomMemtableMissCount),
          new Reading("bloom_sst_hit_count", PerfContext::getBloomSstHitCount),
          new Reading("bloom_sst_miss_count", PerfContext::getBloomSstMissCount),
          new Reading("key_lock_wait_count", PerfContext::getKeyLockWaitCount));

  /** In nanoseconds; RocksDB reads the clock for them. */
  private static final List<Reading> TIMES =
      List.of(
          new Reading("block_read_time", PerfContext::getBlockReadTime),
          new Reading("block_checksum_time", PerfContext::getBlockChecksumTime),
          new Reading("block_decompress_time", PerfContext::getBlockDecompressTime),
          new Reading("get_from_memtable_time", PerfContext::getFromMemtableTime),
          new Reading("get_from_output_files_time", PerfContext::getFromOutputFilesTime),
          new Reading("seek_internal_seek_time", PerfContext::getSeekInternalSeekTime),
          new Reading("find_next_user_entry_time", PerfContext::getFindNextUserEntryTime),
          new Reading("write_wal_time", PerfContext::getWriteWalTime),
          new Reading("write_memtable_time", PerfContext::getWriteMemtableTime),
          new Reading("write_delay_time", PerfContext::getWriteDelayTime),
          new Reading(
              "write_pre_and_post_process_time", PerfContext::getWritePreAndPostProcessTime),
          new Reading("key_lock_wait_time", PerfContext::getKeyLockWaitTime));

  private final RocksDB db;
  private final PerfLevel level;
  private final List<Reading> numbers = new ArrayList<>();

  /** What threads of ended sessions have reached. */
  private final long[] gone;

  private final List<OfThread> open = new ArrayList<>();

  PerfCounters(RocksDB db, PerfLevel level) {
    this.db = db;
    this.level = level;
    if (level != PerfLevel.OFF) {
      numbers.addAll(COUNTS);
    }
    if (level == PerfLevel.TIME) {
      numbers.addAll(TIMES);
    }
    gone = new long[numbers.size()];
  }

  /** Counts from now on what the calling thread does. */
  OfThread begin() {
    db.setPerfLevel(
        switch (level) {
          case OFF -> org.rocksdb.PerfLevel.DISABLE;
          case COUNT -> org.rocksdb.PerfLevel.ENABLE_COUNT;
          case TIME -> org.rocksdb.PerfLevel.ENABLE_TIME_EXCEPT_FOR_MUTEX;
        });
    OfThread begun = new OfThread(db.getPerfContext());
    synchronized (this) {
      open.add(begun);
    }
    return begun;
  }

  /** The sums of all threads; those of one at work may be {@link OfThread#CALLS} calls behind. */
  synchronized List<ServerCounter> read() {
    List<ServerCounter> all = new ArrayList<>();
    for (int i = 0; i < numbers.size(); i++) {
      long sum = gone[i];
      for (OfThread each : open) {
        sum += each.grown.getOpaque(i);
      }
      all.add(ServerCounter.rising("rocksdb.perf." + numbers.get(i).name(), sum));
    }
    return all;
  }

  /**
   * The perf context of one thread, which belongs to the thread and ends with it: nobody else may
   * read it. Allocates nothing after its making.
   */
  final class OfThread {

    /** So many calls come between two readings. */
    static final int CALLS = 256;

    private final Thread owner = Thread.currentThread();
    private final PerfContext context;
    private final long[] base = new long[numbers.size()];
    private final AtomicLongArray grown = new AtomicLongArray(numbers.size());
    private int calls;

    private OfThread(PerfContext context) {
      this.context = context;
      for (int i = 0; i < base.length; i++) {
        base[i] = numbers.get(i).reading().applyAsLong(context);
      }
    }

    /** After a call of the session. */
    void called() {
      calls++;
      if (calls % CALLS == 0) {
        publish();
      }
    }

    private void publish() {
      if (Thread.currentThread() == owner) {
        for (int i = 0; i < base.length; i++) {
          grown.setOpaque(i, numbers.get(i).reading().applyAsLong(context) - base[i]);
        }
      }
    }

    /** The session ends. */
    void end() {
      publish();
      synchronized (PerfCounters.this) {
        open.remove(this);
        for (int i = 0; i < gone.length; i++) {
          gone[i] += grown.getOpaque(i);
        }
      }
    }
  }
}
