package io.ibench.page;

import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Chart.Topic;
import io.ibench.series.StepRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the server's sessions waited for over time, from waits.csv. Not thread-safe. */
final class WaitCharts {

  /** The number of states that the chart shows at first. */
  private static final int SHOWN = 4;

  /** The maximum of all lines together. */
  private static final int POINTS = 20_000;

  private static final int MAX_POINTS_OF_LINE = 1000;
  private static final int MAX_STATES = 60;

  private Map<String, DrawnLine> lines = Map.of();
  private long rows;
  private long damaged;

  /** Reads the file twice, as a state that a stretch does not name had no sessions in it. */
  void read(Path file, long startedMillis) throws IOException {
    Map<String, Double> sums = new HashMap<>();
    try (StepRows reader = StepRows.open(file, startedMillis)) {
      int state = reader.column("state");
      int sessions = reader.column("sessions");
      while (reader.next()) {
        double number = reader.number(sessions);
        if (number >= 0) {
          sums.merge(reader.text(state), number * reader.seconds(), Double::sum);
        }
      }
    }
    lines = new LinkedHashMap<>();
    List<String> states =
        sums.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(MAX_STATES)
            .map(Map.Entry::getKey)
            .toList();
    int points = Math.min(MAX_POINTS_OF_LINE, POINTS / Math.max(1, states.size()));
    states.forEach(state -> lines.put(state, DrawnLine.of(state, Axis.TIME, points)));
    try (StepRows reader = StepRows.open(file, startedMillis)) {
      draw(reader);
      damaged = reader.damaged() + reader.late();
    }
  }

  private void draw(StepRows reader) throws IOException {
    int state = reader.column("state");
    int sessions = reader.column("sessions");
    Map<String, Double> stretch = new HashMap<>();
    double from = 0;
    double to = Double.NaN;
    while (reader.next()) {
      if (reader.at() != to) {
        add(from, to, stretch);
        stretch.clear();
      }
      if (reader.isAfterGap()) {
        lines.values().forEach(line -> line.curve().gap());
      }
      to = reader.at();
      from = to - reader.seconds();
      stretch.put(reader.text(state), reader.number(sessions));
    }
    add(from, to, stretch);
  }

  private void add(double from, double to, Map<String, Double> stretch) {
    if (!stretch.isEmpty()) {
      rows++;
      lines.forEach((state, line) -> line.curve().add(from, to, stretch.getOrDefault(state, 0.0)));
    }
  }

  /** The lines that could not be read. */
  long damaged() {
    return damaged;
  }

  /** Empty if no session was seen at work. */
  Optional<Chart> chart() {
    return rows == 0
        ? Optional.empty()
        : DrawnLine.chart(
                Topic.COSTS,
                "waits",
                "What sessions wait for",
                "sessions",
                "The mean number of the server's sessions in each state, in each stretch of"
                    + " latency.every, by looks at all of them: CPU is a session that waits for"
                    + " nothing that the server knows of, so it may wait for a CPU, too. Only"
                    + " sessions with a statement count. The states are in the server's words,"
                    + " those of most sessions first.",
                List.copyOf(lines.values()))
            .map(chart -> chart.withShown(SHOWN));
  }
}
