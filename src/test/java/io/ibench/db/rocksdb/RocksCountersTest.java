package io.ibench.db.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Maintenance;
import io.ibench.db.Prepared;
import io.ibench.db.ServerCounter;
import io.ibench.db.Session;
import io.ibench.db.Table;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** RocksDB's counters say exactly what was written. */
class RocksCountersTest {

  private static final int PUTS = 2_000;

  /**
   * 12 bytes for the write group; a tag, the family's number, the lengths of key (1 byte) and value
   * (2 bytes), 20 and 400 bytes.
   */
  private static final long BYTES_OF_A_PUT = 12 + 1 + 1 + 1 + 20 + 2 + 400;

  private static final Table TABLE =
      Table.named("kv").bytes("k", 20).primaryKey("k").bytes("v", 400);

  @TempDir private Path folder;

  private Database open(String sync) throws DatabaseException {
    return Adapters.open(
        "rocksdb",
        Map.of("dir", folder.resolve("db").toString(), "sync", sync, "transactions", "optimistic"));
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
  @CsvSource({"normal, 1", "off, 0"})
  void countEachByteOfPutsAndOfTheLog(String sync, long logged) throws Exception {
    try (Database database = open(sync)) {
      database.create(TABLE);
      try (Session session = database.session()) {
        Map<String, Long> before = read(database);
        put(session);
        Map<String, Long> after = read(database);
        assertThat(growth(before, after, "db.user_keys_written")).isEqualTo(PUTS);
        assertThat(growth(before, after, "db.user_bytes_written")).isEqualTo(PUTS * BYTES_OF_A_PUT);
        assertThat(growth(before, after, "db.wal_bytes_written"))
            .isEqualTo(logged * PUTS * BYTES_OF_A_PUT);
      }
    }
  }

  private static long growth(Map<String, Long> before, Map<String, Long> after, String name) {
    return after.get("rocksdb." + name) - before.get("rocksdb." + name);
  }

  @Test
  void doNotFallWhenATableIsDropped() throws Exception {
    try (Database database = open("normal")) {
      database.create(TABLE);
      try (Session session = database.session()) {
        put(session);
      }
      List<String> done = database.maintain(Maintenance.FLUSH, List.of(TABLE));
      assertThat(done).hasSize(1).first().asString().startsWith("flush of 1 families: ");
      long written = read(database).get("rocksdb.compaction.sum.write_bytes");
      assertThat(written).isPositive();
      database.drop("kv");
      assertThat(read(database).get("rocksdb.compaction.sum.write_bytes"))
          .isGreaterThanOrEqualTo(written);
    }
  }
}
