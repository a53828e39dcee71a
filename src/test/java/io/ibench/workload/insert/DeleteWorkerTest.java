package io.ibench.workload.insert;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Command;
import io.ibench.db.Condition;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.measure.Role;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Deletes by an estimate of the lowest key, on the strict reference. */
class DeleteWorkerTest {

  private static final int DELETE = InsertOperation.DELETE.ordinal();
  private static final int GET_MIN = InsertOperation.GET_MIN.ordinal();

  private final Map<String, String> settings =
      new HashMap<>(
          Map.of(
              "steps", "l.i0, l.i1",
              "insert.num_secondary_indexes", "0",
              "l.i0.rows", "100",
              "l.i1.rows", "1k",
              "l.i1.rows_per_commit", "10"));
  private Database database;
  private Session session;
  private InsertRun run;

  private Worker deleter() throws Exception {
    load();
    return deleterOfLoaded();
  }

  private void load() throws Exception {
    database = Adapters.open("memory", Map.of());
    session = database.session();
    run = InsertRun.on(database, settings);
    run.run("drop", "create", "l.i0");
  }

  private Worker deleterOfLoaded() throws DatabaseException {
    return run.worker((Step.Work) run.step("l.i1"), Role.DELETE, 0, session);
  }

  @AfterEach
  void close() throws DatabaseException {
    if (database != null) {
      session.close();
      database.close();
    }
  }

  /** The rows of the next operation, which must be the named one. */
  private static int perform(Worker worker, int operation) throws DatabaseException {
    assertThat(worker.next()).isEqualTo(operation);
    worker.prepare(operation, 0);
    return worker.execute(operation);
  }

  private static int delete(Worker worker, int rows) throws DatabaseException {
    worker.followed(rows);
    return perform(worker, DELETE);
  }

  private void removeByHand(long key) throws DatabaseException {
    Prepared remove =
        session.prepare(
            new Command.Delete(
                run.plan().purchaseTables().get(0).table(),
                List.of(Condition.eq(PurchaseColumns.KEY)),
                0));
    remove.setLong(0, key);
    assertThat(remove.execute()).isEqualTo(1);
  }

  private static long counter(Worker worker, InsertCounter counter) {
    return worker.counters().get(counter.ordinal());
  }

  @Test
  void theOldestRowsGoFirst() throws Exception {
    Worker worker = deleter();
    assertThat(delete(worker, 10)).isEqualTo(10);
    assertThat(delete(worker, 10)).isEqualTo(10);
    assertThat(run.column(PurchaseColumns.KEY)).hasSize(80).startsWith(21L);
  }

  @Test
  void gapsBetweenKeysAreNoReasonToDeleteLess() throws Exception {
    Worker worker = deleter();
    for (long key = 2; key <= 40; key += 2) {
      removeByHand(key);
    }
    assertThat(delete(worker, 10)).isEqualTo(10);
    assertThat(delete(worker, 10)).isEqualTo(10);
    assertThat(run.column(PurchaseColumns.KEY)).hasSize(60).startsWith(41L);
  }

  @Test
  void theLowestKeyIsReadAgainAfterSoManyDeletes() throws Exception {
    settings.put("insert.resync_get_min", "2");
    Worker worker = deleter();
    delete(worker, 10);
    delete(worker, 10);
    worker.followed(10);
    assertThat(perform(worker, GET_MIN)).isEqualTo(1);
    assertThat(perform(worker, DELETE)).as("the delete that was due").isEqualTo(10);
    assertThat(delete(worker, 10)).isEqualTo(10);
    assertThat(run.column(PurchaseColumns.KEY)).hasSize(60).startsWith(41L);
  }

  @Test
  void theLowestKeyIsNeverReadAgainIfNobodyWantsIt() throws Exception {
    settings.put("insert.resync_get_min", "0");
    Worker worker = deleter();
    for (int i = 0; i < 10; i++) {
      delete(worker, 10);
    }
    assertThat(run.column(PurchaseColumns.KEY)).isEmpty();
  }

  @Test
  void rowsThatAreNotThereAreCountedAndLookedFor() throws Exception {
    Worker worker = deleter();
    for (int i = 0; i < 9; i++) {
      delete(worker, 10);
    }
    removeByHand(95);
    assertThat(delete(worker, 10)).isEqualTo(9);
    assertThat(counter(worker, InsertCounter.ROWS_DELETED)).isEqualTo(99);
    assertThat(counter(worker, InsertCounter.ROWS_NOT_FOUND)).isEqualTo(1);
    worker.followed(10);
    perform(worker, GET_MIN);
  }

