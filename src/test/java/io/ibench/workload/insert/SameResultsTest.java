package io.ibench.workload.insert;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.EachProduct;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** All steps on every product: one seed has one outcome, that of the strict reference. */
class SameResultsTest {

  private static final String[] STEPS = {
    "drop", "create", "l.i0", "l.x", "l.i1", "l.i2", "qr100", "qp100"
  };

  @TempDir Path folder;

  /** The actions of a product, and its content. */
  private record Outcome(List<String> lines, Map<String, String> contents) {}

  private Outcome run(Product product, Map<String, String> settings) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      InsertRun run = InsertRun.on(fresh.database(), settings);
      List<String> steps = new ArrayList<>(List.of(STEPS));
      steps.retainAll(run.plan().steps().stream().map(step -> step.name()).toList());
      List<String> lines = run.run(steps.toArray(String[]::new));
      assertThat(run.act("verify").problems()).isEmpty();
      return new Outcome(lines, run.contents());
    }
  }

  private void assertLikeMemory(Product product, String... settings) throws Exception {
    Map<String, String> map = new HashMap<>();
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      map.put(parts[0].strip(), parts[1].strip());
    }
    Outcome expected = run(Product.MEMORY, map);
    Outcome found = run(product, map);
    assertThat(found.lines()).isEqualTo(expected.lines());
    assertThat(found.contents()).isEqualTo(expected.contents());
  }

  @ParameterizedTest
  @EachProduct(oneOfEachAdapter = true)
  void withServerIdsAndTheOldestDeleted(Product product) throws Exception {
    assertLikeMemory(product, "insert.clients = 2", "insert.resync_get_min = 3");
  }

  @ParameterizedTest
  @EachProduct(oneOfEachAdapter = true)
  void withClientIdsAndRangesDeleted(Product product) throws Exception {
    assertLikeMemory(product, "insert.ids = client", "insert.deletes = range");
  }

  @ParameterizedTest
  @EachProduct(oneOfEachAdapter = true)
  void withTheSchemaOf2013AndCharacterFields(Product product) throws Exception {
    assertLikeMemory(
        product,
        "insert.schema = 2013",
        "insert.field_names = short",
        "insert.num_char_fields = 2",
        "insert.length_char_fields = 100");
  }

  @ParameterizedTest
  @EachProduct(oneOfEachAdapter = true)
  void withOneTableForAllThatGrows(Product product) throws Exception {
    assertLikeMemory(
        product,
        "insert.clients = 3",
        "insert.tables = shared",
        "insert.ids = client",
        "insert.deletes = none",
        "insert.secondary_at = start",
        "steps = l.i0, l.i1, qr100, qp100, verify");
  }

  @ParameterizedTest
  @EachProduct(oneOfEachAdapter = true)
  void aMixOfAllQueriesGivesTheSame(Product product) throws Exception {
    assertLikeMemory(
        product,
        "steps = l.i0, l.x, qr100, verify",
        "qr100.query.mix = market 2, register, pdc, point 0.5");
  }

  @ParameterizedTest
  @EachProduct(oneOfEachAdapter = true)
  void deletesKeepTheNumberOfRows(Product product) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      InsertRun run = InsertRun.on(fresh.database(), Map.of());
      run.run("drop", "create", "l.i0", "l.x", "l.i1", "l.i2", "qr100");
      List<Long> keys = run.column(PurchaseColumns.KEY);
      assertThat(keys).hasSize(1000);
      long inserted = 330 + 21 + 200;
      assertThat(keys.get(0)).as("the oldest are gone").isEqualTo(1 + inserted);
      assertThat(keys.get(999)).as("the newest are there").isEqualTo(1000 + inserted);
    }
  }
}
