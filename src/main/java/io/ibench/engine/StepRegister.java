package io.ibench.engine;

import io.ibench.db.DatabaseException;
import io.ibench.workload.DataRegister;
import io.ibench.workload.Plan;
import io.ibench.workload.Step;
import io.ibench.workload.TableUse;
import io.ibench.workload.WorkloadRun;
import io.ibench.workload.WorkloadRun.End;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Records what a step of workers does with the tables, so that no workload can forget it.
 * Thread-safe.
 */
final class StepRegister {

  private final DataRegister register;
  private final Plan plan;
  private final WorkloadRun experiment;
  private final long loadMillis;
  private final TableUse use;
  private final RunControl control;
  private boolean begun;

  StepRegister(StepContext context, Step.Work step) {
    this.register = context.register();
    this.plan = context.plan();
    this.experiment = context.experiment();
    this.loadMillis = context.loadMillis();
    this.use = step.use();
    this.control = context.control();
  }

  /**
   * Records that the step begins to write. Each worker's thread calls it before the worker is
   * ready, so that no worker writes before it. After a failure it may be called again. A run that
   * was stopped begins nothing: many workers may wait here for a server that refuses.
   */
  synchronized void begin() throws DatabaseException {
    if (begun || control.isStopped()) {
      return;
    }
    if (use == TableUse.LOADS) {
      register.loading(loadMillis);
    } else if (use == TableUse.WRITES) {
      register.working();
    }
    begun = true;
  }

  /**
   * Records the totals when the step has ended and they are known. A load that has ended early, or
   * has inserted other rows than planned, is not complete.
   */
  synchronized void end(End end, boolean asPlanned) throws DatabaseException {
    Optional<Map<String, Map<String, Long>>> totals = experiment.totals();
    if (use == TableUse.LOADS && end == End.COMPLETE && asPlanned) {
      register.loaded(totals);
    } else if (use == TableUse.WRITES && end != End.ABANDONED && begun && totals.isPresent()) {
      register.worked(totals.get());
    }
  }

  /**
   * Compares a complete load with the plan; a line for each difference.
   *
   * @param inserted the rows of all its successful operations that insert
   */
  List<String> differences(End end, long inserted) {
    OptionalLong known = plan.exactRows();
    long planned = known.orElse(inserted);
    return use != TableUse.LOADS || end != End.COMPLETE || inserted == planned
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT,
                "the load inserted %,d rows, but the workload's tables must have %,d",
                inserted,
                planned));
  }
}
