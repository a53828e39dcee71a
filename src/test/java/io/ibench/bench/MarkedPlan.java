package io.ibench.bench;

import com.sun.management.ThreadMXBean;
import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import io.ibench.workload.Dataset;
import io.ibench.workload.Experiment;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import io.ibench.workload.Tallies;
import io.ibench.workload.Worker;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** A plan whose workers note what their thread has allocated between two of their operations. */
final class MarkedPlan implements Plan {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Plan plan;
  private final long from;
  private final long to;
  private final AtomicLong bytes = new AtomicLong();

  /**
   * @param from operations of each worker before the first mark
   * @param to operations of each worker before the second one
   */
  MarkedPlan(Plan plan, long from, long to) {
    this.plan = plan;
    this.from = from;
    this.to = to;
  }

  static long allocated() {
    return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  /** Allocated by all workers between their marks. */
  long bytes() {
    return bytes.get();
  }

  @Override
  public List<LoadedTable> tables() {
    return plan.tables();
  }

  @Override
  public List<String> operations() {
    return plan.operations();
  }

  @Override
  public List<String> tallies() {
    return plan.tallies();
  }

  @Override
  public List<Step> steps() {
    return plan.steps();
  }

  @Override
  public TableUse use(Step step) {
    return plan.use(step);
  }

  @Override
  public Step.Action verification() {
    return plan.verification();
  }

  @Override
  public Map<String, String> dataSettings() {
    return plan.dataSettings();
  }

  @Override
  public Experiment begin(long epochMillis, Dataset dataset) {
    Experiment experiment = plan.begin(epochMillis, dataset);
    return new Experiment() {
      @Override
      public Outcome act(Step.Action step, Database database)
          throws DatabaseException, InterruptedException {
        return experiment.act(step, database);
      }

      @Override
      public Worker worker(
          Step.Work step, Step.Group group, int number, Session session, Random64 random)
          throws DatabaseException {
        return new Marked(experiment.worker(step, group, number, session, random));
      }

      @Override
      public Outcome finished(Step.Work step, End end) throws DatabaseException {
        return experiment.finished(step, end);
      }
    };
  }

  private final class Marked implements Worker {

    private final Worker worker;
    private long operations;
    private long before;

    Marked(Worker worker) {
      this.worker = worker;
    }

    @Override
    public int next() {
      if (operations == from) {
        before = allocated();
      } else if (operations == to) {
        bytes.addAndGet(allocated() - before);
      }
      operations++;
      return worker.next();
    }

    @Override
    public void prepare(int operation, long epochMillis) {
      worker.prepare(operation, epochMillis);
    }

    @Override
    public int execute(int operation) throws DatabaseException {
      return worker.execute(operation);
    }

    @Override
    public void rollback() throws DatabaseException {
      worker.rollback();
    }

    @Override
    public void failed(int operation, boolean outcomeUnknown) {
      worker.failed(operation, outcomeUnknown);
    }

    @Override
    public long checksum(int operation) {
      return worker.checksum(operation);
    }

    @Override
    public Tallies tallies() {
      return worker.tallies();
    }
  }
}
