package io.ibench.bench;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import io.ibench.workload.Experiment;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.Tallies;
import io.ibench.workload.Worker;
import java.util.List;

/** LinkBench, whose loaders load links and leave the other tables empty. */
record LinksOnlyPlan(Plan plan) implements Plan {

  /** A worker whose number is a multiple of the kinds of rows begins with links. */
  private static final int KINDS = 3;

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
  public Experiment begin(long epochMillis) {
    Experiment experiment = plan.begin(epochMillis);
    int links = plan.operations().indexOf("LOAD_LINKS_BULK");
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
        return new LinkLoader(
            experiment.worker(step, group, KINDS * number, session, random), links);
      }

      @Override
      public Outcome finished(Step.Work step, boolean complete) {
        return Outcome.NOTHING;
      }
    };
  }

  /** Done as soon as something else than links is next. */
  private record LinkLoader(Worker worker, int links) implements Worker {

    @Override
    public int next() {
      return worker.next() == links ? links : DONE;
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
