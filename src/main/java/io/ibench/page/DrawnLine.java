package io.ibench.page;

import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Chart.Topic;
import io.ibench.report.document.Line;
import io.ibench.series.Curve;
import io.ibench.series.StepRows;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A {@link Line} under construction. Not thread-safe. */
record DrawnLine(String name, Axis axis, Map<String, String> tags, boolean dashed, Curve curve) {

  /** A line without choices. */
  static DrawnLine of(String name, Axis axis, int maxPoints) {
    return new DrawnLine(name, axis, Map.of(), false, new Curve(maxPoints));
  }

  /** A line that is shown if the reader chooses this option. */
  static DrawnLine of(String name, Axis axis, String key, String option, int maxPoints) {
    return new DrawnLine(name, axis, Map.of(key, option), false, new Curve(maxPoints));
  }

  /** Rates of intervals over inserted rows; the width of an interval is its number of rows. */
  static DrawnLine overRows(String name, String key, String option, int maxPoints) {
    return new DrawnLine(name, Axis.ROWS, Map.of(key, option), false, Curve.stepped(maxPoints));
  }

  /** The lines that have a value, in their order. */
  static List<Line> drawn(Collection<DrawnLine> lines) {
    return lines.stream().filter(line -> !line.curve.isEmpty()).map(DrawnLine::line).toList();
  }

  /** The same for groups of lines. */
  static List<Line> ofGroups(Collection<List<DrawnLine>> groups) {
    return drawn(groups.stream().flatMap(List::stream).toList());
  }

  /** The widest range of x of which a line keeps minimum and maximum only; 0 if none. */
  static double width(Stream<DrawnLine> lines) {
    return lines.mapToDouble(line -> line.curve.width()).max().orElse(0);
  }

  /** Adds a value of the reader's current row over time. */
  void add(StepRows rows, double value) {
    curve.add(rows.at() - rows.seconds(), rows.at(), value);
  }

  /** A chart of those that have a value, without choices; empty if no line has a value. */
  static Optional<Chart> chart(
      Topic topic, String id, String title, String unit, String definition, List<DrawnLine> lines) {
    List<Line> drawn = drawn(lines);
    return drawn.isEmpty()
        ? Optional.empty()
        : Optional.of(new Chart(topic, id, title, definition, unit, false, List.of(), drawn));
  }

  Line line() {
    return new Line(name, axis, tags, dashed, curve.x(), curve.y());
  }
}
