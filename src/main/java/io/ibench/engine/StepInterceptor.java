package io.ibench.engine;

import io.ibench.measure.StepResult;
import io.ibench.workload.Step;
import java.util.List;
import java.util.Optional;

/**
 * Runs before and after each step, outside of its measured time, on the coordinating thread. An
 * implementation bounds each of its waits, and by {@link RunControl#leftNanos} once the run is
 * interrupted.
 */
public interface StepInterceptor {

  /** Does nothing. */
  StepInterceptor NONE =
      new StepInterceptor() {
        @Override
        public Optional<String> before(Step step) {
          return Optional.empty();
        }

        @Override
        public void after(Step step, List<StepResult> results) {}
      };

  /**
   * Called before the step's workers or its action begin, once for all repeats.
   *
   * @return the reason why the step must not begin, which fails the run; empty when it may begin
   */
  Optional<String> before(Step step) throws InterruptedException;

  /**
   * Called after the listener was notified of the step's end. Not called for a step that did not
   * begin.
   *
   * @param results of each repeat that began
   */
  void after(Step step, List<StepResult> results) throws InterruptedException;
}
