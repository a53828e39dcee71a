package io.ibench.workload.linkbench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.ibench.db.DatabaseException;
import io.ibench.db.noop.NoopDatabase;
import io.ibench.random.Random64;
import io.ibench.testing.Slow;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.internal.RegisteredDataset;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Drawing and binding rows to load allocates nothing, whatever the rows contain. */
@Slow
class LoadAllocationTest {

  private static final long WARM_UP_BATCHES = 2_000;
  private static final long BATCHES = 10_000;
  private static final long ROWS = BATCHES * 100;

  /** 0.01 byte a row, for occasional allocations of the virtual machine. */
  private static final long MOST_BYTES = ROWS / 100;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @CsvSource({"0, LOAD_LINKS_BULK", "1, LOAD_NODE_BULK", "2, LOAD_COUNTS_BULK"})
  void aRowAllocatesNothing(int number, LinkOperation operation) throws DatabaseException {
    Plan plan =
        LinkBenchRun.plan(
            Map.of(
                "steps", "load",
                "load.rows_per_commit", "100",
                "linkbench.maxid1", "10000001"));
    Step.Work step = (Step.Work) plan.steps().get(0);
    Worker worker =
        plan.begin(0, RegisteredDataset.read(plan, new NoopDatabase(), "linkbench", "test"))
            .worker(
                step, step.groups().get(0), number, new NoopDatabase().session(), new Random64(1));
    load(worker, operation, WARM_UP_BATCHES);
    long thread = Thread.currentThread().getId();
    long before = THREADS.getThreadAllocatedBytes(thread);
    long rows = load(worker, operation, BATCHES);
    long bytes = THREADS.getThreadAllocatedBytes(thread) - before;
    assertThat(rows).isEqualTo(ROWS);
    assertThat(bytes).as("bytes of %d rows", ROWS).isBetween(0L, MOST_BYTES);
  }

  private static long load(Worker worker, LinkOperation operation, long batches)
      throws DatabaseException {
    long rows = 0;
    for (long batch = 0; batch < batches; batch++) {
      int next = worker.next();
      if (next != operation.ordinal()) {
        throw new AssertionError("operation " + next);
      }
      worker.prepare(next, 0);
      rows += worker.execute(next);
    }
    return rows;
  }
}
