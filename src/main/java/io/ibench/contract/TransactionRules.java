package io.ibench.contract;

import io.ibench.db.Add;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;

/**
 * Transactions: what is committed, undone, seen by others. Those that need no rollback also hold
 * where each command commits by itself.
 */
final class TransactionRules extends RuleGroup {

  private static final Command INSERT = insertOf(Tables.THINGS, 1);
  private static final Command UPSERT =
      new Command.Upsert(
          Tables.THINGS,
          Tables.THINGS.columnNames(),
          List.of("state"),
          List.of(),
          Optional.of("state"));
  private static final Command COUNT =
      new Command.Update(
          Tables.THINGS, List.of(), List.of(new Add("weight", 1)), THING_KEY, Optional.empty());

  /** How long a reader that waits for the writer is left waiting. */
  private static final long WAIT_MILLIS = 100;

  private final Transaction transaction;

  TransactionRules(Workspace workspace) throws DatabaseException {
    super(workspace, Tables.THINGS);
    transaction = session.transaction();
  }

  private void expectOthersSee(List<List<Long>> expected) throws DatabaseException {
    Expect.list("rows that another session sees", expected, thingsSeenByAnother());
  }

  private static void insert(Prepared insert, long kind, long id) throws DatabaseException {
    bindThing(insert, kind, id, 0, 0, 0, LABEL);
    insert.execute();
  }

  @Rule("Other sessions see what is committed; a rollback afterwards undoes nothing.")
  void keepsWhatIsCommitted() throws DatabaseException {
    Prepared insert = transaction.prepare(INSERT);
    for (long id = 1; id <= 2; id++) {
      transaction.begin();
      insert(insert, 1, id);
      transaction.commit();
    }
    transaction.rollback();
    expectOthersSee(List.of(row(1, 1, 0, 0, 0), row(1, 2, 0, 0, 0)));
  }

  @Rule(
      value = "A rollback undoes inserts, batches, upserts, updates and deletes, also in indexes.",
      needs = {Need.DATA, Need.TRANSACTIONS})
  void undoesEveryKindOfChange() throws DatabaseException {
    database.createIndex(Tables.THINGS, Tables.BY_WEIGHT);
    for (long id = 1; id <= 5; id++) {
      thing(1, id, 1, 10 * id, id);
    }
    List<List<Long>> before = things();
    transaction.begin();
    changeEverything();
    transaction.rollback();
    expectOthersSee(before);
    Expect.list("ids by the index", row(1, 2, 3, 4, 5), idsByWeight());
  }

  @Rule("A commit keeps inserts, batches, upserts, updates and deletes, also in indexes.")
  void commitsEveryKindOfChange() throws DatabaseException {
    database.createIndex(Tables.THINGS, Tables.BY_WEIGHT);
    for (long id = 1; id <= 5; id++) {
      thing(1, id, 1, 10 * id, id);
    }
    transaction.begin();
    changeEverything();
    transaction.commit();
    expectOthersSee(
        List.of(
            row(1, 4, 1, 42, 4),
            row(1, 5, 0, 50, 5),
            row(1, 6, 0, 0, 0),
            row(1, 7, 1, 1007, 0),
            row(1, 8, 1, 1008, 0)));
    Expect.list("ids by the index", row(4, 7, 8), idsByWeight());
  }

  private List<Long> idsByWeight() throws DatabaseException {
    return readOne(
        session.prepare(
            new Command.Select(
                Tables.THINGS,
                List.of("id"),
                List.of(Condition.eq("kind", 1), Condition.eq("state", 1)),
                Optional.of(Tables.BY_WEIGHT),
                List.of("weight", "id"),
                false,
                0,
                0)));
  }

  /** Changes five things with the state 1, each with a weight of ten times its id. */
  private void changeEverything() throws DatabaseException {
    Prepared upsert = transaction.prepare(UPSERT);
    insert(upsert, 1, 5);
    insert(upsert, 1, 6);
    Prepared count = transaction.prepare(COUNT);
    bindKey(count, 0, 1, 4);
    count.execute();
    count.execute();
    Prepared batch = transaction.prepare(insertOf(Tables.THINGS, 3));
    for (long id = 7; id <= 8; id++) {
      bindThing(batch, 1, id, 1, 1000 + id, 0, LABEL);
      batch.addBatch();
    }
    batch.execute();
    Prepared delete = transaction.prepare(new Command.Delete(Tables.THINGS, THING_KEY, 0));
    bindKey(delete, 0, 1, 3);
    delete.execute();
    transaction.prepare(new Command.Delete(Tables.THINGS, List.of(), 2)).execute();
  }

  @Rule("A transaction sees its own changes: in old values and in selects.")
  void seesItsOwnChanges() throws DatabaseException {
    thing(1, 1, 1, 0, 0);
    Prepared upsert = transaction.prepare(UPSERT);
    Prepared select =
        transaction.prepare(Command.Select.of(Tables.THINGS, List.of("state"), THING_KEY));
    bindKey(select, 0, 1, 1);
    transaction.begin();
    insert(upsert, 1, 1);
    expectOld(1, upsert);
    upsert.execute();
    expectOld(0, upsert);
    Expect.list("state", row(0), readOne(select));
    transaction.commit();
  }

