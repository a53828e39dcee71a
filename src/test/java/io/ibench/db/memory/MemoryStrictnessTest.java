package io.ibench.db.memory;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.ibench.db.Add;
import io.ibench.db.Column;
import io.ibench.db.ColumnType;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.Transaction;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The reference refuses what products accept, so that these tests find a workload's mistake. */
class MemoryStrictnessTest {

  private static final Table TABLE =
      new Table(
          "strict",
          List.of(
              Column.number("id", ColumnType.LONG),
              Column.number("flag", ColumnType.BYTE),
              Column.number("small", ColumnType.INT),
              Column.bytes("data", 4)),
          List.of("id"),
          false,
          List.of());

  private Session session;
  private Prepared insert;

  @BeforeEach
  void prepare() throws DatabaseException {
    MemoryDatabase database = new MemoryDatabase();
    database.create(TABLE);
    session = database.session();
    insert = session.prepare(new Command.Insert(TABLE, TABLE.columnNames(), 1));
  }

  @Test
  void refusesToExecuteWithAParameterThatIsNotBound() {
    insert.setLong(0, 1);
    insert.setLong(1, 1);
    insert.setBytes(3, new byte[4], 4);
    assertThatIllegalStateException().isThrownBy(insert::execute).withMessageContaining("small");
    insert.setLong(2, 1);
    assertThatCode(insert::execute).doesNotThrowAnyException();
  }

  @Test
  void forgetsTheLastRowOfABatch() throws DatabaseException {
    Prepared batch = session.prepare(new Command.Insert(TABLE, TABLE.columnNames(), 2));
    batch.setLong(0, 1);
    batch.setLong(1, 1);
    batch.setLong(2, 1);
    batch.setBytes(3, new byte[4], 4);
    batch.addBatch();
    batch.setLong(0, 2);
    assertThatIllegalStateException().isThrownBy(batch::addBatch).withMessageContaining("flag");
  }

  @Test
  void refusesValuesOfTheWrongType() {
    assertThatIllegalArgumentException().isThrownBy(() -> insert.setBytes(0, new byte[8], 8));
    assertThatIllegalArgumentException().isThrownBy(() -> insert.setLong(3, 1));
  }

  @Test
  void refusesNumbersOutOfRange() {
    for (long number : new long[] {-1, 128}) {
      assertThatIllegalArgumentException().isThrownBy(() -> insert.setLong(1, number));
    }
    for (long number : new long[] {-1, 1L << 32}) {
      assertThatIllegalArgumentException().isThrownBy(() -> insert.setLong(2, number));
    }
  }

  @Test
  void refusesPartsOfSecondsAndHundredthsOutOfRange() throws DatabaseException {
    Table table =
        new Table(
            "sales",
            List.of(
                Column.number("id", ColumnType.LONG),
                Column.number("at", ColumnType.TIME),
                Column.number("price", ColumnType.FLOAT)),
            List.of("id"),
            false,
            List.of());
    Prepared sale = session.prepare(new Command.Insert(table, table.columnNames(), 1));
    for (long time : new long[] {1, 999, 1001, -1}) {
      assertThatIllegalArgumentException().isThrownBy(() -> sale.setLong(1, time));
    }
    for (long price : new long[] {-1, ColumnType.MAX_HUNDREDTHS + 1}) {
      assertThatIllegalArgumentException().isThrownBy(() -> sale.setLong(2, price));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new Command.Update(
                    table, List.of(), List.of(new Add("price", 1)), List.of(), Optional.empty()))
        .withMessageContaining("price");
  }

  @Test
  void refusesPayloadsThatAreTooLong() {
    insert.setBytes(3, new byte[5], 4);
    assertThatIllegalArgumentException().isThrownBy(() -> insert.setBytes(3, new byte[5], 5));
  }

  @Test
  void refusesColumnsThatItDoesNotKnow() {
    assertThatExceptionOfType(NoSuchElementException.class)
        .isThrownBy(() -> session.prepare(Command.Select.of(TABLE, List.of("nothing"), List.of())))
        .withMessageContaining("nothing");
    assertThatExceptionOfType(NoSuchElementException.class)
        .isThrownBy(
            () -> session.prepare(new Command.Delete(TABLE, List.of(Condition.eq("nothing")), 0)));
  }

  @Test
  void refusesAnInsertThatLeavesOutAColumn() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> session.prepare(new Command.Insert(TABLE, List.of("id", "flag", "small"), 1)))
        .withMessageContaining("data");
  }

  @Test
  void refusesALimitWithoutAnOrder() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                session.prepare(
                    new Command.Select(
                        TABLE,
                        List.of("id"),
                        List.of(),
                        Optional.empty(),
                        List.of(),
                        false,
                        1,
                        0)));
  }

  @Test
  void refusesListsOfTheWrongLength() throws DatabaseException {
    Prepared select =
        session.prepare(Command.Select.of(TABLE, List.of("id"), List.of(Condition.in("id", 2))));
    assertThatIllegalArgumentException().isThrownBy(() -> select.setLongs(0, new long[3], 3));
    assertThatIllegalArgumentException().isThrownBy(() -> select.setLongs(0, new long[3], 0));
  }

  @Test
  void refusesToBeginTwiceOrCommitNothing() throws DatabaseException {
    Transaction transaction = session.transaction();
    assertThatIllegalStateException().isThrownBy(transaction::commit);
    transaction.begin();
    assertThatIllegalStateException().isThrownBy(transaction::begin);
    transaction.rollback();
    transaction.begin();
    transaction.commit();
  }
}
