package io.ibench.page;

import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Choice;
import io.ibench.report.document.Line;
import io.ibench.report.document.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/** Charts of invented runs: every kind of axis, choice and mark. Stateless. */
final class SampleCharts {

  static final List<String> OPERATIONS =
      List.of(
          "ADD_NODE",
          "UPDATE_NODE",
          "DELETE_NODE",
          "GET_NODE",
          "ADD_LINK",
          "DELETE_LINK",
          "UPDATE_LINK",
          "COUNT_LINK",
          "MULTIGET_LINK",
          "GET_LINKS_LIST");

  private static final long STARTED_MILLIS = 1_763_712_000_000L;
  private static final double SECONDS = 5_400;
  private static final int POINTS = 1_500;

  private SampleCharts() {}

  static ChartSet run() {
    List<Chart> charts = new ArrayList<>();
    charts.add(throughput());
    charts.add(latency());
    charts.add(distribution());
    charts.add(cost());
    charts.add(size("size", "Size of tables and indexes", "GB"));
    charts.add(size("memory", "Memory of the server", "GB"));
    return new ChartSet(
        STARTED_MILLIS,
        marks(Axis.TIME, SECONDS),
        charts,
        List.of("Of 5,400 intervals a line shows 1,500 points: minima and maxima are kept."));
  }

  /** As much as the page of a week: 12 charts of 20 lines of 1,500 points. */
  static ChartSet week() {
    List<Chart> charts = new ArrayList<>();
    double seconds = 7 * 86_400;
    for (int i = 0; i < 12; i++) {
      List<Line> lines = new ArrayList<>();
      for (int j = 0; j < 20; j++) {
        double level = 1_000 * (j + 1);
        lines.add(line("client " + (j + 1), Axis.TIME, Map.of(), seconds, i * 20 + j, x -> level));
      }
      charts.add(chart("week-" + i, "Queries of each client", "queries/s", List.of(), lines));
    }
    return new ChartSet(STARTED_MILLIS, marks(Axis.TIME, seconds), charts, List.of());
  }

  static ChartSet comparison(List<String> sides) {
    List<Line> rates = new ArrayList<>();
    List<Line> latencies = new ArrayList<>();
    for (int i = 0; i < sides.size(); i++) {
      double level = 24_000 + 3_500 * i;
      for (String step : List.of("load", "request")) {
        Map<String, String> tags = Map.of("step", step);
        rates.add(line(sides.get(i), Axis.STEP_TIME, tags, 1_800, i, x -> level));
        latencies.add(line(sides.get(i), Axis.STEP_TIME, tags, 1_800, 9 + i, x -> 9e7 / level));
      }
    }
    List<Choice> choices = List.of(new Choice("step", "Step", List.of("load", "request"), "load"));
    return new ChartSet(
        0,
        List.of(),
        List.of(
            chart("throughput", "Throughput over time", "queries/s", choices, rates),
            chart("latency", "99th percentile of GET_LINKS_LIST", "µs", choices, latencies)),
        List.of());
  }

  static List<Mark> marks(Axis axis, double end) {
    List<Mark> marks = new ArrayList<>();
    marks.add(new Mark(Mark.Kind.STEP, axis, 0, 0.30 * end, "load"));
    marks.add(new Mark(Mark.Kind.STEP, axis, 0.30 * end, 0.32 * end, "index"));
    marks.add(new Mark(Mark.Kind.STEP, axis, 0.33 * end, end, "request"));
    for (int i = 2; i < 9; i++) {
      marks.add(new Mark(Mark.Kind.PERIOD, axis, i * end / 9, i * end / 9, "period " + i));
    }
    marks.add(new Mark(Mark.Kind.OUTAGE, axis, 0.61 * end, 0.625 * end, "no connection for 81 s"));
    for (int i = 0; i < 9; i++) {
      double at = (0.60 + 0.004 * i * i) * end;
      marks.add(new Mark(Mark.Kind.ERRORS, axis, at, at, (7 * i + 3) + " failed: CONFLICT"));
    }
    return marks;
  }

  private static Chart throughput() {
    List<Line> lines = new ArrayList<>();
    Map<String, String> all = Map.of("x", "time", "of", "all clients");
    lines.add(line("queries", Axis.TIME, all, SECONDS, 1, SampleCharts::steps));
    lines.add(line("inserts", Axis.TIME, all, SECONDS, 2, x -> 9_000 + x));
    Map<String, String> rows = Map.of("x", "rows", "of", "all clients");
    lines.add(line("inserts", Axis.ROWS, rows, 1.4e9, 3, x -> 90_000 / (1 + x / 4e8)));
    for (int i = 1; i <= 8; i++) {
      Map<String, String> one = Map.of("x", "time", "of", "each client");
      int client = i;
      lines.add(line("client " + i, Axis.TIME, one, SECONDS, 10 + i, x -> steps(x) / (7 + client)));
    }
    return chart(
        "throughput",
        "Throughput over time",
        "queries/s",
        List.of(
            new Choice("x", "Over", List.of("time", "rows"), "time"),
            new Choice("of", "Of", List.of("all clients", "each client"), "all clients")),
        lines);
  }

