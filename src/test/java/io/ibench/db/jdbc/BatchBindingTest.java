package io.ibench.db.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Table;
import io.ibench.db.mysql.MysqlValueCodec;
import io.ibench.random.Random64;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which bound values a batch keeps, and what that allocates. */
@Isolated
class BatchBindingTest {

  private static final Table SALES =
      new Table(
          "sales",
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.number("at", ColumnType.TIME),
              Column.number("price", ColumnType.FLOAT),
              Column.bytes("data", 1 << 16)),
          List.of("id"),
          false,
          List.of());

  private static final int ROWS = 100;
  private static final byte[] DATA = new byte[1 << 16];

  /** Keeps the values that a statement was given. */
  private static final class KeptBatch extends BatchInsert {

    final List<Object> bound = new ArrayList<>();
    boolean binds;

    KeptBatch() {
      super(
          new Command.Insert(SALES, SALES.columnNames(), ROWS),
          new Binder(new MysqlValueCodec(), SALES.columns(), false),
          StandardFailures::classify);
    }

    @Override
    public boolean isOneStatement() {
      return true;
    }

    @Override
    public int position(int cell, int parameter) {
      return cell + 1;
    }

    @Override
    public void rowBound(PreparedStatement statement) {}

    @Override
    public int insert() throws SQLException {
      if (binds) {
        bound.clear();
        bind(statement(), 0, rows());
      }
      return rows();
    }

    private PreparedStatement statement() {
      return (PreparedStatement)
          Proxy.newProxyInstance(
              PreparedStatement.class.getClassLoader(),
              new Class<?>[] {PreparedStatement.class},
              (proxy, called, arguments) -> {
                bound.add(arguments[1]);
                return null;
              });
    }

    @Override
    public void reprepare() {}

    @Override
    public void release() {}
  }

  private static void add(BatchInsert batch, long row, long millis, int length) {
    batch.setLong(0, row);
    batch.setLong(1, millis);
    batch.setLong(2, row % 1000);
    DATA[0] = (byte) row;
    batch.setBytes(3, DATA, length);
    batch.addBatch();
  }

  private static void rounds(BatchInsert batch, int rounds, int least, int most)
      throws DatabaseException {
    Random64 random = new Random64(7);
    for (int round = 0; round < rounds; round++) {
      for (int row = 0; row < ROWS; row++) {
        add(batch, row, 1000L * round, least + (int) random.nextLong(most - least + 1));
      }
      batch.execute();
    }
  }

  /** 0.01 byte a row, for a length that occurs more often in a batch than ever before. */
  @ParameterizedTest
  @ValueSource(ints = {20, 4000})
  void bindingARowAllocatesNothing(int most) throws DatabaseException {
    KeptBatch batch = new KeptBatch();
    int least = most == 20 ? 10 : most;
    rounds(batch, 2000, least, most);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    rounds(batch, 10_000, least, most);
    long bytes = threads.getThreadAllocatedBytes(thread) - before;
    assertThat(bytes).isBetween(0L, 10_000L * ROWS / 100);
  }

  /** The arrays belong to the batch until the next one begins, as after a deadlock. */
  @Test
  void bindsTheSameBytesAgainWhenItIsExecutedAgain() throws DatabaseException {
    KeptBatch batch = new KeptBatch();
    batch.binds = true;
    for (int round = 0; round < 3; round++) {
      for (int row = 0; row < ROWS; row++) {
        add(batch, row + round, 0, 1 + row % 7);
      }
      for (int execution = 0; execution < 2; execution++) {
        batch.execute();
        for (int row = 0; row < ROWS; row++) {
          byte[] expected = new byte[1 + row % 7];
          expected[0] = (byte) (row + round);
          assertThat((byte[]) batch.bound.get(4 * row + 3)).isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void takesTheLastOfSeveralValuesOfOneParameter() throws DatabaseException {
    KeptBatch batch = new KeptBatch();
    batch.binds = true;
    for (int round = 0; round < 2; round++) {
      for (int row = 0; row < 2; row++) {
        batch.setBytes(3, new byte[] {9, 9}, 2);
        batch.setBytes(3, new byte[] {8, (byte) row}, 2);
        batch.setLong(0, row);
        batch.addBatch();
      }
      batch.execute();
      assertThat((byte[]) batch.bound.get(3)).containsExactly(8, 0);
      assertThat((byte[]) batch.bound.get(7)).containsExactly(8, 1);
    }
  }

  /** Long payloads, and arrays beyond what a batch holds, are left to the garbage collector. */
  @Test
  void keepsNotManyMoreBytesThanABatch() throws DatabaseException {
    BatchInsert.PayloadPool pool = new BatchInsert.PayloadPool();
    byte[] large = pool.copy(DATA, 4097);
    pool.giveBack(large);
    assertThat(pool.copy(DATA, 4097)).isNotSameAs(large);
    byte[] kept = pool.copy(DATA, 4096);
    pool.giveBack(kept);
    assertThat(pool.copy(DATA, 4096)).isSameAs(kept);
    byte[][] rows = new byte[1000][];
    for (int length = 2000; length < 3000; length++) {
      for (int i = 0; i < 10; i++) {
        rows[i] = pool.copy(DATA, length);
      }
      for (int i = 0; i < 10; i++) {
        pool.giveBack(rows[i]);
      }
    }
    byte[] unkept = pool.copy(DATA, 1500);
    pool.giveBack(unkept);
    assertThat(pool.copy(DATA, 1500)).isNotSameAs(unkept);
  }

  @Test
  void convertsATimeOnceForAllRowsThatBearIt() throws DatabaseException {
    KeptBatch batch = new KeptBatch();
    batch.binds = true;
    for (int row = 0; row < ROWS; row++) {
      add(batch, row, 1_700_000_000_000L, 3);
    }
    batch.execute();
    Object[] times =
        Arrays.stream(batch.bound.toArray()).filter(LocalDateTime.class::isInstance).toArray();
    assertThat(times).hasSize(ROWS).allSatisfy(time -> assertThat(time).isSameAs(times[0]));
    assertThat(times[0]).hasToString("2023-11-14T22:13:20");
  }
}
