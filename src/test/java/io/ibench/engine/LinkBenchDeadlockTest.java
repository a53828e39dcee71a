package io.ibench.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.db.Add;
import io.ibench.db.Command;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.InterceptedDatabase;
import io.ibench.db.InterceptedDatabase.Interceptor;
import io.ibench.db.MariadbSchema;
import io.ibench.db.Prepared;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.db.Transaction;
import io.ibench.measure.Clock;
import io.ibench.measure.StepResult;
import io.ibench.testing.NeedsServer;
import io.ibench.testing.Servers;
import io.ibench.workload.Plan;
import io.ibench.workload.internal.RegisteredDataset;
import io.ibench.workload.linkbench.LinkBenchWorkload;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** A write of a link and another transaction that wait for each other on a real server. */
@Timeout(300)
@NeedsServer
@Isolated
class LinkBenchDeadlockTest {

  /**
   * Locks every count before the worker does, and then every link; its weight keeps it from being
   * the victim.
   */
  private static final class Rival implements Interceptor, AutoCloseable {

    private final Database database;
    private final Map<String, Table> tables = new HashMap<>();
    private Session session;
    private CompletableFuture<Void> end = CompletableFuture.completedFuture(null);

    Rival(Database database, Plan plan) {
      this.database = database;
      plan.tables().forEach(loaded -> tables.put(loaded.table().name(), loaded.table()));
    }

    @Override
    public void before(Command command) throws DatabaseException {
      if (session != null || !command.table().name().equals("counttable")) {
        return;
      }
      session = database.session();
      Transaction transaction = session.transaction();
      Prepared links = transaction.prepareLast(increment("linktable"));
      transaction.begin();
      transaction.prepare(increment("counttable")).execute();
      end = CompletableFuture.runAsync(() -> execute(links));
    }

    private Command increment(String table) {
      List<Add> add = List.of(new Add("version", 1));
      return new Command.Update(tables.get(table), List.of(), add, List.of(), Optional.empty());
    }

    private static void execute(Prepared last) {
      try {
        last.execute();
      } catch (DatabaseException e) {
        throw new CompletionException(e);
      }
    }

    @Override
    public void close() throws DatabaseException {
      try {
        end.orTimeout(120, TimeUnit.SECONDS).join();
      } finally {
        if (session != null) {
          session.close();
        }
      }
    }
  }

  private static Plan plan() {
    Map<String, String> settings = new HashMap<>();
    settings.put("steps", "create, load, index, request, verify");
    settings.put("linkbench.maxid1", "101");
    settings.put("request.operations", "20");
    settings.put("request.threads", "1");
    List.of("addlink", "updatelink", "countlink", "getlink", "getlinklist", "addnode")
        .forEach(name -> settings.put("linkbench." + name, "0"));
    List.of("updatenode", "deletenode", "getnode")
        .forEach(name -> settings.put("linkbench." + name, "0"));
    settings.put("linkbench.deletelink", "100");
    Config config = Config.of(settings);
    Plan plan = new LinkBenchWorkload().plan(config);
    assertThat(config.problems()).isEmpty();
    return plan;
  }

  @Test
  void theWriteThatFellVictimIsRetriedCountedAndBookedOnce() throws Exception {
    MariadbSchema schema = new MariadbSchema(Servers.requireMariadb());
    Plan plan = plan();
    List<StepResult> results;
    try (Database database = schema.open(schema.url());
        Rival rival = new Rival(database, plan)) {
      Engine engine =
          new Engine(
              Clock.system(),
              TestSettings.DEFAULT,
              new RecordingListener(),
              new RunControl(Clock.system()),
              List.of(),
              List.of());
      Database watched = InterceptedDatabase.of(database, rival);
      results =
          engine.run(plan, watched, RegisteredDataset.read(plan, watched, "linkbench", "test"));
    } finally {
      schema.close();
    }
    assertThat(results).hasSize(5).allMatch(StepResult::succeeded);
    StepResult request = results.get(3);
    assertThat(request.whole().successes()).isEqualTo(20);
    assertThat(request.whole().failures()).isZero();
    assertThat(request.whole().retries()).isEqualTo(1);
    assertThat(request.details()).hasSize(1);
    assertThat(request.details().get(0)).startsWith("found: DELETE_LINK ");
  }
}
