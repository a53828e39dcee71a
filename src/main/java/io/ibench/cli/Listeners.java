package io.ibench.cli;

import io.ibench.measure.PeriodResult;
import io.ibench.measure.RunListener;
import io.ibench.measure.Snapshot;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart;
import java.util.List;

/** Several listeners as one, in order. */
record Listeners(List<RunListener> all) implements RunListener {

  @Override
  public void stepStarted(StepStart step) {
    all.forEach(listener -> listener.stepStarted(step));
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    all.forEach(listener -> listener.interval(step, snapshot));
  }

  @Override
  public void periodEnded(StepStart step, PeriodResult period) {
    all.forEach(listener -> listener.periodEnded(step, period));
  }

  @Override
  public void stepEnded(StepResult result) {
    all.forEach(listener -> listener.stepEnded(result));
  }
}
