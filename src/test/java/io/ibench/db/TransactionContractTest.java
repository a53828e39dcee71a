package io.ibench.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TransactionContractTest extends DatabaseContract {

  private static final Command INSERT = new Command.Insert(THINGS, THINGS.columnNames(), 1);
  private static final Command UPSERT =
      new Command.Upsert(
          THINGS, THINGS.columnNames(), List.of("state"), List.of(), Optional.of("state"));
  private static final Command COUNT =
      new Command.Update(
          THINGS, List.of(), List.of(new Add("weight", 1)), THING_KEY, Optional.empty());

  /** The state after {@link #changeEverything} where nothing is undone. */
  private static final List<List<Long>> EVERYTHING_CHANGED =
      List.of(
          row(1, 4, 1, 42, 4),
          row(1, 5, 0, 50, 5),
          row(1, 6, 0, 0, 0),
          row(1, 7, 1, 1007, 0),
          row(1, 8, 1, 1008, 0));

  private List<List<Long>> seenByAnother() throws DatabaseException {
    try (Session other = database.session()) {
      return things(other);
    }
  }

  /** The state after an insert of this row that was rolled back, or whose session was closed. */
  private List<List<Long>> unlessUndone(List<Long> row) {
    return product.hasTransactions() ? List.of() : List.of(row);
  }

  /** What another session sees, on its own thread because it may have to wait. */
  private CompletableFuture<List<List<Long>>> seenElsewhere() {
    return CompletableFuture.supplyAsync(
            () -> {
              try {
                return seenByAnother();
              } catch (DatabaseException e) {
                throw new CompletionException(e);
              }
            })
        .orTimeout(PATIENCE_SECONDS / 2, TimeUnit.SECONDS);
  }

  @Test
  void keepsWhatIsCommitted() throws DatabaseException {
    Transaction transaction = session.transaction();
    Prepared insert = transaction.prepare(INSERT);
    for (long id = 1; id <= 2; id++) {
      transaction.begin();
      bindThing(insert, 1, id, 0, 0, 0, LABEL);
      insert.execute();
      transaction.commit();
    }
    transaction.rollback();
    assertThat(seenByAnother()).containsExactly(row(1, 1, 0, 0, 0), row(1, 2, 0, 0, 0));
  }

  @Test
  void undoesEveryKindOfChange() throws DatabaseException {
    database.createIndex(THINGS, BY_WEIGHT);
    for (long id = 1; id <= 5; id++) {
      thing(1, id, 1, 10 * id, id);
    }
    List<List<Long>> before = things();
    Transaction transaction = session.transaction();
    transaction.begin();
    changeEverything(transaction);
    transaction.rollback();
    boolean undone = product.hasTransactions();
    assertThat(seenByAnother()).isEqualTo(undone ? before : EVERYTHING_CHANGED);
    assertThat(idsByWeight())
        .isEqualTo(
            undone
                ? List.of(row(1), row(2), row(3), row(4), row(5))
                : List.of(row(4), row(7), row(8)));
  }

  private List<List<Long>> idsByWeight() throws DatabaseException {
    return read(
        session.prepare(
            new Command.Select(
                THINGS,
                List.of("id"),
                List.of(Condition.eq("kind", 1), Condition.eq("state", 1)),
                Optional.of(BY_WEIGHT),
                List.of("weight", "id"),
                false,
                0,
                0)),
        1);
  }

  /** Five things, each with a weight of ten times its id. */
  private static void changeEverything(Transaction transaction) throws DatabaseException {
    Prepared upsert = transaction.prepare(UPSERT);
    for (long id = 5; id <= 6; id++) {
      bindThing(upsert, 1, id, 0, 0, 0, LABEL);
      upsert.execute();
    }
    Prepared count = transaction.prepare(COUNT);
    count.setLong(0, 1);
    count.setLong(1, 4);
    count.execute();
    count.execute();
    Prepared batch = transaction.prepare(new Command.Insert(THINGS, THINGS.columnNames(), 3));
    for (long id = 7; id <= 8; id++) {
      bindThing(batch, 1, id, 1, 1000 + id, 0, LABEL);
      batch.addBatch();
    }
    batch.execute();
    Prepared delete = transaction.prepare(new Command.Delete(THINGS, THING_KEY, 0));
    delete.setLong(0, 1);
    delete.setLong(1, 3);
    delete.execute();
    transaction.prepare(new Command.Delete(THINGS, List.of(), 2)).execute();
  }

  @Test
  void seesItsOwnChanges() throws DatabaseException {
    thing(1, 1, 1, 0, 0);
    Transaction transaction = session.transaction();
    Prepared upsert = transaction.prepare(UPSERT);
    transaction.begin();
    bindThing(upsert, 1, 1, 0, 0, 0, LABEL);
    upsert.execute();
    assertThat(upsert.old()).isEqualTo(1);
    upsert.execute();
    assertThat(upsert.old()).isZero();
    transaction.rollback();
    upsert.execute();
    assertThat(upsert.old()).isEqualTo(product.hasTransactions() ? 1 : 0);
    transaction.rollback();
  }

  @Test
  void rollsBackNothingWhenNoneIsOpen() throws DatabaseException {
    Transaction transaction = session.transaction();
    transaction.rollback();
    thing(1, 1, 0, 0, 0);
    transaction.rollback();
    transaction.rollback();
    assertThat(things()).hasSize(1);
  }

  @Test
  void commitsWithTheLastCommand() throws DatabaseException {
    thing(1, 1, 1, 0, 0);
    Transaction transaction = session.transaction();
    Prepared insert = transaction.prepare(INSERT);
    Prepared last = transaction.prepareLast(COUNT);
    transaction.begin();
    bindThing(insert, 1, 2, 0, 0, 0, LABEL);
    insert.execute();
    last.setLong(0, 1);
    last.setLong(1, 1);
    assertThat(last.execute()).isEqualTo(1);
    transaction.rollback();
    assertThat(seenByAnother()).containsExactly(row(1, 1, 1, 1, 0), row(1, 2, 0, 0, 0));
  }

  @Test
  void reportsTheOldValueOfACommittingCommand() throws DatabaseException {
    thing(1, 1, 1, 0, 0);
    Transaction transaction = session.transaction();
    Prepared last = transaction.prepareLast(UPSERT);
    transaction.begin();
    bindThing(last, 1, 1, 0, 0, 0, LABEL);
    last.execute();
    assertThat(last.old()).isEqualTo(1);
    assertThat(seenByAnother()).containsExactly(row(1, 1, 0, 0, 0));
  }

  @Test
  void doesNotCommitWhenTheLastCommandFails() throws DatabaseException {
    thing(1, 1, 1, 0, 0);
    Transaction transaction = session.transaction();
    Prepared insert = transaction.prepare(INSERT);
    Prepared last = transaction.prepareLast(INSERT);
    transaction.begin();
    bindThing(insert, 1, 2, 0, 0, 0, LABEL);
    insert.execute();
    bindThing(last, 1, 1, 0, 9, 9, LABEL);
    assertFails(FailureKind.DUPLICATE_KEY, last::execute);
    transaction.rollback();
    assertThat(seenByAnother()).contains(row(1, 1, 1, 0, 0));
    assertThat(seenByAnother()).hasSize(product.hasTransactions() ? 1 : 2);
  }

  @Test
  void repeatsAfterARollbackWithWhatWasBound() throws DatabaseException {
    thing(1, 9, 1, 0, 0);
    Transaction transaction = session.transaction();
    Prepared upsert = transaction.prepare(UPSERT);
    Prepared count = transaction.prepareLast(COUNT);
    bindThing(upsert, 1, 5, 1, 6, 7, LABEL);
    count.setLong(0, 1);
    count.setLong(1, 9);
    transaction.begin();
    upsert.execute();
    transaction.rollback();
    transaction.begin();
    upsert.execute();
    assertThat(upsert.old()).isEqualTo(product.hasTransactions() ? Prepared.ABSENT : 1);
    count.execute();
    assertThat(seenByAnother()).containsExactly(row(1, 5, 1, 6, 7), row(1, 9, 1, 1, 0));
    assertThat(label(1, 5)).isEqualTo(LABEL);
  }

  @Test
  void hidesFromOthersWhatIsNotCommitted() throws DatabaseException {
    Transaction transaction = session.transaction();
    Prepared insert = transaction.prepare(INSERT);
    transaction.begin();
    bindThing(insert, 1, 1, 0, 0, 0, LABEL);
    insert.execute();
    List<List<Long>> expected = unlessUndone(row(1, 1, 0, 0, 0));
    CompletableFuture<List<List<Long>>> seen = seenElsewhere();
    if (product != Product.MEMORY) {
      // The memory tables have one lock: the other session waits until the end there.
      assertThat(seen.join()).isEqualTo(expected);
    }
    transaction.rollback();
    assertThat(seen.join()).isEqualTo(expected);
    assertThat(things()).isEqualTo(expected);
  }

  @Test
  void undoesWhatIsOpenWhenItsSessionIsClosed() throws DatabaseException {
    try (Session closed = database.session()) {
      Transaction transaction = closed.transaction();
      Prepared insert = transaction.prepare(INSERT);
      transaction.begin();
      bindThing(insert, 1, 1, 0, 0, 0, LABEL);
      insert.execute();
    }
    assertThat(seenElsewhere().join()).isEqualTo(unlessUndone(row(1, 1, 0, 0, 0)));
    if (product.hasTransactions()) {
      thing(1, 1, 0, 0, 0);
    } else {
      assertFails(FailureKind.DUPLICATE_KEY, () -> thing(1, 1, 0, 0, 0));
    }
    assertThat(things()).containsExactly(row(1, 1, 0, 0, 0));
  }

  @Test
  void isOnePerSession() throws DatabaseException {
    assertThat(session.transaction()).isSameAs(session.transaction());
  }

  @Test
  void commitsEachCommandOutsideATransactionByItself() throws DatabaseException {
    session.transaction();
    thing(1, 1, 0, 0, 0);
    assertThat(seenElsewhere().join()).hasSize(1);
  }
}
