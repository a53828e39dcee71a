package io.ibench.workload.internal;

import io.ibench.measure.Role;
import io.ibench.measure.WorkloadCounter;
import io.ibench.workload.Dataset;
import io.ibench.workload.Division;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.StepKind;
import io.ibench.workload.WorkloadRun;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A plan that forwards to another one; subclasses override what differs. */
public abstract class ForwardingPlan implements Plan {

  private final Plan plan;

  protected ForwardingPlan(Plan plan) {
    this.plan = plan;
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
  public List<Part> parts() {
    return plan.parts();
  }

  @Override
  public OptionalLong exactRows() {
    return plan.exactRows();
  }

  @Override
  public Map<String, String> files() {
    return plan.files();
  }

  @Override
  public Role role(int operation) {
    return plan.role(operation);
  }

  @Override
  public List<Example> examples() {
    return plan.examples();
  }

  @Override
  public List<WorkloadCounter> counters() {
    return plan.counters();
  }

  @Override
  public List<String> facts(long[] counters) {
    return plan.facts(counters);
  }

  @Override
  public List<String> rates(Step step, long[] counters, long[] successes, double seconds) {
    return plan.rates(step, counters, successes, seconds);
  }

  @Override
  public long preparedStatements(Step step) {
    return plan.preparedStatements(step);
  }

  @Override
  public boolean onlyReads(Step step) {
    return plan.onlyReads(step);
  }

  @Override
  public boolean usesTransactions(Step.Work step, Step.Group group) {
    return plan.usesTransactions(step, group);
  }

  @Override
  public OptionalLong rowBytes() {
    return plan.rowBytes();
  }

  @Override
  public Map<String, StepKind> kinds() {
    return plan.kinds();
  }

  @Override
  public List<Step> steps() {
    return plan.steps();
  }

  @Override
  public List<String> warnings() {
    return plan.warnings();
  }

  @Override
  public boolean workersAreIndependent(Step.Work step) {
    return plan.workersAreIndependent(step);
  }

  @Override
  public boolean rowsContainTimes() {
    return plan.rowsContainTimes();
  }

  @Override
  public boolean continuesLoads() {
    return plan.continuesLoads();
  }

  @Override
  public Optional<String> whyUndivided() {
    return plan.whyUndivided();
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset, Division division) {
    return plan.begin(epochMillis, dataset, division);
  }

  @Override
  public Map<String, String> dataSettings() {
    return plan.dataSettings();
  }

  @Override
  public Map<String, String> dataTexts() {
    return plan.dataTexts();
  }

  @Override
  public String dataName(String stored) {
    return plan.dataName(stored);
  }

  @Override
  public Map<String, String> workSettings() {
    return plan.workSettings();
  }

  @Override
  public WorkloadRun begin(long epochMillis, Dataset dataset) {
    return plan.begin(epochMillis, dataset);
  }
}
