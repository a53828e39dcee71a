package io.ibench.db.rocksdb.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.Quiescence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Flushes all memtables, then waits until a {@link RestWatch} is content. Confined to one thread.
 */
final class RocksQuiescence implements Quiescence {

  private static final double MEGABYTE = 1 << 20;
  private static final double GIGABYTE = 1L << 30;
  private static final String MEMTABLES = "rocksdb.cur-size-all-mem-tables";
  private static final String PENDING = "rocksdb.estimate-pending-compaction-bytes";
  private static final String ERRORS = "rocksdb.background-errors";

  private final RocksDB db;
  private final Map<String, ColumnFamilyHandle> families;
  private final RestWatch watch = new RestWatch(System::nanoTime);
  private final double flushed;
  private final double writtenBefore;
  private final long errorsBefore;
  private final List<String> facts = new ArrayList<>();
  private boolean settled;

  private RocksQuiescence(RocksDB db, Map<String, ColumnFamilyHandle> families, double flushed)
      throws RocksDBException {
    this.db = db;
    this.families = families;
    this.flushed = flushed;
    this.writtenBefore = written();
    this.errorsBefore = sum(db, families.values(), ERRORS);
  }

  /** Begins to wait for the families, which their names lead to. */
  static Quiescence begin(RocksDB db, Map<String, ColumnFamilyHandle> families)
      throws DatabaseException {
    try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
      long memtables = sum(db, families.values(), MEMTABLES);
      db.flush(options, List.copyOf(families.values()));
      return new RocksQuiescence(db, families, memtables);
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
  }

  private static long sum(RocksDB db, Collection<ColumnFamilyHandle> families, String name)
      throws RocksDBException {
    long sum = 0;
    for (ColumnFamilyHandle family : families) {
      sum += db.getLongProperty(family, name);
    }
    return sum;
  }

  private double written() throws RocksDBException {
    double gigabytes = 0;
    for (ColumnFamilyHandle family : families.values()) {
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
      settled = watch.isAtRest(look());
      return settled;
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
  }

  @Override
  public String waitsFor() {
    return String.join("; ", watch.reasons());
  }

  private RestWatch.Look look() throws RocksDBException {
    long files = 0;
    for (ColumnFamilyHandle family : families.values()) {
      files += db.getColumnFamilyMetaData(family).fileCount();
    }
    return new RestWatch.Look(
        db.getLongProperty("rocksdb.num-running-flushes")
            + db.getLongProperty("rocksdb.num-running-compactions"),
        pending(),
        sum(db, families.values(), PENDING),
        Math.round(written() * GIGABYTE),
        files,
        db.getLongProperty("rocksdb.is-write-stopped") > 0
            || sum(db, families.values(), ERRORS) > errorsBefore);
  }

  /** What RocksDB calls pending, with the families' names. */
  private List<String> pending() throws RocksDBException {
    List<String> pending = new ArrayList<>();
    for (String name : List.of("compaction-pending", "mem-table-flush-pending")) {
      List<String> where = new ArrayList<>();
      for (Map.Entry<String, ColumnFamilyHandle> family : new TreeMap<>(families).entrySet()) {
        if (db.getLongProperty(family.getValue(), "rocksdb." + name) > 0) {
          where.add(Catalog.written(family.getKey()));
        }
      }
      if (!where.isEmpty()) {
        pending.add(name + "=1 in " + String.join(", ", where));
      }
    }
    return pending;
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
              sum(db, families.values(), PENDING) / MEGABYTE));
      if (settled && !watch.pending().isEmpty()) {
        facts.add(
            String.format(
                Locale.ROOT,
                "RocksDB says %s, but for %d s it ran nothing and no file changed",
                String.join("; ", watch.pending()),
                RestWatch.IDLE_SECONDS));
      }
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
  }
}
