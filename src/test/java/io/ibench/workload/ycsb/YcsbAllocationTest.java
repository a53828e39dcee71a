package io.ibench.workload.ycsb;

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

/** A request of any core workload allocates nothing, whatever it draws and binds. */
@Slow
class YcsbAllocationTest {

  private static final int WARM_UP = 20_000;
  private static final int OPERATIONS = 100_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @EnumSource
  void anOperationAllocatesNothing(CoreMix mix) throws Exception {
    YcsbPlan plan = YcsbTrial.plan("load, " + mix.kind(), "ycsb.operations = 1");
    NoopDatabase database = new NoopDatabase();
    YcsbRun run = (YcsbRun) plan.begin(0, RegisteredDataset.read(plan, database, "ycsb", "test"));
    Step.Work load = (Step.Work) plan.steps().get(0);
    run.worker(load, load.groups().get(0), 0, database.session(), new Random64(1));
    run.finished(load, YcsbRun.End.COMPLETE);
    Step.Work step = (Step.Work) plan.steps().get(1);
    Worker worker = run.worker(step, step.groups().get(0), 0, database.session(), new Random64(1));
    perform(worker, WARM_UP);
    long thread = Thread.currentThread().getId();
    long before = THREADS.getThreadAllocatedBytes(thread);
    perform(worker, OPERATIONS);
    long bytes = THREADS.getThreadAllocatedBytes(thread) - before;
    assertThat(bytes).as("bytes of %d operations", OPERATIONS).isBetween(0L, OPERATIONS / 10L);
  }

  private static void perform(Worker worker, int operations) throws Exception {
    for (int i = 0; i < operations; i++) {
      int operation = worker.next();
      worker.prepare(operation, 0);
      worker.execute(operation);
    }
  }
}
