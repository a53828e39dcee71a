package io.ibench.measure;

/**
 * Hears what happens in a run, in order, on the engine's coordinating thread; never two calls at
 * once. What it throws ends the run.
 */
public interface RunListener {

  /** A step, or a repeat of it, begins. */
  void stepStarted(StepStart step);

  /** An interval is over. */
  void interval(StepStart step, Snapshot snapshot);

  /**
   * A report period within a step is over.
   *
   * @param soFar the step, or this repeat of it, from its start to the period's end
   */
  void periodEnded(StepStart step, PeriodResult period, PeriodResult soFar);

  /** A step, or a repeat of it, is over. */
  void stepEnded(StepResult result);
}
