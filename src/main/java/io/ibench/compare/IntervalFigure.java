package io.ibench.compare;

import io.ibench.measure.StepStart.Unit;
import io.ibench.series.CsvRows;
import java.util.List;
import java.util.Optional;

/**
 * From which columns of intervals.csv the course of a figure is known, in a unit of its own: only
 * how it varies is asked for. The counters and divisors are those of docs/metrics.md.
 *
 * @param addend what is added to the counter, where it is known
 * @param total of what the counter is a share, which counts by the interval's length
 */
record IntervalFigure(
    String key, String counter, Optional<String> addend, Optional<String> total, Divisor divisor) {

  /** Over what a counter's growth is divided. */
  enum Divisor {
    SECONDS,
    /** Queries, or in loads inserted rows. */
    OPERATIONS,
    INSERTED_ROWS
  }

  private static final String INSERTED = "inserted_rows";
  private static final String QUERIES = "queries";
  private static final String SERVER_CPU = "server.cpu_nanos";
  private static final String CLIENT_CPU = "client.cpu_nanos";

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
          // Of an embedded database the client's CPU is all, and that of a server is not there.
          new IntervalFigure(
              "own_cpu_us_pq",
              CLIENT_CPU,
              Optional.of(SERVER_CPU),
              Optional.empty(),
              Divisor.OPERATIONS),
          new IntervalFigure(
              "cpu_us_pq",
              "cpu.busy_ticks",
              Optional.empty(),
              Optional.of("cpu.total_ticks"),
              Divisor.OPERATIONS),
          of("server_us_pq", SERVER_CPU, Divisor.OPERATIONS),
          of("client_us_pq", CLIENT_CPU, Divisor.OPERATIONS),
          of("client_cpu_pct", CLIENT_CPU, Divisor.SECONDS));

  private static IntervalFigure of(String key, String counter, Divisor divisor) {
    return new IntervalFigure(key, counter, Optional.empty(), Optional.empty(), divisor);
  }

  /** Where one file has it. Immutable. */
  static final class Columns {

    private final IntervalFigure figure;
    private final int counter;
    private final int addend;
    private final int total;
    private final int seconds;
    private final int queries;
    private final int inserted;

    Columns(IntervalFigure figure, CsvRows rows) {
      this.figure = figure;
      this.counter = rows.column(figure.counter());
      this.addend = figure.addend().map(rows::column).orElse(-1);
      this.total = figure.total().map(rows::column).orElse(-1);
      this.seconds = rows.column("seconds");
      this.queries = rows.column(QUERIES);
      this.inserted = rows.column(INSERTED);
    }

    /** Adds the present row, if it has the figure. */
    void addTo(StepSeries course, CsvRows rows, Unit unit) {
      double amount = rows.number(counter);
      if (figure.addend().isPresent() && Double.isFinite(rows.number(addend))) {
        amount += rows.number(addend);
      }
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