  @Test
  void theLastAndShorterInsertIsFollowedByAShorterDelete() throws Exception {
    settings.put("l.i1.rows", "24");
    Worker worker = deleter();
    assertThat(delete(worker, 10)).isEqualTo(10);
    assertThat(delete(worker, 10)).isEqualTo(10);
    assertThat(delete(worker, 4)).isEqualTo(4);
    assertThat(run.column(PurchaseColumns.KEY)).hasSize(76);
  }

  @Test
  void aDeleteThatWasDoneIsToldByTheLowestKey() throws Exception {
    Worker worker = deleter();
    worker.followed(10);
    worker.prepare(DELETE, 0);
    assertThat(worker.resolveOutcome(DELETE)).as("nothing happened").isEqualTo(Worker.NOT_EXECUTED);
    for (long key = 1; key <= 10; key++) {
      removeByHand(key);
    }
    assertThat(worker.resolveOutcome(DELETE)).as("the server has done it").isEqualTo(10);
    assertThat(counter(worker, InsertCounter.ROWS_DELETED)).isEqualTo(10);
    assertThat(delete(worker, 10)).isEqualTo(10);
  }

  @Test
  void gapsThatAreThereFromTheStartDoNotLookLikeADelete() throws Exception {
    load();
    for (long key = 1; key < 40; key += 2) {
      removeByHand(key);
    }
    Worker worker = deleterOfLoaded();
    delete(worker, 10);
    worker.followed(10);
    worker.prepare(DELETE, 0);
    assertThat(worker.resolveOutcome(DELETE))
        .as("nothing happened")
        .isEqualTo(Worker.UNKNOWN_OUTCOME);
    assertThat(counter(worker, InsertCounter.ROWS_DELETED)).isEqualTo(10);
  }

  @Test
  void whereKeysHaveGapsADeleteMayStayUnsettled() throws Exception {
    settings.put("insert.resync_get_min", "1");
    Worker worker = deleter();
    for (long key = 2; key <= 40; key += 2) {
      removeByHand(key);
    }
    delete(worker, 10);
    worker.followed(10);
    perform(worker, GET_MIN);
    worker.prepare(DELETE, 0);
    for (long key = 21; key <= 39; key += 2) {
      removeByHand(key);
    }
    assertThat(worker.resolveOutcome(DELETE)).isEqualTo(Worker.UNKNOWN_OUTCOME);
    worker.failed(DELETE, true);
    assertThat(counter(worker, InsertCounter.ROWS_DELETED_UNKNOWN)).isEqualTo(10);
  }

  /** As after an insert in bulk, for which a server reserves more keys than it uses. */
  @Test
  void aDeleteIsNotTakenForDoneByGapsThatNobodyHasSeen() throws Exception {
    Worker worker = deleter();
    for (long key = 2; key <= 40; key++) {
      if (key % 4 != 1) {
        removeByHand(key);
      }
    }
    delete(worker, 10);
    worker.followed(10);
    worker.prepare(DELETE, 0);
    assertThat(worker.resolveOutcome(DELETE))
        .as("nothing happened")
        .isEqualTo(Worker.UNKNOWN_OUTCOME);
    assertThat(counter(worker, InsertCounter.ROWS_DELETED)).isEqualTo(10);
  }

  @Test
  void aRangeOfKeysIsDeletedExactly() throws Exception {
    settings.put("insert.ids", "client");
    settings.put("insert.deletes", "range");
    Worker worker = deleter();
    assertThat(delete(worker, 10)).isEqualTo(10);
    worker.followed(10);
    worker.prepare(DELETE, 0);
    assertThat(worker.resolveOutcome(DELETE)).isEqualTo(Worker.NOT_EXECUTED);
    worker.execute(DELETE);
    assertThat(run.column(PurchaseColumns.KEY)).hasSize(80).startsWith(21L);
    worker.followed(10);
    worker.prepare(DELETE, 0);
    for (long key = 21; key <= 30; key++) {
      removeByHand(key);
    }
    assertThat(worker.resolveOutcome(DELETE)).isEqualTo(10);
  }
}