  @Rule(
      value = "After a rollback, the next transaction does not see what was undone.",
      needs = {Need.DATA, Need.TRANSACTIONS})
  void forgetsWhatItUndid() throws DatabaseException {
    thing(1, 1, 1, 0, 0);
    Prepared upsert = transaction.prepare(UPSERT);
    transaction.begin();
    insert(upsert, 1, 1);
    transaction.rollback();
    transaction.begin();
    upsert.execute();
    expectOld(1, upsert);
    transaction.rollback();
    expectThings(row(1, 1, 1, 0, 0));
  }

  @Rule("A rollback without an open transaction does nothing.")
  void rollsBackNothingWhenNoneIsOpen() throws DatabaseException {
    transaction.rollback();
    thing(1, 1, 0, 0, 0);
    transaction.rollback();
    transaction.rollback();
    expectThings(row(1, 1, 0, 0, 0));
  }

  @Rule("A command of prepareLast commits: a rollback after it undoes nothing.")
  void commitsWithTheLastCommand() throws DatabaseException {
    thing(1, 1, 1, 0, 0);
    Prepared insert = transaction.prepare(INSERT);
    Prepared last = transaction.prepareLast(COUNT);
    transaction.begin();
    insert(insert, 1, 2);
    bindKey(last, 0, 1, 1);
    expectCount(1, last);
    transaction.rollback();
    expectOthersSee(List.of(row(1, 1, 1, 1, 0), row(1, 2, 0, 0, 0)));
  }

  @Rule("A command of prepareLast reports its old value.")
  void reportsTheOldValueOfTheLastCommand() throws DatabaseException {
    thing(1, 1, 1, 0, 0);
    Prepared last = transaction.prepareLast(UPSERT);
    transaction.begin();
    insert(last, 1, 1);
    expectOld(1, last);
    expectOthersSee(List.of(row(1, 1, 0, 0, 0)));
  }

  @Rule(
      value = "A command of prepareLast that fails does not commit.",
      needs = {Need.DATA, Need.TRANSACTIONS})
  void doesNotCommitWhenTheLastCommandFails() throws DatabaseException {
    thing(1, 1, 1, 0, 0);
    Prepared insert = transaction.prepare(INSERT);
    Prepared last = transaction.prepareLast(INSERT);
    transaction.begin();
    insert(insert, 1, 2);
    bindThing(last, 1, 1, 0, 9, 9, LABEL);
    Expect.fails(FailureKind.DUPLICATE_KEY, "last command", last::execute);
    transaction.rollback();
    expectOthersSee(List.of(row(1, 1, 1, 0, 0)));
  }

  @Rule(
      value = "After a rollback, the transaction's commands have their values and can be repeated.",
      needs = {Need.DATA, Need.TRANSACTIONS})
  void repeatsAfterARollbackWithWhatWasBound() throws DatabaseException {
    thing(1, 9, 1, 0, 0);
    Prepared upsert = transaction.prepare(UPSERT);
    Prepared count = transaction.prepareLast(COUNT);
    bindThing(upsert, 1, 5, 1, 6, 7, LABEL);
    bindKey(count, 0, 1, 9);
    transaction.begin();
    upsert.execute();
    transaction.rollback();
    transaction.begin();
    upsert.execute();
    expectOld(Prepared.ABSENT, upsert);
    count.execute();
    expectOthersSee(List.of(row(1, 5, 1, 6, 7), row(1, 9, 1, 1, 0)));
    Expect.bytes("label", LABEL, label(1, 5));
  }

  @Rule(
      value = "Another session does not see a change before the commit: it waits, or sees none.",
      needs = {Need.DATA, Need.TRANSACTIONS})
  void hidesFromOthersWhatIsNotCommitted() throws DatabaseException {
    Prepared insert = transaction.prepare(INSERT);
    transaction.begin();
    insert(insert, 1, 1);
    CountDownLatch reads = new CountDownLatch(1);
    FutureTask<List<List<Long>>> seen =
        Workspace.elsewhere(
            () -> {
              Session other = workspace.session();
              reads.countDown();
              return things(other);
            });
    Workspace.await(reads);
    Workspace.endsWithin(seen, WAIT_MILLIS);
    transaction.rollback();
    Expect.list("rows that another session sees", List.of(), Workspace.result(seen));
    expectThings();
  }

  @Rule(
      value = "A session that is closed undoes its open transaction.",
      needs = {Need.DATA, Need.TRANSACTIONS})
  void undoesWhatIsOpenWhenItsSessionIsClosed() throws DatabaseException {
    Session closed = workspace.session();
    Prepared insert = closed.transaction().prepare(INSERT);
    closed.transaction().begin();
    insert(insert, 1, 1);
    workspace.close(closed);
    FutureTask<List<List<Long>>> seen = Workspace.elsewhere(this::thingsSeenByAnother);
    Expect.list("rows that another session sees", List.of(), Workspace.result(seen));
    thing(1, 1, 0, 0, 0);
    expectThings(row(1, 1, 0, 0, 0));
  }

  @Rule(
      value = "A session has one transaction object.",
      needs = {})
  void isOnePerSession() throws DatabaseException {
    Expect.that(session.transaction() == transaction, "the same object", "another object");
  }

  @Rule("A command outside of a transaction commits by itself.")
  void commitsEachCommandOutsideATransactionByItself() throws DatabaseException {
    thing(1, 1, 0, 0, 0);
    FutureTask<List<List<Long>>> seen = Workspace.elsewhere(this::thingsSeenByAnother);
    Expect.list(
        "rows that another session sees", List.of(row(1, 1, 0, 0, 0)), Workspace.result(seen));
  }
}
