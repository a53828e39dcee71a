package io.ibench.db.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.Cursor;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Index;
import io.ibench.db.Prepared;
import io.ibench.db.Scan;
import io.ibench.db.Session;
import io.ibench.db.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows come in an order that no key has, through an index made later or without one. */
class RocksOrderTest {

  private static final int ROWS = 5_000;
  private static final Index UPWARDS = new Index("by_weight", List.of("weight"));
  private static final Index DOWNWARDS = new Index("by_label", List.of("label"), true);
  private static final Table TABLE =
      Table.named("things")
          .key("id")
          .number("weight")
          .bytes("label", 8)
          .with(List.of(UPWARDS, DOWNWARDS));

  @TempDir private Path folder;

  private Database open(String indexBuild) throws DatabaseException {
    return Adapters.open(
        "rocksdb", Map.of("dir", folder.toString(), "sync", "normal", "index_build", indexBuild));
  }

  private static void fill(Session session) throws DatabaseException {
    Prepared insert = session.prepare(TABLE.insert());
    for (int i = 0; i < ROWS; i++) {
      insert.setLong(0, i);
      insert.setLong(1, i * 7919L % 100 - 50);
      insert.setBytes(2, new byte[] {(byte) (i % 3), 0}, 2);
      insert.execute();
    }
  }

  private static List<List<Long>> scan(Session session) throws DatabaseException {
    List<List<Long>> rows = new ArrayList<>();
    Scan byWeight =
        new Scan(
            TABLE, List.of("id", "weight"), List.of(Condition.of("id", Op.GE)), List.of("weight"));
    try (Cursor cursor = session.scan(byWeight, 100)) {
      while (cursor.next()) {
        rows.add(List.of(cursor.getLong(1), cursor.getLong(0)));
      }
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(strings = {"writes", "ingest"})
  void aScanSortsWithoutAnIndexAsItReadsWithOne(String indexBuild) throws Exception {
    List<List<Long>> before;
    try (Database database = open(indexBuild);
        Session session = database.session()) {
      database.create(TABLE);
      fill(session);
      before = scan(session);
      database.createIndex(TABLE, UPWARDS);
      database.createIndex(TABLE, DOWNWARDS);
      assertThat(scan(session)).isEqualTo(before);
      assertThat(labels(session)).isEqualTo(2 * (ROWS / 3) + 1);
      assertThat(folder.resolve("ibench_sort")).isEmptyDirectory();
    }
    try (Database again = open(indexBuild);
        Session session = again.session()) {
      assertThat(scan(session)).isEqualTo(before);
      assertThat(labels(session)).isEqualTo(2 * (ROWS / 3) + 1);
    }
    assertThat(before).hasSize(ROWS - 100).isSortedAccordingTo(RocksOrderTest::compare);
    assertThat(folder.resolve("ibench_sort")).doesNotExist();
  }

  private static int compare(List<Long> one, List<Long> other) {
    int byWeight = Long.compare(one.get(0), other.get(0));
    return byWeight == 0 ? Long.compare(one.get(1), other.get(1)) : byWeight;
  }

  /** Rows with the two higher labels, counted along the index that is read downwards. */
  private static long labels(Session session) throws DatabaseException {
    Prepared count =
        session.prepare(
            TABLE.select("label").by("by_label").where(Condition.of("label", Op.GE)).count());
    count.setBytes(0, new byte[] {1}, 1);
    count.execute();
    return count.getLong(0, 0);
  }

  @Test
  void whatAKilledSortHasLeftIsRemoved() throws Exception {
    open("writes").close();
    Path left = Files.createDirectories(folder.resolve("ibench_sort").resolve("run1"));
    Files.writeString(left.resolve("0.sst"), "half a file");
    open("writes").close();
    assertThat(folder.resolve("ibench_sort")).doesNotExist();
  }
}
