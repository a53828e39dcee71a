package io.ibench.page.compare;

import io.ibench.host.HostMetric;
import io.ibench.measure.StepStart.Unit;
import io.ibench.series.Curve;
import io.ibench.series.StepRows;
import java.io.IOException;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The lines of one run's intervals.csv: of each step the repeat that is compared, from its own
 * beginning. One thread's.
 */
final class CompareIntervals {

  private final StepRows rows;
  private final Map<String, Unit> units;
  private final Points points;
  private final int queries;
  private final int inserted;
  private final Map<CompareFigure, Integer> columns = new EnumMap<>(CompareFigure.class);
  private final Map<String, StepLines> steps = new HashMap<>();
  private final Curve overRows;
  private final int totalTicks;
  private final CompareRun run;
  private final double cpus;
  private final boolean embedded;
  private boolean compared;
  private double insertedRows;

  /**
   * How many points there may be, about.
   *
   * @param rate of a line that has a chart to itself
   * @param figure of one of many
   */
  record Points(int rate, int figure) {}

  /** What is drawn of a step. */
  static final class StepLines {
    private final double begin;
    private final Curve rate;
    private final Map<CompareFigure, Curve> figures = new EnumMap<>(CompareFigure.class);

    /**
     * @param begin in seconds since the run's
     */
    private StepLines(double begin, Points points) {
      this.begin = begin;
      this.rate = new Curve(points.rate());
      for (CompareFigure figure : CompareFigure.values()) {
        figures.put(figure, new Curve(points.figure()));
      }
    }

    Curve rate() {
      return rate;
    }

    Curve of(CompareFigure figure) {
      return figures.get(figure);
    }
  }

  /**
   * @param units of the steps that are drawn
   * @param run whose rows they are
   */
  CompareIntervals(StepRows rows, Map<String, Unit> units, Points points, CompareRun run) {
    this.rows = rows;
    this.run = run;
    this.cpus = run.cpus();
    this.embedded = run.isEmbedded();
    this.totalTicks = rows.column(HostMetric.CPU_TOTAL_TICKS.key());
    this.units = units;
    this.points = points;
    this.overRows = Curve.stepped(points.rate());
    this.queries = rows.column("queries");
    this.inserted = rows.column("inserted_rows");
    for (CompareFigure figure : CompareFigure.values()) {
      columns.put(figure, rows.column(figure.column()));
    }
  }

  /** To the end of the file. */
  void read() throws IOException {
    while (rows.next()) {
      add();
    }
  }

  private void add() {
    double newRows = rows.number(inserted);
    double before = insertedRows;
    insertedRows += newRows > 0 ? newRows : 0;
    if (rows.isNewStep()) {
      overRows.gap();
    }
    Unit unit = units.getOrDefault(rows.step(), Unit.NONE);
    if (unit != Unit.QUERIES && unit != Unit.ROWS) {
      return;
    }
    if (rows.isNewRepeat()) {
      compared = run.isCompared(rows);
      if (compared) {
        steps.put(rows.step(), new StepLines(rows.at() - rows.seconds(), points));
      }
    }
    if (!rows.isShort()) {
      if (compared) {
        add(steps.get(rows.step()), unit == Unit.QUERIES ? rows.number(queries) : newRows);
      }
      if (unit == Unit.ROWS && insertedRows > before) {
        overRows.add(before, insertedRows, newRows / rows.seconds());
      }
    }
  }

  private void add(StepLines lines, double operations) {
    double to = rows.at() - lines.begin;
    double from = to - rows.seconds();
    lines.rate.add(from, to, operations / rows.seconds());
    for (CompareFigure figure : CompareFigure.values()) {
      double value = value(figure, operations);
      lines.of(figure).add(from, to, figure.of(value, operations, rows.seconds()));
    }
  }

  private double value(CompareFigure figure, double operations) {
    double counted = rows.number(columns.get(figure));
    return switch (figure) {
      case RATE -> operations;
      case OWN_CPU -> ownCpu(counted);
      case CPU -> counted / rows.number(totalTicks) * cpus * rows.seconds();
      default -> counted;
    };
  }

  /** NaN where the server's is not known, unless it is in the client's. */
  private double ownCpu(double client) {
    double server = rows.number(columns.get(CompareFigure.SERVER_CPU));
    return Double.isFinite(server) ? client + server : embedded ? client : Double.NaN;
  }

  /** Of the repeat that is compared; empty where the run has no rows of it. */
  Optional<StepLines> step(String name) {
    return Optional.ofNullable(steps.get(name));
  }

  /** The rate of steps that insert, by all rows that were inserted before. */
  Curve overRows() {
    return overRows;
  }

  /** Of how many seconds only a minimum and a maximum are drawn in some chart; 0 where all are. */
  double width() {
    return steps.values().stream().mapToDouble(lines -> lines.rate.width()).max().orElse(0);
  }
}
