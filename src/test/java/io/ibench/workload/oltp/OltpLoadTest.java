package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ibench.db.DatabaseException;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Prepared;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.random.DistributionKind;
import io.ibench.random.Random64;
import io.ibench.workload.Division;
import io.ibench.workload.FakeActionContext;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadCounters;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.internal.RegisteredDataset;
import io.ibench.workload.oltp.OltpBooks.OfTable;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What loads and bulk inserts book, also when an outcome was lost. */
class OltpLoadTest {

  private FreshDatabase fresh;
  private OltpTrial trial;
  private Session session;

  @BeforeEach
  void open() throws Exception {
    fresh = FreshDatabase.of(Product.MEMORY, Path.of("unused"));
    trial = new OltpTrial(fresh.database());
    session = fresh.database().session();
  }

  @AfterEach
  void close() throws Exception {
    session.close();
    fresh.close();
  }

  private WorkloadRun begin(OltpPlan plan) throws Exception {
    return plan.begin(0, RegisteredDataset.read(plan, fresh.database(), "oltp", "test"));
  }

  private static long booked(Worker worker, int table, OfTable what) {
    return worker.booked().get(table * OfTable.values().length + what.ordinal());
  }

  private static long counted(Worker worker, OltpCounter counter) {
    return worker.counters().get(counter.ordinal());
  }

  private Worker loader(String... settings) throws Exception {
    trial.run("drop, create", settings);
    OltpPlan plan = OltpTrial.plan("load", settings);
    Step.Work load = (Step.Work) plan.steps().get(0);
    return begin(plan).worker(load, load.groups().get(0), 0, session, new Random64(1));
  }

  @Test
  void aBatchIsBookedWithItsSum() throws Exception {
    Worker worker = loader("oltp.rows = 20", "load.rows_per_commit = 5");
    assertThat(worker.next()).isZero();
    worker.prepare(0, 0);
    assertThat(worker.resolveOutcome(0)).isEqualTo(Worker.NOT_EXECUTED);
    assertThat(worker.execute(0)).isEqualTo(5);
    assertThat(trial.rows()).hasSize(5);
    assertThat(booked(worker, 0, OfTable.LOADED)).isEqualTo(5);
    assertThat(booked(worker, 0, OfTable.LOADED_K)).isEqualTo(OltpTrial.sumOfK(trial.rows()));
    assertThat(counted(worker, OltpCounter.ROW_BYTES_WRITTEN)).isEqualTo(5 * 186);
    assertThat(worker.checksum(0)).isEqualTo(5);
  }

  @Test
  void eachBatchHasASumOfItsOwn() throws Exception {
    Worker worker = loader("oltp.rows = 20", "load.rows_per_commit = 5");
    for (int i = 0; i < 4; i++) {
      worker.prepare(worker.next(), 0);
      worker.execute(0);
    }
    assertThat(worker.next()).isEqualTo(Worker.DONE);
    assertThat(booked(worker, 0, OfTable.LOADED_K)).isEqualTo(OltpTrial.sumOfK(trial.rows()));
  }

  @Test
  void aBatchWithALostAnswerIsBookedWhenItsFirstRowIsThere() throws Exception {
    Worker worker = loader("oltp.rows = 20", "load.rows_per_commit = 5");
    worker.prepare(worker.next(), 0);
    worker.execute(0);
    assertThat(worker.resolveOutcome(0)).isEqualTo(5);
    assertThat(booked(worker, 0, OfTable.LOADED)).isEqualTo(10);
    worker.failed(0, false);
    assertThat(counted(worker, OltpCounter.UNCERTAIN)).isZero();
    worker.failed(0, true);
    assertThat(counted(worker, OltpCounter.UNCERTAIN)).isEqualTo(1);
  }

  @Test
  void aLoadGoesOnAfterTheBatchesThatItFinds() throws Exception {
    trial.run("drop, create, load", "oltp.rows = 20", "oltp.tables = 2");
    OltpPlan plan = OltpTrial.plan("load, index", "oltp.rows = 20", "oltp.tables = 2");
    Step.Work load = (Step.Work) plan.steps().get(0);
    WorkloadRun run = begin(plan);
    assertThat(run.continueLoad(load, fresh.database())).isEqualTo(40);
    run.finished(load, WorkloadRun.End.COMPLETE);
    assertThat(run.totals().orElseThrow().get("sbtest1"))
        .isEqualTo(Map.of("rows", 20L, "sum_k", OltpTrial.sumOfK(trial.rows())));
    assertThat(run.totals().orElseThrow().get("sbtest2")).containsEntry("rows", 20L);
  }

