package io.ibench.page;

import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Chart.Topic;
import io.ibench.report.document.Choice;
import io.ibench.report.document.Line;
import io.ibench.report.figures.Figure;
import io.ibench.report.store.RunReport.Step;
import io.ibench.series.Curve;
import io.ibench.series.StepRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The rates of each client, from the rows of clients.csv. Not thread-safe. */
final class ClientCharts {

  private static final String RATE = "rate";

  /** The maximum of all lines together. */
  private static final int POINTS = 30_000;

  private static final int MAX_POINTS_OF_LINE = 500;
  private static final int MAX_CLIENTS = 64;

  private final StepRows rows;
  private final int clientColumn;
  private final List<ClientRate> counted;
  private final Map<Long, List<DrawnLine>> lines = new TreeMap<>();
  private final int maxPoints;
  private long unknown;

  ClientCharts(StepRows rows, KnownSteps steps) {
    this.rows = rows;
    clientColumn = rows.column("client");
    counted =
        List.of(
            new ClientRate("queries/s", rows.column("queries"), Figure.QPS),
            new ClientRate("inserted rows/s", rows.column("inserted_rows"), Figure.IPS),
            new ClientRate("deleted rows/s", rows.column("deleted_rows"), Figure.DPS));
    int clients = steps.all().stream().mapToInt(step -> step.clients().size()).max().orElse(0);
    maxPoints = Math.min(MAX_POINTS_OF_LINE, POINTS / counted.size() / Math.max(1, clients));
  }

  /** Adds the reader's current row. */
  void add(Optional<Step> step) {
    if (rows.isAfterGap()) {
      lines.values().forEach(all -> all.forEach(line -> line.curve().gap()));
    }
    if (rows.isShort()) {
      return;
    }
    double client = rows.number(clientColumn);
    if (!(client >= 1 && client <= MAX_CLIENTS)) {
      unknown++;
      return;
    }
    List<DrawnLine> of = lines.computeIfAbsent((long) client, this::newLines);
    for (int i = 0; i < of.size(); i++) {
      double count = rows.number(counted.get(i).column);
      boolean has = KnownSteps.hasRate(step, counted.get(i).figure) || count > 0;
      double rate = has ? count / rows.seconds() : Double.NaN;
      of.get(i).add(rows, rate);
    }
  }

  private List<DrawnLine> newLines(long client) {
    List<DrawnLine> all = new ArrayList<>();
    for (ClientRate each : counted) {
      Map<String, String> tags = Map.of(RATE, each.option);
      all.add(new DrawnLine("client " + client, Axis.TIME, tags, false, new Curve(maxPoints)));
    }
    return all;
  }

  /** The number of rows without a valid client. */
  long unknown() {
    return unknown;
  }

  double width() {
    return DrawnLine.width(lines.values().stream().flatMap(List::stream));
  }

  /** The chart after the last row; empty if no client has a rate. */
  Optional<Chart> chart() {
    List<Line> drawn = DrawnLine.ofGroups(lines.values());
    List<String> options =
        counted.stream()
            .map(ClientRate::option)
            .filter(option -> drawn.stream().anyMatch(line -> line.tags().containsValue(option)))
            .toList();
    if (drawn.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Chart(
            Topic.CLIENTS,
            "clients",
            "Each client alone",
            "What each client completed in each stretch of time"
                + ChartTexts.stretch(rows.usualSeconds())
                + ", divided by its length. What is left of one at a step's end is left out below"
                + " half of that.",
            "per second",
            false,
            List.of(new Choice(RATE, "rate", options, options.get(0))),
            drawn));
  }

  private record ClientRate(String option, int column, Figure figure) {}
}
