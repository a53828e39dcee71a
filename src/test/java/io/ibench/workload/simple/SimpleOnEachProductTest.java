package io.ibench.workload.simple;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.db.EachProduct;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** One seed gives the same rows and answers on every product, however many threads load. */
@Timeout(300)
class SimpleOnEachProductTest {

  @TempDir private Path folder;

  private record Outcome(
      Map<String, Long> checksums, Map<String, String> contents, List<String> facts) {}

  /** A load, and a second run that continues on its data. */
  private static Outcome run(Database database, int loaders) throws Exception {
    ShopRun first = ShopRun.of(database, ShopRun.ALL, "load.threads=" + loaders);
    assertThat(first.problems()).isEmpty();
    ShopRun second = ShopRun.of(database, "request, verify");
    assertThat(second.problems()).isEmpty();
    Map<String, Long> checksums = first.checksums();
    second.checksums().forEach((name, sum) -> checksums.merge(name, sum, Long::sum));
    return new Outcome(checksums, second.contents(database), second.facts());
  }

  @EachProduct(oneOfEachAdapter = true)
  @ParameterizedTest
  void everyProductHasTheRowsAndAnswersOfMemory(Product product) throws Exception {
    Outcome reference;
    try (FreshDatabase memory = FreshDatabase.of(Product.MEMORY, folder)) {
      reference = run(memory.database(), 1);
    }
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      assertThat(run(fresh.database(), 3)).isEqualTo(reference);
    }
    assertThat(reference.facts())
        .contains("customers.orders: 20 counts equal the number of rows of orders")
        .anyMatch(fact -> fact.matches("sum of meters.total: -?\\d+ as booked"))
        .anyMatch(fact -> fact.matches("sum of meters.ticks: \\d+ as booked"))
        .anyMatch(fact -> fact.matches("events: [1-9]\\d* rows as booked"))
        .anyMatch(fact -> fact.matches("notes: [1-5]\\d rows as booked"));
    assertThat(reference.checksums().entrySet())
        .filteredOn(sum -> !sum.getKey().startsWith("LOAD_") && sum.getValue() != 0)
        .hasSize(7);
  }
}
