package io.ibench.report.document;

import io.ibench.report.document.Cell.Tone;
import io.ibench.report.figures.SanitizedText;
import java.util.List;

/**
 * How a figure went from run to run: a chart so small that hundreds stand side by side. Immutable,
 * except for its array, which nobody may change.
 *
 * @param definition of its numbers and their source; may be empty
 * @param unit of the values, such as {@code /s}; may be empty
 * @param labels one for each value, such as a version; equal neighbours are one label
 * @param values one for each run, in their order; NaN is unknown
 * @param levels may be empty
 * @param turns may be empty
 */
public record SmallChart(
    String title,
    String definition,
    String unit,
    List<String> labels,
    double[] values,
    List<Level> levels,
    List<Turn> turns) {

  /** Makes the texts safe to show. */
  public SmallChart {
    title = SanitizedText.of(title);
    definition = SanitizedText.of(definition);
    unit = SanitizedText.of(unit);
    labels = labels.stream().map(SanitizedText::of).toList();
    levels = List.copyOf(levels);
    turns = List.copyOf(turns);
    int count = values.length;
    if (labels.size() != count
        || levels.stream().anyMatch(level -> level.to() > count)
        || turns.stream().anyMatch(turn -> turn.index() >= count)) {
      throw new IllegalArgumentException(title + ": not all is of its " + count + " values");
    }
  }

  /**
   * The mean of the values between two changes.
   *
   * @param from the first value
   * @param to the value behind the last one
   */
  public record Level(int from, int to, double mean) {

    /** Checks the places. */
    public Level {
      if (from < 0 || to <= from) {
        throw new IllegalArgumentException("no values from " + from + " to " + to);
      }
    }
  }

  /**
   * A change.
   *
   * @param index the first value after it
   * @param text how large it is, with a sign, so that nobody needs the colour
   * @param tone {@link Tone#BETTER}, {@link Tone#WORSE}, {@link Tone#PLAIN}, or {@link Tone#CARE}
   *     for one of the machine
   */
  public record Turn(int index, String text, Tone tone) {

    /** Makes the text safe to show. */
    public Turn {
      if (index < 0) {
        throw new IllegalArgumentException("no value " + index);
      }
      text = SanitizedText.of(text);
    }
  }
}
