package io.ibench.page;

import io.ibench.report.document.Axis;
import io.ibench.report.document.Line;
import io.ibench.series.Curve;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A {@link Line} to which values are still added. One thread's. */
record DrawnLine(String name, Axis axis, Map<String, String> tags, boolean dashed, Curve curve) {

  /** One that is told apart by its name. */
  static DrawnLine of(String name, Axis axis, int most) {
    return new DrawnLine(name, axis, Map.of(), false, new Curve(most));
  }

  /** One that is shown when its option is chosen. */
  static DrawnLine of(String name, Axis axis, String key, String option, int most) {
    return new DrawnLine(name, axis, Map.of(key, option), false, new Curve(most));
  }

  /** Rates of intervals over rows, of which a quick interval has more. */
  static DrawnLine overRows(String name, String key, String option, int most) {
    return new DrawnLine(name, Axis.ROWS, Map.of(key, option), false, Curve.stepped(most));
  }

  /** Those that have a value, in their order. */
  static List<Line> drawn(Collection<DrawnLine> lines) {
    return lines.stream().filter(line -> !line.curve.isEmpty()).map(DrawnLine::line).toList();
  }

  /** The same of groups of lines. */
  static List<Line> ofGroups(Collection<List<DrawnLine>> groups) {
    return drawn(groups.stream().flatMap(List::stream).toList());
  }

  /** Of which stretch of x some line keeps a minimum and a maximum only; 0 where all is drawn. */
  static double width(Collection<List<DrawnLine>> groups) {
    return groups.stream()
        .flatMap(List::stream)
        .mapToDouble(line -> line.curve.width())
        .max()
        .orElse(0);
  }

  Line line() {
    return new Line(name, axis, tags, dashed, curve.x(), curve.y());
  }
}
