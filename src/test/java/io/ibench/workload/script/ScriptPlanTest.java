package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.measure.Role;
import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.Plan.Part;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What ibench knows of a script before it runs. */
class ScriptPlanTest {

  private static final String SHOP =
      """
      --@ schema
      CREATE TABLE item (id int);
      CREATE TABLE sale (id int);
      --@ load rows=500
      INSERT INTO item VALUES (:n);
      --@ load rows=20
      INSERT INTO sale VALUES (:n);
      --@ index
      CREATE INDEX i ON item (id);
      --@ transaction look weight=3
      SELECT id FROM item;
      SELECT id FROM item;
      --@ transaction buy role=insert
      BEGIN;
      INSERT INTO sale VALUES (1);
      ROLLBACK;
      --@ transaction clean role=delete weight=0.5
      DELETE FROM sale;
      \\sleep 1 ms
      --@ transaction cancel
      BEGIN;
      ROLLBACK;
      --@ verify
      SELECT id FROM item WHERE id < 0;
      """;

  @TempDir Path folder;

  private ScriptPlan plan(String script, String... settings) throws Exception {
    return (ScriptPlan) ScriptRunner.plan(folder, "sqlite", script, settings);
  }

  private ScriptPlan shop(String... settings) throws Exception {
    String all = "request.operations = 1\n" + String.join("\n", settings);
    return plan(SHOP, all);
  }

  private ScriptPlan work(String script) throws Exception {
    return plan(script, "request.operations = 1");
  }

  private static List<String> steps(ScriptPlan plan) {
    return plan.steps().stream().map(Step::name).toList();
  }

