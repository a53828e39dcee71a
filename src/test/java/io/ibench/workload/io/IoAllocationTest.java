package io.ibench.workload.io;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.ibench.db.Database;
import io.ibench.db.FileSession;
import io.ibench.random.Random64;
import io.ibench.testing.Slow;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.internal.RegisteredDataset;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads, writes, syncs and commits allocate nothing. */
@Slow
class IoAllocationTest {

  private static final int WARM_UP = 5_000;
  private static final int OPERATIONS = 20_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"read, 0", "write, 0", "mix, 0", "innosim, 0", "innosim, 1", "innosim, 2"})
  void anOperationAllocatesNothing(String kind, int group) throws Exception {
    try (Database database = IoTrial.open(folder.resolve("files"));
        FileSession session = (FileSession) database.session()) {
      IoTrial trial = new IoTrial(database);
      trial.run("fill");
      IoPlan plan =
          IoTrial.plan(
              kind,
              "write.sync_every=1000",
              "mix.pattern=zipf",
              "innosim.redo_sync_every=1000",
              "innosim.binlog_sync_every=1000",
              "innosim.log=group",
              "innosim.scheduler_sleep_ms=1");
      Step.Work step = (Step.Work) plan.steps().get(0);
      WorkloadRun run = plan.begin(0, RegisteredDataset.read(plan, database, "io", "test"));
      Worker worker = run.worker(step, step.groups().get(group), 0, session, new Random64(1));
      Worker user = run.worker(step, step.groups().get(0), 0, database.session(), new Random64(2));
      Worker scheduler =
          group == 2
              ? run.worker(step, step.groups().get(1), 0, database.session(), new Random64(3))
              : user;
      perform(worker, user, scheduler, WARM_UP);
      long thread = Thread.currentThread().getId();
      long before = THREADS.getThreadAllocatedBytes(thread);
      perform(worker, user, scheduler, OPERATIONS);
      long bytes = THREADS.getThreadAllocatedBytes(thread) - before;
      assertThat(bytes).as("bytes of %d operations", OPERATIONS).isBetween(0L, OPERATIONS / 10L);
      run.finished(step, WorkloadRun.End.COMPLETE);
    }
  }

  /** The others give it work. */
  private static void perform(Worker worker, Worker user, Worker scheduler, int operations)
      throws Exception {
    for (int i = 0; i < operations; i++) {
      step(user);
      step(scheduler);
      step(worker);
    }
  }

  private static void step(Worker worker) throws Exception {
    int operation = worker.next();
    if (operation >= 0) {
      worker.prepare(operation, 0);
      worker.execute(operation);
    }
  }
}
