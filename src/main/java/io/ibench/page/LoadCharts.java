package io.ibench.page;

import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Line;
import io.ibench.report.store.RunReport;
import io.ibench.report.text.LoadCurve;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Latency against throughput of load profiles, sweeps and searches for the highest rate. */
final class LoadCharts {

  private static final Map<String, String> PERCENTILES =
      Map.of("p50", "p50_us", "p99", "p99_us", "p99.9", "p999_us");

  private LoadCharts() {}

  static List<Chart> of(RunReport run) {
    List<Chart> charts = new ArrayList<>();
    for (LoadCurve curve : LoadCurve.all(run)) {
      List<Line> lines = new ArrayList<>();
      for (String name : List.of("p50", "p99", "p99.9")) {
        double[][] points = curve.points(Objects.requireNonNull(PERCENTILES.get(name)));
        lines.add(new Line(name, Axis.RATE, Map.of(), false, points[0], points[1]));
      }
      charts.add(
          new Chart(
              Chart.Topic.ANSWER,
              "load-curve-" + (charts.size() + 1),
              "Latency against throughput: " + curve.name(),
              curve.definition() + ", against the rate that was reached.",
              "us",
              true,
              List.of(),
              lines));
    }
    return charts;
  }
}