  private static Step.Work step(ScriptPlan plan, String name) {
    return (Step.Work)
        plan.steps().stream().filter(step -> step.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void theStepsFollowFromTheSections() throws Exception {
    assertThat(steps(shop()))
        .containsExactly("drop", "create", "load", "index", "request", "verify");
    assertThat(shop().kinds().keySet())
        .containsExactly("drop", "create", "load", "index", "warmup", "request", "drain", "verify");
    assertThat(steps(work("SELECT 1;"))).containsExactly("request");
    assertThat(work("SELECT 1;").kinds().keySet()).containsExactly("warmup", "request", "drain");
    assertThat(steps(work("--@ index\nCREATE INDEX i ON t (a);\n--@ transaction a\nSELECT 1;")))
        .containsExactly("index", "request");
  }

  @Test
  void theLoadHasTheRowsOfAllItsTables() throws Exception {
    assertThat(step(shop(), "load").rows()).hasValue(520);
    assertThat(shop().exactRows()).hasValue(520);
    assertThat(shop().tables())
        .extracting(table -> table.table().name() + " " + table.rows())
        .containsExactly("item 500", "sale 20");
  }

  /** Nobody knows what it inserts, and the step ends by itself all the same. */
  @Test
  void aLoadOfUnknownRowsHasAtLeastOne() throws Exception {
    ScriptPlan plan =
        work(
            """
            --@ schema
            CREATE TABLE t (id int);
            --@ load once
            INSERT INTO t SELECT id FROM u;
            --@ transaction a
            SELECT 1;
            """);

    assertThat(step(plan, "load").rows()).hasValue(1);
    assertThat(plan.exactRows()).isEqualTo(OptionalLong.empty());
  }

  @Test
  void theWaitForALoadIsBetweenLoadsAndTransactions() throws Exception {
    ScriptPlan shop = shop();

    assertThat(shop.operations())
        .containsExactly("LOAD_ITEM", "LOAD_SALE", "LOAD_WAIT", "look", "buy", "clean", "cancel");
    assertThat(shop.operations().get(shop.waitOperation())).isEqualTo("LOAD_WAIT");
    assertThat(shop.operations().get(shop.firstTransaction())).isEqualTo("look");
    assertThat(shop.waits()).isTrue();
    assertThat(shop.operations().stream().map(name -> shop.role(shop.operations().indexOf(name))))
        .containsExactly(
            Role.INSERT,
            Role.INSERT,
            Role.AUXILIARY,
            Role.QUERY,
            Role.INSERT,
            Role.DELETE,
            Role.QUERY);
  }

  @Test
  void oneLoadWaitsForNoOther() throws Exception {
    ScriptPlan plan =
        work(
            """
            --@ schema
            CREATE TABLE t (id int);
            --@ load rows=3
            INSERT INTO t VALUES (:n);
            --@ transaction a
            SELECT 1;
            """);

    assertThat(plan.operations()).containsExactly("LOAD_T", "a");
    assertThat(plan.waits()).isFalse();
    assertThat(plan.role(0)).isEqualTo(Role.INSERT);
    assertThat(plan.role(1)).isEqualTo(Role.QUERY);
    assertThat(plan.parts()).containsExactly(new Part(1, "SELECT 1"));
  }

  @Test
  void eachStatementIsAPartOfItsTransaction() throws Exception {
    ScriptPlan shop = shop();

    assertThat(shop.parts())
        .containsExactly(
            new Part(3, "SELECT id FROM item"),
            new Part(3, "SELECT id FROM item #2"),
            new Part(4, "BEGIN"),
            new Part(4, "INSERT INTO sale VALUES (1)"),
            new Part(4, "ROLLBACK"),
            new Part(5, "DELETE FROM sale"),
            new Part(5, "\\sleep 1 ms"),
            new Part(6, "BEGIN"),
            new Part(6, "ROLLBACK"));
    assertThat(List.of(shop.firstPart(0), shop.firstPart(1), shop.firstPart(2), shop.firstPart(3)))
        .containsExactly(0, 2, 5, 7);
    assertThat(shop.timesParts()).isTrue();
  }

  @Test
  void withoutLatenciesThereAreNoParts() throws Exception {
    ScriptPlan shop = shop("script.latencies = false");

    assertThat(shop.parts()).isEmpty();
    assertThat(shop.timesParts()).isFalse();
  }

  @Test
  void eachTransactionThatMayRollBackHasACounter() throws Exception {
    ScriptPlan shop = shop();
    List<String> names = shop.counters().stream().map(WorkloadCounter::name).toList();

    assertThat(names)
        .containsExactly(
            "reads", "writes", "other", "unmatched", "buy_rolled_back", "cancel_rolled_back");
    List<TransactionCode> transactions = shop.definition().transactions();
    assertThat(names.get(shop.rolledBack(transactions.get(1).code()))).startsWith("buy");
    assertThat(names.get(shop.rolledBack(transactions.get(3).code()))).startsWith("cancel");
    assertThat(names.get(ScriptPlan.READS)).isEqualTo("reads");
    assertThat(names.get(ScriptPlan.WRITES)).isEqualTo("writes");
    assertThat(names.get(ScriptPlan.OTHER)).isEqualTo("other");
    assertThat(names.get(ScriptPlan.UNMATCHED)).isEqualTo("unmatched");
  }

  @Test
  void theRatesAreThoseOfOperationsThatWereCommitted() throws Exception {
    ScriptPlan shop = shop();
    Step step = step(shop, "request");
    long[] counters = {9, 9, 9, 9, 0, 0};
    long[] successes = {500, 20, 7, 600, 50, 0, 0};

    assertThat(shop.rates(step, counters, successes, 30))
        .containsExactly("transactions per minute: look 1,200.0, buy 100.0");
    counters[4] = 20;
    assertThat(shop.rates(step, counters, successes, 30))
        .containsExactly(
            "transactions per minute, without those rolled back: look 1,200.0, buy 60.0",
            "buy: 40 % of 50 operations rolled a transaction back (ROLLBACK)");
    assertThat(shop.rates(step, counters, successes, 0))
        .containsExactly("buy: 40 % of 50 operations rolled a transaction back (ROLLBACK)");
  }

  /** Its rate is in every report. */
  @Test
  void theRateOfASingleTransactionIsNotRepeated() throws Exception {
    ScriptPlan shop = shop();

    assertThat(
            shop.rates(
                step(shop, "request"), new long[6], new long[] {500, 20, 7, 600, 0, 0, 0}, 30))
        .isEmpty();
  }

  @Test
  void theWeightsAreTheUsualMix() throws Exception {
    assertThat(step(shop(), "request").groups().get(0).mix())
        .containsEntry("look", 3.0)
        .containsEntry("buy", 1.0)
        .containsEntry("clean", 0.5)
        .containsEntry("cancel", 1.0);
  }

  @Test
  void rowsOfAKnownLoadDoNotDependOnItsThreads() throws Exception {
    ScriptPlan shop = shop();

    assertThat(shop.workersAreIndependent(step(shop, "load"))).isTrue();
    ScriptPlan reads =
        plan(
            SHOP.replace("INSERT INTO sale VALUES (:n)", "INSERT INTO sale SELECT id FROM item"),
            "request.operations = 1");
    assertThat(reads.workersAreIndependent(step(reads, "load"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id FROM t;",
        "BEGIN;\n select 1;\nCOMMIT;",
        "-- a comment\nSELECT 1;\nSELECT 2;"
      })
  void workersThatOnlySelectAreIndependent(String script) throws Exception {
    ScriptPlan plan = work(script);

    assertThat(plan.workersAreIndependent(step(plan, "request"))).isTrue();
    assertThat(plan.onlyReads(step(plan, "request"))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE t SET a = 1;",
        "SELECT 1;\nDELETE FROM t;",
        "BEGIN;\nINSERT INTO t VALUES (1);\nEND;"
      })
  void workersThatChangeRowsAreNot(String script) throws Exception {
    ScriptPlan plan = work(script);

    assertThat(plan.workersAreIndependent(step(plan, "request"))).isFalse();
    assertThat(plan.onlyReads(step(plan, "request"))).isFalse();
  }

  /** A function may do anything, and SHOW may answer differently. */
  @Test
  void workersThatCallAreNotIndependent() throws Exception {
    ScriptPlan calls = work("CALL p();");
    assertThat(calls.workersAreIndependent(step(calls, "request"))).isFalse();
    ScriptPlan shows = work("SHOW server_version;");
    assertThat(shows.workersAreIndependent(step(shows, "request"))).isFalse();
    assertThat(shows.onlyReads(step(shows, "request"))).isTrue();
  }

  @Test
  void onlyTheTransactionsOfTheMixMatter() throws Exception {
    ScriptPlan plan = shop("request.mix = look 1");
    Step.Work request = step(plan, "request");

    assertThat(plan.workersAreIndependent(request)).isTrue();
    assertThat(plan.onlyReads(request)).isTrue();
    assertThat(request.use()).isEqualTo(TableUse.WRITES);
    for (String name : List.of("drop", "create", "load", "index")) {
      Step step =
          plan.steps().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
      assertThat(plan.onlyReads(step)).as(name).isFalse();
    }
    assertThat(plan.onlyReads(plan.steps().get(5))).isTrue();
    ScriptPlan all = shop();
    assertThat(all.onlyReads(step(all, "request"))).isFalse();
  }

  @Test
  void resultsKeepTheFileAndAChecksumOfEachTransaction() throws Exception {
    ScriptPlan shop = shop("seed = 5");

    assertThat(shop.files()).containsOnlyKeys("a.sql").containsValue(SHOP);
    assertThat(shop.workSettings().keySet())
        .containsExactlyInAnyOrder(
            "script.transaction.look",
            "script.transaction.buy",
            "script.transaction.clean",
            "script.transaction.cancel");
    assertThat(shop.dataTexts())
        .containsOnlyKeys(
            "section schema of a.sql", "section load of a.sql", "section index of a.sql");
    assertThat(shop.seed()).isEqualTo(5);
    assertThat(shop.warnings()).isEmpty();
  }
}
