package io.ibench.compare;

import io.ibench.measure.StepStart.Unit;
import io.ibench.series.CsvRows;
import java.util.List;
import java.util.Optional;

/**
 * From which columns of intervals.csv the course of a figure is known, in a unit of its own: only
 * how it varies is asked for. The counters and divisors are those of docs/metrics.md.
 *
 * @param total of what the counter is a share, which counts by the interval's length
 */
record IntervalFigure(String key, String counter, Optional<String> total, Divisor divisor) {

  /** Over what a counter's growth is divided. */
  enum Divisor {
    SECONDS,
    /** Queries, or in loads inserted rows. */
    OPERATIONS,
    INSERTED_ROWS
  }

  private static final String INSERTED = "inserted_rows";
  private static final String QUERIES = "queries";

  static final List<IntervalFigure> ALL =
      List.of(
          of("qps", QUERIES, Divisor.SECONDS),
          of("ips", INSERTED, Divisor.SECONDS),
          of("dps", "deleted_rows", Divisor.SECONDS),
          of("rpq", "disk.reads", Divisor.OPERATIONS),
          of("rkbpq", "disk.read_bytes", Divisor.OPERATIONS),
          of("wkbpq", "disk.written_bytes", Divisor.OPERATIONS),
          of("wpi", "disk.writes", Divisor.INSERTED_ROWS),
          of("wkbpi", "disk.written_bytes", Divisor.INSERTED_ROWS),
          of("server_rkbpq", "server.read_bytes", Divisor.OPERATIONS),
          of("server_wkbpq", "server.written_bytes", Divisor.OPERATIONS),
          of("cspq", "cpu.context_switches", Divisor.OPERATIONS),
          new IntervalFigure(
              "cpu_us_pq", "cpu.busy_ticks", Optional.of("cpu.total_ticks"), Divisor.OPERATIONS),
          of("server_us_pq", "server.cpu_nanos", Divisor.OPERATIONS),
          of("client_us_pq", "client.cpu_nanos", Divisor.OPERATIONS),
          of("client_cpu_pct", "client.cpu_nanos", Divisor.SECONDS));

  private static IntervalFigure of(String key, String counter, Divisor divisor) {
    return new IntervalFigure(key, counter, Optional.empty(), divisor);
  }

  /** Where one file has it. Immutable. */
  static final class Columns {

    private final IntervalFigure figure;
    private final int counter;
    private final int total;
    private final int seconds;
    private final int queries;
    private final int inserted;

    Columns(IntervalFigure figure, CsvRows rows) {
      this.figure = figure;
      this.counter = rows.column(figure.counter());
      this.total = figure.total().map(rows::column).orElse(-1);
      this.seconds = rows.column("seconds");
      this.queries = rows.column(QUERIES);
      this.inserted = rows.column(INSERTED);
    }

    /** Adds the present row, if it has the figure. */
    void addTo(StepCourse course, CsvRows rows, Unit unit) {
      double amount = rows.number(counter);
      if (figure.total().isPresent()) {
        amount *= rows.number(seconds) / rows.number(total);
      }
      course.figure(figure.key()).add(amount, weight(rows, unit));
    }

    private double weight(CsvRows rows, Unit unit) {
      return switch (figure.divisor()) {
        case SECONDS -> rows.number(seconds);
        case INSERTED_ROWS -> rows.number(inserted);
        case OPERATIONS ->
            switch (unit) {
              case QUERIES -> rows.number(queries);
              case ROWS -> rows.number(inserted);
              case INDEXED_ROWS, NONE -> Double.NaN;
            };
      };
    }
  }
}