  @Test
  void theRowsOfARunAreKnownUnlessAStepDeletes() throws Exception {
    trial.run("drop, create, load, index", "oltp.rows = 20");
    WorkloadRun reads =
        begin(OltpTrial.plan("point_select", "oltp.rows = 20", "oltp.operations = 1"));
    assertThat(reads.lastingRows()).hasValue(20);
    assertThat(reads.rowsInTables()).hasValue(20);
    assertThat(reads.rowBytesInTables()).hasValue(20 * 186);
    WorkloadRun deletes = begin(OltpTrial.plan("delete", "oltp.rows = 20", "oltp.operations = 1"));
    assertThat(deletes.lastingRows()).isEmpty();
    assertThat(deletes.rowsInTables()).hasValue(20);
  }

  @Test
  void aRecountIsWhatTheTablesHave() throws Exception {
    trial.run("drop, create, load, index", "oltp.rows = 20");
    OltpPlan plan = OltpTrial.plan("point_select", "oltp.rows = 20", "oltp.operations = 1");
    WorkloadRun run = begin(plan);
    var delete = session.prepare(plan.oltpTables().get(0).delete());
    delete.setLong(0, 5);
    delete.execute();
    assertThat(run.recount(fresh.database())).hasValue(19);
    assertThat(run.rowsInTables()).hasValue(19);
    assertThat(run.rowBytesInTables()).hasValue(19 * 186);
  }

  @Test
  void nothingIsKnownOfTablesBeforeALoad() throws Exception {
    trial.run("drop, create", "oltp.rows = 20");
    WorkloadRun run = begin(OltpTrial.plan("load", "oltp.rows = 20"));
    assertThat(run.rowsInTables()).isEmpty();
    assertThat(run.rowBytesInTables()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"true, read 40 rows by id and by k, 80", "false, read 40 rows by id, 40"})
  void warmReadsEveryRowByEachIndex(boolean secondary, String fact, long read) throws Exception {
    String[] settings = {
      "oltp.rows = 20", "oltp.tables = 2", "oltp.create_secondary = " + secondary
    };
    trial.run("drop, create, load, index", settings);
    OltpPlan plan = OltpTrial.plan("warm", settings);
    WorkloadCounters progress = OltpCounter.SET.worker();
    WorkloadRun.Outcome outcome =
        begin(plan)
            .act(
                (Step.Action) plan.steps().get(0),
                fresh.database(),
                new FakeActionContext(progress));
    assertThat(outcome.rows()).isEqualTo(40);
    assertThat(outcome.facts()).containsExactly(fact);
    assertThat(progress.get(OltpCounter.ROWS_VERIFIED.ordinal())).isEqualTo(read);
  }

  @Test
  void eachTableHasRowsOfItsOwn() throws Exception {
    OltpPlan plan = trial.run("drop, create, load", "oltp.rows = 20", "oltp.tables = 2").plan();
    RowContent content = new RowContent();
    for (int table = 1; table <= 2; table++) {
      RowContent.Loaded rows =
          new RowContent.Loaded(
              plan.settings(), table, DistributionKind.UNIFORM.over(20, 0.8, 0.2), content);
      Prepared select =
          session.prepare(plan.oltpTables().get(table - 1).table().select().where("id"));
      for (int id = 1; id <= 20; id++) {
        select.setLong(0, id);
        assertThat(select.execute()).isEqualTo(1);
        assertThat(select.getLong(0, 1)).isEqualTo(rows.draw(id));
        byte[] c = new byte[119];
        select.getBytes(0, 2, c);
        assertThat(c).isEqualTo(content.c());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"true, 20", "false, 0"})
  void anIndexIsOfTheRowsOfTheTables(boolean secondary, long rows) throws Exception {
    String[] settings = {"oltp.rows = 20", "oltp.create_secondary = " + secondary};
    trial.run("drop, create, load", settings);
    OltpPlan plan = OltpTrial.plan("index", settings);
    WorkloadRun.Outcome outcome =
        begin(plan)
            .act(
                (Step.Action) plan.steps().get(0),
                fresh.database(),
                new FakeActionContext(OltpCounter.SET.worker()));
    assertThat(outcome.rows()).isEqualTo(rows);
  }

  @Test
  void insertsWithUnknownIdsAreRefused() throws Exception {
    String[] settings = {"oltp.rows = 20", "oltp.auto_inc = false", "insert.operations = 1"};
    trial.run("drop, create", settings);
    OltpPlan plan = OltpTrial.plan("insert", settings);
    Step.Work insert = (Step.Work) plan.steps().get(0);
    WorkloadRun run = begin(plan);
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> run.worker(insert, insert.groups().get(0), 0, session, new Random64(1)))
        .withMessage("nobody knows which ids were inserted, as after a run that died; load again");
  }

