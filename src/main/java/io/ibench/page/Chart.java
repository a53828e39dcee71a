package io.ibench.page;

import java.util.List;

/**
 * A chart as data. Immutable.
 *
 * @param id unique in the page; letters, digits and hyphens
 * @param definition what its numbers are and where they come from, a sentence or two
 * @param unit of y, as in {@code queries/s}
 * @param log y begins on a logarithmic scale; the reader may change it
 * @param dashed what dashed lines are, beside solid ones of their name; empty where a name tells
 * @param choices what the reader may choose; none is a chart of all its lines
 */
public record Chart(
    String id,
    String title,
    String definition,
    String unit,
    boolean log,
    String dashed,
    List<Choice> choices,
    List<Line> lines) {

  public Chart(
      String id,
      String title,
      String definition,
      String unit,
      boolean log,
      List<Choice> choices,
      List<Line> lines) {
    this(id, title, definition, unit, log, "", choices, lines);
  }

  /** The same, with a meaning of its dashed lines. */
  public Chart withDashed(String meaning) {
    return new Chart(id, title, definition, unit, log, meaning, choices, lines);
  }
}
