package io.ibench.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.noop.NoopDatabase;
import io.ibench.random.Random64;
import io.ibench.testing.Slow;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.internal.RegisteredDataset;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A transaction of any script allocates nothing, whatever it draws and binds. */
@Slow
class OltpAllocationTest {

  private static final int WARM_UP = 20_000;
  private static final int TRANSACTIONS = 20_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @EnumSource
  void aTransactionAllocatesNothing(Script script) throws DatabaseException {
    OltpPlan plan =
        OltpTrial.plan(
            script.label(),
            "oltp.operations = 1",
            "oltp.tables = 3",
            script == Script.SCAN ? "oltp.rows = 10000" : "oltp.distribution = zipfian");
    Step.Work step = (Step.Work) plan.steps().get(0);
    Database database = new NoopDatabase();
    Worker worker =
        plan.begin(0, RegisteredDataset.read(plan, database, "oltp", "test"))
            .worker(step, step.groups().get(0), 0, database.session(), new Random64(1));
    run(worker, WARM_UP);
    long thread = Thread.currentThread().getId();
    long before = THREADS.getThreadAllocatedBytes(thread);
    long rows = run(worker, TRANSACTIONS);
    long bytes = THREADS.getThreadAllocatedBytes(thread) - before;
    assertThat(rows).isPositive();
    assertThat(bytes).as("bytes of %d transactions", TRANSACTIONS).isBetween(0L, TRANSACTIONS / 2L);
  }

  private static long run(Worker worker, int transactions) throws DatabaseException {
    long rows = 0;
    for (int i = 0; i < transactions; i++) {
      int operation = worker.next();
      worker.prepare(operation, i);
      rows += worker.execute(operation);
    }
    return rows;
  }
}
