package io.ibench.report.console;

import io.ibench.report.console.ElidingLine.Ink;
import io.ibench.report.console.ElidingLine.Part;
import io.ibench.report.console.ElidingLine.Span;
import java.util.List;

/** A bar as long as the line has room for. */
final class ProgressBar {

  static final int LONGEST = 40;
  static final int USUAL = 20;
  static final int SHORTEST = 8;

  private ProgressBar() {}

  /**
   * Adds every length to a part, and none at last.
   *
   * @param done 0 to 1
   */
  static void addTo(Part part, double done, boolean unicode) {
    for (int columns = LONGEST; columns >= SHORTEST; columns--) {
      Priority keep =
          columns > USUAL
              ? Priority.LONG_BAR
              : columns > SHORTEST ? Priority.BAR : Priority.SHORT_BAR;
      part.form(keep, unicode ? line(columns, done) : ascii(columns, done));
    }
    part.last("");
  }

  private static List<Span> line(int columns, double done) {
    int full = (int) (done * columns);
    return List.of(
        new Span(Ink.PLAIN, "━".repeat(full)), new Span(Ink.DIM, "─".repeat(columns - full)));
  }

  private static List<Span> ascii(int columns, double done) {
    int inner = columns - 2;
    int full = (int) (done * inner);
    return List.of(
        new Span(Ink.DIM, "["),
        new Span(Ink.PLAIN, "#".repeat(full)),
        new Span(Ink.DIM, ".".repeat(inner - full) + "]"));
  }
}
