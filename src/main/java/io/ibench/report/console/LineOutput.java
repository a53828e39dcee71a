package io.ibench.report.console;

/** Receives the lines of a run, in order. */
interface LineOutput {

  /** Shows a line that the next line of either kind replaces. */
  void live(String line);

  /** Shows a line, or several, that stays. */
  void lasting(String line);

  /** Ends the output; waits a moment for lines that are not yet written. */
  default void finish() throws InterruptedException {}
}
