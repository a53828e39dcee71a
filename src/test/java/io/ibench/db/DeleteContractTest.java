package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DeleteContractTest extends DatabaseContract {

  private Prepared delete(List<Condition> where, int limit) throws DatabaseException {
    return session.prepare(new Command.Delete(THINGS, where, limit));
  }

  private List<List<Long>> keys() throws DatabaseException {
    return things().stream().map(thing -> thing.subList(0, 2)).toList();
  }

  /** Kinds 2 and 1 with ids 4 to 1, inserted in the reverse order of the key. */
  private void eightThings() throws DatabaseException {
    for (long kind = 2; kind >= 1; kind--) {
      for (long id = 4; id >= 1; id--) {
        thing(kind, id, id % 2, -id, 0);
      }
    }
  }

  @Test
  void removesTheRowOfAKeyAndCountsNothingTheSecondTime() throws DatabaseException {
    eightThings();
    Prepared delete = delete(THING_KEY, 0);
    delete.setLong(0, 2);
    delete.setLong(1, 3);
    assertThat(delete.execute()).isEqualTo(1);
    assertThat(delete.execute()).isZero();
    assertThat(keys()).hasSize(7).doesNotContain(row(2, 3));
  }

  @Test
  void removesAllRowsThatFulfilAllConditions() throws DatabaseException {
    eightThings();
    Prepared delete =
        delete(List.of(Condition.eq("state", 1), Condition.of("weight", Condition.Op.LE)), 0);
    delete.setLong(0, -3);
    assertThat(delete.execute()).isEqualTo(2);
    assertThat(keys()).hasSize(6).doesNotContain(row(1, 3), row(2, 3));
    assertThat(delete(List.of(), 0).execute()).isEqualTo(6);
    assertThat(things()).isEmpty();
  }

  @Test
  void withALimitRemovesTheFirstInKeyOrder() throws DatabaseException {
    eightThings();
    assertThat(delete(List.of(), 3).execute()).isEqualTo(3);
    assertThat(keys()).containsExactly(row(1, 4), row(2, 1), row(2, 2), row(2, 3), row(2, 4));
    Prepared some = delete(List.of(Condition.eq("kind"), Condition.eq("state", 0)), 1);
    some.setLong(0, 2);
    assertThat(some.execute()).isEqualTo(1);
    assertThat(keys()).containsExactly(row(1, 4), row(2, 1), row(2, 3), row(2, 4));
    assertThat(some.execute()).isEqualTo(1);
    assertThat(some.execute()).isZero();
    assertThat(delete(List.of(), 10).execute()).isEqualTo(3);
  }

  @Test
  void withALimitRemovesTheFirstInKeyOrderWhateverIndexThereIs() throws DatabaseException {
    database.createIndex(THINGS, BY_WEIGHT);
    for (long id = 1; id <= 300; id++) {
      thing(1, id, id % 60 == 0 ? 1 : 0, -id, 0);
    }
    Prepared first = delete(List.of(Condition.eq("kind"), Condition.eq("state", 1)), 2);
    first.setLong(0, 1);
    assertThat(first.execute()).isEqualTo(2);
    assertThat(things())
        .filteredOn(thing -> thing.get(2) == 1)
        .extracting(thing -> thing.get(1))
        .containsExactly(180L, 240L, 300L);
  }

  @Test
  void withALimitRemovesTheOldestOfATableWithOneKeyColumn() throws DatabaseException {
    for (long id : new long[] {30, 10, 40, 20}) {
      note(id, id, LABEL);
    }
    Prepared oldest = session.prepare(new Command.Delete(NOTES, List.of(), 2));
    assertThat(oldest.execute()).isEqualTo(2);
    assertThat(notes()).containsExactly(row(30, 30), row(40, 40));
  }
}
