package io.ibench.cli.run;

import io.ibench.engine.RunControl;
import io.ibench.engine.StepSequel;
import io.ibench.measure.RunListener;
import io.ibench.report.store.ResultFolder;

/** What a run does beside its plan. */
interface RunSequel {

  /** Nothing. */
  RunSequel NONE =
      new RunSequel() {
        @Override
        public RunListener listener() {
          return (step, snapshot) -> {};
        }

        @Override
        public StepSequel begin(ReadyRun run, RunControl control, Hooks hooks, ResultFolder files) {
          return StepSequel.NONE;
        }
      };

  /** Hears of the run. */
  RunListener listener();

  /** Called once, before the first step. */
  StepSequel begin(ReadyRun run, RunControl control, Hooks hooks, ResultFolder files);
}
