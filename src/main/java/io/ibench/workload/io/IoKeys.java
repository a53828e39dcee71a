package io.ibench.workload.io;

import io.ibench.config.Key;
import io.ibench.workload.StepKeys;
import java.util.ArrayList;
import java.util.List;

/** The keys of the workload io. Those of steps are given for all steps, or under a step's name. */
final class IoKeys {

  /** Under this name the keys of steps are given for all steps. */
  static final String ALL_STEPS = "io";

  /** The order in which pages are chosen. */
  enum Pattern {
    RANDOM,
    SEQUENTIAL,
    ZIPF
  }

  /** How writes reach the disk. */
  enum Sync {
    FDATASYNC,
    FSYNC,
    DSYNC
  }

  /** How commits share a log. */
  enum Log {
    SERIAL,
    GROUP
  }

  static final Key<Long> FILES =
      Key.count("io.files", 1, 10_000, "data files, DATA.0 and on").withDefault("1");
  static final Key<Long> SIZE =
      Key.sizeBytes("io.size", "all data files together").withDefault("1GB");
  static final Key<Long> PAGE =
      Key.sizeBytes("io.page", "a page, which has a head and a checksum: 512B .. 64KB")
          .withDefault("16KB");
  static final Key<Long> COMPRESSIBLE =
      Key.count("io.compressible_pct", 0, 100, "the part of each 512 bytes that is zeros")
          .withDefault("0");

  static final Key<Pattern> PATTERN =
      Key.choice("pattern", Pattern.class, "how the next page is chosen").withDefault("random");
  static final Key<Double> ZIPF_EXPONENT =
      Key.decimal("zipf_exponent", 0, 40, "of pattern = zipf, whose hot pages are anywhere")
          .withDefault("0.99");
  static final Key<Boolean> DIRECT =
      Key.flag("direct", "past the page cache (O_DIRECT)").withDefault("true");
  static final Key<Boolean> CHECK =
      Key.flag("check", "each page that is read is checked").withDefault("true");
  static final Key<Long> READ_BLOCK =
      Key.sizeBytes("read_block", "one read: pages, up to 1MB; default: a page").optional();
  static final Key<Long> WRITE_BLOCK =
      Key.sizeBytes("write_block", "one write: pages, up to 1MB; default: a page").optional();
  static final Key<Double> READ_PCT =
      Key.decimal("read_pct", 0, 100, "reads among reads and writes").withDefault("50");
  static final Key<Long> SYNC_EVERY =
      Key.count("sync_every", 0, 1_000_000, "a thread syncs after so many of its writes; 0: never")
          .withDefault("0");
  static final Key<Sync> SYNC =
      Key.choice("sync", Sync.class, "how; dsync: each write returns when it is on the disk")
          .withDefault("fdatasync");

  static final Key<Double> DIRTY_PCT =
      Key.decimal("dirty_pct", 0, 100, "transactions of users that change a page and commit")
          .withDefault("30");
  static final Key<Double> HIT_PCT =
      Key.decimal("hit_pct", 0, 100, "transactions of users that find their page in the pool")
          .withDefault("0");
  static final Key<Long> WRITERS =
      Key.count("writers", 1, 1_000, "threads that write dirty pages").withDefault("8");
  static final Key<Long> MAX_DIRTY =
      Key.count("max_dirty", 64, 100_000_000, "dirty pages at which users wait")
          .withDefault("1000000");
  static final Key<Long> POOL =
      Key.sizeBytes("pool", "the pretended buffer pool, up to 1GB").withDefault("100MB");
  static final Key<Long> SCHEDULER_SLEEP =
      Key.count("scheduler_sleep_ms", 1, 60_000, "the scheduler's pause without dirty pages")
          .withDefault("100");
  static final Key<Boolean> DOUBLEWRITE =
      Key.flag("doublewrite", "dirty pages are first written together to DOUBLEWRITE")
          .withDefault("true");
  static final Key<Log> LOG =
      Key.choice(
              "log",
              Log.class,
              "serial: a commit has the log for its write and sync; group: one sync for all that"
                  + " wait")
          .withDefault("serial");
  static final Key<Long> REDO_SIZE =
      Key.sizeBytes("redo_size", "the redo log, which is written in a circle").withDefault("10MB");
  static final Key<Long> REDO_WRITE =
      Key.sizeBytes("redo_write", "a commit's bytes, up to 1MB").withDefault("512B");
  static final Key<Long> REDO_SYNC_EVERY =
      Key.count("redo_sync_every", 0, 1_000_000, "one of so many commits syncs it; 0: no redo log")
          .withDefault("1");
  static final Key<Long> BINLOG_SIZE =
      Key.sizeBytes("binlog_size", "the binlog, which is truncated when it has so many bytes")
          .withDefault("10MB");
  static final Key<Long> BINLOG_WRITE =
      Key.sizeBytes("binlog_write", "a commit's bytes, up to 1MB").withDefault("128B");
  static final Key<Long> BINLOG_SYNC_EVERY =
      Key.count("binlog_sync_every", 0, 1_000_000, "one of so many commits syncs it; 0: no binlog")
          .withDefault("1");

  private IoKeys() {}

  static List<Key<?>> shapingData() {
    return List.of(FILES, SIZE, PAGE, COMPRESSIBLE);
  }

  static List<Key<?>> all() {
    List<Key<?>> all = new ArrayList<>(shapingData());
    List<Key<?>> ofSteps =
        new ArrayList<>(List.of(StepKeys.THREADS, StepKeys.UNTIL, StepKeys.OPERATIONS));
    for (Kind kind : Kind.values()) {
      kind.keys().stream().filter(key -> !ofSteps.contains(key)).forEach(ofSteps::add);
    }
    ofSteps.forEach(key -> all.add(key.under(ALL_STEPS)));
    return all;
  }
}
