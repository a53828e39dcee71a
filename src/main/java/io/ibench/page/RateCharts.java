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
import java.util.stream.Stream;

/** Queries, rows and errors per second, over time and over rows. Not thread-safe. */
final class RateCharts implements RowCharts {

  /** The charts of rates, by their ids. */
  static final String QUERIES = "queries";

  static final String INSERTS = "inserts";

  static final String AXIS = "axis";
  private static final String TIME = "time";
  private static final String ROWS = "rows inserted";
  private static final int POINTS = 2000;
  private static final int POINTS_OVER_ROWS = 1000;

  private final StepRows rows;
  private final KnownSteps steps;
  private final RateLines queries;
  private final RateLines inserts;
  private final RateLines deletes;
  private final RateLines errors;
  private double inserted;

  RateCharts(StepRows rows, KnownSteps steps) {
    this.rows = rows;
    this.steps = steps;
    queries = new RateLines(QUERIES, "queries", "queries", Figure.QPS);
    inserts = new RateLines(INSERTS, "inserted rows", "inserted_rows", Figure.IPS);
    deletes = new RateLines("deletes", "deleted rows", "deleted_rows", Figure.DPS);
    errors = new RateLines("errors", "errors", "errors", Figure.ERRORS);
  }

  /** The number of rows inserted up to the end of the current row. */
  double inserted() {
    return inserted;
  }

  @Override
  public void add(Optional<Step> step) {
    double more = rows.number(inserts.column);
    double before = inserted;
    inserted += more > 0 ? more : 0;
    inserts.add(KnownSteps.hasRate(step, inserts.figure), before, inserted);
    queries.add(KnownSteps.hasRate(step, queries.figure), before, inserted);
    deletes.add(KnownSteps.hasRate(step, deletes.figure), before, inserted);
    errors.add(true, before, inserted);
  }

  @Override
  public double width() {
    return DrawnLine.width(Stream.of(queries, inserts, deletes, errors).map(rate -> rate.overTime));
  }

  @Override
  public List<Chart> charts() {
    List<Chart> charts = new ArrayList<>();
    String of = " of each interval" + ChartTexts.length(steps.intervalSeconds(rows));
    String rest = ChartTexts.SHORT_STEPS;
    addTo(
        charts,
        queries,
        "Queries per second",
        "queries/s",
        "Completed queries or transactions" + of + ", divided by its length." + rest);
    addTo(
        charts,
        inserts,
        "Rows inserted per second",
        "rows/s",
        "Inserted rows" + of + ", of all clients, divided by its length." + rest);
    addTo(
        charts,
        deletes,
        "Rows deleted per second",
        "rows/s",
        "Deleted rows" + of + ", of all clients, divided by its length." + rest);
    if (errors.sum > 0) {
      addTo(
          charts,
          errors,
          "Errors per second",
          "errors/s",
          "Failed operations"
              + of
              + ", divided by its length; those that were repeated with"
              + " success are not among them."
              + rest);
    }
    return charts;
  }

  /** The insert rate of intervals over inserted rows; empty without inserts. */
  Optional<Line> insertsOverRows() {
    Curve curve = inserts.overRows.curve();
    return curve.isEmpty()
        ? Optional.empty()
        : Optional.of(new Line(inserts.name, Axis.ROWS, Map.of(), false, curve.x(), curve.y()));
  }

  private void addTo(
      List<Chart> charts, RateLines rate, String title, String unit, String definition) {
    boolean both = rate != inserts && rate != errors && !rate.overRows.curve().isEmpty();
    List<DrawnLine> lines = both ? List.of(rate.overTime, rate.overRows) : List.of(rate.overTime);
    List<Line> drawn = DrawnLine.drawn(lines);
    if (!drawn.isEmpty()) {
      List<Choice> choices =
          both ? List.of(new Choice(AXIS, "over", List.of(TIME, ROWS), TIME)) : List.of();
      Topic topic = rate == errors ? Topic.OUTAGES : Topic.THROUGHPUT;
      charts.add(new Chart(topic, rate.id, title, definition, unit, false, choices, drawn));
    }
  }

  /** The rate of one count. */
  private final class RateLines {

    private final String id;
    private final String name;
    private final int column;
    private final Figure figure;
    private final DrawnLine overTime;
    private final DrawnLine overRows;
    private boolean begun;
    private double sum;

    RateLines(String id, String name, String column, Figure figure) {
      this.id = id;
      this.name = name;
      this.column = rows.column(column);
      this.figure = figure;
      this.overTime = DrawnLine.of(name, Axis.TIME, AXIS, TIME, POINTS);
      this.overRows = DrawnLine.overRows(name, AXIS, ROWS, POINTS_OVER_ROWS);
    }

    /**
     * A step without this count is a gap; a stall in a step with it has the rate 0. Over rows, a
     * stall is at the place where inserts stopped.
     */
    void add(boolean known, double insertedBefore, double insertedNow) {
      if (rows.isAfterGap()) {
        overTime.curve().gap();
      }
      if (rows.isNewStep()) {
        overRows.curve().gap();
        begun = false;
      }
      double count = rows.number(column);
      begun |= known || count > 0;
      if (rows.isShort()) {
        return;
      }
      double rate = begun ? count / rows.seconds() : Double.NaN;
      sum += count > 0 ? count : 0;
      overTime.add(rows, rate);
      if (insertedNow > insertedBefore || inserts.begun) {
        overRows.curve().add(insertedBefore, insertedNow, rate);
      }
    }
  }
}
