package io.ibench.db.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Index;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.random.Random64;
import io.ibench.testing.Slow;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Indexes that are never read when rows change answer like those of memory. */
@Slow
class RocksIndexesTest {

  private static final int CHANGES = 100_000;
  private static final Table TABLE =
      new Table(
          "things",
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.number("weight", ColumnType.INT),
              Column.bytes("label", 10),
              Column.number("at", ColumnType.TIME)),
          List.of("id"),
          false,
          List.of(
              new Index("by_weight", List.of("weight", "at")),
              new Index("by_label", List.of("label"), true)));

  @TempDir private Path folder;

  private Database rocksdb(String transactions) throws DatabaseException {
    return Adapters.open(
        "rocksdb",
        Map.of(
            "dir",
            folder.resolve("db").toString(),
            "sync",
            "off",
            "memtable",
            "1MB",
            "transactions",
            transactions));
  }

  @ParameterizedTest
  @ValueSource(strings = {"pessimistic", "optimistic"})
  void answerLikeMemoryAfterManyChanges(String transactions) throws Exception {
    List<Long> expected;
    try (Database memory = Adapters.open("memory", Map.of())) {
      expected = change(memory);
    }
    try (Database database = rocksdb(transactions)) {
      assertThat(change(database)).isEqualTo(expected);
    }
    try (Database again = rocksdb(transactions);
        Session session = again.session()) {
      List<Long> read = new ArrayList<>();
      everyAccess(session, read);
      assertThat(read).isEqualTo(expected.subList(expected.size() - read.size(), expected.size()));
    }
  }

  private static List<Long> change(Database database) throws DatabaseException {
    database.create(TABLE);
    for (Index index : TABLE.indexes()) {
      database.createIndex(TABLE, index);
    }
    List<Long> results = new ArrayList<>();
    try (Session session = database.session()) {
      Prepared upsert = session.prepare(TABLE.upsert());
      Prepared delete = session.prepare(TABLE.delete().where("id"));
      Random64 random = new Random64(11);
      for (int i = 0; i < CHANGES; i++) {
        long id = random.nextLong(500);
        if (random.nextLong(5) == 0) {
          delete.setLong(0, id);
          results.add((long) delete.execute());
        } else {
          upsert.setLong(0, id);
          upsert.setLong(1, random.nextLong(20));
          byte[] label = label(random);
          upsert.setBytes(2, label, label.length);
          upsert.setLong(3, 1000 * (random.nextLong(50) - 25));
          upsert.execute();
        }
      }
      everyAccess(session, results);
    }
    return results;
  }

  /** With zeros, which the key of an index has to escape. */
  private static byte[] label(Random64 random) {
    String text = random.nextLong(2) == 0 ? "a\0" : "a";
    return (text + "\0".repeat((int) random.nextLong(3))).getBytes(StandardCharsets.US_ASCII);
  }

  private static void everyAccess(Session session, List<Long> results) throws DatabaseException {
    for (boolean descending : new boolean[] {false, true}) {
      for (long weight = 0; weight < 20; weight++) {
        Prepared byWeight =
            session.prepare(
                select(
                    List.of("id", "at", "label"),
                    List.of(Condition.eq("weight"), Condition.of("at", Op.GT)),
                    0,
                    List.of("weight", "at", "id"),
                    descending));
        byWeight.setLong(0, weight);
        byWeight.setLong(1, -10_000);
        results.add((long) byWeight.execute());
        results.add(byWeight.resultHash());
      }
      Prepared byLabel =
          session.prepare(
              select(
                  List.of("label", "id"),
                  List.of(Condition.of("label", Op.GE), Condition.of("label", Op.LT)),
                  1,
                  List.of("label", "id"),
                  descending));
      byLabel.setBytes(0, new byte[] {'a', 0}, 2);
      byLabel.setBytes(1, new byte[] {'a', 0, 0, 0}, 4);
      results.add((long) byLabel.execute());
      results.add(byLabel.resultHash());
    }
  }

  private static Command select(
      List<String> columns,
      List<Condition> where,
      int index,
      List<String> order,
      boolean descending) {
    return new Command.Select(
        TABLE, columns, where, Optional.of(TABLE.indexes().get(index)), order, descending, 0, 0);
  }

  @Test
  void aSecondOpeningNamesTheFolder() throws Exception {
    try (Database database = rocksdb("pessimistic")) {
      assertThat(database.exists("things")).isFalse();
      DatabaseException refusal =
          org.assertj.core.api.Assertions.catchThrowableOfType(
              DatabaseException.class, () -> rocksdb("pessimistic").close());
      assertThat(refusal).hasMessageContaining("db is in use by process ");
      assertThat(refusal.isInvalidSetting()).isTrue();
    }
  }

  @Test
  void aGeneratedKeyIsNeverGivenTwice() throws Exception {
    Table notes = Table.named("notes").generatedKey("id").number("amount");
    try (Database database = rocksdb("pessimistic")) {
      database.create(notes);
      insertAndDelete(database, notes);
    }
    try (Database again = rocksdb("pessimistic");
        Session session = again.session()) {
      Prepared insert = session.prepare(notes.insert());
      insert.setLong(0, 1);
      insert.execute();
      Prepared ids = session.prepare(notes.select("id"));
      assertThat(ids.execute()).isEqualTo(1);
      assertThat(ids.getLong(0, 0)).isEqualTo(2);
    }
  }

  private static void insertAndDelete(Database database, Table notes) throws DatabaseException {
    try (Session session = database.session()) {
      Prepared insert = session.prepare(notes.insert());
      insert.setLong(0, 1);
      insert.execute();
      Prepared delete = session.prepare(notes.delete().where("id"));
      delete.setLong(0, 1);
      assertThat(delete.execute()).isEqualTo(1);
    }
  }
}
