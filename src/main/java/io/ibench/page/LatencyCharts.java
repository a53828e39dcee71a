package io.ibench.page;

import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Chart.Topic;
import io.ibench.report.document.Choice;
import io.ibench.report.document.Line;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.series.Curve;
import io.ibench.series.StepRows;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Latencies of each operation over time, from the rows of operations.csv. Not thread-safe. */
final class LatencyCharts {

  /** The number of operations that a chart of latencies shows at first. */
  static final int SHOWN = 3;

  private static final String PERCENTILE = "percentile";
  private static final String LATENCY = "latency";
  private static final List<String> PERCENTILES = List.of("p50", "p99", "p99.9", "max");
  private static final List<String> COLUMNS = List.of("p50", "p99", "p999", "max");

  /** The maximum of all lines together; keeps a page of a week small. */
  private static final int POINTS = 40_000;

  private static final int MAX_POINTS_OF_LINE = 1500;
  private static final int MAX_OPERATIONS = 100;

  private final StepRows rows;
  private final KnownSteps steps;
  private final Set<String> known;
  private final List<String> kinds;
  private final int maxPoints;
  private final int operationColumn;
  private final int[] columns;
  private final Map<String, List<DrawnLine>> lines = new LinkedHashMap<>();
  private long unknown;

  LatencyCharts(StepRows rows, KnownSteps steps) {
    this.rows = rows;
    this.steps = steps;
    known =
        steps.all().stream()
            .flatMap(step -> step.whole().operations().stream())
            .map(Operation::name)
            .collect(Collectors.toSet());
    kinds = steps.anyPaced() ? List.of("service", "response") : List.of("service");
    int perOperation = kinds.size() * PERCENTILES.size();
    maxPoints = Math.min(MAX_POINTS_OF_LINE, POINTS / perOperation / Math.max(1, known.size()));
    operationColumn = rows.column("operation");
    columns =
        kinds.stream()
            .flatMap(kind -> COLUMNS.stream().map(name -> kind + "_" + name + "_us"))
            .mapToInt(rows::column)
            .toArray();
  }

  /** Adds the reader's current row; also a short one, whose operations may have waited longest. */
  void add() {
    if (rows.isAfterGap()) {
      lines.values().forEach(all -> all.forEach(line -> line.curve().gap()));
    }
    String operation = rows.text(operationColumn);
    boolean plausible = known.contains(operation) || known.isEmpty() && !operation.isEmpty();
    if (!plausible || !lines.containsKey(operation) && lines.size() == MAX_OPERATIONS) {
      unknown++;
      return;
    }
    List<DrawnLine> of = lines.computeIfAbsent(operation, this::newLines);
    for (int i = 0; i < columns.length; i++) {
      of.get(i).add(rows, rows.number(columns[i]));
    }
  }

  private List<DrawnLine> newLines(String operation) {
    List<DrawnLine> all = new ArrayList<>();
    for (String kind : kinds) {
      for (String percentile : PERCENTILES) {
        Map<String, String> tags =
            kinds.size() > 1
                ? Map.of(PERCENTILE, percentile, LATENCY, kind)
                : Map.of(PERCENTILE, percentile);
        all.add(new DrawnLine(operation, Axis.TIME, tags, false, new Curve(maxPoints)));
      }
    }
    return all;
  }

  /** The number of rows of operations that the run does not have. */
  long unknown() {
    return unknown;
  }

  double width() {
    return DrawnLine.width(lines.values().stream().flatMap(List::stream));
  }

  /** The chart after the last row; empty if no operation was completed. */
  Optional<Chart> chart() {
    List<Line> drawn = steps.busiestFirst(DrawnLine.ofGroups(lines.values()));
    if (drawn.isEmpty()) {
      return Optional.empty();
    }
    LatencyScale scale = LatencyScale.of(drawn);
    List<Choice> choices = new ArrayList<>();
    choices.add(new Choice(PERCENTILE, "percentile", PERCENTILES, "p99"));
    if (kinds.size() > 1) {
      choices.add(new Choice(LATENCY, "latency", kinds, kinds.get(0)));
    }
    String response =
        kinds.size() > 1
            ? " Service time counts from an operation's actual start, response time from the start"
                + " that the target rate asks for."
            : "";
    return Optional.of(
        new Chart(
                Topic.LATENCIES,
                "latency",
                "Latency over time",
                "Percentiles of the latencies of all operations that were completed in each stretch"
                    + " of time"
                    + ChartTexts.stretch(rows.usualSeconds())
                    + ", from their full histogram."
                    + response,
                scale.unit(),
                false,
                List.copyOf(choices),
                scale.scaled(drawn))
            .withShown(SHOWN));
  }
}
