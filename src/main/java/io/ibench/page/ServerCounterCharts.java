package io.ibench.page;

import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Chart.Topic;
import io.ibench.report.document.Choice;
import io.ibench.report.document.Line;
import io.ibench.report.figures.Figure;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.series.Curve;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** The server's own counters in each report period, one counter at a time. Stateless. */
final class ServerCounterCharts {

  private static final String COUNTER = "counter";
  private static final int MAX_COUNTERS = 100;

  /** A week of hours; more would make the page large, as there are many counters. */
  private static final int POINTS = 200;

  private ServerCounterCharts() {}

  /** Empty if no counter has two different values. */
  static Optional<Chart> of(KnownSteps steps) {
    List<Period> periods = steps.all().stream().flatMap(step -> periods(step).stream()).toList();
    List<Line> lines =
        changing(periods).stream()
            .map(name -> line(name, periods, steps))
            .flatMap(Optional::stream)
            .toList();
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    List<String> options = lines.stream().map(Line::name).toList();
    return Optional.of(
        new Chart(
            Topic.COUNTERS,
            "server-counters",
            "Server counters",
            "What the server counts by itself: the growth of a counter in each report period, or"
                + " the value of a gauge at its end. A shorter period has less growth. The first"
                + " choices are those whose highest and lowest values are furthest apart, at most "
                + MAX_COUNTERS
                + "; those that never change are left out.",
            "per period",
            false,
            List.of(new Choice(COUNTER, COUNTER, options, options.get(0))),
            lines));
  }

  private static List<Period> periods(Step step) {
    return step.periods().isEmpty() ? List.of(step.whole()) : step.periods();
  }

  /** The names of counters that differ between periods, those that differ most first. */
  private static List<String> changing(List<Period> periods) {
    Map<String, DoubleSummaryStatistics> values = new TreeMap<>();
    for (Period period : periods) {
      period
          .serverCounters()
          .forEach(
              (name, value) ->
                  values
                      .computeIfAbsent(name, key -> new DoubleSummaryStatistics())
                      .accept(value.doubleValue()));
    }
    Comparator<String> bySpread =
        Comparator.comparingDouble(name -> spread(Objects.requireNonNull(values.get(name))));
    return values.keySet().stream()
        .filter(name -> spread(Objects.requireNonNull(values.get(name))) > 0)
        .sorted(bySpread.reversed())
        .limit(MAX_COUNTERS)
        .toList();
  }

  private static double spread(DoubleSummaryStatistics values) {
    return values.getMax() - values.getMin();
  }

  /** A level line for each period; empty if no period with the counter has a time. */
  private static Optional<Line> line(String name, List<Period> periods, KnownSteps steps) {
    Curve curve = Curve.stepped(POINTS);
    for (Period period : periods) {
      Number value = period.serverCounters().get(name);
      OptionalDouble start = steps.start(period);
      double seconds = period.figures().value(Figure.SECONDS);
      if (value == null || start.isEmpty() || Double.isNaN(seconds)) {
        curve.gap();
      } else {
        curve.add(start.getAsDouble(), start.getAsDouble() + seconds, value.doubleValue());
      }
    }
    return curve.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Line(name, Axis.TIME, Map.of(COUNTER, name), false, curve.x(), curve.y()));
  }
}
