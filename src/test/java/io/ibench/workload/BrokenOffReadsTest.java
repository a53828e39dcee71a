package io.ibench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.ibench.config.Config;
import io.ibench.config.ConfigLoader;
import io.ibench.config.Key;
import io.ibench.db.noop.NoopDatabase;
import io.ibench.random.Random64;
import io.ibench.workload.WorkloadRun.End;
import io.ibench.workload.internal.RegisteredDataset;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An operation that only reads and is broken off is no write of unknown outcome. */
class BrokenOffReadsTest {

  private static final int DRAWS = 20_000;

  /** What reads only, of all operations of a step that also writes. */
  @ParameterizedTest
  @CsvSource({
    "ycsb, workloada, READ, UPDATE",
    "ycsb, workloade, SCAN, INSERT",
    "ycsb, workloadf, READ, READ_MODIFY_WRITE",
    "kv, readrandomwriterandom, get, overwrite",
    "linkbench, request, GET_NODE COUNT_LINK MULTIGET_LINK GET_LINKS_LIST,"
        + " ADD_NODE UPDATE_NODE DELETE_NODE ADD_LINK DELETE_LINK UPDATE_LINK",
    "orders, request, GET_ORDER LATEST, NEW_ORDER SET_STATUS"
  })
  void aReadLeavesNoDoubt(String file, String kind, String reads, String writes) throws Exception {
    Plan plan = plan(file, kind);
    int[] doubts =
        IntStream.range(0, plan.counters().size())
            .filter(i -> plan.counters().get(i).name().matches("uncertain|outcome_unknown"))
            .toArray();
    assertThat(doubts).hasSize(1);
    NoopDatabase database = new NoopDatabase();
    WorkloadRun run = plan.begin(0, RegisteredDataset.read(plan, database, file, "test"));
    Step.Work load = step(plan, TableUse.LOADS);
    Step.Group loaders = load.groups().get(0);
    run.worker(load, loaders, 0, database.session(), new Random64(1));
    run.finished(load, End.COMPLETE);
    Step.Work step = step(plan, TableUse.WRITES);
    Worker worker = run.worker(step, step.groups().get(0), 0, database.session(), new Random64(1));
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < DRAWS; i++) {
      int operation = worker.next();
      String name = plan.operations().get(operation);
      worker.prepare(operation, 0);
      long before = worker.counters().get(doubts[0]);
      worker.failed(operation, true);
      long more = worker.counters().get(doubts[0]) - before;
      if (List.of(reads.split(" ")).contains(name)) {
        assertThat(more).as(name).isZero();
        assertThat(worker.resolveOutcome(operation)).as(name).isEqualTo(Worker.NOT_EXECUTED);
      } else {
        assertThat(more).as(name).isEqualTo(1);
      }
      seen.add(name);
    }
    assertThat(seen).contains(reads.split(" ")).contains(writes.split(" "));
  }

  private static Plan plan(String file, String kind) {
    String load = file.equals("kv") ? "fillseq" : "load";
    Config config =
        new ConfigLoader(Map.of())
            .load(
                Path.of("workloads", file + ".properties"),
                Optional.empty(),
                List.of("steps=" + load + "," + kind, kind + ".threads=1", kind + ".until=1s"));
    config.declare(Key.text("workload", "read by others"));
    String name = file.equals("orders") ? "custom" : file;
    return ServiceLoader.load(Workload.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow()
        .plan(config);
  }

  private static Step.Work step(Plan plan, TableUse use) {
    return plan.steps().stream()
        .filter(each -> each.use() == use)
        .map(Step.Work.class::cast)
        .findFirst()
        .orElseThrow();
  }
}
