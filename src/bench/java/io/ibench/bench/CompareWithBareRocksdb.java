package io.ibench.bench;

import com.sun.management.ThreadMXBean;
import io.ibench.db.Adapters;
import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.Database;
import io.ibench.db.Prepared;
import io.ibench.db.Quiescence;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.random.Random64;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ByteBufferGetStatus;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.HyperClockCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/**
 * Compares gets, multigets, puts and ranges of ibench's adapter for RocksDB with a bare loop over
 * the same library, in turns, in one process. Argument: an empty folder for both databases. Keys
 * are drawn before; both read every byte; both have their rows in the default family, and keep no
 * flushed memtables. Prints the ratio of ibench's operations a second to those of the bare loop,
 * and of the CPU time of an operation; the median of several pairs of rounds.
 */
public final class CompareWithBareRocksdb {

  private static final int KEYS = 100_000;
  private static final int ROUND = 50_000;
  private static final int PAIRS = 11;
  private static final int NEXTS = 10;
  private static final int MULTIGET = 10;
  private static final int KEY_BYTES = 20;
  private static final int VALUE_BYTES = 400;
  private static final long SETTLE_MILLIS = 5;
  private static final List<String> BACKGROUND =
      List.of(
          "rocksdb.num-running-flushes",
          "rocksdb.num-running-compactions",
          "rocksdb.compaction-pending",
          "rocksdb.mem-table-flush-pending");
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final Table TABLE =
      Table.named("kv").bytes("k", KEY_BYTES).primaryKey("k").bytes("v", VALUE_BYTES);

  private CompareWithBareRocksdb() {}

  /** One side of the comparison. */
  private interface Side {
    void get(byte[] key) throws Exception;

    void put(byte[] key, byte[] value) throws Exception;

    void seek(byte[] key) throws Exception;

    /** Flushes; waits until RocksDB's own threads, which share the CPU, have nothing to do. */
    void settle() throws Exception;

    /** The keys from a position on. */
    void multiGet(byte[][] keys, int from) throws Exception;
  }

  private interface Operation {
    void run(Side side, byte[][] keys, int position) throws Exception;
  }

