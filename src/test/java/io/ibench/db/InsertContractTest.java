package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class InsertContractTest extends DatabaseContract {

  private static final int BATCH = 4;

  private Prepared batchOfThings() throws DatabaseException {
    return session.prepare(new Command.Insert(THINGS, THINGS.columnNames(), BATCH));
  }

  private static void add(Prepared batch, long... ids) {
    for (long id : ids) {
      bindThing(batch, 1, id, 0, id, 0, LABEL);
      batch.addBatch();
    }
  }

  private List<Long> ids() throws DatabaseException {
    return things().stream().map(thing -> thing.get(1)).toList();
  }

  private Prepared noteWithoutKey(int maxBatch) throws DatabaseException {
    return session.prepare(new Command.Insert(NOTES, List.of("amount", "body"), maxBatch));
  }

  private static void bindNote(Prepared insert, long amount) {
    insert.setLong(0, amount);
    insert.setBytes(1, LABEL, LABEL.length);
  }

  @Test
  void addsOneRow() throws DatabaseException {
    Prepared insert = session.prepare(new Command.Insert(THINGS, THINGS.columnNames(), 1));
    bindThing(insert, 7, 3, 1, -9, 12, LABEL);
    assertThat(insert.execute()).isEqualTo(1);
    assertThat(things()).containsExactly(row(7, 3, 1, -9, 12));
    assertThat(label(7, 3)).isEqualTo(LABEL);
  }

  @Test
  void takesColumnsInTheOrderOfTheCommand() throws DatabaseException {
    List<String> columns = List.of("label", "size", "weight", "state", "kind", "id");
    Prepared insert = session.prepare(new Command.Insert(THINGS, columns, 1));
    insert.setBytes(0, LABEL, LABEL.length);
    for (int parameter = 1; parameter < columns.size(); parameter++) {
      insert.setLong(parameter, parameter);
    }
    insert.execute();
    assertThat(things()).containsExactly(row(4, 5, 3, 2, 1));
  }

  @Test
  void addsFullAndShorterBatchesAndBeginsAnewAfterEach() throws DatabaseException {
    Prepared batch = batchOfThings();
    add(batch, 1, 2, 3, 4);
    assertThat(batch.execute()).isEqualTo(4);
    add(batch, 5, 6, 7);
    assertThat(batch.execute()).isEqualTo(3);
    add(batch, 8);
    assertThat(batch.execute()).isEqualTo(1);
    add(batch, 9, 10, 11);
    assertThat(batch.execute()).isEqualTo(3);
    add(batch, 12, 13, 14, 15);
    assertThat(batch.execute()).isEqualTo(4);
    assertThat(ids()).isEqualTo(LongStream.rangeClosed(1, 15).boxed().toList());
    assertThat(things()).allSatisfy(thing -> assertThat(thing.get(3)).isEqualTo(thing.get(1)));
  }

  @Test
  void refusesAnEmptyBatchAndOneRowTooMany() throws DatabaseException {
    Prepared batch = batchOfThings();
    assertThatIllegalStateException().isThrownBy(batch::execute);
    add(batch, 1, 2, 3, 4);
    assertThatIllegalStateException().isThrownBy(() -> add(batch, 5));
  }

  @Test
  void refusesARowWhoseKeyExistsAndKeepsTheOldOne() throws DatabaseException {
    thing(1, 2, 1, 10, 20);
    assertFails(FailureKind.DUPLICATE_KEY, () -> thing(1, 2, 0, 11, 21));
    assertThat(things()).containsExactly(row(1, 2, 1, 10, 20));
  }

  @Test
  void keepsNoneOfABatchWithAKeyThatExists() throws DatabaseException {
    thing(1, 3, 1, 10, 20);
    Prepared batch = batchOfThings();
    add(batch, 1, 2, 3, 4);
    assertFails(FailureKind.DUPLICATE_KEY, batch::execute);
    assertThat(things()).containsExactly(row(1, 3, 1, 10, 20));
  }

  @Test
  void keepsNoneOfABatchThatNamesAKeyTwice() throws DatabaseException {
    Prepared batch = batchOfThings();
    add(batch, 1, 2, 2);
    assertFails(FailureKind.DUPLICATE_KEY, batch::execute);
    assertThat(things()).isEmpty();
  }

  /** More parameters than most products allow in one statement. */
  @Test
  void keepsAllOrNoneOfAVeryLargeBatch() throws DatabaseException {
    int rows = 24_000;
    Prepared batch = session.prepare(new Command.Insert(THINGS, THINGS.columnNames(), rows));
    add(batch, LongStream.range(1, rows).toArray());
    add(batch, 1);
    assertFails(FailureKind.DUPLICATE_KEY, batch::execute);
    assertThat(things()).isEmpty();
    add(batch, LongStream.rangeClosed(1, rows).toArray());
    assertThat(batch.execute()).isEqualTo(rows);
    assertThat(ids()).isEqualTo(LongStream.rangeClosed(1, rows).boxed().toList());
  }

  @Test
  void repeatsTheSameBatchWhenExecutedAgain() throws DatabaseException {
    thing(1, 3, 1, 10, 20);
    Prepared batch = batchOfThings();
    add(batch, 2, 3);
    assertFails(FailureKind.DUPLICATE_KEY, batch::execute);
    Prepared delete = session.prepare(new Command.Delete(THINGS, List.of(), 0));
    delete.execute();
    assertThat(batch.execute()).isEqualTo(2);
    assertThat(ids()).containsExactly(2L, 3L);
    assertFails(FailureKind.DUPLICATE_KEY, batch::execute);
  }

  @Test
  void repeatsTheSameRowWhenExecutedAgain() throws DatabaseException {
    Prepared insert = session.prepare(new Command.Insert(THINGS, THINGS.columnNames(), 1));
    bindThing(insert, 1, 1, 0, 0, 0, LABEL);
    insert.execute();
    assertFails(FailureKind.DUPLICATE_KEY, insert::execute);
    insert.setLong(0, 2);
    assertThat(insert.execute()).isEqualTo(1);
    assertThat(ids()).containsExactly(1L, 2L);
  }

  @Test
  void generatesTheKeyAfterTheHighestOne() throws DatabaseException {
    Prepared insert = noteWithoutKey(1);
    bindNote(insert, 50);
    assertThat(insert.execute()).isEqualTo(1);
    note(41, 51, LABEL);
    note(7, 52, LABEL);
    bindNote(insert, 53);
    insert.execute();
    insert.execute();
    assertThat(notes())
        .containsExactly(row(1, 50), row(7, 52), row(41, 51), row(42, 53), row(43, 53));
  }

  @Test
  void generatesKeysForABatchAfterABatchWithKeys() throws DatabaseException {
    Prepared loaded = session.prepare(new Command.Insert(NOTES, NOTES.columnNames(), BATCH));
    for (long id = 10; id < 13; id++) {
      loaded.setLong(0, id);
      loaded.setLong(1, id);
      loaded.setBytes(2, LABEL, LABEL.length);
      loaded.addBatch();
    }
    loaded.execute();
    Prepared batch = noteWithoutKey(BATCH);
    for (long amount = 100; amount < 103; amount++) {
      bindNote(batch, amount);
      batch.addBatch();
    }
    assertThat(batch.execute()).isEqualTo(3);
    assertThat(notes())
        .containsExactly(
            row(10, 10), row(11, 11), row(12, 12), row(13, 100), row(14, 101), row(15, 102));
  }

  @Test
  void neverGivesAGeneratedKeyTwice() throws DatabaseException {
    note(5, 1, LABEL);
    Prepared delete = session.prepare(new Command.Delete(NOTES, List.of(Condition.eq("id")), 0));
    delete.setLong(0, 5);
    delete.execute();
    Prepared insert = noteWithoutKey(1);
    bindNote(insert, 2);
    insert.execute();
    assertThat(notes()).containsExactly(row(6, 2));
  }
}
