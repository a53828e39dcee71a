package io.ibench.cli;

import static io.ibench.cli.Cli.ibench;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ibench.db.JdbcPage;
import io.ibench.testing.Slow;
import io.ibench.testing.StartsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every workload runs on the products of docs/jdbc.md with the lines of the page alone. */
@Slow
@StartsProcess
class JdbcPageTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private int runs;

  @BeforeEach
  void setUpDerby() {
    System.setProperty("derby.stream.error.file", folder.resolve("derby.log").toString());
    System.setProperty("derby.locks.deadlockTimeout", "1");
  }

  /**
   * The lines below a heading that begins with the product's name, on files in the test's folder.
   */
  private Path page(String product) throws IOException {
    return Files.writeString(folder.resolve("page.properties"), JdbcPage.lines(product, folder));
  }

  private JsonNode run(Path database, Path workload, String... settings) throws IOException {
    Path result = folder.resolve("result" + ++runs);
    List<Object> arguments = new ArrayList<>(List.of("run", workload, "-d", database));
    arguments.addAll(List.of("-o", result, "--no-page", "--lenient"));
    for (String setting : settings) {
      arguments.addAll(List.of("-s", setting));
    }
    Cli run = ibench(arguments.toArray());
    assertThat(run.code()).as(run.err() + run.out()).isZero();
    return JSON.readTree(result.resolve("summary.json").toFile());
  }

  private static void assertAllSucceeds(JsonNode summary) {
    for (JsonNode step : summary.path("steps")) {
      String name = step.path("name").asText();
      assertThat(step.path("state").asText()).as(name).isEqualTo("done");
      assertThat(step.path("problems")).as(name).isEmpty();
      assertThat(step.path("errors").asLong()).as(name).isZero();
    }
    assertThat(summary.path("steps").findValuesAsText("name")).contains("verify");
  }

  private static final String WORKLOADS =
      """
      linkbench | linkbench.maxid1=201 warmup.until=50ms request.until=200ms request.repeat=1
      insert    | l.i0.rows=2k l.i1.rows=200 l.i2.rows=100 insert.query_seconds=1 steps=l.i0,l.x,l.i1,l.i2,qr100,verify
      oltp      | oltp.rows=500 oltp.until=100ms
      ycsb      | ycsb.recordcount=500 ycsb.until=100ms
      kv        | kv.num=500 kv.until=100ms drain.at_least=1ms
      bank      | rows.accounts=200 request.until=100ms
      orders    | rows.customers=20 rows.orders=200 request.until=100ms
      """;

  static List<String> products() {
    return JdbcPage.products();
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("products")
  @Tag("each-product")
  void everyWorkloadRunsAndVerifiesWithThePagesLinesAlone(String product) throws IOException {
    Path database = page(product);
    for (String line : WORKLOADS.lines().toList()) {
      String[] parts = line.split("\\|");
      assertAllSucceeds(
          run(
              database,
              Path.of("workloads", parts[0].strip() + ".properties"),
              parts[1].strip().split(" ")));
    }
  }

  /** A copy of a script of ibench's with so many rows in its greatest table. */
  private Path script(String name, int rows) throws IOException {
    String sql = Files.readString(Path.of("workloads", name + ".sql"));
    Files.writeString(folder.resolve(name + ".sql"), sql.replace("100000", String.valueOf(rows)));
    return Files.copy(
        Path.of("workloads", name + ".properties"), folder.resolve(name + ".properties"));
  }

  private static final String KILLED =
      """
      linkbench | load       | drop,create,load,verify | linkbench.maxid1=5k request.until=100ms request.repeat=1
      linkbench | request    | drop,create,load,index,request,verify | linkbench.maxid1=501 request.until=2s request.repeat=1 request.threads=2
      oltp      | write_only | drop,create,load,index,write_only,verify | oltp.rows=2k oltp.threads=2 oltp.auto_inc=false write_only.until=2s
      ycsb      | workloada  | drop,create,load,workloada,verify | ycsb.recordcount=1k ycsb.threads=2 workloada.until=2s
      shop      | request    | drop,create,load,index,request,verify | request.threads=2 request.until=2s
      """;

  static Stream<String> namedProduct() {
    return JdbcPage.namedProduct().stream();
  }

  /** Killed as by kill -9. It takes long: only {@code bin/test --engines} names a product. */
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("namedProduct")
  @Tag("each-product")
  void aRunThatWasKilledGoesOnAndVerifies(String product) throws Exception {
    for (String line : KILLED.lines().toList()) {
      String[] parts = line.split("\\|");
      String name = parts[0].strip();
      Path workload =
          name.equals("shop") ? script(name, 500) : Path.of("workloads", name + ".properties");
      String settings = "steps=" + parts[2].strip() + " " + parts[3].strip();
      assertGoesOnWhenKilled(product, workload, parts[1].strip(), settings.split(" "));
    }
  }

  /** On a database of its own: some products stay open in this process, which resumes the run. */
  private void assertGoesOnWhenKilled(
      String product, Path workload, String step, String... settings) throws Exception {
    List<String> options = new ArrayList<>(List.of("-s=interval=50ms", "--no-page"));
    Stream.of(settings).map("-s="::concat).forEach(options::add);
    Path own = Files.createDirectories(folder.resolve(folder.getFileName() + "-" + ++runs));
    Path database = Files.writeString(own.resolve("page.properties"), JdbcPage.lines(product, own));
    try (RunningIbench run =
        new RunningIbench(
            own, workload, List.of(), database, Map.of(), options.toArray(String[]::new))) {
      run.awaitIntervals(step, 4);
      run.killAfter(0);
      Cli resumed = ibench("resume", run.output(), "--lenient", "--no-page");
      assertThat(resumed.code()).as(resumed.err() + resumed.out()).isZero();
      JsonNode summary = run.summary();
      assertThat(summary.path("gaps").path(0).path("step").asText()).isEqualTo(step);
      assertThat(summary.path("steps").findValues("problems"))
          .as(summary.path("steps").toPrettyString())
          .allMatch(JsonNode::isEmpty);
      assertThat(summary.path("steps").findValuesAsText("name")).contains("verify");
    }
  }

  /** BEGIN as text, and loads of several rows, whether or not the product takes them. */
  @ParameterizedTest
  @CsvSource({
    "HSQLDB, tpcb, driver",
    "HSQLDB, shop, values",
    "Derby, shop, driver",
    "Firebird, tpcb, driver",
    "Firebird, shop, driver"
  })
  @Tag("each-product")
  void theScriptsThatComeWithIbenchRun(String product, String script, String batch)
      throws IOException {
    assumeThat(JdbcPage.products()).contains(product);
    Path database = page(product);
    JsonNode summary =
        run(
            database,
            script(script, 50),
            "request.until=200ms",
            "load.rows_per_commit=20",
            "batch=" + batch);
    assertAllSucceeds(summary);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "H2     | ;WRITE_DELAY=0              | H2 acknowledges commits up to 500 ms before",
        "HSQLDB | ;hsqldb.write_delay=false   | HSQLDB acknowledges commits up to 500 ms before"
      })
  void aProductThatLosesAcknowledgedCommitsHasAWarningWithTheRemedy(
      String product, String remedy, String warning) throws IOException {
    Path database = page(product);
    String[] settings = {
      "rows.accounts=10", "request.operations=1", "steps=drop,create,load,request"
    };
    Path bank = Path.of("workloads/bank.properties");
    assertThat(warnings(run(database, bank, settings))).doesNotContain("acknowledges");
    String url = Files.readString(database);
    assertThat(url).contains(remedy);
    Files.writeString(
        database, url.replace(remedy, "").replace(folder + "/ibench-", folder + "/late-"));
    assertThat(warnings(run(database, bank, settings))).contains(warning).contains(remedy);
  }

  /** It lets an update pass while another transaction moves the row in an index. */
  @Test
  void whatDuckDbLosesIsFoundByVerifyAndTheResultWarnsOfIt() throws IOException {
    Path database = page("DuckDB");
    Path workload =
        Files.writeString(
            folder.resolve("moves.properties"),
            """
            workload        = custom
            tables.accounts = id long key, balance long, branch int
            index.by_branch = accounts(branch)
            rows.accounts   = 3
            fill.accounts   = balance: 1k..2k, branch: 1..100
            op.MOVE         = 50: update accounts set branch = 1..100 where id = any(accounts)
            op.PAY          = 50: update accounts add balance 1..500 where id = any(accounts)
            check.money     = sum(accounts.balance) = booked
            steps           = drop, create, load, index, request, verify
            request.operations = 500
            request.threads = 8
            """);
    String problems = "";
    for (int round = 0; round < 20 && problems.isEmpty(); round++) {
      Path result = folder.resolve("moves" + round);
      Cli run = ibench("run", workload, "-d", database, "-o", result, "--no-page", "--lenient");
      JsonNode summary = JSON.readTree(result.resolve("summary.json").toFile());
      assertThat(warnings(summary)).contains("DuckDB loses an update without a word");
      for (JsonNode step : summary.path("steps")) {
        assertThat(step.path("errors").asLong()).isZero();
        for (JsonNode problem : step.path("problems")) {
          problems += problem.asText();
        }
      }
      assertThat(run.code()).isEqualTo(problems.isEmpty() ? 0 : 1);
    }
    assertThat(problems).matches("sum of accounts.balance: expected [0-9,]+ as booked, found .*");
  }

  private String warnings(JsonNode summary) {
    return summary.path("database").path("warnings").toString();
  }
}
