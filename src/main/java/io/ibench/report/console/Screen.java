package io.ibench.report.console;

import java.util.function.IntSupplier;

/**
 * Where progress is shown.
 *
 * @param live a line can be written over; otherwise lines are plain and nothing is escaped
 * @param colour lines may be coloured
 * @param unicode more than ASCII can be shown
 * @param columns how wide it is now; asked for each line
 */
public record Screen(boolean live, boolean colour, boolean unicode, IntSupplier columns) {

  /** A file or a pipe: lines of any length. */
  public static Screen plain() {
    return new Screen(false, false, false, () -> Integer.MAX_VALUE);
  }
}