  private static double steps(double x) {
    boolean outage = x > 0.61 * SECONDS && x < 0.625 * SECONDS;
    return outage ? 0 : x < 0.3 * SECONDS ? 61_000 - 6 * x : x < 0.33 * SECONDS ? 4_000 : 23_500;
  }

  private static Chart latency() {
    List<Line> lines = new ArrayList<>();
    List<String> percentiles = List.of("p50", "p99", "p99.9", "max");
    for (int i = 0; i < OPERATIONS.size(); i++) {
      for (int j = 0; j < percentiles.size(); j++) {
        double level = (120 + 90 * i) * Math.pow(5, j);
        for (boolean response : new boolean[] {false, true}) {
          Map<String, String> tags =
              Map.of(
                  "percentile", percentiles.get(j), "latency", response ? "response" : "service");
          Line line =
              line(OPERATIONS.get(i), Axis.TIME, tags, SECONDS, 50 * i + j, x -> level + x / 9);
          lines.add(response ? dashed(line) : line);
        }
      }
    }
    return new Chart(
        "latency",
        "Latency over time",
        "Of each interval's successful operations, by HdrHistogram.",
        "µs",
        true,
        List.of(
            new Choice("percentile", "Percentile", percentiles, "p99"),
            new Choice("latency", "Latency", List.of("service", "response"), "service")),
        lines);
  }

  private static Chart distribution() {
    List<Line> lines = new ArrayList<>();
    List<String> steps = List.of("load", "index", "request", "request.2", "request.3", "verify");
    for (String step : steps) {
      for (int i = 0; i < OPERATIONS.size(); i++) {
        double[] x = new double[80];
        double[] y = new double[80];
        for (int j = 0; j < x.length; j++) {
          x[j] = 100 * (1 - Math.pow(10, -j / 16.0));
          y[j] = (120 + 60 * i) * Math.exp(j / (11.0 + i));
        }
        String name = OPERATIONS.get(i);
        lines.add(new Line(name, Axis.PERCENTILE, Map.of("step", step), false, x, y));
        if (i % 3 == 0) {
          double[] later = new double[80];
          for (int j = 0; j < later.length; j++) {
            later[j] = y[j] * (1 + j / 20.0);
          }
          lines.add(new Line(name, Axis.PERCENTILE, Map.of("step", step), true, x, later));
        }
      }
    }
    List<Choice> choices = List.of(new Choice("step", "Step", steps, "request"));
    return chart("distribution", "Latency by percentile", "µs", choices, lines);
  }

  private static Chart cost() {
    List<Line> lines = new ArrayList<>();
    List<String> figures = List.of("reads", "KB read", "KB written", "CPU");
    for (int i = 0; i < figures.size(); i++) {
      Map<String, String> tags = Map.of("figure", figures.get(i));
      double level = Math.pow(7, i);
      lines.add(line("machine", Axis.TIME, tags, SECONDS, 70 + i, x -> level));
      lines.add(line("server", Axis.TIME, tags, SECONDS, 80 + i, x -> level * 0.7));
    }
    List<Choice> choices = List.of(new Choice("figure", "Figure", figures, "KB written"));
    return chart("cost", "Cost of a query", "of a query", choices, lines);
  }

  private static Chart size(String id, String title, String unit) {
    return chart(
        id,
        title,
        unit,
        List.of(),
        List.of(line("tables", Axis.TIME, Map.of(), SECONDS, 5, x -> 1.2 + Math.sqrt(x) / 9)));
  }

  private static Chart chart(
      String id, String title, String unit, List<Choice> choices, List<Line> lines) {
    return new Chart(id, title, "What of each interval was counted.", unit, false, choices, lines);
  }

  private static Line dashed(Line line) {
    return new Line(line.name(), line.axis(), line.tags(), true, line.x(), line.y());
  }

  private static Line line(
      String name,
      Axis axis,
      Map<String, String> tags,
      double end,
      long seed,
      DoubleUnaryOperator level) {
    Random random = new Random(seed);
    double[] x = new double[POINTS];
    double[] y = new double[POINTS];
    for (int i = 0; i < POINTS; i++) {
      x[i] = end * (i + 1) / POINTS;
      double spread = random.nextInt(90) == 0 ? 0.5 : 0.05;
      y[i] = Math.max(0, level.applyAsDouble(x[i]) * (1 + spread * random.nextGaussian() / 2));
    }
    y[POINTS / 4] = Double.NaN;
    return new Line(name, axis, tags, false, x, y);
  }
}
