package io.ibench.contract;

import io.ibench.db.Add;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;

/** The life of a session: renewed, borrowing, aborted, closed. */
final class SessionRules extends RuleGroup {

  private static final Command COUNT =
      new Command.Update(
          Tables.THINGS, List.of(), List.of(new Add("weight", 1)), THING_KEY, Optional.empty());

  /** How long a statement may need before it waits for a lock. */
  private static final long WAIT_MILLIS = 200;

  SessionRules(Workspace workspace) throws DatabaseException {
    super(workspace, Tables.THINGS);
  }

  @Rule("Commands of one session keep their values and their answers apart.")
  void keepsCommandsApart() throws DatabaseException {
    thing(1, 1, 0, 10, 0);
    thing(1, 2, 0, 20, 0);
    Command weight = Command.Select.of(Tables.THINGS, List.of("weight"), THING_KEY);
    Prepared first = session.prepare(weight);
    Prepared second = session.prepare(weight);
    bindKey(first, 0, 1, 1);
    bindKey(second, 0, 1, 2);
    expectCount(1, first);
    expectCount(1, second);
    Expect.equal("weight of the first", 10L, first.getLong(0, 0));
    Expect.equal("weight of the second", 20L, second.getLong(0, 0));
    expectCount(1, first);
    Expect.equal("weight of the first", 10L, first.getLong(0, 0));
  }

  @Rule(
      value = "A batch returns its number of rows; a row of another command, one.",
      needs = {})
  void returnsTheNumberOfRowsThatAreWritten() throws DatabaseException {
    Prepared batch = session.prepare(insertOf(Tables.THINGS, 5));
    for (int rows = 1; rows <= 5; rows++) {
      for (long id = 1; id <= rows; id++) {
        bindThing(batch, rows, id, 0, 0, 0, LABEL);
        batch.addBatch();
      }
      expectCount(rows, batch);
    }
    Prepared insert = session.prepare(insertOf(Tables.THINGS, 1));
    bindThing(insert, 9, 9, 0, 0, 0, LABEL);
    expectCount(1, insert);
    Prepared count = session.prepare(COUNT);
    bindKey(count, 0, 9, 9);
    expectCount(1, count);
  }

  @Rule("After renew, all commands work, with the values that were bound before.")
  void keepsCommandsAndValuesWhenRenewed() throws DatabaseException {
    Transaction transaction = session.transaction();
    Prepared insert = session.prepare(insertOf(Tables.THINGS, 1));
    Prepared batch = session.prepare(insertOf(Tables.THINGS, 3));
    Prepared list =
        session.prepare(
            new Command.Select(
                Tables.THINGS,
                List.of("id"),
                List.of(Condition.in("id", 4)),
                Optional.empty(),
                List.of("id"),
                false,
                0,
                0));
    Prepared last = transaction.prepareLast(COUNT);
    bindThing(insert, 1, 1, 0, 10, 0, LABEL);
    for (long id = 2; id <= 3; id++) {
      bindThing(batch, 1, id, 0, 10 * id, 0, LABEL);
      batch.addBatch();
    }
    list.setLongs(0, new long[] {3, 1, 7}, 3);
    bindKey(last, 0, 1, 1);
    session.renew();
    expectCount(1, insert);
    expectCount(2, batch);
    Expect.list("ids", row(1, 3), readOne(list));
    transaction.begin();
    expectCount(1, last);
    expectThings(row(1, 1, 0, 11, 0), row(1, 2, 0, 20, 0), row(1, 3, 0, 30, 0));
    Expect.bytes("label", LABEL, label(1, 1));
  }

  @Rule(
      value = "After renew and rollback, nothing is left of an open transaction.",
      needs = {Need.DATA, Need.TRANSACTIONS})
  void losesAnOpenTransactionWhenRenewed() throws DatabaseException {
    Transaction transaction = session.transaction();
    Prepared insert = transaction.prepare(insertOf(Tables.THINGS, 1));
    transaction.begin();
    bindThing(insert, 1, 1, 0, 0, 0, LABEL);
    insert.execute();
    session.renew();
    transaction.rollback();
    Expect.list("rows that another session sees", List.of(), thingsSeenByAnother());
    transaction.begin();
    expectCount(1, insert);
    transaction.commit();
    expectThings(row(1, 1, 0, 0, 0));
  }

