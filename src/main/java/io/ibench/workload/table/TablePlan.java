package io.ibench.workload.table;

import io.ibench.workload.Dataset;
import io.ibench.workload.Division;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.StepKind;
import io.ibench.workload.WorkloadRun;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A plan whose run can be divided. Immutable.
 *
 * @param <S> the further settings of a step
 */
public abstract class TablePlan<S> implements Plan {

  private final Map<String, String> dataSettings;
  private final TableSteps<S> steps;

  protected TablePlan(TableSteps<S> steps, Map<String, String> dataSettings) {
    this.steps = steps;
    this.dataSettings = dataSettings;
  }

  @Override
  public final Map<String, StepKind> kinds() {
    return steps.kinds();
  }

  @Override
  public final List<Step> steps() {
    return steps.steps();
  }

  /** The further settings of a step; null if it has none. */
  public final @Nullable S settings(Step step) {
    return steps.settings().get(step.name());
  }

  /** The further settings of all steps, by the step's name. */
  public final Map<String, S> ofSteps() {
    return steps.settings();
  }

  @Override
  public final Map<String, String> dataSettings() {
    return dataSettings;
  }

  @Override
  public final WorkloadRun begin(long epochMillis, Dataset dataset) {
    return begin(epochMillis, dataset, Division.WHOLE);
  }

  @Override
  public abstract WorkloadRun begin(long epochMillis, Dataset dataset, Division division);
}
