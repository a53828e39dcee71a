package io.ibench.db.rocksdb.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.ServerCounter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** RocksDB's own counters, under its names; those of families are added up. Stateless. */
final class RocksCounters {

  /** Of the map rocksdb.dbstats. */
  private static final List<String> OF_DATABASE =
      List.of(
          "db.user_bytes_written",
          "db.user_keys_written",
          "db.user_writes_by_self",
          "db.user_writes_by_other",
          "db.user_writes_with_wal",
          "db.wal_bytes_written",
          "db.wal_syncs",
          "db.user_write_stall_micros");

  /** Of the map rocksdb.cfstats, in GB of 2^30 bytes with six decimals. */
  private static final List<String> GIGABYTES =
      List.of(
          "compaction.Sum.WriteGB",
          "compaction.Sum.ReadGB",
          "compaction.Sum.WblobGB",
          "compaction.Sum.RblobGB",
          "compaction.L0.WriteGB");

  /** Of the same map, in seconds. */
  private static final List<String> SECONDS =
      List.of("compaction.Sum.CompSec", "compaction.Sum.CompMergeCPU");

  private static final List<String> STALLS = List.of("total-stops", "total-delays");

  private static final List<String> LEVELS =
      List.of(
          "estimate-pending-compaction-bytes",
          "live-sst-files-size",
          "live-blob-file-size",
          "total-sst-files-size",
          "cur-size-all-mem-tables",
          "num-files-at-level0");

  /** Of the whole database, whichever family is asked. */
  private static final List<String> DATABASE_LEVELS =
      List.of(
          "num-running-compactions",
          "num-running-flushes",
          "num-snapshots",
          "actual-delayed-write-rate",
          "is-write-stopped",
          "background-errors");

  private static final double GIGABYTE = 1L << 30;
  private static final double MICROS = 1e6;

  private RocksCounters() {}

  static List<ServerCounter> of(RocksDB db, Collection<ColumnFamilyHandle> families, Cache cache)
      throws DatabaseException {
    List<ServerCounter> all = new ArrayList<>();
    try {
      Map<String, String> database = db.getMapProperty("rocksdb.dbstats");
      for (String name : OF_DATABASE) {
        if (database.containsKey(name)) {
          all.add(ServerCounter.rising("rocksdb." + name, Long.parseLong(database.get(name))));
        }
      }
      List<Map<String, String>> each = new ArrayList<>();
      for (ColumnFamilyHandle family : families) {
        each.add(db.getMapProperty(family, "rocksdb.cfstats"));
      }
      GIGABYTES.forEach(
          name -> addSum(all, each, name, lower(name).replace("gb", "_bytes"), GIGABYTE));
      SECONDS.forEach(name -> addSum(all, each, name, micros(name), MICROS));
      STALLS.forEach(name -> addSum(all, each, name, "stalls." + name, 1));
      for (String name : LEVELS) {
        long sum = 0;
        for (ColumnFamilyHandle family : families) {
          sum += Long.parseLong(db.getProperty(family, "rocksdb." + name));
        }
        all.add(ServerCounter.level("rocksdb." + name, sum));
      }
      for (String name : DATABASE_LEVELS) {
        addLevel(all, db, name);
      }
      all.add(ServerCounter.level("rocksdb.block-cache-usage", cache.getUsage()));
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
    all.sort(Comparator.comparing(ServerCounter::name));
    return List.copyOf(all);
  }

  private static String lower(String name) {
    return name.toLowerCase(java.util.Locale.ROOT);
  }

  private static String micros(String name) {
    return lower(name).replace("compsec", "comp_micros").replace("compmergecpu", "cpu_micros");
  }

  /** A family that is dropped takes its sums along: they are levels. */
  private static void addSum(
      List<ServerCounter> all,
      List<Map<String, String>> families,
      String name,
      String shown,
      double unit) {
    double sum = 0;
    for (Map<String, String> family : families) {
      sum += Double.parseDouble(family.getOrDefault(name, "0"));
    }
    all.add(ServerCounter.level("rocksdb." + shown, Math.round(sum * unit)));
  }

  private static void addLevel(List<ServerCounter> all, RocksDB db, String name)
      throws RocksDBException {
    try {
      all.add(ServerCounter.level("rocksdb." + name, db.getLongProperty("rocksdb." + name)));
    } catch (RocksDBException e) {
      if (e.getStatus() == null || e.getStatus().getCode() != Status.Code.NotFound) {
        throw e;
      }
    }
  }
}
