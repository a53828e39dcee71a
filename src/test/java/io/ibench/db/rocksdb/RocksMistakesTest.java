package io.ibench.db.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.testing.LoopDisk;
import io.ibench.testing.NeedsRoot;
import io.ibench.testing.StartsProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user does wrong gets one line, and touches nothing. */
@StartsProcess
class RocksMistakesTest {

  private static final Table TABLE =
      Table.named("rows").key("id").bytes("data", 4000).number("amount");

  @TempDir private Path temporary;

  private static DatabaseException refusal(Map<String, String> settings) {
    return catchThrowableOfType(
        DatabaseException.class, () -> Adapters.open("rocksdb", settings).close());
  }

  @Test
  void aFolderWithOtherFilesStaysAsItIs() throws Exception {
    Path file = Files.writeString(temporary.resolve("notes.txt"), "mine");
    DatabaseException refusal = refusal(Map.of("dir", temporary.toString()));
    assertThat(refusal.isInvalidSetting()).isTrue();
    assertThat(refusal)
        .hasMessage(temporary + " has files, and is no database of RocksDB; name a new folder");
    assertThat(file).hasContent("mine");
    try (Stream<Path> files = Files.list(temporary)) {
      assertThat(files).containsExactly(file);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"unique_checks", "blind_deletes", "multi_get"})
  void aSwitchThatIsGoneNamesItsHeir(String key) {
    Map<String, String> settings = Map.of("dir", temporary.resolve("db").toString(), key, "true");
    assertThatThrownBy(() -> Adapters.open("rocksdb", settings))
        .hasMessageContaining(
            key + ": unknown key; like = db_bench writes and reads as db_bench does");
  }

  @Test
  void likeDbBenchHasItsDefaultsUnlessTheyAreGiven() throws Exception {
    Map<String, String> settings =
        Map.of("dir", temporary.resolve("db").toString(), "like", "db_bench", "bloom_bits", "10");
    try (Database database = Adapters.open("rocksdb", settings)) {
      assertThat(database.description().durability()).startsWith("sync=normal");
      assertThat(database.description().settings())
          .containsEntry("like", "db_bench")
          .containsEntry("transactions", "none")
          .hasEntrySatisfying(
              "compression", found -> assertThat(found).containsIgnoringCase("snappy"));
      assertThat(database.description().settings().toString()).contains("bloomfilter:10");
      assertThat(database.description().warnings())
          .contains("deletes by key do not look whether the row is there, and count 1");
    }
  }

  @Test
  void aTransactionThatReadsIsRefusedWhereTransactionsAreBatches() throws Exception {
    Map<String, String> settings =
        Map.of("dir", temporary.resolve("db").toString(), "transactions", "none");
    try (Database database = Adapters.open("rocksdb", settings);
        Session session = database.session()) {
      database.create(TABLE);
      session.transaction().prepare(TABLE.upsert());
      DatabaseException refusal =
          catchThrowableOfType(
              DatabaseException.class,
              () -> session.transaction().prepare(TABLE.select("amount").where("id")));
      assertThat(refusal.isInvalidSetting()).isTrue();
      assertThat(refusal)
          .hasMessage(
              "transactions = none: the workload has a transaction that reads rows; use"
                  + " optimistic or pessimistic");
    }
  }

  /** The rows that were acknowledged are there when the disk has room again. */
  @Test
  @NeedsRoot
  void aFullDiskIsTold() throws Exception {
    try (LoopDisk disk = LoopDisk.require(temporary, 48 << 20)) {
      Map<String, String> settings =
          Map.of(
              "sync",
              "normal",
              "dir",
              disk.folder().resolve("db").toString(),
              "memtable",
              "1MB",
              "compression",
              "no",
              // More than the disk has: with all memtables full, writes wait for a flush for ever.
              "options.cf",
              "max_write_buffer_number=40");
      Path ballast = disk.folder().resolve("ballast");
      Files.write(ballast, new byte[16 << 20]);
      long acknowledged = 0;
      DatabaseException failure = null;
      Database database = Adapters.open("rocksdb", settings);
      try (database;
          Session session = database.session()) {
        database.create(TABLE);
        Prepared insert = session.prepare(TABLE.insert());
        byte[] data = "0123456789abcdef".repeat(250).getBytes(StandardCharsets.US_ASCII);
        while (failure == null) {
          insert.setLong(0, acknowledged);
          insert.setBytes(1, data, data.length);
          insert.setLong(2, acknowledged);
          try {
            insert.execute();
            acknowledged++;
          } catch (DatabaseException e) {
            failure = e;
          }
        }
      }
      assertThat(failure).hasMessageContaining("No space left on device");
      assertThat(failure.kind()).isEqualTo(FailureKind.DISK_FULL);
      Files.delete(ballast);
      try (Database again = Adapters.open("rocksdb", settings);
          Session session = again.session()) {
        Prepared count = session.prepare(TABLE.select("amount").count());
        count.execute();
        assertThat(count.getLong(0, 0)).isGreaterThanOrEqualTo(acknowledged);
      }
      assertThat(acknowledged).isGreaterThan(1000);
    }
  }
}
