package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.db.FailureKind;
import io.ibench.db.OwnServer;
import io.ibench.db.Product;
import io.ibench.db.ServerSchema;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.engine.RunSettings;
import io.ibench.measure.Clock;
import io.ibench.measure.Outages;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.RunListener;
import io.ibench.measure.StepResult;
import io.ibench.testing.NeedsServer;
import io.ibench.workload.Plan;
import io.ibench.workload.ServerKiller;
import io.ibench.workload.internal.RegisteredDataset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A whole run on a server that is killed while it works, and comes back or does not. */
@Timeout(300)
@NeedsServer
class ServerAwayTest {

  private static final int THREADS = 4;
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);
  private static final Map<String, String> SETTINGS =
      Map.of(
          "steps", "create, load, index, request, verify",
          "linkbench.maxid1", "5001",
          "load.rows_per_commit", "50",
          "load.threads", Integer.toString(THREADS),
          "request.threads", Integer.toString(THREADS),
          "request.operations", "6000");

  private final Map<String, StepResult> results = new LinkedHashMap<>();

  private Plan run(ServerSchema schema, RunListener listener, long outageMaxNanos)
      throws Exception {
    RunSettings settings =
        new RunSettings(
            LinkBenchRun.SEED,
            20 * MILLI,
            1000 * MILLI,
            3_600_000 * MILLI,
            100,
            MILLI,
            0,
            outageMaxNanos);
    Plan plan = LinkBenchRun.plan(SETTINGS);
    try (Database database = schema.open(schema.url())) {
      RegisteredDataset dataset = RegisteredDataset.read(plan, database, "linkbench", "a run");
      dataset.admit(Set.of());
      Engine engine =
          new Engine(
              Clock.system(),
              settings,
              listener,
              new RunControl(Clock.system()),
              List.of(),
              List.of());
      for (StepResult result : engine.run(plan, database, dataset)) {
        results.put(result.step().name(), result);
      }
    }
    return plan;
  }

  private void assertOutage(String step, int workers) {
    StepResult result = results.get(step);
    Outages outages = result.whole().outages();
    // Lost connections of a pool are found one after the other.
    assertThat(outages.count()).as(step).isBetween(1L, workers < THREADS ? Long.MAX_VALUE : 1L);
    assertThat(outages.first().get(0).workers()).isBetween(workers, THREADS);
    assertThat(outages.nanos()).isPositive().isLessThan((long) (result.whole().seconds() * 1e9));
    assertThat(outages.operationsLost()).isEqualTo(result.whole().failures());
  }

  @ParameterizedTest
  @EnumSource(
      value = Product.class,
      names = {"MARIADB", "MYSQL", "POOLED", "POOLED_MARIADB", "POSTGRES", "POOLED_POSTGRES"})
  void aServerThatComesBackLosesNoRowAndTheGapIsVisible(Product product) throws Exception {
    // A worker that waits for the pool has not lost a connection yet.
    int found = product.isPooled() ? 1 : THREADS;
    try (OwnServer own = OwnServer.of(product)) {
      ServerKiller killer = new ServerKiller(own.server(), Set.of("load", "request"), found);
      Plan plan = run(own.schema(), killer, TimeUnit.SECONDS.toNanos(300));
      assertThat(results.values()).allMatch(StepResult::succeeded);
      assertThat(results).containsOnlyKeys("create", "load", "index", "request", "verify");
      assertOutage("load", found);
      assertOutage("request", found);
      PeriodResult load = results.get("load").whole();
      assertThat(load.rows())
          .isEqualTo(plan.tables().stream().mapToLong(Plan.LoadedTable::rows).sum());
      assertThat(load.failures()).isZero();
      PeriodResult request = results.get("request").whole();
      assertThat(request.successes() + request.failures()).isEqualTo(6_000);
      assertThat(request.operations())
          .allMatch(
              o -> o.failures().get(FailureKind.OUTCOME_UNKNOWN.ordinal()) == sum(o.failures()));
      assertThat(request.failures()).isLessThanOrEqualTo(THREADS);
    }
  }

  private static long sum(List<Long> counts) {
    return counts.stream().mapToLong(Long::longValue).sum();
  }

  @ParameterizedTest
  @EnumSource(
      value = Product.class,
      names = {"MARIADB", "POSTGRES"})
  void aServerThatDoesNotComeBackEndsTheRunAndItsNumbersAreKept(Product product) throws Exception {
    try (OwnServer own = OwnServer.of(product)) {
      ServerKiller killer = new ServerKiller(own.server(), Set.of("request"), Integer.MAX_VALUE);
      run(own.schema(), killer, 300 * MILLI);
      assertThat(results).containsOnlyKeys("create", "load", "index", "request");
      StepResult request = results.get("request");
      Optional<String> failure = request.failure();
      assertThat(failure.orElseThrow())
          .startsWith("connection_lost: the server did not come back in 300 ms: ");
      assertThat(request.whole().successes()).isPositive();
      assertThat(request.whole().failures()).isBetween(1L, (long) THREADS);
      assertOutage("request", THREADS);
    }
  }
}
