package io.ibench.merge;

import io.ibench.report.store.RunReport.Step;

/** A step or one repeat of it. Immutable. */
record StepKey(String name, long repeat) {

  static StepKey of(Step step) {
    return new StepKey(step.name(), step.repeat());
  }
}
