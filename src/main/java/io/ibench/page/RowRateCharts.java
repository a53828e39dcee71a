package io.ibench.page;

import io.ibench.report.document.Axis;
import io.ibench.report.document.Chart;
import io.ibench.report.document.Chart.Topic;
import io.ibench.report.document.Line;
import io.ibench.report.figures.NumberText;
import io.ibench.series.CsvRows;
import io.ibench.series.Curve;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The insert rate over inserted rows, which shows the cost of a growing index. Not thread-safe. */
final class RowRateCharts {

  private static final int POINTS = 2000;

  private final Curve curve = new Curve(POINTS);
  private double each;
  private long damaged;

  /**
   * Reads rows.csv. After an {@code IOException} the rates read before it are kept.
   *
   * @param every the number of rows of each rate; 0 if the report does not contain it
   */
  void read(Path file, long every) throws IOException {
    try (CsvRows rows = CsvRows.open(file)) {
      int inserted = rows.column("rows_inserted");
      int rate = rows.column("rows_ps");
      double before = 0;
      each = every;
      while (rows.next()) {
        double now = rows.number(inserted);
        if (now > before && !Double.isNaN(rows.number(rate))) {
          each = each == 0 ? now : Math.min(each, now - before);
          curve.add(Math.max(before, now - each), now, rows.number(rate));
          before = now;
        } else {
          damaged++;
        }
      }
      damaged += rows.damaged();
    }
  }

  /** The number of skipped lines. */
  long damaged() {
    return damaged;
  }

  double width() {
    return curve.width();
  }

  /**
   * The chart; call it after {@link #read}, or without it if there is no file.
   *
   * @param intervals the rates of intervals, used if rows.csv has no rates
   * @param intervalSeconds the length of intervals; 0 if unknown
   */
  Optional<Chart> chart(Optional<Line> intervals, double intervalSeconds) {
    if (!curve.isEmpty()) {
      Line line = new Line("inserted rows", Axis.ROWS, Map.of(), false, curve.x(), curve.y());
      return Optional.of(
          chart(
              line,
              String.format(
                  Locale.ROOT,
                  "Of every %s rows their number, divided by the time in which all clients inserted"
                      + " them; only time of steps that insert counts.",
                  NumberText.count((long) each))));
    }
    return intervals.map(
        line ->
            chart(
                line,
                String.format(
                    Locale.ROOT,
                    "Inserted rows of each interval%s, of all clients, divided by its length,"
                        + " against the rows that were inserted since the run began.",
                    ChartTexts.length(intervalSeconds))));
  }

  private static Chart chart(Line line, String definition) {
    return new Chart(
        Topic.THROUGHPUT,
        "inserts-over-rows",
        "Insert rate over rows",
        definition,
        "rows/s",
        false,
        List.of(),
        List.of(line));
  }
}
