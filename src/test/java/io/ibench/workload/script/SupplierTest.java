package io.ibench.workload.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ibench.db.Database;
import io.ibench.db.EachProduct;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import io.ibench.measure.WorkloadCounter;
import io.ibench.testing.Slow;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * The transactions of tpcc.sql keep its consistency conditions, and each condition finds damage.
 */
@Timeout(300)
class SupplierTest {

  /** Sizes of the file, and those of a hundredth of a warehouse. */
  private static final Map<String, String> SIZES =
      Map.ofEntries(
          Map.entry("30000000", "300000"),
          Map.entry("3000000", "30000"),
          Map.entry("300000", "3000"),
          Map.entry("100000", "100"),
          Map.entry("30000", "300"),
          Map.entry("9000", "90"),
          Map.entry("3001", "31"),
          Map.entry("3000", "30"),
          Map.entry("2101", "22"),
          Map.entry("2100", "21"),
          Map.entry("900", "9"));

  private static final Pattern NUMBER = Pattern.compile("\\b\\d+\\b");

  /** What a statement damages, how it is repaired, and words of the problems that are found. */
  private record Damage(String damage, String repair, Set<String> words) {}

  private static final List<Damage> DAMAGES =
      List.of(
          // Conditions 1 and 8
          new Damage(
              "UPDATE tpcc_warehouse SET w_ytd = w_ytd + 1",
              "UPDATE tpcc_warehouse SET w_ytd = w_ytd - 1",
              Set.of("districts ", "w_ytd 300001, payments ")),
          // 2
          new Damage(
              "UPDATE tpcc_district SET d_next_o_id = d_next_o_id + 1 WHERE d_id = 3",
              "UPDATE tpcc_district SET d_next_o_id = d_next_o_id - 1 WHERE d_id = 3",
              Set.of("last_order ", "last_new ")),
          // 3 and 5
          new Damage(
              "DELETE FROM tpcc_new_order WHERE no_d_id = 4 AND no_o_id = 25",
              "INSERT INTO tpcc_new_order (no_w_id, no_d_id, no_o_id) VALUES (1, 4, 25)",
              Set.of("lowest ", "o_id 25, o_carrier 0")),
          // 4 and 6: a district without lines
          new Damage(
              "UPDATE tpcc_order_line SET ol_d_id = 11 WHERE ol_d_id = 5",
              "UPDATE tpcc_order_line SET ol_d_id = 5 WHERE ol_d_id = 11",
              Set.of("planned ", "counted ")),
          // 6 alone: the sum is right
          new Damage(
              "UPDATE tpcc_orders SET o_ol_cnt = 21 - o_id WHERE o_d_id = 1 AND o_id IN (10, 12)",
              "UPDATE tpcc_orders SET o_ol_cnt = 10 WHERE o_d_id = 1",
              Set.of("counted ")),
          // 7, and 10: the amount is in no balance
          new Damage(
              "UPDATE tpcc_order_line SET ol_delivery = 5 WHERE ol_d_id = 2 AND ol_o_id = 30",
              "UPDATE tpcc_order_line SET ol_delivery = 0 WHERE ol_d_id = 2 AND ol_o_id = 30",
              Set.of("ol_delivery 5", "delivered ")),
          // 5 and 7
          new Damage(
              "UPDATE tpcc_orders SET o_carrier = 3 WHERE o_d_id = 1 AND o_id = 30",
              "UPDATE tpcc_orders SET o_carrier = 0 WHERE o_d_id = 1 AND o_id = 30",
              Set.of("o_id 30, o_carrier 3", "ol_delivery 0, o_carrier 3")),
          // 8 and 9: payments to a district that are gone
          new Damage(
              "UPDATE tpcc_history SET h_w_id = 2 WHERE h_d_id = 6",
              "UPDATE tpcc_history SET h_w_id = 1 WHERE h_d_id = 6",
              Set.of("w_ytd 300000, payments ", "d_ytd 30000, payments ")),
          // 10: a customer without payments
          new Damage(
              "UPDATE tpcc_history SET h_c_id = 31 WHERE h_c_d_id = 7 AND h_c_id = 8",
              "UPDATE tpcc_history SET h_c_id = 8 WHERE h_c_d_id = 7 AND h_c_id = 31",
              Set.of("c_id 8, c_balance -1000")),
          // 12 alone
          new Damage(
              "UPDATE tpcc_customer SET c_ytd_payment = 999 WHERE c_d_id = 9 AND c_id = 2",
              "UPDATE tpcc_customer SET c_ytd_payment = 1000 WHERE c_d_id = 9 AND c_id = 2",
              Set.of("c_ytd_payment 999")),
          // Counts of the stock
          new Damage(
              "UPDATE tpcc_stock SET s_remote_cnt = 1 WHERE s_i_id = 5",
              "UPDATE tpcc_stock SET s_remote_cnt = 0 WHERE s_i_id = 5",
              Set.of("s_remote_cnt 1")),
          new Damage(
              "UPDATE tpcc_stock SET s_order_cnt = 2 WHERE s_i_id = 5",
              "UPDATE tpcc_stock SET s_order_cnt = 0 WHERE s_i_id = 5",
              Set.of("s_order_cnt 2")));

