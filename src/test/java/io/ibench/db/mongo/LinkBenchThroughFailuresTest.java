package io.ibench.db.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.engine.Engine;
import io.ibench.engine.RunControl;
import io.ibench.engine.RunSettings;
import io.ibench.measure.Clock;
import io.ibench.measure.Outages;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import io.ibench.testing.MongoCommand;
import io.ibench.testing.MongoDeployment;
import io.ibench.testing.MongoReaction;
import io.ibench.testing.ScriptedMongo;
import io.ibench.testing.Slow;
import io.ibench.workload.Plan;
import io.ibench.workload.internal.RegisteredDataset;
import io.ibench.workload.linkbench.LinkBenchWorkload;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whole runs of the engine on a replica set whose failures must not show in the tables. */
@Timeout(300)
@Slow
class LinkBenchThroughFailuresTest {

  private static final int THREADS = 8;
  private static final long OPERATIONS = 2000;
  private static final long MILLI = 1_000_000;
  private static final Map<String, String> SETTINGS =
      Map.of(
          "seed", "4711",
          "steps", "create, load, index, request, verify",
          "linkbench.maxid1", "501",
          "load.rows_per_commit", "50",
          "load.threads", Integer.toString(THREADS),
          "request.threads", Integer.toString(THREADS),
          "request.operations", Long.toString(OPERATIONS));

  private final Map<String, StepResult> results = new LinkedHashMap<>();

  private Plan run(ScriptedMongo server, RunListener listener) throws Exception {
    RunSettings settings =
        new RunSettings(
            4711, 20 * MILLI, 1000 * MILLI, 3_600_000 * MILLI, 100, MILLI, 0, 60_000 * MILLI);
    Config config = Config.of(SETTINGS);
    Plan plan = new LinkBenchWorkload().plan(config);
    assertThat(config.problems()).isEmpty();
    // A missing primary is noticed in a moment; what the driver retries itself is no outage.
    String url = server.url() + "&serverSelectionTimeoutMS=1000";
    try (Database database = Adapters.open("mongodb", Map.of("url", url))) {
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

  /** Verification of the whole graph against its books is the last step. */
  private void assertEverythingIsRight(Plan plan) {
    assertThat(results.values())
        .allSatisfy(result -> assertThat(result.failure()).as(result.step().name()).isEmpty());
    assertThat(results).containsOnlyKeys("create", "load", "index", "request", "verify");
    PeriodResult load = results.get("load").whole();
    assertThat(load.rows())
        .isEqualTo(plan.tables().stream().mapToLong(Plan.LoadedTable::rows).sum());
    PeriodResult request = results.get("request").whole();
    assertThat(request.successes() + request.failures()).isEqualTo(OPERATIONS);
    assertThat(results.get("verify").problems()).isEmpty();
    assertThat(results.get("verify").facts()).anyMatch(fact -> fact.startsWith("totals as booked"));
  }

  /** Removes the primary once in each step, and elects another when workers have noticed. */
  private static final class FailOvers implements RunListener {

    private final ScriptedMongo server;
    private final Set<String> steps;
    private boolean away;

    FailOvers(ScriptedMongo server, Set<String> steps) {
      this.server = server;
      this.steps = new HashSet<>(steps);
    }

    @Override
    public void interval(StepStart step, Snapshot snapshot) {
      if (!away && snapshot.successes() > 0 && steps.remove(step.name())) {
        server.losePrimary();
        away = true;
      } else if (away && snapshot.workers().withoutConnection() > 0) {
        server.electNext();
        away = false;
      }
    }

    @Override
    public void stepStarted(StepStart step) {}

    @Override
    public void periodEnded(StepStart step, PeriodResult period, PeriodResult soFar) {}

    @Override
    public void stepEnded(StepResult result) {}
  }

  private void assertOutage(String step) {
    Outages outages = results.get(step).whole().outages();
    assertThat(outages.count()).as(step).isPositive();
    assertThat(outages.nanos()).isPositive();
    assertThat(outages.operationsLost()).isEqualTo(results.get(step).whole().failures());
  }

  @Test
  void aFailOverIsSurvivedAndShowsAsAnOutage() throws Exception {
    try (ScriptedMongo server = ScriptedMongo.start(MongoDeployment.replicaSet().withMembers(2))) {
      Plan plan = run(server, new FailOvers(server, Set.of("load", "request")));
      assertEverythingIsRight(plan);
      assertOutage("load");
      assertOutage("request");
      assertThat(server.primary()).isZero();
      assertThat(server.openTransactions()).isZero();
    }
  }

  /** Commands of transactions on the graph, and not on the register of tables. */
  private static final class OnTheGraph implements Predicate<MongoCommand> {

    private final Map<BsonDocument, String> collections = new ConcurrentHashMap<>();

    @Override
    public boolean test(MongoCommand command) {
      if (!command.isInTransaction()) {
        return false;
      }
      BsonDocument session = command.lsid().orElseThrow();
      command.collection().ifPresent(collection -> collections.put(session, collection));
      return !collections.get(session).equals("ibench_tables");
    }
  }

  @Test
  void abortedOperationsChangeNeitherTablesNorBooks() throws Exception {
    try (ScriptedMongo server = ScriptedMongo.replicaSet()) {
      OnTheGraph graph = new OnTheGraph();
      Map<String, Integer> conflicts =
          Map.of("update", 7, "findAndModify", 5, "insert", 11, "commitTransaction", 17);
      conflicts.forEach(
          (name, every) ->
              server
                  .script()
                  .every(
                      command -> graph.test(command) && command.name().equals(name),
                      every,
                      MongoReaction.writeConflict()));
      server
          .script()
          .every(
              command -> graph.test(command) && command.isCommit(),
              13,
              MongoReaction.errorAfter(50, "UnknownTransactionCommitResult"));
      Plan plan = run(server, new FailOvers(server, Set.of()));
      assertEverythingIsRight(plan);
      PeriodResult request = results.get("request").whole();
      assertThat(request.failures()).isZero();
      assertThat(request.retries()).isGreaterThan(50);
    }
  }
}
