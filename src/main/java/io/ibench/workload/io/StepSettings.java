package io.ibench.workload.io;

import io.ibench.config.Config;
import io.ibench.config.Key;
import io.ibench.config.SizeText;
import io.ibench.workload.Step;
import io.ibench.workload.StepKeys;
import io.ibench.workload.io.IoKeys.Log;
import io.ibench.workload.io.IoKeys.Pattern;
import io.ibench.workload.io.IoKeys.Sync;
import io.ibench.workload.io.IoSettings.LogSettings;
import java.util.List;

/**
 * The settings of one step with workers. Those that its kind does not have are 0. Immutable.
 *
 * @param readPages of one read
 * @param writePages of one write
 * @param readPct of 100 reads and writes
 * @param syncEvery writes of a thread; 0: never
 */
record StepSettings(
    Kind kind,
    Pattern pattern,
    double zipfExponent,
    boolean direct,
    boolean checks,
    int readPages,
    int writePages,
    double readPct,
    int syncEvery,
    Sync sync,
    Innosim innosim) {

  private static final int MIN_DIRECT_BYTES = 4096;

  /**
   * The model's own settings.
   *
   * @param schedulerSleepMillis its pause without dirty pages
   */
  record Innosim(
      double dirtyPct,
      double hitPct,
      int writers,
      int maxDirty,
      int poolBytes,
      int schedulerSleepMillis,
      boolean doublewrite,
      LogSettings redo,
      LogSettings binlog) {}

  /**
   * Reads and checks them.
   *
   * @param names under which the step's keys are given
   */
  static StepSettings read(Config config, IoSettings data, Step.Work step, List<String> names) {
    return new Reader(config, data, step, Kind.of(step.kind()), names).read();
  }

  /** Whether pages are locked: somebody writes beside others. */
  boolean locks() {
    return kind == Kind.MIX || kind == Kind.WRITE || kind == Kind.INNOSIM;
  }

  /** Whether a page cache that holds the files answers: it reads, or never waits for the disk. */
  boolean isServedByCache() {
    boolean waits = syncEvery > 0 || sync == Sync.DSYNC;
    return kind != Kind.FILL && (kind != Kind.WRITE || !waits);
  }

  private record Reader(
      Config config, IoSettings data, Step.Work step, Kind kind, List<String> names) {

    StepSettings read() {
      boolean direct = get(IoKeys.DIRECT, false);
      double readPct = kind == Kind.READ ? 100 : get(IoKeys.READ_PCT, 0.0);
      int syncEvery = number(IoKeys.SYNC_EVERY);
      Sync sync = get(IoKeys.SYNC, Sync.FDATASYNC);
      if (direct && data.pageBytes() < MIN_DIRECT_BYTES) {
        problem(
            "needs pages of "
                + SizeText.of(MIN_DIRECT_BYTES)
                + " or more; io.page is "
                + SizeText.of(data.pageBytes()),
            IoKeys.DIRECT);
      }
      if (syncEvery > 0 && readPct == 100) {
        problem("never comes: io.read_pct = 100 writes nothing", IoKeys.SYNC_EVERY);
      }
      if (syncEvery > 0 && sync == Sync.DSYNC) {
        problem("is needless: with sync = dsync each write is on the disk", IoKeys.SYNC_EVERY);
      }
      if (kind.writes() && step.threads() > Acknowledged.MAX_WRITERS) {
        config.problem(
            "is more than the " + Acknowledged.MAX_WRITERS + " threads that may write",
            StepKeys.THREADS.under(step.name()));
      }
      return new StepSettings(
          kind,
          get(IoKeys.PATTERN, Pattern.SEQUENTIAL),
          get(IoKeys.ZIPF_EXPONENT, 0.0),
          direct,
          get(IoKeys.CHECK, false),
          block(IoKeys.READ_BLOCK),
          block(IoKeys.WRITE_BLOCK),
          readPct,
          syncEvery,
          sync,
          innosim(sync));
    }

    private Innosim innosim(Sync sync) {
      double dirty = get(IoKeys.DIRTY_PCT, 0.0);
      double hit = get(IoKeys.HIT_PCT, 0.0);
      if (kind == Kind.INNOSIM && dirty == 0 && hit == 100) {
        problem("does nothing with dirty_pct = 0", IoKeys.HIT_PCT);
      }
      if (hit == 100 && (step.isPaced() || step.operations().isPresent())) {
        problem("reads nothing that a rate or operations could count", IoKeys.HIT_PCT);
      }
      Log log = get(IoKeys.LOG, Log.SERIAL);
      return new Innosim(
          dirty,
          hit,
          number(IoKeys.WRITERS),
          number(IoKeys.MAX_DIRTY),
          limited(IoKeys.POOL, data.pageBytes(), 1 << 30),
          number(IoKeys.SCHEDULER_SLEEP),
          get(IoKeys.DOUBLEWRITE, false),
          log(log, sync, IoKeys.REDO_SIZE, IoKeys.REDO_WRITE, IoKeys.REDO_SYNC_EVERY),
          log(log, sync, IoKeys.BINLOG_SIZE, IoKeys.BINLOG_WRITE, IoKeys.BINLOG_SYNC_EVERY));
    }

    private LogSettings log(
        Log mode, Sync sync, Key<Long> size, Key<Long> write, Key<Long> syncEvery) {
      long bytes = get(size, 0L);
      int writeBytes = limited(write, 1, IoSettings.MAX_BLOCK_BYTES);
      if (kind.has(size) && bytes < writeBytes) {
        problem("is less than one write of " + SizeText.of(writeBytes), size);
      }
      return new LogSettings(bytes, writeBytes, number(syncEvery), mode, sync);
    }

    private int limited(Key<Long> key, long min, long max) {
      long value = get(key, min);
      if (value < min || value > max) {
        problem("is not between " + SizeText.of(min) + " and " + SizeText.of(max), key);
        return (int) min;
      }
      return (int) value;
    }

    private int block(Key<Long> key) {
      long page = data.pageBytes();
      if (!kind.has(key)) {
        return 1;
      }
      long bytes = config.find(key, names).orElse(page);
      if (bytes < page || bytes > IoSettings.MAX_BLOCK_BYTES || Long.bitCount(bytes) != 1) {
        problem("is no power of two from a page, " + SizeText.of(page) + ", to 1 MB", key);
        return 1;
      }
      int pages = (int) (bytes / page);
      if (data.pagesOfFile() % pages != 0) {
        problem("does not divide a file of " + SizeText.of(data.pagesOfFile() * page), key);
        return 1;
      }
      return pages;
    }

    private void problem(String message, Key<?> key) {
      config.problem(message, key.under(step.name()));
    }

    private <T> T get(Key<T> key, T without) {
      return kind.has(key) ? config.get(key, names) : without;
    }

    private int number(Key<Long> key) {
      return Math.toIntExact(get(key, 0L));
    }
  }
}
