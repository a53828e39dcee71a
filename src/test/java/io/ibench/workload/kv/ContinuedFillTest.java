package io.ibench.workload.kv;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.db.Adapters;
import io.ibench.db.Database;
import io.ibench.db.Session;
import io.ibench.db.Table;
import io.ibench.random.Random64;
import io.ibench.workload.Dataset;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.WorkloadRun.End;
import io.ibench.workload.internal.RegisteredDataset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fills whose process has died, and requests after a death. */
class ContinuedFillTest {

  private static final int THREADS = 3;

  private static WorkloadRun begin(KvPlan plan, Database database) throws Exception {
    RegisteredDataset dataset = RegisteredDataset.read(plan, database, "kv", "test");
    dataset.admit(Set.of());
    return plan.begin(0, dataset);
  }

  private static Step.Work work(KvPlan plan, String name) {
    return (Step.Work)
        plan.steps().stream().filter(step -> step.name().equals(name)).findFirst().orElseThrow();
  }

  private static void act(WorkloadRun run, KvPlan plan, Database database, String... names)
      throws Exception {
    for (String name : names) {
      Step step =
          plan.steps().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
      run.act((Step.Action) step, database, null);
    }
  }

  /** Some workers execute batches in any order, and stop, each with a batch in hand. */
  private static long fill(
      WorkloadRun run, Step.Work fill, Database database, int batches, Random64 order)
      throws Exception {
    List<Session> sessions = new ArrayList<>();
    List<Worker> workers = new ArrayList<>();
    long rows = 0;
    for (int number = 0; number < THREADS; number++) {
      sessions.add(database.session());
      Session session = sessions.get(number);
      workers.add(run.worker(fill, fill.groups().get(0), number, session, new Random64(1)));
    }
    int[] operations = workers.stream().mapToInt(Worker::next).toArray();
    for (int batch = 0; batch < batches; batch++) {
      int number = (int) order.nextLong(THREADS);
      if (operations[number] != Worker.DONE) {
        workers.get(number).prepare(operations[number], 0);
        rows += workers.get(number).execute(operations[number]);
        operations[number] = workers.get(number).next();
      }
    }
    for (Session session : sessions) {
      session.close();
    }
    return rows;
  }

  @ParameterizedTest
  @ValueSource(strings = {"fillseq", "fillrandom", "filluniquerandom"})
  void aFillThatStoppedAnywhereGoesOnWithoutALostKey(String fill) throws Exception {
    String batch = fill + ".rows_per_commit=17";
    String threads = fill + ".threads=" + THREADS;
    KvPlan plan = KvTrial.plan("drop, create, " + fill, batch, threads);
    Random64 order = new Random64(11);
    try (Database database = database()) {
      WorkloadRun whole = begin(plan, database);
      act(whole, plan, database, "drop", "create");
      fill(whole, work(plan, fill), database, 100_000, order);
      whole.finished(work(plan, fill), End.COMPLETE);
      String undisturbed = new KvTrial(database).contents();

      for (int batches : new int[] {0, 1, 5, 30, 100_000}) {
        WorkloadRun first = begin(plan, database);
        act(first, plan, database, "drop", "create");
        long before = fill(first, work(plan, fill), database, batches, order);
        WorkloadRun second = begin(plan, database);
        long found = second.continueLoad(work(plan, fill), database);
        assertThat(found).as("found after %d batches", batches).isEqualTo(before);
        long rest = fill(second, work(plan, fill), database, 100_000, order);
        assertThat(found + rest).isEqualTo(1000);
        second.finished(work(plan, fill), End.COMPLETE);
        assertThat(new KvTrial(database).contents()).as("%d", batches).isEqualTo(undisturbed);
        assertThat(second.totals()).isEqualTo(whole.totals());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 300})
  void aRecountKnowsWhichKeysAreThere(int deletes) throws Exception {
    try (Database database = database()) {
      String steps = deletes == 0 ? "fillseq" : "fillseq, deleterandom";
      new KvTrial(database).run(steps, "deleterandom.operations=" + Math.max(1, deletes));
      KvPlan plan = KvTrial.plan("overwrite, verify");
      WorkloadRun next = plan.begin(0, new UnknownDataset());
      assertThat(next.totals()).isEmpty();
      long rows = next.recount(database).orElseThrow();

      assertThat(rows).isEqualTo(Long.parseLong(new KvTrial(database).contents().split(" ")[0]));
      assertThat(next.totals().orElseThrow().get(KvTable.NAME)).containsValue(rows);
      assertThat(next.lastingRows().isPresent()).isEqualTo(deletes == 0);
    }
  }

  private static Database database() throws Exception {
    return Adapters.open("memory", Map.of());
  }

  /** A dataset of which the register does not know what the table contains. */
  private record UnknownDataset() implements Dataset {

    @Override
    public long ordinal() {
      return 1;
    }

    @Override
    public Optional<Map<String, Map<String, Long>>> totals() {
      return Optional.empty();
    }

    @Override
    public void create(Table table) {}

    @Override
    public boolean drop(Table table) {
      return false;
    }
  }
}
