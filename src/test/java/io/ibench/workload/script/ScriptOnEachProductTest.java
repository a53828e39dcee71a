package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ibench.db.Database;
import io.ibench.db.EachProduct;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import io.ibench.measure.OperationSummary;
import io.ibench.workload.Plan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** The examples run on every product that takes statements, and their checks find damage. */
@Timeout(1800) // The full number of operations takes many minutes on a busy machine.
class ScriptOnEachProductTest {

  private static final int OPERATIONS = Integer.getInteger("ibench.test.script.operations", 1000);

  @TempDir Path folder;

  private static String example(String name, String rows, String fewer) throws Exception {
    return Files.readString(Path.of("workloads", name)).replace(rows, fewer);
  }

  private static void assumeSql(Product product) {
    assumeThat(product == Product.MEMORY || product == Product.ROCKSDB).isFalse();
    assumeThat(product.keepsDocuments()).isFalse();
    assumeThat(product.isPooled()).isFalse();
  }

  @EachProduct(onePool = true)
  @ParameterizedTest
  void theShopKeepsItsBooksAndAnUpdateThatIsLostIsFound(Product product) throws Exception {
    assumeSql(product);
    String shop = example("shop.sql", "100000", "500");
    String[] requests = {"request.operations = " + OPERATIONS, "request.threads = 4"};
    Plan plan = ScriptRunner.plan(folder, product.adapter(), shop, requests);
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      ScriptRunner run = new ScriptRunner(fresh.database(), plan);
      assertThat(run.problems()).isEmpty();
      assertThat(run.last().facts())
          .singleElement()
          .asString()
          .matches("\\d statements? of section verify, no row: nothing wrong");
      assertThat(run.operation("load", "LOAD_SHOP_ITEM").rows()).isEqualTo(500);
      OperationSummary buy = run.operation("request", "buy");
      OperationSummary look = run.operation("request", "look");
      assertThat(buy.count() + look.count()).isEqualTo(OPERATIONS);
      double sigma = Math.sqrt(OPERATIONS * 0.3 * 0.7);
      assertThat((double) buy.count()).isCloseTo(0.3 * OPERATIONS, within(5 * sigma));
      if (product.isServer()) {
        // The rest is between statements, where a thread may wait for a CPU.
        assertThat(run.percentInParts("request", "buy")).isBetween(75.0, 100.1);
      }
      assertSequenceGoesOn(fresh.database(), product, shop);
      fresh.database().execute("UPDATE shop_item SET stock = 1 WHERE id = 7");
      assertThat(
              new ScriptRunner(
                      fresh.database(),
                      ScriptRunner.plan(folder, product.adapter(), shop, "steps = verify"))
                  .problems())
          .singleElement()
          .asString()
          .matches(".*a\\.sql:\\d+: (?i)id 7, stock 1, sold (\\d+|NULL)");
    }
  }

  /** The keys of the sequence would be used twice otherwise. */
  private void assertSequenceGoesOn(Database database, Product product, String shop)
      throws Exception {
    Plan more =
        ScriptRunner.plan(
            folder,
            product.adapter(),
            shop,
            "steps = request, verify",
            "request.operations = 200",
            "request.threads = 2");
    assertThat(new ScriptRunner(database, more).problems()).isEmpty();
  }

  @EachProduct(onePool = true)
  @ParameterizedTest
  void transfersAddUp(Product product) throws Exception {
    assumeSql(product);
    Plan plan =
        ScriptRunner.plan(
            folder,
            product.adapter(),
            example("tpcb.sql", "100000", "200"),
            "request.operations = 500");
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      Database database = fresh.database();
      assertThat(new ScriptRunner(database, plan).problems()).isEmpty();
      Plan verify =
          ScriptRunner.plan(
              folder, product.adapter(), example("tpcb.sql", "100000", "200"), "steps = verify");
      for (String damage :
          List.of(
              "UPDATE tpcb_account SET balance = balance + 1 WHERE id = 3",
              "UPDATE tpcb_teller SET balance = balance + 2 WHERE id = 3",
              "UPDATE tpcb_branch SET balance = balance + 4 WHERE id = 1",
              "UPDATE tpcb_history SET delta = delta + 1",
              "DELETE FROM tpcb_account")) {
        database.execute(damage);
        assertThat(new ScriptRunner(database, verify).problems())
            .as(damage)
            .singleElement()
            .asString()
            .containsIgnoringCase("accounts");
      }
    }
  }

  /** An unchanged file of pgbench, and the same with a line that pgbench takes for a comment. */
  @EachProduct(onePool = true)
  @ParameterizedTest
  void aFileOfPgbenchRunsUnchanged(Product product) throws Exception {
    assumeSql(product);
    String file =
        """
        \\set aid random(1, 100 * :scale)
        SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
        """;
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      Database database = fresh.database();
      database.execute("CREATE TABLE pgbench_accounts (aid int PRIMARY KEY, abalance int)");
      for (int i = 1; i <= 100; i++) {
        database.execute("INSERT INTO pgbench_accounts VALUES (" + i + ", 0)");
      }
      for (String script : List.of(file, "--@ transaction lookup\n" + file)) {
        Plan plan = ScriptRunner.plan(folder, product.adapter(), script, "request.operations = 50");
        ScriptRunner run = new ScriptRunner(database, plan);
        assertThat(run.problems()).isEmpty();
        OperationSummary reads = run.operation("request", script == file ? "a" : "lookup");
        assertThat(reads.count()).isEqualTo(50);
        assertThat(reads.rows()).isEqualTo(50);
      }
    }
  }

  /** What a transaction reads, changes otherwise or rolls back is neither inserted nor deleted. */
  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void aTransactionWithARoleCountsTheRowsThatItInsertsOrDeletes(Product product) throws Exception {
    assumeSql(product);
    String script =
        """
        --@ schema
        CREATE TABLE job (id bigint NOT NULL PRIMARY KEY, state int NOT NULL);
        --@ load rows=900
        SELECT id AS one FROM job WHERE id = :n;
        INSERT INTO job (id, state) VALUES (:n, 0);
        UPDATE job SET state = 1 WHERE id = :n;
        --@ transaction finish role=delete
        \\set at sequence()
        BEGIN;
        SELECT id AS job FROM job WHERE id = :at \\gset
        UPDATE job SET state = 2 WHERE id = :job;
        DELETE FROM job WHERE id = :job;
        COMMIT;
        BEGIN;
        DELETE FROM job WHERE id > 890;
        ROLLBACK;
        --@ transaction enqueue role=insert
        \\set at 1000 + sequence()
        SELECT count(*) AS jobs FROM job;
        INSERT INTO job (id, state) VALUES (:at, 0);
        --@ verify
        SELECT count(*) AS jobs FROM job;
        """;
    Plan plan =
        ScriptRunner.plan(
            folder,
            product.adapter(),
            script,
            "load.threads = 1",
            "request.threads = 1",
            "request.operations = 200");
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      ScriptRunner run = new ScriptRunner(fresh.database(), plan);
      assertThat(run.operation("load", "LOAD_JOB").rows()).isEqualTo(900);
      OperationSummary finish = run.operation("request", "finish");
      OperationSummary enqueue = run.operation("request", "enqueue");
      assertThat(finish.count() + enqueue.count()).isEqualTo(200);
      assertThat(finish.rows()).isEqualTo(finish.count());
      assertThat(enqueue.rows()).isEqualTo(enqueue.count());
      assertThat(run.step("request").facts())
          .contains(
              "finish: 100 % of "
                  + finish.count()
                  + " operations rolled a transaction back (ROLLBACK)");
      long left = 900 + enqueue.count() - finish.count();
      assertThat(run.problems()).singleElement().asString().matches("(?i).*: jobs " + left);
      assertThat(run.last().facts())
          .containsExactly("1 statement of section verify, 1 row: each is a problem");
    }
  }

  @EachProduct(onePool = true)
  @ParameterizedTest
  void everyWayThroughATransactionIsTaken(Product product) throws Exception {
    assumeSql(product);
    String script =
        """
        --@ schema
        CREATE TABLE way (id bigint NOT NULL PRIMARY KEY, hits int NOT NULL);
        --@ load rows=8
        INSERT INTO way (id, hits) VALUES (:n, 0);
        --@ load once
        UPDATE way SET hits = 0 WHERE id = 1;
        --@ transaction walk
        \\set kind random(1, 4)
        \\set seen -1
        \\choose c 7 8
        \\if :kind = 1
        UPDATE way SET hits = hits + 1 WHERE id = 1;
        \\elif :kind = 2
        UPDATE way SET hits = hits + 1 WHERE id = 2;
        \\elif :kind = 3
        UPDATE way SET hits = hits + 1 WHERE id = 3;
        \\else
        BEGIN;
        UPDATE way SET hits = hits + 1 WHERE id = 4;
        SELECT hits AS hits4, hits * 2 AS twice FROM way WHERE id = 4 \\gset a_
        SELECT hits AS seen FROM way WHERE id = 99 \\aset
        \\if :seen = -1 AND :a_twice = 2 * :a_hits4
        COMMIT;
        \\else
        ROLLBACK;
        \\endif
        \\endif
        UPDATE way SET hits = hits + 1 WHERE id = {c};
        UPDATE way SET hits = hits + 1 WHERE id = 5;
        --@ verify
        SELECT w.id, w.hits FROM way w WHERE w.id < 9 AND w.id <> 6 AND w.hits = 0;
        SELECT a.hits, b.total FROM way a, (SELECT sum(hits) AS total FROM way WHERE id < 5) b
          WHERE a.id = 5 AND a.hits <> b.total;
        SELECT a.hits, b.total FROM way a, (SELECT sum(hits) AS total FROM way WHERE id > 6) b
          WHERE a.id = 5 AND a.hits <> b.total;
        """;
    Plan plan =
        ScriptRunner.plan(
            folder,
            product.adapter(),
            script,
            "request.operations = 200",
            "request.threads = 1",
            "load.threads = 3");
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      ScriptRunner run = new ScriptRunner(fresh.database(), plan);
      assertThat(run.problems()).isEmpty();
      long[] tallies = run.step("request").whole().workloadCounters();
      long fourth = tallies[ScriptPlan.OTHER] / 2;
      assertThat(tallies[ScriptPlan.READS]).isEqualTo(2 * fourth).isPositive();
      assertThat(tallies[ScriptPlan.WRITES]).isEqualTo(600);
      assertThat(tallies[ScriptPlan.UNMATCHED]).isZero();
    }
  }

  @EachProduct(onePool = true)
  @ParameterizedTest
  void aVerificationSetsItsVariablesBetweenItsStatements(Product product) throws Exception {
    assumeSql(product);
    String script =
        """
        --@ schema
        CREATE TABLE mark (id bigint NOT NULL PRIMARY KEY, hits int NOT NULL);
        --@ load rows=3
        INSERT INTO mark (id, hits) VALUES (:n, 5);
        --@ transaction look
        SELECT hits FROM mark WHERE id = 1;
        --@ verify
        \\set most 4
        SELECT id, hits FROM mark WHERE id = 1 AND hits > :most + 1;
        \\set most :most - 1
        \\set other 2 + random(0, 0)
        SELECT id, hits FROM mark WHERE id = :other AND hits > :most;
        \\set most 10
        SELECT id, hits FROM mark WHERE id = 3 AND hits > :most;
        """;
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      Plan plan = ScriptRunner.plan(folder, product.adapter(), script, "request.operations = 1");
      assertThat(new ScriptRunner(fresh.database(), plan).problems())
          .singleElement()
          .asString()
          .matches(".*a\\.sql:12: (?i)id 2, hits 5");
      Plan divides =
          ScriptRunner.plan(
              folder,
              product.adapter(),
              script + "\\set last 1 / random(0, 0)\n",
              "steps = verify");
      assertThat(new ScriptRunner(fresh.database(), divides).problems())
          .anyMatch(problem -> problem.endsWith("a.sql:15: division by 0"));
    }
  }

  @EachProduct(onePool = true)
  @ParameterizedTest
  void aScriptThatTheServerRefusesEndsTheRunWithItsLine(Product product) throws Exception {
    assumeSql(product);
    String[] once = {"request.operations = 10"};
    // Some products have no SELECT without FROM, and Firebird no :a without a type.
    String table =
        """
        --@ schema
        CREATE TABLE cell (id bigint NOT NULL PRIMARY KEY);
        --@ load rows=1
        INSERT INTO cell (id) VALUES (:n);
        --@ transaction a
        """;
    String script =
        table + "\\set a 0\nSELECT id AS x FROM cell WHERE id > :a;\nSELECT nothing FROM nowhere;";
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      Plan plan = ScriptRunner.plan(folder, product.adapter(), script, once);
      assertThat(new ScriptRunner(fresh.database(), plan).problems())
          .singleElement()
          .asString()
          .contains("a.sql:8: ");
      String divides =
          table + "\\set a random(1, 1)\nSELECT id AS b FROM cell \\gset\n\\set c 5 / (:a - :b)";
      Plan failing = ScriptRunner.plan(folder, product.adapter(), divides, once);
      assertThat(new ScriptRunner(fresh.database(), failing).problems())
          .singleElement()
          .asString()
          .endsWith("a.sql:8: division by 0");
    }
  }

  /** A double would lose the last digits of all three numbers. */
  @EachProduct(onePool = true)
  @ParameterizedTest
  void numbersKeepAllTheirDigits(Product product) throws Exception {
    assumeSql(product);
    String type = product.isMysqlFamily() ? "bigint unsigned" : "decimal(20, 0)";
    String script =
        """
        --@ schema
        CREATE TABLE digits (id bigint NOT NULL PRIMARY KEY, big bigint, whole decimal(30, 0),
          part decimal(30, 4), wide %s, half bigint);
        --@ load once
        INSERT INTO digits (id, big, whole, part, wide) VALUES
          (1, 9007199254740993, 9007199254740993, 123456789012345678.9012, 18446744073709551615);
        --@ transaction copy
        SELECT big, whole, part, wide FROM digits WHERE id = 1 \\gset
        SELECT sum(big) AS total FROM digits WHERE id = 1 \\gset the_
        \\set half :the_total / 2
        INSERT INTO digits (id, big, whole, part, wide, half)
          VALUES (2, :the_total, :whole, :part, :wide, :half);
        INSERT INTO digits (id, big, part) VALUES (3, :whole, :given);
        --@ verify
        SELECT b.id, b.big, b.whole, b.part, b.wide, b.half FROM digits a, digits b
          WHERE a.id = 1 AND b.id = 2 AND (b.big <> a.big OR b.whole <> a.whole OR b.part <> a.part
          OR b.wide <> a.wide OR b.half <> 4503599627370496);
        SELECT b.id, b.big, b.part FROM digits b
          WHERE b.id = 3 AND (b.big <> 9007199254740993 OR b.part <> 98765432109876543210.1234);
        SELECT count(*) AS copied FROM digits HAVING count(*) <> 3;
        """
            .formatted(type);
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      Plan plan =
          ScriptRunner.plan(
              folder,
              product.adapter(),
              script,
              "request.threads = 1",
              "request.operations = 1",
              "script.given = 98765432109876543210.1234");
      assertThat(new ScriptRunner(fresh.database(), plan).problems()).isEmpty();
    }
  }

  @EachProduct(onePool = true)
  @ParameterizedTest
  void theServerNamesTheColumns(Product product) throws Exception {
    assumeSql(product);
    String[] once = {"request.operations = 1", "request.threads = 1"};
    String table =
        """
        --@ schema
        CREATE TABLE cell (id bigint NOT NULL PRIMARY KEY, x int NOT NULL);
        --@ load rows=2
        INSERT INTO cell (id, x) VALUES (:n, 10 * :n);
        --@ transaction move
        """;
    String all =
        table
            + """
            SELECT * FROM cell WHERE id = 2 \\gset
            SELECT max(x) AS most, max(x) + 1 AS most FROM cell \\gset a_
            UPDATE cell SET x = x + :x + :a_most WHERE id = 1;
            --@ verify
            SELECT id, x FROM cell WHERE id = 1 AND x <> 51;
            """;
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      Plan plan = ScriptRunner.plan(folder, product.adapter(), all, once);
      assertThat(new ScriptRunner(fresh.database(), plan).problems()).isEmpty();
      List<String> unnamed =
          problems(fresh, product, table + "SELECT x + 1 FROM cell WHERE id = 1 \\gset");
      if (product == Product.JDBC
          && Set.of("HSQLDB", "Firebird").contains(FreshDatabase.jdbcProduct())) {
        assertThat(unnamed).as("it calls the column C1 or ADD, which is a name").isEmpty();
      } else {
        assertThat(unnamed)
            .singleElement()
            .asString()
            .contains("a.sql:6: \\gset has a column that the server calls ")
            .endsWith(", which is no name of a variable; give it one with AS NAME");
      }
      assertThat(
              problems(
                  fresh,
                  product,
                  table + "SELECT * FROM cell WHERE id = 1 \\gset\nUPDATE cell SET x = :nothing;"))
          .singleElement()
          .asString()
          .containsIgnoringCase("a.sql:7: :nothing is not set; the \\gset before it sets :id, :x");
      assertThat(
              problems(
                  fresh,
                  product,
                  table
                      + "SELECT 'maybe' AS word FROM cell WHERE id = 1 \\gset\n"
                      + "\\if :word\nSELECT id FROM cell;\n\\endif"))
          .singleElement()
          .asString()
          .contains("a.sql:7: the text \"maybe\" is no boolean and no number; allowed: ");
    }
  }

  private List<String> problems(FreshDatabase fresh, Product product, String script)
      throws Exception {
    Plan plan =
        ScriptRunner.plan(
            folder,
            product.adapter(),
            script,
            "request.operations = 1",
            "request.threads = 1",
            "steps = request");
    return new ScriptRunner(fresh.database(), plan).problems();
  }

  @EachProduct(onePool = true)
  @ParameterizedTest
  void documentsKeepAllDigitsOfDecimals(Product product) throws Exception {
    assumeThat(product.keepsDocuments()).isTrue();
    String script =
        """
        --@ schema
        {"create": "digits"};
        --@ load once
        {"insert": "digits", "documents": [{"_id": 1, "part": {"$numberDecimal": "123456789012345678.9012"},
          "whole": {"$numberDecimal": "9007199254740993"}}]};
        --@ transaction copy
        {"find": "digits", "filter": {"_id": 1}} \\gset
        \\set half :whole / 2
        {"insert": "digits", "documents": [{"_id": 2, "part": ":part", "whole": ":whole", "half": ":half"}]};
        --@ verify
        {"find": "digits", "filter": {"_id": 2, "half": {"$ne": 4503599627370496}}};
        {"find": "digits", "filter": {"_id": 2, "whole": {"$ne": {"$numberLong": "9007199254740993"}}}};
        {"find": "digits", "filter": {"_id": 2, "part": {"$ne": {"$numberDecimal": "123456789012345678.9012"}}}};
        """;
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      String[] once = {"request.threads = 1", "request.operations = 1"};
      Plan plan = ScriptRunner.plan(folder, product.adapter(), script, once);
      ScriptRunner run = new ScriptRunner(fresh.database(), plan);
      assertThat(run.problems()).isEmpty();
      assertThat(run.operation("request", "copy").rows()).isEqualTo(2);
    }
  }

  /** The server infers the types of :n, as it does for pgbench. */
  @EachProduct(onePool = true)
  @ParameterizedTest
  void valuesHaveTheTypesThatPostgresInfers(Product product) throws Exception {
    assumeThat(product == Product.POSTGRES).isTrue();
    String script =
        """
        --@ schema
        CREATE TABLE kinds (id int PRIMARY KEY, a smallint, b numeric(10, 2), c real, d float8,
          e boolean, f date, g varchar(10), h bigint);
        --@ load rows=20
        \\set half :n / 2.0
        \\set even :n % 2 = 0
        \\set day string('2026-01-1#')
        \\set none NULL
        INSERT INTO kinds VALUES (:n, :n, :n, :n, :half, :even, :day, :n, :none);
        --@ transaction look
        \\set a random(1, 20)
        SELECT id, b, d, e, g, h FROM kinds WHERE a = :a AND id = :a::bigint \\gset
        UPDATE kinds SET a = :limit WHERE id = :id AND :d = :id / 2.0 AND :h::bigint IS NULL;
        --@ verify
        SELECT * FROM kinds WHERE b <> id OR c <> id OR d <> id / 2.0 OR e <> (id % 2 = 0)
          OR f NOT BETWEEN '2026-01-10' AND '2026-01-19' OR g <> id::text OR h IS NOT NULL;
        """;
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      String[] once = {"request.threads = 1", "request.operations = 1", "script.limit = 7"};
      Plan plan = ScriptRunner.plan(folder, product.adapter(), script, once);
      ScriptRunner run = new ScriptRunner(fresh.database(), plan);
      assertThat(run.problems()).isEmpty();
      assertThat(run.step("request").whole().workloadCounters()[ScriptPlan.UNMATCHED]).isZero();
      Plan beyond =
          ScriptRunner.plan(
              folder,
              product.adapter(),
              script.replace(":limit", "40000 + :n"),
              "steps = drop, create, load, request",
              "request.operations = 1",
              "script.n = 1");
      assertThat(new ScriptRunner(fresh.database(), beyond).problems()).isNotEmpty();
    }
  }

  @EachProduct(onePool = true)
  @ParameterizedTest
  void documentsKeepDoublesAndNullsAndAreReadIntoVariables(Product product) throws Exception {
    assumeThat(product.keepsDocuments()).isTrue();
    String document =
        "{\"insert\": \"many%s\", \"documents\": [{\"_id\": \":n\", \"half\": \":half\","
            + " \"none\": \":none\"}]};\n";
    String load = "--@ load rows=4\n\\set half :n / 2.0\n\\set none NULL\n";
    String script =
        "--@ schema\n{\"create\": \"many1\"};\n{\"create\": \"many2\"};\n"
            + load
            + String.format(document, "1")
            + load
            + String.format(document, "2")
            + """
            --@ transaction read
            \\choose t 1 2
            \\set id random(1, 4)
            {"find": "many{t}", "filter": {"_id": ":id"}, "projection": {"half": 1, "none": 1}} \\gset f
            \\if :fhalf = :id / 2.0 AND :fnone IS NULL
            {"update": "many{t}", "updates": [{"q": {"_id": ":id"}, "u": {"$inc": {"hits": 1}}}]};
            \\endif
            --@ verify
            {"find": "many1", "filter": {"half": {"$lt": 0.5}}};
            """;
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      Plan plan = ScriptRunner.plan(folder, product.adapter(), script, "request.operations = 60");
      ScriptRunner run = new ScriptRunner(fresh.database(), plan);
      assertThat(run.problems()).isEmpty();
      long[] counters = run.step("request").whole().workloadCounters();
      assertThat(counters[ScriptPlan.READS]).isEqualTo(60);
      assertThat(counters[ScriptPlan.WRITES]).isEqualTo(60);
      assertThat(counters[ScriptPlan.UNMATCHED]).isZero();
    }
  }

  /** 250 orders of 3 lines by the load, and 50 of 1 to 4 lines. */
  @EachProduct(onePool = true)
  @ParameterizedTest
  void loopsLoadAndWork(Product product) throws Exception {
    assumeSql(product);
    String script =
        """
        --@ schema
        CREATE TABLE line (o bigint NOT NULL, l int NOT NULL, x int NOT NULL, PRIMARY KEY (o, l));
        CREATE TABLE part (n bigint NOT NULL, l int NOT NULL, x int NOT NULL, PRIMARY KEY (n, l));
        --@ load rows=250
        \\repeat 3 as l
        INSERT INTO line (o, l, x) VALUES (:n, :l, 3);
        \\endrepeat
        --@ load rows=250
        \\set x random(0, 4)
        \\repeat :x as i
        \\set l 10 * :i
        \\if :i <> 3
        INSERT INTO part (n, l, x) VALUES (:n, :l, :x);
        \\endif
        \\endrepeat
        --@ transaction buy
        \\set o 250 + sequence()
        \\set lines random(1, 4)
        BEGIN;
        \\repeat :lines as l
        INSERT INTO line (o, l, x) VALUES (:o, :l, :lines);
        SELECT count(*) AS so_far FROM line WHERE o = :o \\gset
        \\if :so_far <> :l
        \\set wrong 1 / (:l - :l)
        \\endif
        \\endrepeat
        COMMIT;
        --@ verify
        SELECT o, count(*) AS present FROM line GROUP BY o HAVING count(*) <> max(x);
        SELECT count(DISTINCT o) AS orders FROM line HAVING count(DISTINCT o) <> 300;
        SELECT n, count(*) AS present FROM part GROUP BY n
          HAVING count(*) <> max(CASE WHEN x >= 3 THEN x - 1 ELSE x END);
        SELECT count(*) AS present FROM part HAVING count(*) < 300;
        """;
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      Plan plan =
          ScriptRunner.plan(
              folder,
              product.adapter(),
              script,
              "load.threads = 2",
              "load.rows_per_commit = 70",
              "request.operations = 50",
              "request.threads = 2");
      assertThat(plan.tables().get(0).rows()).isEqualTo(750);
      assertThat(plan.exactRows()).as("the turns for parts are random").isEmpty();
      ScriptRunner run = new ScriptRunner(fresh.database(), plan);
      assertThat(run.problems()).isEmpty();
      assertThat(run.operation("load", "LOAD_LINE").rows()).isEqualTo(750);
      assertThat(run.operation("load", "LOAD_PART").rows()).isBetween(300L, 600L);
      long inserted = run.step("request").whole().workloadCounters()[ScriptPlan.WRITES];
      assertThat(inserted).isBetween(50L, 200L);
      assertThat(run.step("request").parts())
          .filteredOn(part -> part.service().count() == inserted)
          .as("the two statements of the loop")
          .hasSize(2);
    }
  }

  @EachProduct(onePool = true)
  @ParameterizedTest
  void aRowIsFoundByItsText(Product product) throws Exception {
    assumeSql(product);
    String script =
        """
        --@ schema
        CREATE TABLE person (name varchar(12) NOT NULL PRIMARY KEY, id bigint NOT NULL);
        --@ load rows=300
        \\set name text_of(:n, 6, 12)
        INSERT INTO person (name, id) VALUES (:name, :n);
        --@ transaction find
        \\set n random_mixed(1, 300, 1.1, 0.5)
        \\set name text_of(:n, 6, 12)
        SELECT id FROM person WHERE name = :name \\gset
        UPDATE person SET id = id WHERE id = :id AND id = :n;
        --@ verify
        SELECT count(*) AS persons FROM person HAVING count(*) <> 300;
        """;
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      Plan plan =
          ScriptRunner.plan(
              folder,
              product.adapter(),
              script,
              "load.threads = 2",
              "request.operations = 100",
              "request.threads = 2");
      assertThat(new ScriptRunner(fresh.database(), plan).problems()).isEmpty();
    }
  }

  /** With one thread, all that was drawn is in the table. */
  @EachProduct(onePool = true)
  @ParameterizedTest
  void namedSequencesGoOnApartAndRecentRowsExist(Product product) throws Exception {
    assumeSql(product);
    String script =
        """
        --@ schema
        CREATE TABLE sale (id bigint NOT NULL PRIMARY KEY, hits int NOT NULL);
        CREATE TABLE visit (id bigint NOT NULL PRIMARY KEY, hits int NOT NULL);
        --@ load rows=40
        INSERT INTO sale (id, hits) VALUES (:n, 0);
        --@ load rows=40
        INSERT INTO visit (id, hits) VALUES (:n, 0);
        --@ transaction sell
        \\set id 40 + sequence('sales')
        INSERT INTO sale (id, hits) VALUES (:id, 0);
        --@ transaction visit weight=3
        \\set id 40 + sequence('visits')
        INSERT INTO visit (id, hits) VALUES (:id, 0);
        --@ transaction look
        \\set id 40 + recent('sales', 40, 0.5)
        UPDATE sale SET hits = hits + 1 WHERE id = :id;
        --@ verify
        SELECT count(*) AS present, max(id) AS highest FROM sale HAVING count(*) <> max(id);
        SELECT count(*) AS present, max(id) AS highest FROM visit HAVING count(*) <> max(id);
        SELECT max(hits) AS hits FROM sale HAVING max(hits) = 0;
        """;
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      for (String steps : List.of("drop, create, load, request, verify", "request, verify")) {
        ScriptRunner run =
            new ScriptRunner(
                fresh.database(),
                ScriptRunner.plan(
                    folder,
                    product.adapter(),
                    script,
                    "steps = " + steps,
                    "request.threads = 1",
                    "request.operations = 100"));
        assertThat(run.problems()).as(steps).isEmpty();
        long[] counters = run.step("request").whole().workloadCounters();
        assertThat(counters[ScriptPlan.UNMATCHED]).isZero();
      }
    }
  }

  @EachProduct(onePool = true)
  @ParameterizedTest
  void listsAreManyValuesAndManyRows(Product product) throws Exception {
    assumeSql(product);
    assumeThat(product == Product.JDBC && FreshDatabase.jdbcProduct().equals("Firebird"))
        .as("it has no VALUES of several rows")
        .isFalse();
    String script =
        """
        --@ schema
        CREATE TABLE part (id bigint NOT NULL PRIMARY KEY, o bigint NOT NULL, name varchar(9), x int NOT NULL);
        --@ load rows=20
        INSERT INTO part (id, o, x) VALUES (:n, 0, 0);
        --@ transaction buy role=insert
        \\set o sequence('orders')
        \\list ids random(1, 4) 4 20 + sequence('parts')
        \\list names size(ids) 4 text(2, 9)
        INSERT INTO part (id, o, name, x) VALUES (:ids, :o, :names, 0);
        --@ transaction touch
        \\set before 0
        \\list few 3 3 random(1, 20)
        BEGIN;
        SELECT id, o AS orders FROM part WHERE id IN (:few) ORDER BY id \\alist the_ 3
        \\repeat size(the_id) as i
        \\set id item(the_id, :i)
        \\if :id <= :before or item(the_orders, :i) <> 0
        \\set wrong 1 / (:i - :i)
        \\endif
        \\set before :id
        \\endrepeat
        UPDATE part SET x = x + 1 WHERE id IN (:the_id);
        COMMIT;
        --@ verify
        SELECT count(*) AS present, max(id) AS highest FROM part HAVING count(*) <> max(id);
        SELECT id FROM part WHERE id > 20 AND (name IS NULL OR o = 0);
        SELECT sum(x) AS touched FROM part HAVING sum(x) < 30;
        """;
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      Plan plan =
          ScriptRunner.plan(
              folder, product.adapter(), script, "request.threads = 2", "request.operations = 100");
      ScriptRunner run = new ScriptRunner(fresh.database(), plan);
      assertThat(run.problems()).isEmpty();
      long bought = run.operation("request", "buy").count();
      assertThat(run.operation("request", "buy").rows()).isBetween(bought + 1, 4 * bought - 1);
    }
  }

  @EachProduct(onePool = true)
  @ParameterizedTest
  void listsAreManyValuesAndManyDocuments(Product product) throws Exception {
    assumeThat(product.keepsDocuments()).isTrue();
    String script =
        """
        --@ schema
        {"create": "part"};
        --@ load rows=20
        {"insert": "part", "documents": [{"_id": ":n", "o": 0, "x": 0}]};
        --@ transaction buy role=insert
        \\set o sequence('orders')
        \\list ids 3 4 20 + sequence('parts')
        {"insert": "part", "documents": [{"_id": ":ids", "o": ":o"}]};
        --@ transaction touch
        \\list few random(2, 3) 3 random(1, 20)
        {"find": "part", "filter": {"_id": {"$in": [":few"]}}, "projection": {"_id": 1, "o": 1}} \\alist 3
        \\if item(o, 1) <> 0
        \\set wrong 1 / (size(o) - size(o))
        \\endif
        {"update": "part", "updates": [{"q": {"_id": {"$in": [":_id"]}}, "u": {"$inc": {"x": 1}}, "multi": true}]};
        --@ verify
        {"find": "part", "filter": {"_id": {"$gt": 20}, "o": {"$lt": 1}}};
        """;
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      Plan plan =
          ScriptRunner.plan(
              folder, product.adapter(), script, "request.threads = 2", "request.operations = 100");
      ScriptRunner run = new ScriptRunner(fresh.database(), plan);
      assertThat(run.problems()).isEmpty();
      long bought = run.operation("request", "buy").count();
      assertThat(run.operation("request", "buy").rows()).isEqualTo(3 * bought);
      assertThat(run.step("request").whole().workloadCounters()[ScriptPlan.UNMATCHED]).isZero();
    }
  }

  @EachProduct(onePool = true)
  @ParameterizedTest
  void bytesAndTimesAreTakenByTheirColumns(Product product) throws Exception {
    assumeThat(product.isServer() || product == Product.SQLITE).isTrue();
    assumeThat(product.isPooled()).isFalse();
    String binary =
        product.isPostgres() ? "bytea" : product.isMysqlFamily() ? "varbinary(40)" : "blob";
    String length = product.isMysqlFamily() ? "octet_length" : "length";
    String moment = product.isMysqlFamily() ? "datetime(3)" : "timestamp";
    String script =
        """
        --@ schema
        CREATE TABLE photo (id bigint NOT NULL PRIMARY KEY, pixels %s NOT NULL, made %s NOT NULL, day date NOT NULL);
        --@ load rows=200
        \\set pixels bytes(3, 40)
        \\set made timestamp(-3600.5)
        \\set day timestamp(86400 * :n)
        INSERT INTO photo (id, pixels, made, day) VALUES (:n, :pixels, :made, :day);
        --@ transaction add role=insert
        \\list ids 2 2 200 + sequence()
        \\list pixels 2 2 bytes(3, 3)
        \\set made timestamp(0)
        INSERT INTO photo (id, pixels, made, day) VALUES (:ids, :pixels, :made, :made);
        SELECT id FROM photo WHERE made >= :made AND id IN (:ids) \\alist
        \\if size(id) <> 2
        \\set wrong 1 / (size(id) - size(id))
        \\endif
        --@ verify
        SELECT id FROM photo WHERE %s(pixels) NOT BETWEEN 3 AND 40;
        SELECT count(*) AS present FROM photo HAVING count(DISTINCT pixels) < count(*) - 5;
        SELECT min(made) AS first_time, max(made) AS last_time FROM photo HAVING min(made) >= max(made);
        SELECT count(DISTINCT day) AS days FROM photo WHERE id <= 200 HAVING count(DISTINCT day) < 200;
        """
            .formatted(binary, moment, length);
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      Plan plan =
          ScriptRunner.plan(
              folder, product.adapter(), script, "load.threads = 1", "request.operations = 30");
      assertThat(new ScriptRunner(fresh.database(), plan).problems()).isEmpty();
    }
  }

  @EachProduct(onePool = true)
  @ParameterizedTest
  void documentsKeepBytes(Product product) throws Exception {
    assumeThat(product.keepsDocuments()).isTrue();
    String script =
        """
        --@ schema
        {"create": "photo"};
        --@ load rows=20
        \\set pixels bytes(3, 40)
        {"insert": "photo", "documents": [{"_id": ":n", "pixels": ":pixels"}]};
        --@ transaction look
        {"find": "photo", "filter": {"pixels": {"$type": "binData"}}, "projection": {"_id": 1}} \\alist
        \\if size(_id) <> 20
        \\set wrong 1 / (size(_id) - size(_id))
        \\endif
        """;
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      Plan plan = ScriptRunner.plan(folder, product.adapter(), script, "request.operations = 2");
      assertThat(new ScriptRunner(fresh.database(), plan).problems()).isEmpty();
    }
  }

  @EachProduct(onePool = true)
  @ParameterizedTest
  void theLedgerAddsUp(Product product) throws Exception {
    assumeThat(product.keepsDocuments()).isTrue();
    String ledger = example("ledger.mongo", "10000", "50");
    Plan plan = ScriptRunner.plan(folder, product.adapter(), ledger, "request.operations = 200");
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      ScriptRunner run = new ScriptRunner(fresh.database(), plan);
      if (product.hasTransactions()) {
        assertThat(run.problems()).isEmpty();
        assertThat(run.operation("load", "LOAD_LEDGER").rows()).isEqualTo(50);
        assertThat(run.operation("request", "move").rows()).isEqualTo(400);
      } else {
        assertThat(run.problems())
            .anySatisfy(line -> assertThat(line).contains("BEGIN needs transactions"));
      }
    }
  }
}
