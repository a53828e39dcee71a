package io.ibench.contract;

import io.ibench.contract.ContractRule.Level;
import io.ibench.db.DatabaseException;
import io.ibench.db.Quiescence;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Background work that writes have left to do. Some servers change global settings for it. */
final class QuiesceRules extends RuleGroup {

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  QuiesceRules(Workspace workspace) throws DatabaseException {
    super(workspace, Tables.THINGS, Tables.NOTES);
  }

  private List<String> quiesceThings() throws DatabaseException {
    database.createIndex(Tables.THINGS, Tables.BY_WEIGHT);
    for (long id = 1; id <= 20; id++) {
      thing(id % 4, id, 0, id, 0);
    }
    Quiescence quiescence = database.quiesce(List.of(Tables.THINGS, Tables.NOTES));
    try (quiescence) {
      while (!quiescence.isSettled() && !Thread.currentThread().isInterrupted()) {
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
    return quiescence.facts();
  }

  @Rule(value = "quiesce settles at last; all rows stay, and writes work afterwards.", alone = true)
  void settlesAndLeavesTheRowsAsTheyAre() throws DatabaseException {
    quiesceThings();
    List<List<Long>> before = things();
    Expect.equal("rows", 20, before.size());
    thing(9, 9, 0, 0, 0);
    Expect.list("the former rows", before, things().subList(0, 20));
    Expect.equal("rows after an insert", 21, things().size());
  }

  @Rule(
      value = "quiesce reports what was done, one line each.",
      level = Level.OPTIONAL,
      alone = true)
  void reportsWhatWasDone() throws DatabaseException {
    List<String> facts = quiesceThings();
    Expect.that(!facts.isEmpty(), "facts", "none");
  }

  @Rule(value = "A quiescence can be closed before it has settled, and twice.", alone = true)
  void canBeClosedAtOnceAndTwice() throws DatabaseException {
    Quiescence quiescence = database.quiesce(List.of(Tables.THINGS));
    quiescence.close();
    quiescence.close();
    for (String fact : quiescence.facts()) {
      Expect.that(!fact.isBlank() && fact.lines().count() == 1, "facts of one line", fact);
    }
    thing(1, 1, 0, 0, 0);
    expectThings(row(1, 1, 0, 0, 0));
  }
}
