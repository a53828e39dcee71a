package io.ibench.report.document;

import java.util.List;

/**
 * A chart as data. Immutable.
 *
 * @param topic decides its section in the page of a run
 * @param id unique in the page; letters, digits and hyphens
 * @param definition of its numbers and their source, in a sentence or two
 * @param unit of y, as in {@code queries/s}
 * @param log the scale of y is logarithmic at first; the reader may change it
 * @param dashed the meaning of dashed lines beside solid ones of the same name; empty if the name
 *     says it
 * @param shown the number of names that are shown at first, where a legend has many: the first ones
 *     of the lines; 0 for all
 * @param choices what the reader may choose; without choices the chart shows all its lines
 */
public record Chart(
    Topic topic,
    String id,
    String title,
    String definition,
    String unit,
    boolean log,
    String dashed,
    int shown,
    List<Choice> choices,
    List<Line> lines) {

  /** The subject of a chart. */
  public enum Topic {
    /** What the run is about. */
    ANSWER,
    THROUGHPUT,
    LATENCIES,
    CLIENTS,
    COSTS,
    SIZES,
    OUTAGES,
    COUNTERS,
    OTHER
  }

  /** A chart that shows all its lines, and whose dashed lines need no explanation. */
  public Chart(
      Topic topic,
      String id,
      String title,
      String definition,
      String unit,
      boolean log,
      List<Choice> choices,
      List<Line> lines) {
    this(topic, id, title, definition, unit, log, "", 0, choices, lines);
  }

  /** A chart without a section of its own. */
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

  /** The same chart, with an explanation of its dashed lines. */
  public Chart withDashed(String meaning) {
    return new Chart(topic, id, title, definition, unit, log, meaning, shown, choices, lines);
  }

  /** The same chart, which shows this number of names at first. */
  public Chart withShown(int names) {
    return new Chart(topic, id, title, definition, unit, log, dashed, names, choices, lines);
  }
}
