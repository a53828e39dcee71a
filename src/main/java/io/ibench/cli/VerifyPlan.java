package io.ibench.cli;

import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.internal.ForwardingPlan;
import java.util.List;

/** A plan whose only step is another's verification. */
final class VerifyPlan extends ForwardingPlan {

  VerifyPlan(Plan plan) {
    super(plan);
  }

  @Override
  public List<Step> steps() {
    return List.of(verification());
  }
}
