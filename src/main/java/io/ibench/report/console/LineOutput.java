package io.ibench.report.console;

/** Where lines for a person go, in order. */
public interface LineOutput {

  /** A line that the next one replaces, of either kind. */
  void live(String line);

  /** A line, or several, that stays. */
  void lasting(String line);

  /** No more lines come; waits a moment for those that are not yet written. */
  default void finish() throws InterruptedException {}
}
