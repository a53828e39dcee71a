package io.ibench.db.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Maintenance;
import io.ibench.db.Prepared;
import io.ibench.db.Quiescence;
import io.ibench.db.ServerCounter;
import io.ibench.db.Session;
import io.ibench.db.Size;
import io.ibench.db.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RocksDB's counters say exactly what was written. */
class RocksCountersTest {

  private static final double GIGABYTE = 1L << 30;
  private static final int PUTS = 2_000;

  /**
   * 12 bytes for the write group; a tag, the lengths of key (1 byte) and value (2 bytes), 20 and
   * 400 bytes. The number of another family than the default one is a byte more.
   */
  private static final long BYTES_OF_A_PUT = 12 + 1 + 1 + 20 + 2 + 400;

  private static final Table TABLE =
      Table.named("kv").bytes("k", 20).primaryKey("k").bytes("v", 400);

  @TempDir private Path folder;

  private Database open(String sync) throws DatabaseException {
    return open(Map.of("sync", sync, "transactions", "optimistic"));
  }

  private Database open(Map<String, String> settings) throws DatabaseException {
    Map<String, String> all = new HashMap<>(settings);
    all.put("dir", folder.resolve("db").toString());
    return Adapters.open("rocksdb", all);
  }

  private static Map<String, Long> read(Database database) throws DatabaseException {
    return database.counters().stream()
        .collect(Collectors.toMap(ServerCounter::name, ServerCounter::value));
  }

  private static void put(Session session) throws DatabaseException {
    Prepared put = session.prepare(TABLE.upsert());
    byte[] key = new byte[20];
    byte[] value = new byte[400];
    for (int i = 0; i < PUTS; i++) {
      key[0] = (byte) (i >>> 8);
      key[1] = (byte) i;
      put.setBytes(0, key, key.length);
      put.setBytes(1, value, value.length);
      put.execute();
    }
  }

  @ParameterizedTest
  @CsvSource({"normal, 1, kv, 0", "normal, 1, other, 1", "off, 0, other, 1"})
  void countEachByteOfPutsAndOfTheLog(
      String sync, long logged, String inDefaultFamily, long familyBytes) throws Exception {
    Map<String, String> settings =
        Map.of("sync", sync, "transactions", "optimistic", "default_family", inDefaultFamily);
    long bytes = PUTS * (BYTES_OF_A_PUT + familyBytes);
    try (Database database = open(settings)) {
      database.create(TABLE);
      try (Session session = database.session()) {
        Map<String, Long> before = read(database);
        put(session);
        Map<String, Long> after = read(database);
        assertThat(growth(before, after, "db.user_keys_written")).isEqualTo(PUTS);
        assertThat(growth(before, after, "db.user_bytes_written")).isEqualTo(bytes);
        assertThat(growth(before, after, "db.wal_bytes_written")).isEqualTo(logged * bytes);
      }
    }
  }

  private static long growth(Map<String, Long> before, Map<String, Long> after, String name) {
    return after.get("rocksdb." + name) - before.get("rocksdb." + name);
  }

  private static final String PERF = "rocksdb.perf.";

  private Map<String, Long> afterGets(String level) throws Exception {
    try (Database database =
        open(Map.of("sync", "normal", "transactions", "optimistic", "perf_level", level))) {
      database.create(TABLE);
      try (Session session = database.session()) {
        put(session);
      }
      Map<String, Long> before = read(database);
      try (Session session = database.session()) {
        Prepared get = session.prepare(TABLE.select("v").where("k"));
        byte[] key = new byte[20];
        for (int i = 0; i < 100; i++) {
          key[1] = (byte) i;
          get.setBytes(0, key, key.length);
          assertThat(get.execute()).isOne();
        }
      }
      Map<String, Long> grown = new HashMap<>();
      read(database)
          .forEach(
              (name, value) -> {
                if (name.startsWith(PERF)) {
                  grown.put(name.substring(PERF.length()), value - before.get(name));
                }
              });
      return grown;
    }
  }

  /** Every key is in the only memtable. */
  @Test
  void haveWhatRocksdbDidWithinTheCallsOfASession() throws Exception {
    assertThat(afterGets("count"))
        .containsEntry("get_from_memtable_count", 100L)
        .containsEntry("block_read_count", 0L)
        .doesNotContainKey("get_from_memtable_time")
        .hasEntrySatisfying(
            "user_key_comparison_count", compared -> assertThat(compared).isGreaterThan(100));
  }

