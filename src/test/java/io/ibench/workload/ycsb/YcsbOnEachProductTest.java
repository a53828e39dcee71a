package io.ibench.workload.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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

/** The rows and answers of ycsb are the same on every product. */
@Timeout(300)
class YcsbOnEachProductTest {

  private static final String ALL =
      "workloada, workloadb, workloadc, workloadf, workloadd, workloade, all, verify";

  @TempDir private Path folder;

  /** The counters, answers and facts of each step, and all rows at the end. */
  private record Outcome(List<String> steps, String contents) {}

  private Outcome run(Product product, int loaders) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      YcsbTrial trial =
          new YcsbTrial(fresh.database())
              .run(
                  YcsbTrial.LOAD + ", " + ALL,
                  "load.threads = " + loaders,
                  "load.rows_per_commit = 37",
                  "ycsb.operations = 300",
                  "all.like = workloada",
                  "all.writeallfields = true",
                  "all.requestdistribution = latest",
                  "workloade.scanlengthdistribution = zipfian",
                  "ycsb.maxscanlength = 30");
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
      return new Outcome(steps, trial.contents());
    }
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void everyWorkloadHasTheAnswersAndRowsOfMemory(Product product) throws Exception {
    assertThat(run(product, 3)).isEqualTo(run(Product.MEMORY, 1));
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void requestsFindEveryRowAndScansHaveTheirLength(Product product) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      YcsbTrial trial =
          new YcsbTrial(fresh.database())
              .run(
                  YcsbTrial.LOAD + ", workloadd, workloade, verify",
                  "workloadd.threads = 4",
                  "workloadd.operations = 2000",
                  "workloade.threads = 4",
                  "workloade.operations = 1000",
                  "ycsb.maxscanlength = 20");
      long inserted = trial.counted("workloadd", YcsbCounter.INSERTED);
      assertThat(inserted).isBetween(50L, 150L);
      assertThat(trial.counted("workloadd", YcsbCounter.ROWS_ASKED)).isEqualTo(2000 - inserted);
      assertThat(trial.counted("workloadd", YcsbCounter.ROWS_FOUND)).isEqualTo(2000 - inserted);
      double scans = trial.counted("workloade", YcsbCounter.SCANS);
      double perScan = trial.counted("workloade", YcsbCounter.ROWS_SCANNED) / scans;
      // The mean of 1 to 20 and five deviations; the rows near the table's end are few.
      assertThat(perScan).isCloseTo(10.5, within(1.2));
      long all = 1000 + inserted + trial.counted("workloade", YcsbCounter.INSERTED);
      assertThat(trial.facts())
          .contains(String.format("%,d rows as booked", all))
          .contains("each field is whole and belongs to its row");
    }
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void aLaterRunInsertsFurtherRows(Product product) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      YcsbTrial trial = new YcsbTrial(fresh.database());
      String[] settings = {"ycsb.operations = 200", "ycsb.insertproportion = 1"};
      trial.run(YcsbTrial.LOAD + ", workloadd", settings);
      long first = trial.counted("workloadd", YcsbCounter.INSERTED);
      trial.run("workloadd, verify", settings);
      long all = 1000 + first + trial.counted("workloadd", YcsbCounter.INSERTED);
      assertThat(trial.facts()).contains(String.format("%,d rows as booked", all));
    }
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void aFieldOfAnotherRowAndARowTooManyAreFound(Product product) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      YcsbTrial trial = new YcsbTrial(fresh.database()).run(YcsbTrial.LOAD);
      YcsbTable table = YcsbTrial.plan("drop").table();
      try (Session session = fresh.database().session()) {
        byte[] value = new byte[100];
        KeyText key = new KeyText().of(1);
        Prepared read = session.prepare(table.read());
        read.setBytes(0, key.bytes(), key.length());
        assertThat(read.execute()).isEqualTo(1);
        read.getBytes(0, 1 + 3, value);
        key.of(2);
        Prepared update = session.prepare(table.update(3));
        update.setBytes(0, value, value.length);
        update.setBytes(1, key.bytes(), key.length());
        update.execute();
        Prepared insert = session.prepare(table.insert(1));
        key.of(5000);
        insert.setBytes(0, key.bytes(), key.length());
        for (int field = 0; field < 10; field++) {
          insert.setBytes(1 + field, value, value.length);
        }
        insert.execute();
      }
      trial.tryToRun("verify");
      assertThat(trial.problems())
          .contains("user1820151046732198393: field3 is damaged, or of another row")
          .contains("expected 1,000 rows as booked, found 1,001");
    }
  }
}
