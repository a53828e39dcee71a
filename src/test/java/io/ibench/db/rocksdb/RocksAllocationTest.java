package io.ibench.db.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.ibench.db.Adapters;
import io.ibench.db.Condition;
import io.ibench.db.Condition.Op;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.testing.Slow;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operation allocates nothing, or only what RocksDB's classes allocate. */
@Slow
class RocksAllocationTest {

  private static final int WARM_UP = 20_000;
  private static final int OPERATIONS = 50_000;
  private static final int KEYS = 1_000;
  private static final Table TABLE =
      Table.named("kv").bytes("k", 20).primaryKey("k").bytes("v", 400);
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir private Path folder;
  private Database database;
  private Session session;
  private final byte[] key = new byte[20];
  private final byte[] value = new byte[400];

  @BeforeEach
  void fill() throws DatabaseException {
    Map<String, String> settings =
        Map.of(
            "dir", folder.resolve("db").toString(),
            "sync", "normal",
            "transactions", "optimistic",
            "like", "db_bench");
    database = Adapters.open("rocksdb", settings);
    database.create(TABLE);
    session = database.session();
    Prepared put = session.prepare(TABLE.upsert());
    for (int i = 0; i < KEYS; i++) {
      put(put, i);
    }
  }

  @AfterEach
  void close() throws DatabaseException {
    session.close();
    database.close();
  }

  private void bindKey(Prepared prepared, int number) {
    key[0] = (byte) (number >>> 8);
    key[1] = (byte) number;
    prepared.setBytes(0, key, key.length);
  }

  private void put(Prepared put, int number) throws DatabaseException {
    bindKey(put, number);
    put.setBytes(1, value, value.length);
    put.execute();
  }

  private interface Operation {
    void run(int number) throws DatabaseException;
  }

  private static double bytesPer(Operation operation) throws DatabaseException {
    for (int i = 0; i < WARM_UP; i++) {
      operation.run(i % KEYS);
    }
    long thread = Thread.currentThread().getId();
    long before = THREADS.getThreadAllocatedBytes(thread);
    for (int i = 0; i < OPERATIONS; i++) {
      operation.run(i % KEYS);
    }
    return (double) (THREADS.getThreadAllocatedBytes(thread) - before) / OPERATIONS;
  }

  @Test
  void aGetAllocatesNothing() throws DatabaseException {
    Prepared get = session.prepare(TABLE.select("v").where("k"));
    assertThat(bytesPer(number -> get(get, number))).isLessThan(0.1);
  }

  private void get(Prepared get, int number) throws DatabaseException {
    bindKey(get, number);
    assert get.execute() == 1;
  }

  @Test
  void aPutAllocatesNothing() throws DatabaseException {
    Prepared put = session.prepare(TABLE.upsert());
    assertThat(bytesPer(number -> put(put, number))).isLessThan(0.1);
  }

  @Test
  void aBlindDeleteAllocatesNothing() throws DatabaseException {
    Prepared delete = session.prepare(TABLE.delete().where("k"));
    assertThat(
            bytesPer(
                number -> {
                  bindKey(delete, number);
                  delete.execute();
                }))
        .isLessThan(0.1);
  }

  /** RocksDB's iterator and its flag. */
  @Test
  void aSeekAllocatesOneIterator() throws DatabaseException {
    Prepared seek =
        session.prepare(TABLE.select("k", "v").where(Condition.of("k", Op.GE)).first(10, "k"));
    assertThat(bytesPer(number -> get10(seek, number))).isLessThan(65);
  }

  @Test
  void aSeekWithAKeptIteratorAllocatesNothing() throws DatabaseException {
    Map<String, String> settings =
        Map.of("dir", folder.resolve("kept").toString(), "sync", "normal", "iterators", "refresh");
    try (Database kept = Adapters.open("rocksdb", settings);
        Session ofKept = kept.session()) {
      kept.create(TABLE);
      Prepared put = ofKept.prepare(TABLE.upsert());
      for (int i = 0; i < KEYS; i++) {
        put(put, i);
      }
      Prepared seek =
          ofKept.prepare(TABLE.select("k", "v").where(Condition.of("k", Op.GE)).first(10, "k"));
      assertThat(bytesPer(number -> get10(seek, number))).isLessThan(0.1);
    }
  }

  private void get10(Prepared seek, int number) throws DatabaseException {
    bindKey(seek, number);
    seek.execute();
  }

  /** RocksDB's status of the answer, 104 bytes; the transaction is used again. */
  @Test
  void aGetInATransactionAllocatesAStatus() throws DatabaseException {
    Prepared get = session.transaction().prepare(TABLE.select("v").where("k"));
    session.transaction().begin();
    assertThat(bytesPer(number -> get(get, number))).isLessThan(105);
    session.transaction().rollback();
  }
}
