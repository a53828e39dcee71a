package io.ibench.measure;

import java.util.List;

/** Forwards each call to several listeners, in order. */
public record Listeners(List<RunListener> all) implements RunListener {

  public Listeners {
    all = List.copyOf(all);
  }

  @Override
  public void serverAwaited(String step, String why) {
    all.forEach(listener -> listener.serverAwaited(step, why));
  }

  @Override
  public void stepStarted(StepStart step) {
    all.forEach(listener -> listener.stepStarted(step));
  }

  @Override
  public void interval(StepStart step, Snapshot snapshot) {
    all.forEach(listener -> listener.interval(step, snapshot));
  }

  @Override
  public void counted(StepStart step, StepSoFar soFar, boolean last) {
    all.forEach(listener -> listener.counted(step, soFar, last));
  }

  @Override
  public void periodEnded(StepStart step, PeriodResult period, PeriodResult soFar) {
    all.forEach(listener -> listener.periodEnded(step, period, soFar));
  }

  @Override
  public void stallBegan(StepStart step, Stall soFar) {
    all.forEach(listener -> listener.stallBegan(step, soFar));
  }

  @Override
  public void stepEnded(StepResult result) {
    all.forEach(listener -> listener.stepEnded(result));
  }
}