  @Test
  void eachProcessHasTotalsOfItsOwn() throws Exception {
    trial.run("drop, create, load", "oltp.rows = 20");
    OltpPlan plan = OltpTrial.plan("insert", "oltp.rows = 20", "insert.operations = 1");
    Step.Work insert = (Step.Work) plan.steps().get(0);
    WorkloadRun run =
        plan.begin(
            0, RegisteredDataset.read(plan, fresh.database(), "oltp", "test"), new Division(1, 3));
    assertThat(run.totalsOf(insert, insert.groups().get(0), 2)).isEqualTo(1);
  }

  /** Threads 0 and 2 fill the first table, and thread 1 the second one. */
  @Test
  void threadsOfABulkInsertHaveTheirTablesInTurn() throws Exception {
    String[] settings = {
      "oltp.tables = 2", "bulk_insert.operations = 1", "bulk_insert.rows_per_statement = 2"
    };
    trial.run("drop, create", settings);
    OltpPlan plan = OltpTrial.plan("create, bulk_insert", settings);
    Step.Work bulk = (Step.Work) plan.steps().get(1);
    WorkloadRun run = begin(plan);
    for (int thread = 0; thread < 3; thread++) {
      Worker worker = run.worker(bulk, bulk.groups().get(0), thread, session, new Random64(1));
      worker.prepare(worker.next(), 0);
      worker.execute(0);
      assertThat(booked(worker, thread % 2, OfTable.LOADED)).isEqualTo(2);
      assertThat(booked(worker, thread % 2, OfTable.LOADED_K)).isEqualTo(thread == 2 ? 7 : 3);
    }
  }

  private BulkInsertWorker bulk(AtomicLong lastIds) throws Exception {
    OltpPlan plan =
        trial
            .run(
                "drop, create, bulk_insert",
                "oltp.tables = 2",
                "bulk_insert.operations = 1",
                "bulk_insert.rows_per_statement = 2")
            .plan();
    return new BulkInsertWorker(
        plan.oltpTables().get(1),
        1,
        lastIds,
        2,
        1,
        new WorkloadCounters(2 * OfTable.values().length),
        session);
  }

  @Test
  void aBulkStatementInsertsTheNextIds() throws Exception {
    AtomicLong lastIds = new AtomicLong(10);
    Worker worker = bulk(lastIds);
    assertThat(worker.next()).isZero();
    assertThat(lastIds).hasValue(12);
    worker.prepare(0, 0);
    assertThat(worker.resolveOutcome(0)).isEqualTo(Worker.NOT_EXECUTED);
    assertThat(booked(worker, 1, OfTable.LOADED)).isZero();
    assertThat(worker.execute(0)).isEqualTo(2);
    assertThat(booked(worker, 1, OfTable.LOADED)).isEqualTo(2);
    assertThat(booked(worker, 1, OfTable.LOADED_K)).isEqualTo(11 + 12);
    assertThat(counted(worker, OltpCounter.TRANSACTIONS)).isEqualTo(1);
    assertThat(counted(worker, OltpCounter.WRITES)).isEqualTo(1);
    assertThat(counted(worker, OltpCounter.INSERTED)).isEqualTo(2);
    assertThat(counted(worker, OltpCounter.ROW_BYTES_WRITTEN)).isEqualTo(16);
    assertThat(worker.checksum(0)).isEqualTo(2);
    assertThat(worker.resolveOutcome(0)).isEqualTo(2);
    assertThat(booked(worker, 1, OfTable.LOADED)).isEqualTo(4);
    assertThat(worker.checksum(0)).isEqualTo(4);
  }

  @Test
  void onlyAnUnknownOutcomeOfABulkStatementIsUncertain() throws Exception {
    Worker worker = bulk(new AtomicLong());
    worker.failed(0, false);
    assertThat(counted(worker, OltpCounter.UNCERTAIN)).isZero();
    worker.failed(0, true);
    assertThat(counted(worker, OltpCounter.UNCERTAIN)).isEqualTo(1);
  }

  @Test
  void aBulkInsertEndsWithTheLastId() throws Exception {
    Worker worker = bulk(new AtomicLong(Integer.MAX_VALUE - 2L));
    assertThat(worker.next()).isZero();
    assertThat(worker.next()).isEqualTo(Worker.DONE);
  }
}
