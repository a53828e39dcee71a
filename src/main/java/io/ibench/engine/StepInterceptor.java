package io.ibench.engine;

import io.ibench.measure.StepResult;
import io.ibench.workload.Step;
import java.util.List;
import java.util.Optional;

/**
 * What is done before and after each step, outside of its measured time. Called by the coordinating
 * thread, which does nothing else meanwhile: whatever may hang is waited for a bounded time, and
 * once the run is interrupted not longer than {@link RunControl#leftNanos}.
 */
public interface StepInterceptor {

  /** Nothing. */
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
   * Before the step's workers or its action begin, once for all of its repeats.
   *
   * @return why the step must not begin, which fails the run; empty when it may
   */
  Optional<String> before(Step step) throws InterruptedException;

  /**
   * After the listener has heard of the step's end, however it went. Not called for a step that did
   * not begin.
   *
   * @param results of each repeat that was begun
   */
  void after(Step step, List<StepResult> results) throws InterruptedException;
}
