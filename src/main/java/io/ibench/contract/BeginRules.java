package io.ibench.contract;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Transaction;
import io.ibench.db.Transaction.Begin;
import java.util.List;

/** The ways in which a transaction begins. */
final class BeginRules extends RuleGroup {

  private static final Command INSERT = insertOf(Tables.THINGS, 1);

  private final Transaction transaction;

  BeginRules(Workspace workspace) throws DatabaseException {
    super(workspace, Tables.THINGS);
    transaction = session.transaction();
  }

  private void insert(Prepared insert, long id) throws DatabaseException {
    bindThing(insert, 1, id, 0, 0, 0, LABEL);
    insert.execute();
  }

  @Rule("A transaction commits in whatever way it has begun; commands outside commit themselves.")
  void commitsHoweverItBegins() throws DatabaseException {
    Prepared insert = transaction.prepare(INSERT);
    long id = 0;
    for (Begin how : new Begin[] {Begin.TRIP, Begin.FREE, Begin.TRIP, Begin.TRIP}) {
      transaction.begin(how);
      insert(insert, ++id);
      transaction.commit();
      thing(2, id, 0, 0, 0);
    }
    Expect.equal("rows that another session sees", 8, thingsSeenByAnother().size());
  }

  @Rule(
      value = "A rollback undoes a transaction in whatever way it has begun.",
      needs = {Need.DATA, Need.TRANSACTIONS})
  void rollsBackHoweverItBegins() throws DatabaseException {
    Prepared insert = transaction.prepare(INSERT);
    for (Begin how : new Begin[] {Begin.TRIP, Begin.FREE, Begin.TRIP}) {
      transaction.begin(how);
      insert(insert, 1);
      transaction.rollback();
    }
    thing(1, 2, 0, 0, 0);
    Expect.list("rows", List.of(row(1, 2, 0, 0, 0)), thingsSeenByAnother());
  }

  @Rule("A transaction that only reads sees what is committed, and ends by commit or rollback.")
  void readsInTransactionsThatOnlyRead() throws DatabaseException {
    thing(1, 1, 0, 5, 0);
    Prepared select = transaction.prepare(Tables.THINGS.select("weight"));
    for (Begin how : new Begin[] {Begin.READ, Begin.READ_TRIP}) {
      transaction.begin(how);
      Expect.list("weight", row(5), readOne(select));
      transaction.commit();
      transaction.begin(how);
      Expect.list("weight", row(5), readOne(select));
      transaction.rollback();
    }
    thing(1, 2, 0, 6, 0);
    Expect.equal("rows", 2, things().size());
  }
}
