package io.ibench.bench;

import io.ibench.db.Database;
import io.ibench.db.DatabaseException;
import io.ibench.db.Session;
import io.ibench.random.Random64;
import io.ibench.workload.Dataset;
import io.ibench.workload.Experiment;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.Tallies;
import io.ibench.workload.Worker;
import io.ibench.workload.WrappedPlan;

/** LinkBench, whose loaders load links and leave the other tables empty. */
final class LinksOnlyPlan extends WrappedPlan {

  /** A worker whose number is a multiple of the kinds of rows begins with links. */
  private static final int KINDS = 3;

  private final int links = operations().indexOf("LOAD_LINKS_BULK");

  LinksOnlyPlan(Plan plan) {
    super(plan);
  }

  @Override
  protected Worker wrap(Worker worker) {
    return new LinkLoader(worker);
  }

  @Override
  public Experiment begin(long epochMillis, Dataset dataset) {
    Experiment experiment = super.begin(epochMillis, dataset);
    return new Experiment() {
      @Override
      public Outcome act(Step.Action step, Database database, Tallies progress)
          throws DatabaseException, InterruptedException {
        return experiment.act(step, database, progress);
      }

      @Override
      public Worker worker(
          Step.Work step, Step.Group group, int number, Session session, Random64 random)
          throws DatabaseException {
        return experiment.worker(step, group, KINDS * number, session, random);
      }

      @Override
      public Outcome finished(Step.Work step, End end) {
        return Outcome.NOTHING;
      }
    };
  }

  /** Done as soon as something else than links is next. */
  private final class LinkLoader extends WrappedWorker {

    LinkLoader(Worker worker) {
      super(worker);
    }

    @Override
    public int next() {
      return super.next() == links ? links : DONE;
    }
  }
}
