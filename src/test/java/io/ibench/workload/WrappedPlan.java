package io.ibench.workload;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.FailureKind;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import io.ibench.workload.internal.ForwardingPlan;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A plan like another one, each of whose workers is passed to a test first. */
public abstract class WrappedPlan extends ForwardingPlan {

  protected WrappedPlan(Plan plan) {
    super(plan);
  }

  /** The worker that replaces it; called on the worker's own thread. */
  protected abstract Worker wrap(Worker worker);

  /** The number under which a worker is made. */
  protected int number(int number) {
    return number;
  }

  /** The outcome of a step whose workers have ended. */
  protected WorkloadRun.Outcome finished(
      WorkloadRun experiment, Step.Work step, WorkloadRun.End end) throws DatabaseException {
    return experiment.finished(step, end);
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset) {
    WorkloadRun experiment = super.begin(epochMillis, dataset);
    return new WorkloadRun() {
      @Override
      public Outcome act(Step.Action step, Database database, ActionContext context)
          throws DatabaseException, InterruptedException {
        return experiment.act(step, database, context);
      }

      @Override
      public Worker worker(
          Step.Work step, Step.Group group, int number, Session session, Random64 random)
          throws DatabaseException {
        return wrap(
            experiment.worker(step, group, WrappedPlan.this.number(number), session, random));
      }

      @Override
      public Optional<Map<String, Map<String, Long>>> totals() {
        return experiment.totals();
      }

      @Override
      public OptionalLong rowsInTables() {
        return experiment.rowsInTables();
      }

      @Override
      public OptionalLong rowBytesInTables() {
        return experiment.rowBytesInTables();
      }

      @Override
      public Outcome finished(Step.Work step, End end) throws DatabaseException {
        return WrappedPlan.this.finished(experiment, step, end);
      }
    };
  }

  /** Forwards to another worker. */
  public static class WrappedWorker implements Worker {

    private final Worker worker;

    public WrappedWorker(Worker worker) {
      this.worker = worker;
    }

    @Override
    public void followed(int rows) {
      worker.followed(rows);
    }

    @Override
    public int next() {
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
    public boolean isRepeatable(int operation, FailureKind failure) {
      return worker.isRepeatable(operation, failure);
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
    public int resolveOutcome(int operation) throws DatabaseException {
      return worker.resolveOutcome(operation);
    }

    @Override
    public long checksum(int operation) {
      return worker.checksum(operation);
    }

    @Override
    public WorkloadCounters counters() {
      return worker.counters();
    }
  }
}
