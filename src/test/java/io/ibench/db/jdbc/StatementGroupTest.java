package io.ibench.db.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.ibench.db.Assign;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Table;
import io.ibench.db.Transaction;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class StatementGroupTest {

  private static final Table TABLE =
      new Table(
          "things",
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.number("size", ColumnType.LONG),
              Column.bytes("label", 255)),
          List.of("id"),
          false,
          List.of());

  private static final Command.Upsert UPSERT =
      new Command.Upsert(
          TABLE, TABLE.columnNames(), List.of("size", "label"), List.of(), Optional.of("size"));

  private static final Transaction NO_TRANSACTION =
      new Transaction() {
        @Override
        public Prepared prepare(Command command) {
          throw new UnsupportedOperationException();
        }

        @Override
        public Prepared prepareLast(Command command) {
          throw new UnsupportedOperationException();
        }

        @Override
        public void begin() {}

        @Override
        public void commit() {}

        @Override
        public void rollback() {}
      };

  /** Without a driver: it keeps its values and has changed or found one row. */
  private static final class Kept extends JdbcPrepared {

    private final int rows;

    Kept() {
      this(1);
    }

    Kept(int rows) {
      super(null, Binder.of(new Sql() {}, UPSERT), StandardFailures::classify);
      this.rows = rows;
    }

    @Override
    public int executeBound() {
      return rows;
    }

    @Override
    public long getLong(int row, int column) {
      return 7;
    }
  }

  @Test
  void anUpsertOfSeveralStatementsInItsTransactionAllocatesNothing() throws DatabaseException {
    StatementGroup.Change group = new StatementGroup.Change(UPSERT);
    group.select = group.add(new Kept(), IntStream.of(0));
    group.change = group.add(new Kept(), IntStream.of(1, 2, 0));
    group.insert = group.add(new Kept(), IntStream.of(0, 1, 2));
    Prepared upsert = new OwnTransaction(group, NO_TRANSACTION);
    byte[] label = new byte[100];
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    execute(upsert, label, 20_000);
    long before = threads.getCurrentThreadAllocatedBytes();
    execute(upsert, label, 100_000);
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(upsert.old()).isEqualTo(7);
    assertThat(bytes).as("of 100,000 upserts").isLessThan(100_000);
  }

  /** Another session inserts the row after the select did not find it. */
  @Test
  void anUpdateThatFoundNoOldValueChangesNoRow() throws DatabaseException {
    Command.Update update =
        new Command.Update(
            TABLE,
            List.of(Assign.parameter("size")),
            List.of(),
            List.of(Condition.eq("id")),
            Optional.of("size"));
    StatementGroup.Change group = new StatementGroup.Change(update);
    group.select = group.add(new Kept(0), IntStream.of(1));
    group.change = group.add(new Kept(1), IntStream.of(0, 1));
    group.setLong(0, 3);
    group.setLong(1, 4);

    assertThat(group.execute()).isZero();
    assertThat(group.old()).isEqualTo(Prepared.ABSENT);
  }

  private static void execute(Prepared upsert, byte[] label, int times) throws DatabaseException {
    for (int i = 0; i < times; i++) {
      upsert.setLong(0, i);
      upsert.setLong(1, i);
      upsert.setBytes(2, label, label.length);
      upsert.execute();
    }
  }
}
