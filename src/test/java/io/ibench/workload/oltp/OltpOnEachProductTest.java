package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ibench.db.Database;
import io.ibench.db.EachProduct;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Prepared;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.db.Transaction;
import io.ibench.measure.StepResult;
import io.ibench.random.Random64;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.internal.RegisteredDataset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** The rows, statements and answers of oltp are the same on every product. */
@Timeout(300)
class OltpOnEachProductTest {

  /** In the order of sysbench's manual, with those that need all rows first. */
  private static final List<String> SCRIPTS =
      Arrays.stream(Script.values()).map(Script::label).toList();

  /** Many show what few do not; the rows grow with them, so that the same share is hit. */
  private static final int OPERATIONS = Integer.getInteger("ibench.test.oltp.operations", 1000);

  private static final int ROWS = OPERATIONS / 2;

  @TempDir private Path folder;

  /** The facts and answers of each step, and all rows at the end. */
  private record Outcome(List<String> steps, Map<String, String> contents) {}

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void theLoadedRowsAreTheGoldenOnes(Product product) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      for (int threads : new int[] {1, 8}) {
        OltpTrial trial =
            new OltpTrial(fresh.database())
                .run(
                    OltpTrial.LOAD + ", verify",
                    "oltp.rows = 10000",
                    "load.threads = " + threads,
                    "load.rows_per_commit = 1000");
        List<String> rows = trial.rows();
        assertThat(rows).hasSize(10_000);
        assertThat(rows.get(0)).startsWith("1,3316,59416874258-08885009654-");
        assertThat(rows.get(0)).contains(",11680397261-48396092713-");
        assertThat(rows.get(9_999)).startsWith("10000,5332,");
        assertThat(OltpTrial.sumOfK(rows)).isEqualTo(50_081_663);
        assertThat(OltpTrial.crc(rows)).isEqualTo("0a5bf637");
        assertThat(trial.facts())
            .contains("sbtest1: 10,000 rows as booked", "sum of k: 50,081,663 as booked")
            .contains("every c and pad has its form, and k its index");
      }
    }
  }

  private Outcome everyScript(Product product, String text, String answers) throws Exception {
    List<String> settings =
        new ArrayList<>(
            List.of("oltp.tables = 2", "oltp.text = " + text, "oltp.answers = " + answers));
    for (String script : SCRIPTS) {
      settings.add(script + ".operations = " + (script.equals("scan") ? 2 : 20));
    }
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      OltpTrial trial =
          new OltpTrial(fresh.database())
              .run(
                  OltpTrial.LOAD + ", warm, " + String.join(", ", SCRIPTS) + ", verify",
                  settings.toArray(String[]::new));
      List<String> steps = new ArrayList<>();
      for (StepResult result : trial.results().subList(1, trial.results().size())) {
        steps.add(
            result.step().name()
                + " "
                + Arrays.toString(result.whole().workloadCounters())
                + " "
                + result.answers()
                + " "
                + result.facts().stream()
                    .filter(fact -> !fact.startsWith("transactions/s "))
                    .toList());
      }
      return new Outcome(steps, trial.contents());
    }
  }

  /** Whatever the type of text. */
  @EachProduct(onePool = true)
  @ParameterizedTest
  void everyScriptHasTheAnswersAndRowsOfMemory(Product product) throws Exception {
    Outcome reference = everyScript(Product.MEMORY, "char", "all");
    // The MongoDB inside the tests does not know the length of bytes.
    for (String text :
        product.keepsDocuments()
            ? List.of("char", "varchar")
            : List.of("char", "varchar", "bytes")) {
      Outcome found = everyScript(product, text, "all");
      assertThat(found.steps()).as(text).isEqualTo(reference.steps());
      assertThat(found.contents()).as(text).isEqualTo(reference.contents());
    }
  }

  /** Of 20 operations two are read, of the others rows are counted. */
  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void aSampleOfTheAnswersIsTheSameOnEveryProduct(Product product) throws Exception {
    Outcome reference = everyScript(Product.MEMORY, "char", "sample");
    assertThat(reference.contents())
        .isEqualTo(everyScript(Product.MEMORY, "char", "all").contents());

    Outcome found = everyScript(product, "char", "sample");

    assertThat(found.steps()).isEqualTo(reference.steps());
    assertThat(found.contents()).isEqualTo(reference.contents());
  }

  /** 8 threads on 50 rows: transactions delete and insert the same ids. */
  @EachProduct(onePool = true)
  @ParameterizedTest
  void transactionsThatMeetAreRepeatedUntilAllAreDone(Product product) throws Exception {
    assumeThat(product.hasTransactions()).isTrue();
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      OltpTrial trial =
          new OltpTrial(fresh.database())
              .run(
                  OltpTrial.LOAD + ", write_only, verify",
                  "oltp.rows = 50",
                  "write_only.threads = 8",
                  "write_only.operations = " + OPERATIONS);
      assertThat(trial.rows()).hasSize(50);
      assertThat(trial.counted(OltpCounter.TRANSACTIONS)).isEqualTo(OPERATIONS);
      assertThat(trial.counted(OltpCounter.WRITES)).isEqualTo(4L * OPERATIONS);
      assertThat(trial.facts()).contains("sbtest1: 50 rows as booked");
      if (product.isServer() && !product.isPooled()) {
        long retries = trial.results().stream().mapToLong(step -> step.whole().retries()).sum();
        assertThat(retries).isPositive();
      }
    }
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void updatesOfKAddUp(Product product) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      OltpTrial trial =
          new OltpTrial(fresh.database())
              .run(
                  OltpTrial.LOAD + ", update_index, verify",
                  "oltp.rows = 10000",
                  "update_index.threads = 8",
                  "update_index.operations = " + OPERATIONS);
      long sum = 50_081_663 + OPERATIONS;
      assertThat(OltpTrial.sumOfK(trial.rows())).isEqualTo(sum);
      assertThat(trial.facts()).contains(String.format("sum of k: %,d as booked", sum));
    }
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void deletesLeaveWhatTheyDidNotFind(Product product) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      OltpTrial trial =
          new OltpTrial(fresh.database())
              .run(
                  OltpTrial.LOAD + ", delete, verify",
                  "oltp.rows = " + ROWS,
                  "delete.threads = 2",
                  "delete.operations = " + OPERATIONS);
      long deleted = trial.counted(OltpCounter.DELETED);
      assertThat(trial.rows()).hasSize((int) (ROWS - deleted));
      assertThat(trial.counted(OltpCounter.UNMATCHED)).isEqualTo(OPERATIONS - deleted);
      assertThat(trial.counted(OltpCounter.WRITES)).isEqualTo(OPERATIONS);
      // n (1 - 1/n)^2n, and five deviations of sqrt(n e^-2 (1 - 3 e^-2)).
      double left = ROWS * Math.exp(OPERATIONS * Math.log1p(-1.0 / ROWS));
      double deviation = Math.sqrt(ROWS * Math.exp(-2) * (1 - 3 * Math.exp(-2)));
      assertThat((double) ROWS - deleted).isCloseTo(left, within(5 * deviation));
    }
  }

  /** Also in a second run on the same data. */
  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void insertedRowsGetNewIds(Product product) throws Exception {
    int inserts = 300 * OPERATIONS / 2000;
    for (boolean autoInc : new boolean[] {true, false}) {
      try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
        String[] settings = {
          "oltp.auto_inc = " + autoInc, "insert.threads = 3", "insert.operations = " + inserts
        };
        OltpTrial trial = new OltpTrial(fresh.database());
        trial.run(OltpTrial.LOAD + ", insert, verify", settings);
        assertThat(trial.rows()).hasSize(1000 + inserts);
        trial.run("insert, verify", settings);
        TreeSet<Long> ids =
            trial.rows().stream()
                .map(row -> Long.parseLong(row.split(",")[0]))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(ids).hasSize(1000 + 2 * inserts);
        assertThat(ids.headSet(1001L)).hasSize(1000);
        assertThat(ids.last()).isLessThanOrEqualTo(Integer.MAX_VALUE);
        assertThat(trial.facts())
            .contains(String.format("sbtest1: %,d rows as booked", ids.size()));
      }
    }
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void bulkInsertFillsTablesOfItsOwn(Product product) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      OltpTrial trial =
          new OltpTrial(fresh.database())
              .run(
                  "drop, create, bulk_insert, verify",
                  "oltp.tables = 2",
                  "bulk_insert.threads = 3",
                  "bulk_insert.operations = 12",
                  "bulk_insert.rows_per_statement = 250");
      StepResult bulk = trial.results().get(2);
      assertThat(bulk.whole().operations().get(0).count()).isEqualTo(12);
      assertThat(bulk.whole().operations().get(0).rows()).isEqualTo(3000);
      assertThat(trial.counted(OltpCounter.INSERTED)).isEqualTo(3000);
      assertThat(trial.facts()).contains("2 tables: 3,000 rows as booked", "every k is its id");
      damage(fresh.database(), trial.bulkTable());
      trial.tryToRun(
          "verify, drop, create, bulk_insert", "oltp.tables = 2", "bulk_insert.operations = 1");
      assertThat(trial.problems())
          .anySatisfy(line -> assertThat(line).contains("the row with id 17 has k 5"));
    }
  }

  private static void damage(Database database, OltpTable table) throws Exception {
    try (Session session = database.session()) {
      var update = session.prepare(table.table().update().set(OltpTable.K).where(OltpTable.ID));
      update.setLong(0, 5);
      update.setLong(1, 17);
      update.execute();
    }
  }

  /** A worker that waited for the lock would never end here. */
  @Test
  void readersOfSqliteDoNotWaitForAWriter() throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(Product.SQLITE, folder)) {
      Database database = fresh.database();
      new OltpTrial(database).run(OltpTrial.LOAD);
      OltpPlan plan = OltpTrial.plan("read_only", "oltp.operations = 1");
      Step.Work step = (Step.Work) plan.steps().get(0);
      try (Session writer = database.session();
          Session reader = database.session()) {
        Worker worker =
            plan.begin(0, RegisteredDataset.read(plan, database, "oltp", "test"))
                .worker(step, step.groups().get(0), 0, reader, new Random64(1));
        Transaction open = writer.transaction();
        Prepared update = open.prepare(plan.oltpTables().get(0).addToK());
        open.begin();
        update.setLong(0, 1);
        assertThat(update.execute()).isEqualTo(1);
        for (int i = 0; i < 20; i++) {
          worker.prepare(worker.next(), 0);
          assertThat(worker.execute(worker.next())).isGreaterThan(10);
        }
        open.rollback();
      }
    }
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void connectionsAreReplacedBetweenTransactions(Product product) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      OltpTrial trial =
          new OltpTrial(fresh.database())
              .run(
                  OltpTrial.LOAD + ", read_write, verify",
                  "read_write.reconnect = 6",
                  "read_write.operations = 20");
      assertThat(trial.counted(OltpCounter.TRANSACTIONS)).isEqualTo(20);
      StepResult step = trial.results().get(4);
      assertThat(step.whole().operations()).extracting("count").containsExactly(20L, 3L);
      assertThat(trial.facts()).contains("sbtest1: 1,000 rows as booked");
    }
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void aDamagedTextIsFound(Product product) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      OltpTrial trial = new OltpTrial(fresh.database()).run(OltpTrial.LOAD);
      OltpTable table = new OltpTable(OltpTrial.plan("drop").settings(), 1);
      try (Session session = fresh.database().session()) {
        byte[] c = new byte[RowContent.C_LENGTH];
        var select = session.prepare(table.point());
        select.setLong(0, 77);
        select.execute();
        select.getBytes(0, 0, c);
        c[35] = '_';
        var update = session.prepare(table.setC());
        update.setBytes(0, c, c.length);
        update.setLong(1, 77);
        update.execute();
      }
      trial.tryToRun("verify");
      assertThat(trial.problems())
          .singleElement()
          .asString()
          .startsWith("sbtest1: the row with id 77 has a damaged c");
    }
  }
}
