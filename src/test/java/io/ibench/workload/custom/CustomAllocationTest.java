package io.ibench.workload.custom;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.ibench.db.Database;
import io.ibench.db.Session;
import io.ibench.db.noop.NoopDatabase;
import io.ibench.random.Random64;
import io.ibench.testing.Slow;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.internal.RegisteredDataset;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Whatever settings describe: drawing, binding and executing it allocates nothing. */
@Slow
@Isolated
class CustomAllocationTest {

  private static final int WARM_UP = 100_000;
  private static final int OPERATIONS = 500_000;

  /** 0.01 byte an operation, for occasional allocations of the virtual machine. */
  private static final long MOST_BYTES = OPERATIONS / 100;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void operationsAllocateNothing() throws Exception {
    assertThat(allocated("request")).isBetween(0L, MOST_BYTES);
  }

  @Test
  void loadsAllocateNothing() throws Exception {
    assertThat(allocated("load", "rows.items=9M", "rows.orders=9M", "load.rows_per_commit=1"))
        .isBetween(0L, MOST_BYTES);
  }

  private static long allocated(String step, String... settings) throws Exception {
    Plan plan = CustomRun.plan(CustomRun.ZOO, settings);
    Step.Work work =
        plan.steps().stream()
            .filter(each -> each.name().equals(step))
            .map(Step.Work.class::cast)
            .findFirst()
            .orElseThrow();
    try (Database database = new NoopDatabase();
        Session session = database.session()) {
      Worker worker =
          plan.begin(0, RegisteredDataset.read(plan, database, "custom", "test"))
              .worker(work, work.groups().get(0), 0, session, new Random64(1));
      execute(worker, WARM_UP);
      long before = THREADS.getCurrentThreadAllocatedBytes();
      execute(worker, OPERATIONS);
      return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
  }

  private static void execute(Worker worker, int operations) throws Exception {
    for (int i = 0; i < operations; i++) {
      int operation = worker.next();
      worker.prepare(operation, 1_700_000_000_000L + i);
      worker.execute(operation);
    }
  }
}
