package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ibench.db.EachProduct;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.measure.StepResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** The rows, statements and answers of oltp are the same on every product. */
@Timeout(300)
class OltpOnEachProductTest {

  /** In the order of sysbench's manual, with those that need all rows first. */
  private static final List<String> SCRIPTS =
      Arrays.stream(Script.values()).map(Script::label).toList();

  @TempDir private Path folder;

  /** The facts and answers of each step, and all rows at the end. */
  private record Outcome(List<String> steps, Map<String, String> contents) {}

  @EachProduct(onePool = true)
  @ParameterizedTest
  void theLoadedRowsAreTheGoldenOnes(Product product) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      for (int threads : product.isServer() ? new int[] {3} : new int[] {1, 3, 8}) {
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

  private Outcome everyScript(Product product, String text) throws Exception {
    List<String> settings = new ArrayList<>(List.of("oltp.tables = 2", "oltp.text = " + text));
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
                + result.facts());
      }
      return new Outcome(steps, trial.contents());
    }
  }

  @EachProduct(onePool = true)
  @ParameterizedTest
  void everyScriptHasTheAnswersAndRowsOfMemory(Product product) throws Exception {
    Outcome reference = everyScript(Product.MEMORY, "char");
    Outcome found = everyScript(product, "char");
    assertThat(found.steps()).isEqualTo(reference.steps());
    assertThat(found.contents()).isEqualTo(reference.contents());
  }

  @EachProduct(onePool = true)
  @ParameterizedTest
  void theTypeOfTextDoesNotChangeTheAnswers(Product product) throws Exception {
    Outcome text = everyScript(product, "char");
    // The MongoDB inside the tests does not know the length of bytes.
    for (String other :
        product.keepsDocuments() ? List.of("varchar") : List.of("varchar", "bytes")) {
      Outcome found = everyScript(product, other);
      assertThat(found.steps()).isEqualTo(text.steps());
      assertThat(found.contents()).isEqualTo(text.contents());
    }
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
                  "write_only.operations = 2000");
      assertThat(trial.rows()).hasSize(50);
      assertThat(trial.counted(OltpCounter.TRANSACTIONS)).isEqualTo(2000);
      assertThat(trial.counted(OltpCounter.WRITES)).isEqualTo(8000);
      assertThat(trial.facts()).contains("sbtest1: 50 rows as booked");
      if (product.isServer() && !product.isPooled()) {
        long retries = trial.results().stream().mapToLong(step -> step.whole().retries()).sum();
        assertThat(retries).isPositive();
      }
    }
  }

  @EachProduct(onePool = true)
  @ParameterizedTest
  void updatesOfKAddUp(Product product) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      OltpTrial trial =
          new OltpTrial(fresh.database())
              .run(
                  OltpTrial.LOAD + ", update_index, verify",
                  "oltp.rows = 10000",
                  "update_index.threads = 8",
                  "update_index.operations = 2000");
      assertThat(OltpTrial.sumOfK(trial.rows())).isEqualTo(50_081_663 + 2000);
      assertThat(trial.facts()).contains("sum of k: 50,083,663 as booked");
    }
  }

  @EachProduct(onePool = true)
  @ParameterizedTest
  void deletesLeaveWhatTheyDidNotFind(Product product) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      OltpTrial trial =
          new OltpTrial(fresh.database())
              .run(
                  OltpTrial.LOAD + ", delete, verify",
                  "delete.threads = 2",
                  "delete.operations = 2000");
      long deleted = trial.counted(OltpCounter.DELETED);
      assertThat(trial.rows()).hasSize((int) (1000 - deleted));
      assertThat(trial.counted(OltpCounter.UNMATCHED)).isEqualTo(2000 - deleted);
      assertThat(trial.counted(OltpCounter.WRITES)).isEqualTo(2000);
      // 1000 (1 - 1/1000)^2000, and five deviations.
      assertThat(1000.0 - deleted).isCloseTo(135.2, within(55.0));
    }
  }

  /** Also in a second run on the same data. */
  @EachProduct(onePool = true)
  @ParameterizedTest
  void insertedRowsGetNewIds(Product product) throws Exception {
    for (boolean autoInc : new boolean[] {true, false}) {
      try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
        String[] settings = {
          "oltp.auto_inc = " + autoInc, "insert.threads = 3", "insert.operations = 300"
        };
        OltpTrial trial = new OltpTrial(fresh.database());
        trial.run(OltpTrial.LOAD + ", insert, verify", settings);
        assertThat(trial.rows()).hasSize(1300);
        trial.run("insert, verify", settings);
        TreeSet<Long> ids =
            trial.rows().stream()
                .map(row -> Long.parseLong(row.split(",")[0]))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(ids).hasSize(1600);
        assertThat(ids.headSet(1001L)).hasSize(1000);
        assertThat(ids.last()).isLessThanOrEqualTo(Integer.MAX_VALUE);
        assertThat(trial.facts()).contains("sbtest1: 1,600 rows as booked");
      }
    }
  }

  @EachProduct(onePool = true)
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

  @EachProduct(onePool = true)
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
