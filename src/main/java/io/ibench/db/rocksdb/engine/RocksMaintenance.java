package io.ibench.db.rocksdb.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Maintenance;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.CompactionOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.LevelMetaData;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileMetaData;
import org.rocksdb.Status;

/** Flushes and compacts families. Stateless. */
final class RocksMaintenance {

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private RocksMaintenance() {}

  static void run(Maintenance work, RocksDB db, List<ColumnFamilyHandle> families)
      throws RocksDBException, DatabaseException {
    for (ColumnFamilyHandle family : families) {
      switch (work) {
        case FLUSH -> flush(db, family);
        case COMPACT -> compact(db, family);
        case COMPACT0 -> compactLevel0(db, family);
        case VERIFYCHECKSUM -> throw new IllegalArgumentException("not of a family: " + work);
      }
    }
  }

  /** An empty memtable costs nothing. */
  static void flush(RocksDB db, ColumnFamilyHandle family) throws RocksDBException {
    try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
      db.flush(flush, family);
    }
  }

  private static void compact(RocksDB db, ColumnFamilyHandle family) throws RocksDBException {
    try (CompactRangeOptions whole =
        new CompactRangeOptions()
            .setBottommostLevelCompaction(BottommostLevelCompaction.kForceOptimized)) {
      db.compactRange(family, null, null, whole);
    }
  }

  /** Merges all files of level 0 into the next level with data; waits while others compact them. */
  private static void compactLevel0(RocksDB db, ColumnFamilyHandle family)
      throws RocksDBException, DatabaseException {
    try (CompactionOptions options = new CompactionOptions()) {
      while (true) {
        List<LevelMetaData> levels = db.getColumnFamilyMetaData(family).levels();
        List<SstFileMetaData> files = levels.get(0).files();
        if (files.isEmpty()) {
          return;
        }
        boolean free = files.stream().noneMatch(SstFileMetaData::beingCompacted);
        if (free && compacted(db, family, options, files, target(db, family, levels))) {
          return;
        }
        if (Thread.currentThread().isInterrupted()) {
          throw new DatabaseException(FailureKind.FATAL, "compacting level 0 was interrupted");
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  /** The first level with data, else the one that RocksDB fills first. */
  private static int target(RocksDB db, ColumnFamilyHandle family, List<LevelMetaData> levels)
      throws RocksDBException {
    for (LevelMetaData level : levels) {
      if (level.level() > 0 && !level.files().isEmpty()) {
        return level.level();
      }
    }
    return Math.max(1, (int) db.getLongProperty(family, "rocksdb.base-level"));
  }

  /** Returns false if a compaction has taken one of the files. */
  private static boolean compacted(
      RocksDB db,
      ColumnFamilyHandle family,
      CompactionOptions options,
      List<SstFileMetaData> files,
      int level)
      throws RocksDBException {
    try {
      List<String> names = files.stream().map(SstFileMetaData::fileName).toList();
      db.compactFiles(options, family, names, level, -1, null);
      return true;
    } catch (RocksDBException e) {
      Status.Code code = e.getStatus() == null ? Status.Code.Ok : e.getStatus().getCode();
      if (code == Status.Code.Aborted || code == Status.Code.InvalidArgument) {
        return false;
      }
      throw e;
    }
  }
}