  @Rule("borrow and giveBack may surround operations; giveBack undoes an open transaction.")
  void givesBackWhatItBorrows() throws DatabaseException {
    Transaction transaction = session.transaction();
    Prepared insert = transaction.prepare(insertOf(Tables.THINGS, 1));
    session.borrow();
    transaction.begin();
    bindThing(insert, 1, 1, 0, 0, 0, LABEL);
    insert.execute();
    transaction.commit();
    session.giveBack();
    expectThings(row(1, 1, 0, 0, 0));
    if (session.isBorrowing() && database.hasTransactions()) {
      session.borrow();
      transaction.begin();
      bindThing(insert, 1, 2, 0, 0, 0, LABEL);
      insert.execute();
      session.giveBack();
      Expect.list("rows after giveBack", List.of(row(1, 1, 0, 0, 0)), thingsSeenByAnother());
    }
    Expect.that(session.takeCheckoutNanos() >= 0, "no negative wait", "a negative wait");
  }

  @Rule("After abort a session can be closed, which undoes its open transaction.")
  void canBeClosedAfterAbort() throws DatabaseException {
    Session aborted = workspace.session();
    Transaction transaction = aborted.transaction();
    Prepared insert = transaction.prepare(insertOf(Tables.THINGS, 1));
    transaction.begin();
    bindThing(insert, 1, 1, 0, 0, 0, LABEL);
    insert.execute();
    aborted.abort();
    aborted.abort();
    workspace.close(aborted);
    if (database.hasTransactions()) {
      FutureTask<List<List<Long>>> seen = Workspace.elsewhere(this::thingsSeenByAnother);
      Expect.list("rows that another session sees", List.of(), Workspace.result(seen));
    }
    thing(1, 2, 0, 0, 0);
  }

  @Rule("After abort and renew, all commands of a session work, with the values bound before.")
  void worksAgainWhenRenewedAfterAbort() throws DatabaseException {
    Session aborted = workspace.session();
    Transaction transaction = aborted.transaction();
    Prepared insert = aborted.prepare(insertOf(Tables.THINGS, 1));
    Prepared last = transaction.prepareLast(COUNT);
    bindThing(insert, 1, 1, 0, 10, 0, LABEL);
    bindKey(last, 0, 1, 1);
    aborted.abort();
    aborted.renew();
    expectCount(1, insert);
    transaction.begin();
    expectCount(1, last);
    workspace.close(aborted);
    expectThings(row(1, 1, 0, 11, 0));
  }

  @Rule(
      value =
          "abort, called by another thread, ends a wait for a lock on the server; renew makes the"
              + " session usable again.",
      needs = {Need.DATA, Need.TRANSACTIONS, Need.SERVER})
  void endsAWaitWhenAborted() throws DatabaseException {
    thing(1, 1, 0, 0, 0);
    Transaction transaction = session.transaction();
    Prepared count = transaction.prepare(COUNT);
    bindKey(count, 0, 1, 1);
    transaction.begin();
    count.execute();
    Session waiting = workspace.session();
    CountDownLatch begins = new CountDownLatch(1);
    FutureTask<Integer> waits =
        Workspace.elsewhere(
            () -> {
              Prepared blocked = waiting.transaction().prepare(COUNT);
              bindKey(blocked, 0, 1, 1);
              waiting.transaction().begin();
              begins.countDown();
              return blocked.execute();
            });
    Workspace.await(begins);
    if (!Workspace.endsWithin(waits, WAIT_MILLIS)) {
      waiting.abort();
      Workspace.end(waits);
    }
    transaction.rollback();
    waiting.renew();
    Prepared again = waiting.prepare(COUNT);
    bindKey(again, 0, 1, 1);
    expectCount(1, again);
    workspace.close(waiting);
  }

  @Rule(
      value = "A session can be closed before it has a command.",
      needs = {})
  void isClosedUnused() throws DatabaseException {
    Session own = database.session();
    own.close();
    Session forWorker = database.sessionForWorker();
    forWorker.close();
  }

  @Rule("A session of its own and a worker's session see the same rows.")
  void sharesItsRowsWithSessionsOfTheirOwn() throws DatabaseException {
    thing(1, 1, 0, 0, 0);
    try (Session own = database.session()) {
      Expect.list("rows of session()", things(), things(own));
    }
  }
}
