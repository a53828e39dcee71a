package io.ibench.workload.kv;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.db.EachProduct;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Prepared;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.measure.StepResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** The rows and answers of kv are the same on every product. */
@Timeout(300)
class KvOnEachProductTest {

  private static final String STEPS =
      "overwrite, updaterandom, readrandom, multireadrandom, seekrandom, fwdrange, revrange,"
          + " readrandomwriterandom, readseq, readreverse, deleterandom, again, back, verify";

  private static final String[] SETTINGS = {
    "again.like = readrandom",
    "back.like = overwrite",
    "overwrite.batch_size = 3",
    "multireadrandom.exp_range = 5",
    "kv.multiget = 7"
  };

  @TempDir private Path folder;

  /** The counters, answers and facts of each step, and all rows at the end. */
  private record Outcome(List<String> steps, String contents) {}

  private Outcome run(Product product, String fill, String... more) throws Exception {
    List<String> settings = new ArrayList<>(Arrays.asList(SETTINGS));
    settings.addAll(Arrays.asList(more));
    String[] all = settings.toArray(String[]::new);
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      KvTrial trial = new KvTrial(fresh.database()).run(fill + ", " + STEPS, all);
      List<String> steps = new ArrayList<>();
      for (StepResult result : trial.results()) {
        steps.add(
            result.step().name()
                + " "
                + Arrays.toString(result.whole().workloadCounters())
                + " "
                + result.answers()
                + " "
                + result.facts());
      }
      boolean numbers = settings.contains("kv.key = number");
      return new Outcome(steps, numbers ? "" : trial.contents(all));
    }
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void everyBenchmarkGivesTheSameAfterAFillInTurn(Product product) throws Exception {
    assertThat(run(product, "fillseq", "fillseq.threads = 3", "fillseq.rows_per_commit = 37"))
        .isEqualTo(run(Product.MEMORY, "fillseq"));
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void everyBenchmarkGivesTheSameAfterARandomFill(Product product) throws Exception {
    assertThat(run(product, "fillrandom", "fillrandom.threads = 2"))
        .isEqualTo(run(Product.MEMORY, "fillrandom", "fillrandom.rows_per_commit = 10"));
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void mixgraphAndMultiscanGiveTheSame(Product product) throws Exception {
    assertThat(runMix(product)).isEqualTo(runMix(Product.MEMORY));
  }

  private Outcome runMix(Product product) throws Exception {
    String[] settings = {
      "kv.max_value_size = 1024",
      "mixgraph.max_scan = 50",
      "multiscan.multiscan_size = 3",
      "multiscan.nexts = 20",
      "multiscan.operations = 50"
    };
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      KvTrial trial =
          new KvTrial(fresh.database()).run("fillseq, mixgraph, multiscan, verify", settings);
      assertThat(trial.counted("multiscan", KvCounter.ROWS_SCANNED)).isEqualTo(50 * 3 * 20);
      assertThat(trial.facts()).contains("1,000 rows as acknowledged");
      List<String> steps = new ArrayList<>();
      for (StepResult result : trial.results()) {
        steps.add(
            Arrays.toString(result.whole().workloadCounters())
                + " "
                + result.answers()
                + " "
                + result.facts());
      }
      return new Outcome(steps, trial.contents(settings));
    }
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void numbersAsKeysGiveTheSame(Product product) throws Exception {
    assertThat(run(product, "fillseq", "kv.key = number"))
        .isEqualTo(run(Product.MEMORY, "fillseq", "kv.key = number"));
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void readsFindWhatTheFillsAndDeletesHaveLeft(Product product) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      KvTrial trial =
          new KvTrial(fresh.database())
              .run(
                  "fillseq, readrandom, fwdrange, revrange, deleterandom, readseq, verify",
                  "readrandom.threads = 3",
                  "deleterandom.operations = 300");
      assertThat(trial.counted("readrandom", KvCounter.KEYS_FOUND)).isEqualTo(200);
      assertThat(trial.counted("fwdrange", KvCounter.SEEKS_FOUND)).isEqualTo(200);
      long deleted = trial.counted("deleterandom", KvCounter.KEYS_DELETED);
      assertThat(deleted).isBetween(230L, 290L);
      assertThat(trial.counted("readseq", KvCounter.ROWS_SCANNED)).isEqualTo(1000 - deleted);
      assertThat(trial.facts()).contains(1000 - deleted + " rows as acknowledged");
    }
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void aFillOfUniqueKeysPutsAllAndDeletesInTurnRemoveAll(Product product) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      KvTrial trial =
          new KvTrial(fresh.database())
              .run(
                  "filluniquerandom, readrandom, readmissing, verify, deleteseq, readseq, last",
                  "filluniquerandom.threads = 2",
                  "deleteseq.threads = 3",
                  "deleteseq.batch_size = 7",
                  "last.like = verify");
      assertThat(trial.counted("filluniquerandom", KvCounter.PUTS)).isEqualTo(1000);
      assertThat(trial.counted("readrandom", KvCounter.KEYS_FOUND)).isEqualTo(200);
      assertThat(trial.counted("readmissing", KvCounter.KEYS_READ)).isEqualTo(200);
      assertThat(trial.counted("readmissing", KvCounter.KEYS_FOUND)).isZero();
      assertThat(trial.counted("deleteseq", KvCounter.KEYS_DELETED)).isEqualTo(1000);
      assertThat(trial.counted("readseq", KvCounter.ROWS_SCANNED)).isZero();
      assertThat(trial.facts())
          .contains("1,000 rows as acknowledged")
          .endsWith("0 rows as acknowledged", "each value is whole and belongs to its key");
    }
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void aWriterWritesBesideReadersUntilTheyAreDone(Product product) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      // An embedded database answers 400 reads before the writer's first put is due.
      long reads = product.isEmbedded() ? 100_000 : 400;
      KvTrial trial =
          new KvTrial(fresh.database())
              .run(
                  "fillseq, readwhilewriting, seekrandomwhilewriting, verify",
                  "kv.threads = 2",
                  "kv.operations = 400",
                  "readwhilewriting.operations = " + reads,
                  "seekrandomwhilewriting.nexts = 10");
      assertThat(trial.counted("readwhilewriting", KvCounter.KEYS_FOUND)).isEqualTo(reads);
      assertThat(trial.counted("seekrandomwhilewriting", KvCounter.SEEKS)).isEqualTo(400);
      assertThat(trial.counted("readwhilewriting", KvCounter.PUTS)).isPositive();
    }
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void verifyFindsDamage(Product product) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      new KvTrial(fresh.database()).run("fillseq");
      damage(fresh.database());
      assertThat(new KvTrial(fresh.database()).tryToRun("verify").problems())
          .containsExactly(
              "key 10 has a damaged value: its checksum is wrong",
              "key 20 has the value of key 21",
              "key 30 has 99 bytes, not 100",
              "expected 1,000 rows as acknowledged, found 999");
    }
  }

  /** Changes three values, and removes a row. */
  private static void damage(Database database) throws Exception {
    KvTable table = KvTrial.plan("verify").table();
    KvTable.KeyAccess access = table.access();
    byte[] value = new byte[100];
    try (Session session = database.session()) {
      Prepared get = session.prepare(table.get());
      Prepared put = session.prepare(table.put());
      access.bind(get, 0, 10);
      get.execute();
      get.getBytes(0, 0, value);
      value[77] ^= 1;
      put(access, put, 10, value, 100);
      access.bind(get, 0, 21);
      get.execute();
      get.getBytes(0, 0, value);
      put(access, put, 20, value, 100);
      put(access, put, 30, value, 99);
      Prepared delete = session.prepare(table.delete());
      access.bind(delete, 0, 40);
      delete.execute();
    }
  }

  private static void put(
      KvTable.KeyAccess access, Prepared put, long key, byte[] value, int length) throws Exception {
    access.bind(put, 0, key);
    put.setBytes(1, value, length);
    put.execute();
  }
}
