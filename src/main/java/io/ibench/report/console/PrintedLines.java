package io.ibench.report.console;

import java.io.PrintWriter;

/** Lines on a stream. What cannot be written, on a terminal that was closed, is lost silently. */
final class PrintedLines implements LineOutput {

  private static final String CLEAR_LINE = "\r\033[K";

  /**
   * A terminal that has just become narrower cuts the line: wrapped, its beginning could not be
   * cleared.
   */
  private static final String WRAP_OFF = "\033[?7l";

  private static final String WRAP_ON = "\033[?7h";

  private final PrintWriter out;
  private boolean hasLiveLine;

  PrintedLines(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void live(String line) {
    hasLiveLine = true;
    out.print(CLEAR_LINE + WRAP_OFF + line + WRAP_ON);
    out.flush();
  }

  @Override
  public void lasting(String line) {
    out.println((hasLiveLine ? CLEAR_LINE : "") + line);
    out.flush();
    hasLiveLine = false;
  }
}
