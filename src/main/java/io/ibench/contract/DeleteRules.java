package io.ibench.contract;

import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import java.util.List;

/** Deletes, with and without a limit. */
final class DeleteRules extends RuleGroup {

  DeleteRules(Workspace workspace) throws DatabaseException {
    super(workspace, Tables.THINGS);
  }

  private Prepared delete(List<Condition> where, int limit) throws DatabaseException {
    return session.prepare(new Command.Delete(Tables.THINGS, where, limit));
  }

  private void expectKeys(List<List<Long>> expected) throws DatabaseException {
    List<List<Long>> keys = things().stream().map(thing -> thing.subList(0, 2)).toList();
    Expect.list("keys (kind, id)", expected, keys);
  }

  /** Kinds 2 and 1 with ids 4 to 1, inserted in the reverse order of the key. */
  private void eightThings() throws DatabaseException {
    for (long kind = 2; kind >= 1; kind--) {
      for (long id = 4; id >= 1; id--) {
        thing(kind, id, id % 2, -id, 0);
      }
    }
  }

  @Rule("A delete by key removes the row and returns 1; the second time it returns 0.")
  void removesTheRowOfAKey() throws DatabaseException {
    eightThings();
    Prepared delete = delete(THING_KEY, 0);
    bindKey(delete, 0, 2, 3);
    expectCount(1, delete);
    expectCount(0, delete);
    expectKeys(
        List.of(row(1, 1), row(1, 2), row(1, 3), row(1, 4), row(2, 1), row(2, 2), row(2, 4)));
  }

  @Rule("A delete removes all rows that fulfil all conditions; without any, every row.")
  void removesAllRowsThatFulfilAllConditions() throws DatabaseException {
    eightThings();
    Prepared delete =
        delete(List.of(Condition.eq("state", 1), Condition.of("weight", Condition.Op.LE)), 0);
    delete.setLong(0, -3);
    expectCount(2, delete);
    expectKeys(List.of(row(1, 1), row(1, 2), row(1, 4), row(2, 1), row(2, 2), row(2, 4)));
    expectCount(6, delete(List.of(), 0));
    expectThings();
  }

  @Rule("A limited delete removes the first rows in key order and returns their number.")
  void removesTheFirstInKeyOrder() throws DatabaseException {
    eightThings();
    expectCount(3, delete(List.of(), 3));
    expectKeys(List.of(row(1, 4), row(2, 1), row(2, 2), row(2, 3), row(2, 4)));
    Prepared some = delete(List.of(Condition.eq("kind"), Condition.eq("state", 0)), 1);
    some.setLong(0, 2);
    expectCount(1, some);
    expectKeys(List.of(row(1, 4), row(2, 1), row(2, 3), row(2, 4)));
    expectCount(1, some);
    expectCount(0, some);
    expectCount(3, delete(List.of(), 10));
  }

  @Rule("A limited delete follows the key order whatever index there is.")
  void removesTheFirstInKeyOrderWhateverIndexThereIs() throws DatabaseException {
    database.createIndex(Tables.THINGS, Tables.BY_WEIGHT);
    Prepared insert = session.prepare(insertOf(Tables.THINGS, 300));
    for (long id = 1; id <= 300; id++) {
      bindThing(insert, 1, id, id % 60 == 0 ? 1 : 0, -id, 0, LABEL);
      insert.addBatch();
    }
    insert.execute();
    Prepared first = delete(List.of(Condition.eq("kind"), Condition.eq("state", 1)), 2);
    first.setLong(0, 1);
    expectCount(2, first);
    List<Long> left =
        things().stream().filter(thing -> thing.get(2) == 1).map(thing -> thing.get(1)).toList();
    Expect.list("ids that are left", row(180, 240, 300), left);
  }

  @Rule("A limited delete without conditions removes the lowest keys of a one-column key.")
  void removesTheLowestKeys() throws DatabaseException {
    workspace.create(Tables.NOTES);
    for (long id : new long[] {30, 10, 40, 20}) {
      note(id, id, LABEL);
    }
    expectCount(2, session.prepare(new Command.Delete(Tables.NOTES, List.of(), 2)));
    expectNotes(row(30, 30), row(40, 40));
  }
}