  private record Round(double seconds, double cpuSeconds) {}

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    byte[][] keys = keys();
    byte[] value = new byte[VALUE_BYTES];
    new java.util.Random(7).nextBytes(value);
    Map<String, String> settings =
        Map.of(
            "dir", folder.resolve("ibench").toString(),
            "sync", "off",
            "like", "db_bench",
            "default_family", TABLE.name(),
            "bloom_bits", "10",
            "compression", "lz4",
            "cache", "256MB",
            "memtable", "16MB");
    try (Database database = Adapters.open("rocksdb", settings)) {
      database.create(TABLE);
      try (Session session = database.session();
          Bare bare = new Bare(folder.resolve("bare"))) {
        List<Side> sides = List.of(new Ibench(database, session), bare);
        for (Side side : sides) {
          for (byte[] key : keys) {
            side.put(key, value);
          }
          side.settle();
        }
        compare("get", sides, keys, ROUND, (side, all, at) -> side.get(all[at]));
        compare("seek and 10 rows", sides, keys, ROUND, (side, all, at) -> side.seek(all[at]));
        compare("multiget of 10", sides, keys, ROUND / MULTIGET, CompareWithBareRocksdb::multiGet);
        compare(
            "put without a log", sides, keys, ROUND, (side, all, at) -> side.put(all[at], value));
      }
    }
  }

  private static void multiGet(Side side, byte[][] keys, int position) throws Exception {
    side.multiGet(keys, position * MULTIGET % (KEYS - MULTIGET));
  }

  private static byte[][] keys() {
    Random64 random = new Random64(1);
    byte[][] keys = new byte[KEYS][KEY_BYTES];
    for (byte[] key : keys) {
      Arrays.fill(key, (byte) '0');
      ByteBuffer.wrap(key).putLong(random.nextLong(KEYS));
    }
    return keys;
  }

  private static void compare(
      String name, List<Side> sides, byte[][] keys, int operations, Operation operation)
      throws Exception {
    List<Double> rates = new ArrayList<>();
    List<Double> cpu = new ArrayList<>();
    for (int pair = -2; pair < PAIRS; pair++) {
      boolean turned = pair % 2 != 0;
      Round first = round(sides.get(turned ? 1 : 0), keys, operations, operation);
      Round second = round(sides.get(turned ? 0 : 1), keys, operations, operation);
      Round own = turned ? second : first;
      Round bare = turned ? first : second;
      if (pair >= 0) {
        rates.add(bare.seconds() / own.seconds());
        cpu.add(own.cpuSeconds() / bare.cpuSeconds());
      }
    }
    System.out.printf(
        Locale.ROOT,
        "%-20s ibench / bare: operations/s %.3f, CPU of an operation %.3f%n",
        name,
        median(rates),
        median(cpu));
  }

  private static Round round(Side side, byte[][] keys, int operations, Operation operation)
      throws Exception {
    long thread = Thread.currentThread().getId();
    long cpu = THREADS.getThreadCpuTime(thread);
    long begin = System.nanoTime();
    for (int i = 0; i < operations; i++) {
      operation.run(side, keys, i % KEYS);
    }
    long end = System.nanoTime();
    Round round = new Round((end - begin) / 1e9, (THREADS.getThreadCpuTime(thread) - cpu) / 1e9);
    side.settle();
    return round;
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  /** ibench's adapter: binds, executes, hashes all that it reads. */
  private static final class Ibench implements Side {

    private final Database database;
    private final Prepared get;
    private final Prepared put;
    private final Prepared seek;
    private final Prepared multiGet;

    Ibench(Database database, Session session) throws Exception {
      this.database = database;
      get = session.prepare(TABLE.select("v").where("k"));
      put = session.prepare(TABLE.upsert());
      seek =
          session.prepare(TABLE.select("k", "v").where(Condition.of("k", Op.GE)).first(NEXTS, "k"));
      multiGet = session.prepare(TABLE.select("k", "v").where(Condition.in("k", MULTIGET)));
    }

    @Override
    public void settle() throws Exception {
      try (Quiescence work = database.quiesce(List.of(TABLE))) {
        while (!work.isSettled()) {
          Thread.sleep(SETTLE_MILLIS);
        }
      }
    }

    @Override
    public void multiGet(byte[][] keys, int from) throws Exception {
      for (int i = 0; i < MULTIGET; i++) {
        multiGet.setBytesAt(0, i, keys[from + i], KEY_BYTES);
      }
      multiGet.execute();
    }

    @Override
    public void get(byte[] key) throws Exception {
      get.setBytes(0, key, key.length);
      get.execute();
    }

    @Override
    public void put(byte[] key, byte[] value) throws Exception {
      put.setBytes(0, key, key.length);
      put.setBytes(1, value, value.length);
      put.execute();
    }

    @Override
    public void seek(byte[] key) throws Exception {
      seek.setBytes(0, key, key.length);
      seek.execute();
    }
  }

  /** The same calls of the library, without anything around them. */
  private static final class Bare implements Side, AutoCloseable {

    private final Options options;
    private final RocksDB db;
    private final ReadOptions reading = new ReadOptions();
    private final WriteOptions writing = new WriteOptions().setDisableWAL(true);
    private final byte[] key = new byte[KEY_BYTES];
    private final byte[] value = new byte[VALUE_BYTES];
    private final List<ByteBuffer> wanted = new ArrayList<>();
    private final List<ByteBuffer> found = new ArrayList<>();

    Bare(Path folder) throws RocksDBException {
      ColumnFamilyOptions family =
          new ColumnFamilyOptions()
              .setWriteBufferSize(16 << 20)
              .setTableFormatConfig(
                  new BlockBasedTableConfig()
                      .setBlockCache(new HyperClockCache(256 << 20, 0, -1, false))
                      .setUniformCvThreshold(-1)
                      .setFilterPolicy(new BloomFilter(10, false)));
      options =
          new Options(new org.rocksdb.DBOptions().setAtomicFlush(true), family)
              .setCreateIfMissing(true);
      db = RocksDB.open(options, folder.toString());
      for (int i = 0; i < MULTIGET; i++) {
        wanted.add(ByteBuffer.allocateDirect(KEY_BYTES));
        found.add(ByteBuffer.allocateDirect(VALUE_BYTES));
      }
    }

    @Override
    public void settle() throws Exception {
      try (FlushOptions waiting = new FlushOptions().setWaitForFlush(true)) {
        db.flush(waiting);
      }
      for (int quiet = 0; quiet < 3; quiet++) {
        Thread.sleep(SETTLE_MILLIS);
        for (String property : BACKGROUND) {
          if (db.getLongProperty(property) > 0) {
            quiet = -1;
          }
        }
      }
    }

    @Override
    public void multiGet(byte[][] keys, int from) throws RocksDBException {
      for (int i = 0; i < MULTIGET; i++) {
        wanted.get(i).clear().put(keys[from + i]).flip();
        found.get(i).clear();
      }
      for (ByteBufferGetStatus answer : db.multiGetByteBuffers(reading, wanted, found)) {
        if (answer.value != null) {
          answer.value.get(value, 0, answer.requiredSize);
        }
      }
    }

    @Override
    public void get(byte[] wanted) throws RocksDBException {
      db.get(reading, wanted, 0, wanted.length, value, 0, value.length);
    }

    @Override
    public void put(byte[] wanted, byte[] bytes) throws RocksDBException {
      db.put(writing, wanted, 0, wanted.length, bytes, 0, bytes.length);
    }

    @Override
    public void seek(byte[] wanted) throws RocksDBException {
      try (RocksIterator iterator = db.newIterator(reading)) {
        iterator.seek(wanted);
        for (int i = 0; i < NEXTS && iterator.isValid(); i++) {
          iterator.key(key, 0, key.length);
          iterator.value(value, 0, value.length);
          iterator.next();
        }
      }
    }

    @Override
    public void close() {
      db.close();
      options.close();
      reading.close();
      writing.close();
    }
  }
}
