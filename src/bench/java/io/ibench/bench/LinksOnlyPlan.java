package io.ibench.bench;

import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.Worker;
import io.ibench.workload.WorkloadRun;
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
  protected int number(int number) {
    return KINDS * number;
  }

  @Override
  protected WorkloadRun.Outcome finished(
      WorkloadRun experiment, Step.Work step, WorkloadRun.End end) {
    return WorkloadRun.Outcome.NOTHING;
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