  @ParameterizedTest
  @CsvSource({"off, false", "count, false", "time, true"})
  void haveTimesOnlyIfRocksdbReadsTheClock(String level, boolean has) throws Exception {
    Map<String, Long> grown = afterGets(level);
    assertThat(grown.containsKey("get_from_memtable_time")).isEqualTo(has);
    assertThat(grown.isEmpty()).isEqualTo(level.equals("off"));
    if (has) {
      assertThat(grown.get("get_from_memtable_time")).isPositive();
    }
  }

  /** A perf context belongs to a thread, and ends with it: another one must not read it. */
  @Test
  void leaveOutASessionThatAnotherThreadClosesLater() throws Exception {
    try (Database database = open("normal")) {
      database.create(TABLE);
      Session[] opened = new Session[1];
      Thread owner =
          new Thread(
              () -> {
                try {
                  opened[0] = database.session();
                  put(opened[0]);
                } catch (DatabaseException e) {
                  throw new IllegalStateException(e);
                }
              });
      owner.start();
      owner.join();
      put(opened[0]);
      opened[0].close();
      assertThat(read(database).get(PERF + "user_key_comparison_count")).isPositive();
    }
  }

  @Test
  void haveTheCpuOfRocksdbsOwnThreads() throws Exception {
    try (Database database = open("normal")) {
      database.create(TABLE);
      Map<String, Long> before = read(database);
      try (Session session = database.session()) {
        put(session);
      }
      database.maintain(Maintenance.FLUSH, List.of(TABLE));
      assertThat(growth(before, read(database), "background.cpu_micros")).isPositive();
    }
  }

  /** Of a file that has changed behind RocksDB's back. */
  @Test
  void aDamagedFileIsFoundByItsChecksum() throws Exception {
    try (Database database = open("normal")) {
      database.create(TABLE);
      try (Session session = database.session()) {
        put(session);
      }
      database.maintain(Maintenance.FLUSH, List.of(TABLE));
      assertThat(database.maintain(Maintenance.VERIFYCHECKSUM, List.of(TABLE)))
          .containsExactly("the checksums of all files are right");
    }
    flipAByteOfTheLargestFile();
    try (Database database = open("normal")) {
      assertThatExceptionOfType(DatabaseException.class)
          .isThrownBy(() -> database.maintain(Maintenance.VERIFYCHECKSUM, List.of(TABLE)))
          .withMessageContaining("checksum");
    }
  }

