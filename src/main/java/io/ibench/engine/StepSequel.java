package io.ibench.engine;

import io.ibench.measure.StepResult;
import io.ibench.workload.Step;
import java.util.List;

/** Decides during a run which steps follow a step, beside those of the plan. */
public interface StepSequel {

  /** Nothing but the plan. */
  StepSequel NONE = (step, results, more) -> {};

  /** Runs a step that is not in the plan. */
  interface More {

    /**
     * Runs it at once.
     *
     * @return its results; empty if the run was stopped
     */
    List<StepResult> run(Step step) throws InterruptedException;
  }

  /**
   * Called after each step of the plan, on the engine's thread.
   *
   * @param results of each repeat that began
   */
  void after(Step step, List<StepResult> results, More more) throws InterruptedException;
}
