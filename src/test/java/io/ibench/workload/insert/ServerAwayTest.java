package io.ibench.workload.insert;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.db.OwnServer;
import io.ibench.db.Product;
import io.ibench.measure.Role;
import io.ibench.measure.StepResult;
import io.ibench.testing.NeedsServer;
import io.ibench.workload.ServerKiller;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A whole run on a server that is killed while it works, and comes back. */
@Timeout(300)
@NeedsServer
class ServerAwayTest {

  private static final List<Role> ROLES =
      InsertOperation.labels().stream()
          .map(label -> InsertOperation.valueOf(label.toUpperCase(Locale.ROOT)))
          .map(operation -> Role.valueOf(operation.role().name()))
          .toList();

  private static final Map<String, String> SETTINGS =
      Map.of(
          "steps", "l.i0, l.x, l.i1, qr1000, verify",
          "insert.clients", "2",
          // Gaps between the oldest keys after a crash may leave a delete's outcome unknown.
          "insert.ids", "client",
          "insert.deletes", "range",
          "insert.query_seconds", "2",
          "l.i0.rows", "20k",
          "l.i1.rows", "10k",
          "l.i1.rows_per_commit", "10");

  @ParameterizedTest
  @EnumSource(
      value = Product.class,
      names = {"MARIADB", "MYSQL", "POOLED", "POSTGRES"})
  void noRowIsLostOrThereTwice(Product product) throws Exception {
    try (OwnServer own = OwnServer.of(product)) {
      ServerKiller killer = new ServerKiller(own.server(), Set.of("l.i0", "l.i1", "qr1000"), 1);
      try (Database database = own.schema().open(own.schema().url())) {
        Map<String, StepResult> results =
            new EngineOnPurchases(database)
                .listening(killer)
                .waitingFor(TimeUnit.SECONDS.toNanos(300))
                .run(SETTINGS);
        assertThat(results.values()).allMatch(StepResult::succeeded);
        assertInserted(results.get("l.i0"), 40_000);
        assertInserted(results.get("l.i1"), 20_000);
        assertInserted(results.get("qr1000"), 4_000);
        assertThat(results.get("qr1000").whole().rows(ROLES, Role.DELETE)).isEqualTo(4_000);
        assertThat(results.get("verify").rows()).isEqualTo(40_000);
      }
    }
  }

  private static void assertInserted(StepResult step, long rows) {
    assertThat(step.whole().rows(ROLES, Role.INSERT)).as(step.step().name()).isEqualTo(rows);
    assertThat(step.whole().outages().count()).as(step.step().name()).isPositive();
    assertThat(step.whole().failures()).isZero();
  }
}
