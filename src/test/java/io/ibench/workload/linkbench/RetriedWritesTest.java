package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Command;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.InterceptedDatabase;
import io.ibench.db.InterceptedDatabase.Interceptor;
import io.ibench.workload.WorkloadRun.Outcome;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Statements of link writes that are chosen as the victim of a deadlock, and the second attempts of
 * the writes.
 */
class RetriedWritesTest extends GraphContract {

  private static final int REQUESTS = 800;

  /** Every n-th statement; n is prime, so that each statement of each operation has its turn. */
  private static final int EVERY = 7;

  /** Fails some statements before they are executed and some after. */
  private static final class Deadlocks implements Interceptor {

    private final Map<String, Integer> victims = new HashMap<>();
    private int statements;

    @Override
    public void before(Command command) throws DatabaseException {
      if (isOfGraph(command) && ++statements % EVERY == 0) {
        fail(command);
      }
    }

    @Override
    public void after(Command command) throws DatabaseException {
      if (isOfGraph(command) && statements % EVERY == EVERY / 2) {
        fail(command);
      }
    }

    private static boolean isOfGraph(Command command) {
      return GraphTables.ALL.contains(command.table());
    }

    private void fail(Command command) throws DatabaseException {
      String kind = command.getClass().getSimpleName() + " " + command.table().name();
      victims.merge(kind, 1, Integer::sum);
      throw new DatabaseException(FailureKind.DEADLOCK, "victim of a test");
    }
  }

  private static Map<String, String> settings(String compat) {
    Map<String, String> settings = new HashMap<>();
    settings.put("linkbench.compat", compat);
    settings.put("linkbench.maxid1", "6");
    LinkBenchKeys.MIX.values().forEach(percent -> settings.put(percent.name(), "0"));
    settings.put("linkbench.addlink", "30");
    settings.put("linkbench.updatelink", "25");
    settings.put("linkbench.deletelink", "45");
    return settings;
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "upstream"})
  void areBookedOnce(String compat) throws Exception {
    Deadlocks deadlocks = new Deadlocks();
    LinkBenchRun run =
        LinkBenchRun.on(InterceptedDatabase.of(database, deadlocks), settings(compat));
    run.load(1);
    run.act("index");
    run.request(1, REQUESTS);

    assertThat(deadlocks.victims)
        .containsOnlyKeys("Upsert linktable", "Update linktable", "Upsert counttable")
        .allSatisfy((statement, victims) -> assertThat(victims).isGreaterThan(10));
    Outcome verified = run.act("verify");
    if (!product.hasTransactions()) {
      assertThat(verified.problems()).as("what could not be undone is found").isNotEmpty();
      return;
    }
    assertThat(verified.problems()).isEmpty();
    assertThat(verified.facts()).anyMatch(fact -> fact.startsWith("totals as booked"));
  }
}