  @TempDir Path folder;

  private Plan plan(Product product, String... settings) throws Exception {
    String script = Files.readString(Path.of("workloads", "tpcc.sql"));
    if (product == Product.JDBC
        && Set.of("Derby", "Firebird").contains(FreshDatabase.jdbcProduct())) {
      script = script.replace("LIMIT 1", "FETCH FIRST 1 ROWS ONLY"); // As docs/jdbc.md says.
    }
    String small =
        NUMBER
            .matcher(script)
            .replaceAll(number -> SIZES.getOrDefault(number.group(), number.group()));
    return ScriptRunner.plan(folder, product.adapter(), small, settings);
  }

  @Slow
  @EachProduct(onePool = true)
  @ParameterizedTest
  void eachConditionFindsItsDamageAndTheTransactionsKeepThem(Product product) throws Exception {
    assumeThat(product == Product.MEMORY || product == Product.ROCKSDB).isFalse();
    assumeThat(product.keepsDocuments() || product.isPooled()).isFalse();
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      Database database = fresh.database();
      Plan load = plan(product, "steps = drop, create, load, index, verify");
      assertThat(new ScriptRunner(database, load).problems()).isEmpty();
      Plan verify = plan(product, "steps = verify");
      for (Damage each : DAMAGES) {
        database.execute(each.damage());
        List<String> problems = new ScriptRunner(database, verify).problems();
        for (String words : each.words()) {
          assertThat(problems)
              .as(each.damage())
              .anySatisfy(line -> assertThat(line).containsIgnoringCase(words));
        }
        assertThat(problems).as(each.damage()).allMatch(line -> isExpected(line, each.words()));
        database.execute(each.repair());
      }
      Plan work =
          plan(
              product,
              "script.scale = 2", // Lines of the other warehouse are among the orders.
              "steps = drop, create, load, index, request, verify",
              "request.threads = 3",
              "request.operations = 300");
      ScriptRunner run = new ScriptRunner(database, work);
      assertThat(run.problems()).isEmpty();
      assertThat(run.operation("request", "new_order").count()).isPositive();
      assertThat(run.step("request").facts())
          .anyMatch(
              fact ->
                  fact.matches(
                      "transactions per minute(, without.*)?: new_order [\\d,.]+, payment .*"));
    }
  }

  @Test
  void newOrdersThatAreRolledBackAreNotAmongThoseOfAMinute() throws Exception {
    Plan plan = plan(Product.SQLITE, "steps = request", "request.until = 1s");
    Step request = plan.steps().get(0);
    long[] successes = new long[plan.operations().size()];
    successes[plan.operations().indexOf("new_order")] = 2000;
    successes[plan.operations().indexOf("payment")] = 1800;
    long[] counts = new long[plan.counters().size()];
    assertThat(plan.rates(request, counts, successes, 120))
        .containsExactly("transactions per minute: new_order 1,000.0, payment 900.0");
    List<String> names = plan.counters().stream().map(WorkloadCounter::name).toList();
    counts[names.indexOf("new_order_rolled_back")] = 20;
    assertThat(plan.rates(request, counts, successes, 120))
        .containsExactly(
            "transactions per minute, without those rolled back: new_order 990.0, payment 900.0",
            "new_order: 1.0 % of 2,000 operations rolled a transaction back (ROLLBACK)");
  }

  private static boolean isExpected(String line, Set<String> words) {
    return line.endsWith(" rows more")
        || words.stream().anyMatch(each -> line.toLowerCase(Locale.ROOT).contains(each));
  }
}
