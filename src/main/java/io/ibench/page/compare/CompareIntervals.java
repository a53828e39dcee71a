package io.ibench.page.compare;

import io.ibench.measure.StepStart.Unit;
import io.ibench.page.KnownSteps;
import io.ibench.report.figures.IntervalRow;
import io.ibench.series.Curve;
import io.ibench.series.StepRows;
import java.io.IOException;
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
  private final IntervalRow interval;
  private final Map<String, StepLines> steps = new HashMap<>();
  private final Curve overRows;
  private final CompareRun run;
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
    private final Map<CompareFigure, Curve> figures = new HashMap<>();

    /**
     * @param begin in seconds since the run's
     */
    private StepLines(double begin, Points points) {
      this.begin = begin;
      this.rate = new Curve(points.rate());
      for (CompareFigure figure : CompareFigure.ALL) {
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
    this.interval = new KnownSteps(run.stored().report()).interval(rows);
    this.units = units;
    this.points = points;
    this.overRows = Curve.stepped(points.rate());
  }

  /** To the end of the file. */
  void read() throws IOException {
    while (rows.next()) {
      add();
    }
  }

  private void add() {
    double newRows = interval.insertedRows();
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
        interval.enter(Optional.of(unit));
        add(steps.get(rows.step()));
      }
      if (unit == Unit.ROWS && insertedRows > before) {
        overRows.add(before, insertedRows, newRows / rows.seconds());
      }
    }
  }

  private void add(StepLines lines) {
    double to = rows.at() - lines.begin;
    double from = to - rows.seconds();
    lines.rate.add(from, to, CompareFigure.RATE.of(interval));
    for (CompareFigure figure : CompareFigure.ALL) {
      lines.of(figure).add(from, to, figure.formula().of(interval));
    }
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
