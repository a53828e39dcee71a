package io.ibench.workload.insert;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.db.Product;
import io.ibench.db.ServerSchema;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.TcpProxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A whole run whose connections are cut while a slow server continues, and commits after the cut.
 */
@Timeout(300)
@NeedsServer
class ConnectionsCutTest {

  private static final Map<String, String> SETTINGS =
      Map.of(
          "steps", "drop, create, l.i0, verify",
          "insert.clients", "2",
          "l.i0.rows", "300",
          "l.i0.rows_per_commit", "10");

  /** Makes every statement of l.i0 slow, and cuts connections in several of its intervals. */
  private static final class Cutter implements RunListener {

    private static final int MOST_CUTS = 8;

    private final ServerSchema schema;
    private final TcpProxy proxy;
    private final boolean postgres;
    private int cuts;

    Cutter(ServerSchema schema, TcpProxy proxy, Product product) {
      this.schema = schema;
      this.proxy = proxy;
      this.postgres = product.isPostgres();
    }

    @Override
    public void interval(StepStart step, Snapshot snapshot) {
      if (step.name().equals("l.i0") && snapshot.successes() > 0 && cuts < MOST_CUTS) {
        proxy.cut();
        cuts++;
      }
    }

    private void slowDown() {
      try (Connection connection = schema.connect();
          var statement = connection.createStatement()) {
        if (postgres) {
          statement.execute(
              "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS"
                  + " 'BEGIN PERFORM pg_sleep(0.02); RETURN NULL; END'");
        }
        for (String table : new String[] {"pi1", "pi2"}) {
          statement.execute(
              (postgres
                      ? "CREATE CONSTRAINT TRIGGER slow%1$s AFTER INSERT ON %1$s"
                          + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW"
                          + " EXECUTE FUNCTION slow()"
                      : "CREATE TRIGGER slow%1$s AFTER INSERT ON %1$s FOR EACH ROW DO SLEEP(0.02)")
                  .formatted(table));
        }
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void stepStarted(StepStart step) {}

    @Override
    public void periodEnded(StepStart step, PeriodResult period, PeriodResult soFar) {}

    @Override
    public void stepEnded(StepResult result) {
      if (result.step().name().equals("create")) {
        slowDown();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Product.class,
      names = {"MARIADB", "MYSQL", "POOLED", "POSTGRES", "POOLED_POSTGRES"})
  void noRowIsThereTwice(Product product) throws Exception {
    try (ServerSchema schema = ServerSchema.of(product);
        TcpProxy proxy = TcpProxy.to("127.0.0.1", schema.port())) {
      Cutter cutter = new Cutter(schema, proxy, product);
      try (Database database = schema.open(schema.url(proxy.port()))) {
        Map<String, StepResult> results =
            new EngineOnPurchases(database)
                .listening(cutter)
                .waitingFor(TimeUnit.SECONDS.toNanos(300))
                .run(SETTINGS);
        assertThat(results.values())
            .allSatisfy(result -> assertThat(result.problems()).isEmpty())
            .allMatch(StepResult::succeeded);
        assertThat(cutter.cuts).isPositive();
        assertThat(results.get("l.i0").facts()).noneMatch(fact -> fact.contains("twice"));
        assertThat(results.get("verify").rows()).isEqualTo(600);
      }
    }
  }
}