  private void flipAByteOfTheLargestFile() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("db"))) {
      Path largest =
          files
              .filter(file -> file.toString().endsWith(".sst"))
              .max(Comparator.comparingLong(file -> file.toFile().length()))
              .orElseThrow();
      byte[] bytes = Files.readAllBytes(largest);
      bytes[100] ^= 1;
      Files.write(largest, bytes);
    }
  }

  @Test
  void doNotFallWhenATableIsDropped() throws Exception {
    try (Database database = open("normal")) {
      database.create(TABLE);
      try (Session session = database.session()) {
        put(session);
      }
      List<String> done = database.maintain(Maintenance.FLUSH, List.of(TABLE));
      assertThat(done).hasSize(1).first().asString().startsWith("files of a table: ");
      long written = read(database).get("rocksdb.compaction.sum.write_bytes");
      assertThat(written).isPositive();
      database.drop("kv");
      assertThat(read(database).get("rocksdb.compaction.sum.write_bytes"))
          .isGreaterThanOrEqualTo(written);
    }
  }

  /** To the two digits that the text has, and the size to 1 %. */
  @Test
  void areThoseOfRocksdbsTextAndOfTheFiles() throws Exception {
    Map<String, String> settings =
        Map.of("sync", "off", "memtable", "256KB", "compression", "no", "bloom_bits", "0");
    try (Database database = open(settings)) {
      database.create(TABLE);
      try (Session session = database.session()) {
        for (int i = 0; i < 30; i++) {
          put(session);
        }
      }
      settle(database);
      String text =
          database.diagnostics(List.of(TABLE)).stream()
              .filter(each -> each.name().equals("rocksdb_stats.txt"))
              .findFirst()
              .orElseThrow()
              .text();
      Matcher written =
          Pattern.compile(
                  "Compaction Stats \\[kv\\].*?Cumulative compaction: ([0-9.]+) GB write",
                  Pattern.DOTALL)
              .matcher(text);
      assertThat(written.find()).isTrue();
      Map<String, Long> counters = read(database);
      assertThat(counters.get("rocksdb.compaction.sum.write_bytes") / GIGABYTE)
          .isGreaterThan(0.02)
          .isCloseTo(Double.parseDouble(written.group(1)), within(0.0051));
      double files = bytesOfFiles();
      assertThat(database.size(List.of(TABLE)).bytes().orElseThrow() / files)
          .isCloseTo(1, within(0.01));
      assertThat(counters.get("rocksdb.live-sst-files-size") / files).isCloseTo(1, within(0.01));
    }
  }

  /** Three looks find a database at rest, and the first of them has nothing to compare with. */
  @Test
  void nothingIsCompactedWhenADatabaseWasDrained() throws Exception {
    try (Database database = open(Map.of("sync", "off", "memtable", "256KB"))) {
      database.create(TABLE);
      try (Session session = database.session()) {
        for (int i = 0; i < 10; i++) {
          put(session);
        }
        settle(database);
        Map<String, Long> before = read(database);
        Prepared get = session.prepare(TABLE.select("v").where("k"));
        for (int i = 0; i < PUTS; i++) {
          get.setBytes(0, new byte[] {(byte) (i >>> 8), (byte) i}, 2);
          get.execute();
        }
        assertThat(settle(database)).isEqualTo(4);
        assertThat(read(database).get("rocksdb.compaction.sum.write_bytes"))
            .isEqualTo(before.get("rocksdb.compaction.sum.write_bytes"))
            .isPositive();
      }
    }
  }

  /** As {@code ibench_tables} is, whose few rows are written in the middle of a run. */
  private static final Table OWN =
      Table.named("ibench_kv").number("id").primaryKey("id").number("state");

  private static void putOwnRow(Database database) throws DatabaseException {
    if (!database.exists(OWN.name())) {
      database.create(OWN);
    }
    try (Session session = database.session()) {
      Prepared put = session.prepare(OWN.upsert());
      put.setLong(0, 1);
      put.setLong(1, 2);
      put.execute();
    }
  }

  @Test
  void leaveTheFilesOfIbenchsOwnTablesOut() throws Exception {
    try (Database database = open("normal")) {
      database.create(TABLE);
      for (int i = 0; i < 3; i++) {
        putOwnRow(database);
        settle(database);
      }
      assertThat(read(database))
          .containsEntry("rocksdb.num-files-at-level0", 0L)
          .containsEntry("rocksdb.live-sst-files-size", 0L)
          .containsEntry("rocksdb.compaction.sum.write_bytes", 0L);
    }
  }

  @Test
  void theSizeOfRowsThatAreNotFlushedIsUnknownAndNotZero() throws Exception {
    try (Database database = open("normal")) {
      database.create(TABLE);
      assertThat(database.size(List.of(TABLE)).bytes()).hasValue(0);
      try (Session session = database.session()) {
        put(session);
      }
      Size size = database.size(List.of(TABLE));
      assertThat(size.bytes()).isEmpty();
      assertThat(size.source())
          .matches("memtables have [0-9.]+ MB that are not flushed, files 0.0 MB");
      database.maintain(Maintenance.FLUSH, List.of(TABLE));
      assertThat(database.size(List.of(TABLE)).bytes().orElseThrow()).isPositive();
    }
  }

  /** A log file goes when all that is in it was flushed. */
  @Test
  void ibenchsOwnRowsKeepNoLogFile() throws Exception {
    try (Database database = open("normal")) {
      database.create(TABLE);
      putOwnRow(database);
      try (Session session = database.session()) {
        put(session);
      }
      database.maintain(Maintenance.FLUSH, List.of(TABLE));
      assertThat(bytesOfFiles(".log")).isLessThan(PUTS * BYTES_OF_A_PUT);
    }
  }

  /** Its family is gone then, and a call to it would end the process. */
  @Test
  void ibenchsOwnTableMayBeDroppedBeforeASessionIsClosed() throws Exception {
    try (Database database = open("normal")) {
      database.create(OWN);
      Session session = database.session();
      session.prepare(OWN.upsert());
      database.drop(OWN.name());
      session.close();
      assertThat(database.exists(OWN.name())).isFalse();
    }
  }

  /** Returns the number of looks. */
  private static int settle(Database database) throws DatabaseException {
    int looks = 1;
    try (Quiescence quiet = database.quiesce(List.of(TABLE))) {
      while (!quiet.isSettled()) {
        looks++;
        Thread.onSpinWait();
      }
    }
    return looks;
  }

  private double bytesOfFiles() throws IOException {
    return bytesOfFiles(".sst");
  }

  private double bytesOfFiles(String ending) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("db"))) {
      return files
          .filter(file -> file.toString().endsWith(ending))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }
}
