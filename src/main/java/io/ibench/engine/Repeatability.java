package io.ibench.engine;

import io.ibench.measure.OperationSummary;
import io.ibench.measure.PeriodResult;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import java.util.Optional;

/**
 * Whether another run with the same settings must get the same answers, step by step. For one run;
 * confined to the coordinating thread.
 *
 * <p>Answers vary when something else than the loaded data, the seed and the number of operations
 * decides them. A step that writes and varies leaves data that vary, until the next load.
 */
final class Repeatability {

  private final Plan plan;
  private final boolean keepsData;
  private final boolean fixedTime;

  /** Why the rows in the tables vary. */
  private Optional<String> data = Optional.of("the run did not load its data itself");

  /**
   * @param keepsData the database keeps data
   * @param fixedTime rows do not contain the time of day
   */
  Repeatability(Plan plan, boolean keepsData, boolean fixedTime) {
    this.plan = plan;
    this.keepsData = keepsData;
    this.fixedTime = fixedTime;
  }

  /**
   * Why the answers of a step that has ended vary; empty if they do not. Called once for each step,
   * in their order.
   *
   * @param stopped it ended early
   * @param byTime it ended after a time
   */
  Optional<String> varies(Step.Work step, PeriodResult whole, boolean stopped, boolean byTime) {
    TableUse use = step.use();
    if (use == TableUse.LOADS) {
      data = Optional.empty();
    }
    Optional<String> own = own(step, whole, stopped, byTime);
    Optional<String> reason = data.or(() -> own);
    if (use != TableUse.READS && data.isEmpty()) {
      data = own.map(why -> "step " + step.name() + " leaves rows that vary: " + why);
    }
    return reason;
  }

  private Optional<String> own(
      Step.Work step, PeriodResult whole, boolean stopped, boolean byTime) {
    if (!keepsData) {
      return Optional.of("the database keeps no data");
    }
    if (stopped) {
      return Optional.of("it was stopped");
    }
    if (byTime) {
      return Optional.of("it ended after a time, not after a number of operations");
    }
    if (whole.failures() + whole.retries() + whole.outages().count() > 0) {
      return Optional.of("operations failed or were repeated");
    }
    if (whole.operations().stream().mapToLong(OperationSummary::abandoned).sum() > 0
        || whole.unstarted() > 0) {
      return Optional.of("operations were broken off or never started");
    }
    if (step.threads() > 1 && !plan.workersAreIndependent(step)) {
      return Optional.of("its " + step.threads() + " threads may change what others read");
    }
    if (!fixedTime && plan.rowsContainTimes() && step.use() != TableUse.READS) {
      return Optional.of(
          "its rows contain the time of day; " + RunSettings.ROW_TIME + " sets a fixed time");
    }
    return Optional.empty();
  }
}
