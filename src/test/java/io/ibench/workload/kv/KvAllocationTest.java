package io.ibench.workload.kv;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.ibench.db.noop.NoopDatabase;
import io.ibench.random.Random64;
import io.ibench.testing.Slow;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.internal.RegisteredDataset;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Drawing keys and values, binding and counting allocates nothing. A scan of the empty database
 * ends at once.
 */
@Slow
class KvAllocationTest {

  private static final int WARM_UP = 5_000;
  private static final int OPERATIONS = 20_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"READSEQ", "READREVERSE"})
  void anOperationAllocatesNothing(Benchmark benchmark) throws Exception {
    KvPlan plan =
        KvTrial.plan(benchmark.label(), "kv.num = 1000000000000", "kv.max_value_size = 1024");
    NoopDatabase database = new NoopDatabase();
    Step.Work step =
        (Step.Work) plan.steps().stream().filter(Step.Work.class::isInstance).findAny().get();
    Worker worker =
        plan.begin(0, RegisteredDataset.read(plan, database, "kv", "test"))
            .worker(
                step,
                step.groups().get(step.groups().size() - 1),
                0,
                database.session(),
                new Random64(1));
    perform(worker, WARM_UP);
    long thread = Thread.currentThread().getId();
    long before = THREADS.getThreadAllocatedBytes(thread);
    perform(worker, OPERATIONS);
    long bytes = THREADS.getThreadAllocatedBytes(thread) - before;
    assertThat(bytes).as("bytes of %d operations", OPERATIONS).isBetween(0L, OPERATIONS / 2L);
  }

  private static void perform(Worker worker, int operations) throws Exception {
    for (int i = 0; i < operations; i++) {
      int operation = worker.next();
      worker.prepare(operation, 0);
      worker.execute(operation);
    }
  }
}
