package io.ibench.report.console;

import java.util.function.IntSupplier;

/**
 * The properties of the screen that shows progress.
 *
 * @param live a line can be replaced; otherwise lines are plain, without escape sequences
 * @param colour lines may be coloured
 * @param unicode it can show more than ASCII
 * @param columns the current width, read for each line
 */
public record Screen(boolean live, boolean colour, boolean unicode, IntSupplier columns) {

  /** The maximum length of a line. The last column stays free for the cursor. */
  int lineColumns() {
    return live ? columns.getAsInt() - 1 : Integer.MAX_VALUE;
  }

  /** A file or a pipe, with lines of any length. */
  public static Screen plain() {
    return new Screen(false, false, false, () -> Integer.MAX_VALUE);
  }
}
