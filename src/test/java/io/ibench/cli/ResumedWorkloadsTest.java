package io.ibench.cli;

import static io.ibench.cli.KilledSteps.step;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs of each workload but LinkBench's and io's that are killed in a load or in requests, and
 * resumed, on the database of {@link ResumeTest}. {@link ResumedIoTest} has those of io.
 */
@StartsProcess
@NeedsServer
@Tag("any-server")
class ResumedWorkloadsTest {

  private static KilledDatabase database;

  @TempDir private Path folder;

  @BeforeAll
  static void startServer() {
    database = KilledDatabase.ofThisRun();
  }

  @AfterAll
  static void closeServer() {
    if (database != null) {
      database.close();
    }
  }

  private RunningIbench killed(String workload, String step, int intervals, String... settings)
      throws Exception {
    return new KilledSteps(folder, database.properties(folder))
        .resumed(workload, step, intervals, settings);
  }

  private static void assertVerified(RunningIbench run, String... facts) throws IOException {
    assertThat(step(run, "verify").path("problems")).isEmpty();
    assertThat(step(run, "verify").path("facts").toString()).contains(facts);
  }

  @ParameterizedTest
  @CsvSource({"oltp, oltp.rows, oltp.threads", "ycsb, ycsb.recordcount, ycsb.threads"})
  void aLoadLoadsTheRowsThatAreMissing(String workload, String rows, String threads)
      throws Exception {
    try (RunningIbench run =
        killed(
            workload,
            "load",
            4,
            "steps=drop,create,load,verify",
            rows + "=60k",
            "load.rows_per_commit=10",
            "load.threads=3",
            threads + "=3")) {
      assertVerified(run, "60,000 rows as booked");
      JsonNode load = step(run, "load");
      assertThat(load.path("problems")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"write_only", "insert", "delete", "update_index"})
  void aScriptOfSysbenchGoesOnAndTheRowsAreCountedAnew(String script) throws Exception {
    try (RunningIbench run =
        killed(
            "oltp",
            script,
            6,
            "steps=drop,create,load,index," + script + ",verify",
            "oltp.auto_inc=false",
            "oltp.rows=20k",
            script + ".until=2s",
            "oltp.threads=2")) {
      assertVerified(run, "rows as booked");
      assertThat(step(run, script).path("facts").toString())
          .contains(script.equals("delete") ? "" : "none that was acknowledged is lost");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"workloada", "workloadd"})
  void aCoreWorkloadOfYcsbGoesOnAndTheRowsAreCountedAnew(String mix) throws Exception {
    try (RunningIbench run =
        killed(
            "ycsb",
            mix,
            6,
            "steps=drop,create,load," + mix + ",verify",
            "ycsb.recordcount=5k",
            mix + ".insertproportion=0.5",
            mix + ".until=2s",
            "ycsb.threads=2")) {
      assertVerified(run, "rows as booked", "each field is whole");
      assertThat(step(run, mix).path("facts").toString())
          .contains("none that was acknowledged is lost");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fillseq", "fillrandom"})
  void aFillPutsTheKeysThatAreMissing(String fill) throws Exception {
    try (RunningIbench run =
        killed(
            "kv",
            fill,
            4,
            "steps=drop,create," + fill + ",verify",
            "kv.num=60k",
            fill + ".rows_per_commit=10",
            fill + ".threads=3")) {
      assertVerified(run, "rows as acknowledged", "each value is whole and belongs to its key");
      assertThat(step(run, fill).path("problems")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"overwrite", "deleterandom"})
  void writesOfKvGoOnAndTheRowsAreCountedAnew(String writes) throws Exception {
    try (RunningIbench run =
        killed(
            "kv",
            writes,
            6,
            "steps=drop,create,fillseq," + writes + ",verify",
            "kv.num=20k",
            writes + ".until=2s",
            writes + ".rate=1000/s",
            writes + ".threads=2")) {
      assertVerified(run, "rows as acknowledged");
      assertThat(step(run, writes).path("facts").toString())
          .contains(
              writes.equals("overwrite") ? "none that was acknowledged is lost" : "recounted: ");
    }
  }

  /** The numbers of sequence() are the keys of shop_sale. */
  @ParameterizedTest
  @ValueSource(strings = "request")
  void aScriptGoesOnWithNumbersThatWereNotDrawnBefore(String request) throws Exception {
    try (RunningIbench run =
        killed(
            "shop",
            request,
            6,
            "steps=drop,create,load,index,request,verify",
            "request.until=2s",
            "request.threads=2",
            "load.threads=2")) {
      assertThat(step(run, "verify").path("problems")).isEmpty();
      assertThat(step(run, request).path("failures").toString()).doesNotContain("duplicate");
      assertThat(step(run, request).path("problems")).isEmpty();
    }
  }

  /** Orders and their customers: a load of two tables, and transactions on both. */
  @ParameterizedTest
  @ValueSource(strings = {"load", "request"})
  void aWorkloadOfSettingsGoesOnAndItsChecksHold(String step) throws Exception {
    try (RunningIbench run =
        killed(
            "orders",
            step,
            4,
            "rows.orders=60k",
            "load.rows_per_commit=10",
            "load.threads=2",
            "request.until=2s",
            "request.threads=2")) {
      assertThat(step(run, "verify").path("problems")).isEmpty();
      assertThat(step(run, step).path("problems")).isEmpty();
    }
  }

  /** Step l.i0 loads; l.i1 inserts and deletes as many rows. */
  @ParameterizedTest
  @ValueSource(strings = {"l.i0", "l.i1"})
  void theInsertBenchmarkGoesOnAndItsRowsAreAsBooked(String step) throws Exception {
    try (RunningIbench run =
        killed(
            "insert",
            step,
            4,
            "steps=l.i0,l.x,l.i1,verify",
            "l.i0.rows=40k",
            "l.i0.rows_per_commit=10",
            "l.i1.rows=20k",
            "l.i1.rows_per_commit=10")) {
      assertThat(step(run, "verify").path("problems")).isEmpty();
      assertThat(step(run, step).path("problems")).isEmpty();
    }
  }
}
