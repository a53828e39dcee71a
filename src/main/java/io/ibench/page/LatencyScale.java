package io.ibench.page;

import io.ibench.report.document.Line;
import java.util.Arrays;
import java.util.List;

/**
 * The unit that suits all latencies of a chart. Immutable.
 *
 * @param micros the unit in microseconds
 */
public record LatencyScale(String unit, double micros) {

  private static final double MILLI = 1000;

  /** For lines in microseconds: ms if at least half of all values are 1 ms or more. */
  static LatencyScale of(List<Line> lines) {
    double[] values =
        lines.stream()
            .flatMapToDouble(line -> Arrays.stream(line.y()))
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    boolean large = values.length > 0 && values[values.length / 2] >= MILLI;
    return large ? new LatencyScale("ms", MILLI) : new LatencyScale("us", 1);
  }

  /** Converts lines in microseconds to this unit. */
  public List<Line> scaled(List<Line> lines) {
    return lines.stream().map(this::scaled).toList();
  }

  private Line scaled(Line line) {
    double[] y = Arrays.stream(line.y()).map(value -> value / micros).toArray();
    return new Line(line.name(), line.axis(), line.tags(), line.dashed(), line.x(), y);
  }
}
