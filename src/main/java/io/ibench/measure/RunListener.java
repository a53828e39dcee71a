package io.ibench.measure;

/**
 * Receives the events of a run, in order, on the engine's coordinating thread. An exception ends
 * the run. Steps and report periods may be ignored.
 */
public interface RunListener {

  /**
   * A step cannot begin yet, because the server opens no sessions for it. Once for each step.
   *
   * @param why in the server's words
   */
  default void serverAwaited(String step, String why) {}

  /** A step, or a repeat of it, begins. */
  default void stepStarted(StepStart step) {}

  /** An interval has ended. */
  void interval(StepStart step, Snapshot snapshot);

  /**
   * The same moment as {@link #interval}: what has been counted so far, for a listener that saves
   * it now and then.
   *
   * @param last the step, or this repeat of it, has no further interval
   */
  default void counted(StepStart step, StepSoFar soFar, boolean last) {}

  /**
   * A report period within a step has ended.
   *
   * @param soFar the step, or this repeat of it, from its start to the period's end
   */
  default void periodEnded(StepStart step, PeriodResult period, PeriodResult soFar) {}

  /**
   * A stall of the database was noticed. Returns at once.
   *
   * @param soFar it goes on
   */
  default void stallBegan(StepStart step, Stall soFar) {}

  /** A step, or a repeat of it, has ended. */
  default void stepEnded(StepResult result) {}
}
