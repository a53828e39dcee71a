package io.ibench.cli;

import io.ibench.workload.Dataset;
import io.ibench.workload.Experiment;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import java.util.List;
import java.util.Map;

/** A plan whose only step is another's verification. */
record VerifyPlan(Plan plan) implements Plan {

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
    return List.of(plan.verification());
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
    return plan.begin(epochMillis, dataset);
  }
}
