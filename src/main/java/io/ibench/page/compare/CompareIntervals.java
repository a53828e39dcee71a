package io.ibench.page.compare;

import io.ibench.measure.StepStart.Unit;
import io.ibench.page.KnownSteps;
import io.ibench.report.figures.IntervalRow;
import io.ibench.series.Curve;
import io.ibench.series.StepRows;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The lines of a run's intervals.csv, of all repeats of each step. Not thread-safe. */
final class CompareIntervals {

  private final StepRows rows;
  private final Map<String, Unit> units;
  private final Points points;
  private final IntervalRow interval;
  private final Map<String, StepLines> steps = new HashMap<>();
  private final Curve overRows;
  private final Set<String> longSteps;
  private double insertedRows;

  /**
   * The approximate maximum of points.
   *
   * @param rate of a line in a chart of rates
   * @param figure of a line in the explorer
   */
  record Points(int rate, int figure) {}

  /**
   * The lines of a step.
   *
   * @param begin in seconds since the run's start
   */
  record StepLines(double begin, Curve rate, Map<CompareFigure, MeanCurve> figures) {

    private static StepLines of(double begin, boolean hourly, Points points) {
      Map<CompareFigure, MeanCurve> figures = new HashMap<>();
      CompareFigure.ALL.forEach(
          figure -> figures.put(figure, MeanCurve.of(hourly, points.figure())));
      return new StepLines(begin, new Curve(points.rate()), figures);
    }
  }

  /**
   * @param units the units of the steps to draw
   * @param longSteps those of which figures are shown by the hour
   * @param run the run of the rows
   */
  CompareIntervals(
      StepRows rows,
      Map<String, Unit> units,
      Set<String> longSteps,
      Points points,
      CompareRun run) {
    this.rows = rows;
    this.longSteps = longSteps;
    this.interval = new KnownSteps(run.stored().report()).interval(rows);
    this.units = units;
    this.points = points;
    this.overRows = Curve.stepped(points.rate());
  }

  /** Reads to the end of the file. */
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
    if (rows.isNewStep()) {
      boolean hourly = longSteps.contains(rows.step());
      steps.put(rows.step(), StepLines.of(rows.at() - rows.seconds(), hourly, points));
    }
    if (!rows.isShort()) {
      interval.enter(Optional.of(unit));
      add(Objects.requireNonNull(steps.get(rows.step())));
      if (unit == Unit.ROWS && insertedRows > before) {
        overRows.add(before, insertedRows, newRows / rows.seconds());
      }
    }
  }

  private void add(StepLines lines) {
    double to = rows.at() - lines.begin;
    double from = to - rows.seconds();
    lines.rate.add(from, to, CompareFigure.RATE.of(interval));
    lines.figures.forEach((figure, line) -> line.add(from, to, figure.formula(), interval));
  }

  /** The lines of a step; empty if the run has no rows of it. */
  Optional<StepLines> step(String name) {
    return Optional.ofNullable(steps.get(name));
  }

  /** The rate of steps that insert, over the number of rows inserted so far. */
  Curve overRows() {
    return overRows;
  }

  /** The longest time of which only minimum and maximum are drawn, in seconds; 0 if none. */
  double width() {
    return steps.values().stream().mapToDouble(lines -> lines.rate.width()).max().orElse(0);
  }
}
