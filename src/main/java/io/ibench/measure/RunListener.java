package io.ibench.measure;

/**
 * Receives the events of a run, in order, on the engine's coordinating thread. An exception ends
 * the run.
 */
public interface RunListener {

  /** A step, or a repeat of it, begins. */
  void stepStarted(StepStart step);

  /** An interval has ended. */
  void interval(StepStart step, Snapshot snapshot);

  /**
   * * A report period within a step has ended. * @param soFar the step, or this repeat of it, from
   * its start to the period's end
   */
  void periodEnded(StepStart step, PeriodResult period, PeriodResult soFar);

  /** A step, or a repeat of it, has ended. */
  void stepEnded(StepResult result);
}
