package io.ibench.workload.insert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.measure.Role;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class InsertWorkerTest {

  private static final int INSERT = InsertOperation.INSERT.ordinal();
  private static final long MILLIS = 1_700_000_000_789L;

  private final Map<String, String> settings =
      new HashMap<>(
          Map.of(
              "steps", "l.i0, l.i1",
              "l.i0.rows", "250",
              "l.i0.rows_per_commit", "100",
              "l.i1.rows", "100"));
  private Database database;
  private Session session;
  private InsertRun run;

  private void open() throws Exception {
    database = Adapters.open("memory", Map.of());
    session = database.session();
    run = InsertRun.on(database, settings);
    run.run("drop", "create");
  }

  private Worker worker(String step, int number) throws DatabaseException {
    return run.worker((Step.Work) run.step(step), Role.INSERT, number, session);
  }

  private void insert(Worker worker, int batches) throws DatabaseException {
    for (int batch = 0; batch < batches && worker.next() != Worker.DONE; batch++) {
      worker.prepare(INSERT, MILLIS);
      worker.execute(INSERT);
    }
  }

  /** As after kill -9 of the client: each of two clients has come as far as it has. */
  @Test
  void aLoadThatStoppedAnywhereGoesOnWithTheNextRowOfEachClient() throws Exception {
    settings.put("insert.clients", "2");
    settings.put("l.i0.rows", "1050");
    open();
    assertThat(run.plan().continuesLoads()).isTrue();
    insert(worker("l.i0", 0), Integer.MAX_VALUE);
    insert(worker("l.i0", 1), Integer.MAX_VALUE);
    Map<String, String> undisturbed = run.contents();
    for (int[] batches : new int[][] {{0, 0}, {0, 3}, {1, 7}, {11, 10}, {11, 11}}) {
      run = InsertRun.on(database, settings);
      run.run("drop", "create");
      insert(worker("l.i0", 0), batches[0]);
      insert(worker("l.i0", 1), batches[1]);
      run = InsertRun.on(database, settings);
      assertThat(run.continueLoad("l.i0"))
          .isEqualTo(Math.min(1050, batches[0] * 100) + Math.min(1050, batches[1] * 100));
      insert(worker("l.i0", 0), Integer.MAX_VALUE);
      insert(worker("l.i0", 1), Integer.MAX_VALUE);
      assertThat(run.contents()).as(Arrays.toString(batches)).isEqualTo(undisturbed);
    }
  }

  @Test
  void rowsThatAreNotTheFirstOnesOfTheLoadAreRefused() throws Exception {
    open();
    insert(worker("l.i0", 0), 2);
    settings.put("seed", "4712");
    run = InsertRun.on(database, settings);
    run.continueLoad("l.i0");
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> worker("l.i0", 0))
        .withMessageContaining("are not the first ones of this load");
  }

  @AfterEach
  void close() throws DatabaseException {
    if (database != null) {
      session.close();
      database.close();
    }
  }

  private static int insert(Worker worker) throws DatabaseException {
    int operation = worker.next();
    if (operation == Worker.DONE) {
      return Worker.DONE;
    }
    worker.prepare(operation, MILLIS);
    return worker.execute(operation);
  }

  @Test
  void soManyRowsAndNoMoreWithAShorterLastStatement() throws Exception {
    open();
    Worker worker = worker("l.i0", 0);
    assertThat(List.of(insert(worker), insert(worker), insert(worker), insert(worker)))
        .containsExactly(100, 100, 50, Worker.DONE);
  }

  @Test
  void whatWasDueButNotStartedIsNotLeftAnyMore() throws Exception {
    open();
    Worker worker = worker("l.i0", 0);
    insert(worker);
    worker.unstarted(worker.next());
    assertThat(worker.next()).as("50 rows are left").isEqualTo(INSERT);
    worker.unstarted(worker.next());
    assertThat(worker.next()).isEqualTo(Worker.DONE);
  }

  @Test
  void timesAreWholeSeconds() throws Exception {
    open();
    insert(worker("l.i0", 0));
    assertThat(new TreeSet<>(run.column("dateandtime"))).containsExactly(1_700_000_000_000L);
  }

  @Test
  void aStatementThatWasDoneIsRecognisedByItsLastRow() throws Exception {
    open();
    Worker worker = worker("l.i0", 0);
    insert(worker);
    worker.prepare(INSERT, MILLIS);
    assertThat(worker.resolveOutcome(INSERT)).isEqualTo(Worker.NOT_EXECUTED);
    worker.execute(INSERT);
    assertThat(worker.resolveOutcome(INSERT)).isEqualTo(100);
  }

  @Test
  void anUnknownOutcomeIsBooked() throws Exception {
    open();
    Worker worker = worker("l.i0", 0);
    worker.prepare(INSERT, MILLIS);
    worker.failed(INSERT, true);
    assertThat(worker.counters().get(InsertCounter.ROWS_INSERTED_UNKNOWN.ordinal())).isEqualTo(100);
    assertThat(worker.counters().get(InsertCounter.ROWS_INSERTED.ordinal())).isZero();
  }

  @Test
  void clientsShareTheKeysOfOneTable() throws Exception {
    settings.putAll(
        Map.of(
            "insert.clients", "3",
            "insert.tables", "shared",
            "insert.deletes", "none",
            "insert.ids", "client"));
    open();
    run.run("l.i0");
    List<Long> keys = run.column(PurchaseColumns.KEY);
    assertThat(new TreeSet<>(keys)).hasSize(750);
    assertThat(keys).startsWith(1L).endsWith(750L);
    Worker second = worker("l.i1", 1);
    insert(second);
    assertThat(run.column(PurchaseColumns.KEY).subList(750, 752)).containsExactly(752L, 755L);
  }

  @Test
  void aSecondRunOnTheSameDataInsertsOtherRowsBehindTheFirst() throws Exception {
    settings.put("insert.ids", "client");
    open();
    run.run("l.i0", "l.i1");
    List<Long> keys = run.column(PurchaseColumns.KEY);
    assertThat(keys).hasSize(250).startsWith(101L).endsWith(350L);
  }

  @Test
  void loadedRowsDependOnTheSeedAlone() throws Exception {
    open();
    run.run("l.i0");
    List<Long> first = run.column("customerid");
    close();
    open();
    run.run("l.i0");
    assertThat(run.column("customerid")).isEqualTo(first);
    close();
    settings.put("seed", "5");
    open();
    run.run("l.i0");
    assertThat(run.column("customerid")).isNotEqualTo(first);
  }
}
