package io.ibench.bench;

import io.ibench.workload.Plan;
import io.ibench.workload.Worker;
import io.ibench.workload.WrappedPlan;

/** A plan with one worker, of whose thread it tells what it took from the first operation on. */
final class CostPlan extends WrappedPlan {

  private final ThreadCost cost = new ThreadCost();

  CostPlan(Plan plan) {
    super(plan);
  }

  ThreadCost cost() {
    return cost;
  }

  @Override
  protected Worker wrap(Worker worker) {
    return new Costing(worker);
  }

  private final class Costing extends WrappedWorker {

    private boolean begun;

    Costing(Worker worker) {
      super(worker);
    }

    @Override
    public int next() {
      if (!begun) {
        begun = true;
        cost.begin();
      }
      int operation = super.next();
      if (operation == DONE) {
        cost.end();
      }
      return operation;
    }
  }
}
