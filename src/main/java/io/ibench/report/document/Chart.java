package io.ibench.report.document;

import java.util.List;

/**
 * A chart as data. Immutable.
 *
 * @param topic in which section of a run's page it is
 * @param id unique in the page; letters, digits and hyphens
 * @param definition what its numbers are and where they come from, a sentence or two
 * @param unit of y, as in {@code queries/s}
 * @param log y begins on a logarithmic scale; the reader may change it
 * @param dashed what dashed lines are, beside solid ones of their name; empty where a name tells
 * @param choices what the reader may choose; none is a chart of all its lines
 */
public record Chart(
    Topic topic,
    String id,
    String title,
    String definition,
    String unit,
    boolean log,
    String dashed,
    List<Choice> choices,
    List<Line> lines) {

  /** What a chart is about. */
  public enum Topic {
    THROUGHPUT,
    LATENCIES,
    CLIENTS,
    COSTS,
    SIZES,
    OUTAGES,
    OTHER
  }

  /** One whose dashed lines need no words. */
  public Chart(
      Topic topic,
      String id,
      String title,
      String definition,
      String unit,
      boolean log,
      List<Choice> choices,
      List<Line> lines) {
    this(topic, id, title, definition, unit, log, "", choices, lines);
  }

  /** One whose place in the page is given by its reader. */
  public Chart(
      String id,
      String title,
      String definition,
      String unit,
      boolean log,
      List<Choice> choices,
      List<Line> lines) {
    this(Topic.OTHER, id, title, definition, unit, log, choices, lines);
  }

  /** The same, with a meaning of its dashed lines. */
  public Chart withDashed(String meaning) {
    return new Chart(topic, id, title, definition, unit, log, meaning, choices, lines);
  }
}
