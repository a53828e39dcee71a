package io.ibench.workload.simple;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.EachProduct;
import io.ibench.db.FreshDatabase;
import io.ibench.db.Product;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.random.Random64;
import io.ibench.workload.Dataset;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableContents;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.WorkloadRun.End;
import io.ibench.workload.internal.RegisteredDataset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Loads whose process has died, and requests after a death. */
@Timeout(300)
class ContinuedLoadTest {

  private static final int THREADS = 3;
  private static final long LOAD_MILLIS = 1_750_000_000_000L;

  @TempDir private Path folder;

  private static WorkloadRun begin(Plan plan, Database database) throws Exception {
    RegisteredDataset dataset = RegisteredDataset.read(plan, database, "shop", "test");
    dataset.admit(Set.of());
    return plan.begin(LOAD_MILLIS, dataset);
  }

  private static Step.Work load(Plan plan) {
    return (Step.Work)
        plan.steps().stream().filter(step -> step.name().equals("load")).findFirst().orElseThrow();
  }

  private static void act(WorkloadRun run, Plan plan, Database database, String name)
      throws Exception {
    Step step =
        plan.steps().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    run.act((Step.Action) step, database, null);
  }

  /**
   * Some workers execute batches in any order, and stop.
   *
   * @return the rows
   */
  private static long load(
      WorkloadRun run, Plan plan, Database database, int batches, Random64 order) throws Exception {
    Step.Work load = load(plan);
    List<Session> sessions = new ArrayList<>();
    List<Worker> working = new ArrayList<>();
    long rows = 0;
    for (int number = 0; number < THREADS; number++) {
      sessions.add(database.session());
      working.add(
          run.worker(load, load.groups().get(0), number, sessions.get(number), new Random64(1)));
    }
    // Each worker has taken a batch, as when the process dies.
    int[] operations = working.stream().mapToInt(Worker::next).toArray();
    for (int batch = 0; batch < batches; batch++) {
      int number = (int) order.nextLong(THREADS);
      if (operations[number] != Worker.DONE) {
        working.get(number).prepare(operations[number], LOAD_MILLIS);
        rows += working.get(number).execute(operations[number]);
        operations[number] = working.get(number).next();
      }
    }
    for (Session session : sessions) {
      session.close();
    }
    return rows;
  }

  private static Map<String, String> contents(Plan plan, Database database) throws Exception {
    Map<String, String> contents = new TreeMap<>();
    try (Session session = database.session()) {
      for (Plan.LoadedTable loaded : plan.tables()) {
        Table table = loaded.table();
        contents.put(table.name(), TableContents.hash(session, table));
      }
    }
    return contents;
  }

  @EachProduct
  @ParameterizedTest
  void aLoadThatStoppedAnywhereGoesOnWithoutALostOrDoubledRow(Product product) throws Exception {
    Plan plan = ShopRun.plan(ShopRun.ALL, "load.threads=" + THREADS, "load.rows_per_commit=7");
    Random64 order = new Random64(11);
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      Database database = fresh.database();
      WorkloadRun whole = begin(plan, database);
      act(whole, plan, database, "drop");
      act(whole, plan, database, "create");
      load(whole, plan, database, 100_000, order);
      whole.finished(load(plan), End.COMPLETE);
      Map<String, String> undisturbed = contents(plan, database);

      for (int batches : new int[] {0, 1, 5, 14, 100_000}) {
        WorkloadRun first = begin(plan, database);
        act(first, plan, database, "drop");
        act(first, plan, database, "create");
        long before = load(first, plan, database, batches, order);
        WorkloadRun second = begin(plan, database);
        assertThat(second.continueLoad(load(plan), database))
            .as("found after %d batches", batches)
            .isEqualTo(before);
        load(second, plan, database, 100_000, order);
        second.finished(load(plan), End.COMPLETE);
        assertThat(contents(plan, database)).as("after %d", batches).isEqualTo(undisturbed);
        assertThat(second.totals()).isEqualTo(whole.totals());
      }
    }
  }

  @EachProduct
  @ParameterizedTest
  void aRecountKnowsWhatTheBooksKnew(Product product) throws Exception {
    Plan plan = ShopRun.plan(ShopRun.ALL);
    try (FreshDatabase fresh = FreshDatabase.of(product, folder)) {
      Database database = fresh.database();
      ShopRun run = ShopRun.of(database, ShopRun.ALL);
      assertThat(run.problems()).isEmpty();

      WorkloadRun next = plan.begin(LOAD_MILLIS, new NoTotals(run.dataset()));
      assertThat(next.totals()).isEmpty();
      long lasting = next.recount(database).orElseThrow();

      assertThat(next.totals()).isEqualTo(run.dataset().totals());
      assertThat(next.lastingRows()).hasValue(lasting);
      assertThat(lasting).isPositive().isLessThan(next.rowsInTables().orElseThrow());
    }
  }

  /** Tables of which the register does not know what they contain. */
  private record NoTotals(Dataset tables) implements Dataset {

    @Override
    public long ordinal() {
      return tables.ordinal();
    }

    @Override
    public Optional<Map<String, Map<String, Long>>> totals() {
      return Optional.empty();
    }

    @Override
    public void create(Table table) throws DatabaseException {
      tables.create(table);
    }

    @Override
    public void create(Table table, Change creation) throws DatabaseException {
      tables.create(table, creation);
    }

    @Override
    public boolean drop(Table table) throws DatabaseException {
      return tables.drop(table);
    }
  }
}
