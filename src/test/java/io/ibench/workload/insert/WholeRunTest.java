package io.ibench.workload.insert;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.EachProduct;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepResult;
import io.ibench.testing.Slow;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * All steps on every product through the engine: threads of three roles for two clients. Only one
 * product drains at a time: on MariaDB that changes global variables for a while.
 */
@Timeout(300)
@ResourceLock("drain")
class WholeRunTest {

  private static final Map<String, String> SETTINGS =
      Map.of(
          "insert.clients", "2",
          "insert.query_seconds", "1",
          "l.i0.rows", "2k",
          "l.i1.rows", "1k",
          "l.i2.rows", "100",
          "qr100.insert.rate", "500/s",
          "qp100.insert.rate", "500/s",
          "drain.at_least", "1ms");

  @TempDir Path folder;

  private static long rows(StepResult step, InsertOperation operation) {
    return operations(step.whole(), operation).stream().mapToLong(OperationSummary::rows).sum();
  }

  private static long count(StepResult step, InsertOperation operation) {
    return operations(step.whole(), operation).stream().mapToLong(OperationSummary::count).sum();
  }

  private static List<OperationSummary> operations(PeriodResult period, InsertOperation operation) {
    return period.operations().stream()
        .filter(summary -> summary.operation() == operation.ordinal())
        .toList();
  }

  @Slow
  @ParameterizedTest
  @EachProduct(oneOfEachAdapter = true)
  void everyStepDoesExactlyWhatItWasAskedFor(Product product) throws Exception {
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      Map<String, StepResult> results = new EngineOnPurchases(fresh.database()).run(SETTINGS);
      assertThat(results.values()).allMatch(StepResult::succeeded);
      assertThat(results)
          .containsOnlyKeys(
              "drop", "create", "l.i0", "l.x", "l.i1", "l.i2", "drain", "qr100", "qp100", "verify");
      assertThat(rows(results.get("l.i0"), InsertOperation.INSERT)).isEqualTo(4000);
      assertThat(count(results.get("l.i0"), InsertOperation.INSERT)).isEqualTo(40);
      assertWrites(results.get("l.i1"), 2000, 50);
      assertWrites(results.get("l.i2"), 200, 5);
      assertWrites(results.get("qr100"), 1000, 50);
      assertWrites(results.get("qp100"), 1000, 50);
      assertThat(results.get("l.x").rows()).isEqualTo(4000);
      assertThat(results.get("verify").rows()).isEqualTo(4000);
      assertThat(results.get("verify").facts())
          .containsExactly("pi1 to pi2, each: 2,000 rows as acknowledged");
      assertQueries(results.get("qr100"), InsertOperation.RANGE_QUERIES);
      assertQueries(results.get("qp100"), List.of(InsertOperation.POINT));
    }
  }

  private static void assertWrites(StepResult step, long rows, int rowsPerCommit) {
    assertThat(rows(step, InsertOperation.INSERT)).as(step.step().name()).isEqualTo(rows);
    assertThat(rows(step, InsertOperation.DELETE)).as(step.step().name()).isEqualTo(rows);
    assertThat(count(step, InsertOperation.DELETE)).isEqualTo(rows / rowsPerCommit);
    assertThat(step.whole().clients()).hasSize(2);
  }

  /** At least one of each kind, and nearly as many rows as they ask for. */
  private static void assertQueries(StepResult step, List<InsertOperation> queries) {
    for (InsertOperation query : queries) {
      long count = count(step, query);
      assertThat(count).as(query.label()).isPositive();
      assertThat(rows(step, query)).as(query.label()).isBetween(9 * count, 10 * count);
    }
  }
}
