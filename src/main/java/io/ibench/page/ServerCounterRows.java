package io.ibench.page;

import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Chart.Topic;
import io.ibench.report.document.Choice;
import io.ibench.report.document.Line;
import io.ibench.series.CsvRows;
import io.ibench.series.Curve;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The server's own counters every few seconds, from server_counters.csv, one counter at a time. Not
 * thread-safe.
 */
final class ServerCounterRows {

  private static final String COUNTER = "counter";
  private static final int MAX_COUNTERS = 100;
  private static final int POINTS = 300;
  private static final int FIRST_COUNTER = 5;

  /** More than any product has; a wider file is none of ibench's. */
  private static final int MAX_COLUMNS = 5_000;

  private final List<Column> columns = new ArrayList<>();
  private long damaged;

  private static final class Column {
    private final String name;
    private final Curve curve = new Curve(POINTS);
    private final DoubleSummaryStatistics values = new DoubleSummaryStatistics();

    Column(String name) {
      this.name = name;
    }

    double spread() {
      return values.getCount() == 0 ? 0 : values.getMax() - values.getMin();
    }
  }

  /**
   * Reads the file; also after a failure {@link #chart} has the rows before it.
   *
   * @param startedMillis the run's start, in milliseconds since 1970
   */
  void read(Path file, long startedMillis) throws IOException {
    try (CsvRows rows = CsvRows.open(file)) {
      int count = Math.min(MAX_COLUMNS, rows.head().size());
      for (int i = FIRST_COUNTER; i < count; i++) {
        columns.add(new Column(rows.head().get(i)));
      }
      int time = rows.column("time");
      int seconds = rows.column("seconds");
      double last = Double.NEGATIVE_INFINITY;
      while (rows.next()) {
        long millis = rows.epochMillis(time);
        double end = (millis - startedMillis) / 1e3;
        double length = rows.number(seconds);
        if (millis == Long.MIN_VALUE || !(length > 0) || end < last) {
          damaged++;
        } else {
          add(rows, end - length, end);
          last = end;
        }
      }
      damaged += rows.damaged();
    }
  }

  private void add(CsvRows rows, double from, double to) {
    for (int i = 0; i < columns.size(); i++) {
      double value = rows.number(FIRST_COUNTER + i);
      columns.get(i).curve.add(from, to, value);
      if (!Double.isNaN(value)) {
        columns.get(i).values.accept(value);
      }
    }
  }

  /** The lines that could not be read. */
  long damaged() {
    return damaged;
  }

  /** Empty if no counter has two different values. */
  Optional<Chart> chart() {
    List<Line> lines =
        columns.stream()
            .filter(column -> column.spread() > 0 && !column.curve.isEmpty())
            .sorted(Comparator.comparingDouble(Column::spread).reversed())
            .limit(MAX_COUNTERS)
            .map(ServerCounterRows::line)
            .toList();
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    List<String> options = lines.stream().map(Line::name).toList();
    return Optional.of(
        new Chart(
            Topic.COUNTERS,
            "server-counter-rows",
            "Server counters over time",
            "What the server counts by itself, from server_counters.csv: the growth of a counter"
                + " since the reading before, or the value of a gauge. The first choices are those"
                + " whose highest and lowest values are furthest apart, at most "
                + MAX_COUNTERS
                + "; those that never change are left out.",
            "per reading",
            false,
            List.of(new Choice(COUNTER, COUNTER, options, options.get(0))),
            lines));
  }

  private static Line line(Column column) {
    return new Line(
        column.name,
        Axis.TIME,
        Map.of(COUNTER, column.name),
        false,
        column.curve.x(),
        column.curve.y());
  }
}
