package io.ibench.db.rocksdb.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.Quiescence;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Flushes all memtables, then waits until no flush and no compaction runs or is pending, three
 * looks in succession. Confined to one thread.
 */
final class RocksQuiescence implements Quiescence {

  private static final int QUIET_LOOKS = 3;
  private static final double MEGABYTE = 1 << 20;
  private static final String MEMTABLES = "rocksdb.cur-size-all-mem-tables";
  private static final String PENDING = "rocksdb.estimate-pending-compaction-bytes";

  private final RocksDB db;
  private final List<ColumnFamilyHandle> families;
  private final double flushed;
  private final double writtenBefore;
  private final List<String> facts = new ArrayList<>();
  private long lastPending = -1;
  private int quiet;

  private RocksQuiescence(RocksDB db, List<ColumnFamilyHandle> families, double flushed)
      throws RocksDBException {
    this.db = db;
    this.families = families;
    this.flushed = flushed;
    this.writtenBefore = written();
  }

  static Quiescence begin(RocksDB db, List<ColumnFamilyHandle> families) throws DatabaseException {
    try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
      long memtables = sum(db, families, MEMTABLES);
      db.flush(options, families);
      return new RocksQuiescence(db, families, memtables);
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
  }

  private static long sum(RocksDB db, List<ColumnFamilyHandle> families, String name)
      throws RocksDBException {
    long sum = 0;
    for (ColumnFamilyHandle family : families) {
      sum += db.getLongProperty(family, name);
    }
    return sum;
  }

  private double written() throws RocksDBException {
    double gigabytes = 0;
    for (ColumnFamilyHandle family : families) {
      gigabytes +=
          Double.parseDouble(
              db.getMapProperty(family, "rocksdb.cfstats")
                  .getOrDefault("compaction.Sum.WriteGB", "0"));
    }
    return gigabytes;
  }

  @Override
  public boolean isSettled() throws DatabaseException {
    try {
      long work =
          db.getLongProperty("rocksdb.num-running-flushes")
              + db.getLongProperty("rocksdb.num-running-compactions")
              + sum(db, families, "rocksdb.compaction-pending")
              + sum(db, families, "rocksdb.mem-table-flush-pending");
      long pending = sum(db, families, PENDING);
      quiet = work == 0 && pending == lastPending ? quiet + 1 : 0;
      lastPending = pending;
      return quiet >= QUIET_LOOKS;
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
  }

  @Override
  public List<String> facts() {
    return List.copyOf(facts);
  }

  /** Compactions go on if they have not ended. */
  @Override
  public void close() throws DatabaseException {
    if (!facts.isEmpty()) {
      return;
    }
    try {
      facts.add(
          String.format(
              Locale.ROOT,
              "memtables of %.1f MB flushed; compactions wrote %.1f MB; %.1f MB of compactions left",
              flushed / MEGABYTE,
              (written() - writtenBefore) * (1 << 10),
              sum(db, families, PENDING) / MEGABYTE));
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
  }
}
