package io.ibench.db.rocksdb.engine;

import io.ibench.db.DatabaseException;
import io.ibench.db.MainCounter;
import io.ibench.db.ServerCounter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Statistics;
import org.rocksdb.Status;

/**
 * RocksDB's own counters, under its names. Those of the workload's families are added up, with what
 * dropped families had, so that they never fall. Thread-safe.
 */
final class RocksCounters {

  /** Those that explain most, without RocksDB's statistics, which may be off. */
  static final List<MainCounter> MAIN =
      MainCounter.list(
          """
          = rocksdb.estimate-pending-compaction-bytes bytes that compaction has still to rewrite
          + rocksdb.compaction.sum.write_bytes bytes written by flushes and compaction
          + rocksdb.compaction.sum.read_bytes bytes read by compaction
          + rocksdb.compaction.l0.write_bytes bytes written by flushes of memtables
          + rocksdb.compaction.sum.cpu_micros microseconds of CPU of compaction
          + rocksdb.compaction.sum.comp_micros microseconds that flushes and compaction ran
          + rocksdb.background.cpu_micros microseconds of CPU of RocksDB's own threads
          = rocksdb.num-running-compactions compactions that run
          = rocksdb.num-running-flushes flushes that run
          = rocksdb.num-files-at-level0 files at level 0, which every lookup goes through
          = rocksdb.cur-size-all-mem-tables bytes in memtables
          = rocksdb.block-cache-usage bytes in the block cache
          = rocksdb.live-sst-files-size bytes of files that hold data
          = rocksdb.total-sst-files-size bytes of all files, also those that wait to be removed
          + rocksdb.db.user_bytes_written bytes that operations wrote
          + rocksdb.db.wal_bytes_written bytes written to the log
          + rocksdb.db.wal_syncs syncs of the log
          + rocksdb.db.user_write_stall_micros microseconds that writes were held back
          + rocksdb.stalls.total-stops times that writes were stopped
          + rocksdb.stalls.total-delays times that writes were slowed down
          """);

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

  private static final List<String> STALLS =
      List.of(
          "total-stops",
          "total-delays",
          "memtable-limit-stops",
          "memtable-limit-delays",
          "l0-file-count-limit-stops",
          "l0-file-count-limit-delays",
          "pending-compaction-bytes-stops",
          "pending-compaction-bytes-delays");

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

  /** What the names of RocksDB's own counts that are shown begin with. */
  private static final List<String> TICKERS =
      List.of(
          "block.cache.",
          "bloom.filter.",
          "memtable.",
          "l0.hit",
          "l1.hit",
          "l2andup.hit",
          "number.keys.",
          "number.multiget.",
          "flush.write.bytes",
          "compact.read.bytes",
          "compact.write.bytes",
          "wal.",
          "stall.micros",
          "rate.limit");

  private static final Pattern TICKER = Pattern.compile("rocksdb\\.(\\S+) COUNT : (\\d+)");

  private static final double GIGABYTE = 1L << 30;
  private static final double MICROS = 1e6;

  private final BackgroundCpu background = new BackgroundCpu(Path.of("/proc/self/task"));

  /** What dropped families had, by the counter's name. */
  private final Map<String, Long> gone = new HashMap<>();

  /** Before a family is dropped. */
  synchronized void drop(RocksDB db, ColumnFamilyHandle family) throws RocksDBException {
    sums(db.getMapProperty(family, "rocksdb.cfstats"))
        .forEach((name, value) -> gone.merge(name, value, Long::sum));
  }

  synchronized List<ServerCounter> read(
      RocksDB db,
      Collection<ColumnFamilyHandle> families,
      RocksOptions options,
      List<ServerCounter> perf)
      throws DatabaseException {
    List<ServerCounter> all = new ArrayList<>(perf);
    try {
      Map<String, String> database = db.getMapProperty("rocksdb.dbstats");
      for (String name : OF_DATABASE) {
        if (database.containsKey(name)) {
          all.add(ServerCounter.rising("rocksdb." + name, Long.parseLong(database.get(name))));
        }
      }
      Map<String, Long> sums = new HashMap<>(gone);
      for (ColumnFamilyHandle family : families) {
        sums(db.getMapProperty(family, "rocksdb.cfstats"))
            .forEach((name, value) -> sums.merge(name, value, Long::sum));
      }
      sums.forEach((name, value) -> all.add(ServerCounter.rising(name, value)));
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
      all.add(ServerCounter.level("rocksdb.block-cache-usage", options.cache().getUsage()));
      background
          .micros()
          .ifPresent(
              micros -> all.add(ServerCounter.rising("rocksdb.background.cpu_micros", micros)));
      options.statistics().ifPresent(statistics -> addTickers(all, statistics));
    } catch (RocksDBException e) {
      throw RocksFailures.of(e);
    }
    all.sort(Comparator.comparing(ServerCounter::name));
    return List.copyOf(all);
  }

  /** The counters of a family, in bytes, microseconds and events. */
  private static Map<String, Long> sums(Map<String, String> family) {
    Map<String, Long> sums = new HashMap<>();
    GIGABYTES.forEach(
        name -> sums.put(shown(name).replace("gb", "_bytes"), scaled(family, name, GIGABYTE)));
    SECONDS.forEach(
        name ->
            sums.put(
                shown(name).replace("compsec", "comp_micros").replace("compmergecpu", "cpu_micros"),
                scaled(family, name, MICROS)));
    STALLS.forEach(name -> sums.put("rocksdb.stalls." + name, scaled(family, name, 1)));
    return sums;
  }

  private static String shown(String name) {
    return "rocksdb." + name.toLowerCase(Locale.ROOT);
  }

  private static long scaled(Map<String, String> family, String name, double unit) {
    return Math.round(Double.parseDouble(family.getOrDefault(name, "0")) * unit);
  }

  /** RocksDB's own text has the names, which its Java classes spell otherwise. */
  private static void addTickers(List<ServerCounter> all, Statistics statistics) {
    for (String line : statistics.toString().split("\n")) {
      Matcher ticker = TICKER.matcher(line.strip());
      if (ticker.matches() && TICKERS.stream().anyMatch(ticker.group(1)::startsWith)) {
        all.add(
            ServerCounter.rising("rocksdb." + ticker.group(1), Long.parseLong(ticker.group(2))));
      }
    }
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
