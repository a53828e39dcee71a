package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.text.ReportTable.Column;
import io.ibench.report.text.ReportTable.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The tables of rates and costs, with a row for each step and repeat, and its verdict. */
public final class StepTables {

  private static final double WORTH_SHOWING_SECONDS = 1;

  private final List<Step> steps;
  private final List<FigureColumn> columns;
  private final boolean judged;

  private StepTables(List<Step> steps, Unit unit) {
    this.steps = steps;
    this.columns = FigureColumn.of(unit, steps);
    this.judged = VerdictText.areJudged(steps);
  }

  /**
   * Of steps that insert or index rows, and of those without a rate that took their time, such as a
   * drain; empty when there are none of the first kind.
   */
  public static ReportTable inserts(RunReport run) {
    Set<Unit> rows = Set.of(Unit.ROWS, Unit.INDEXED_ROWS);
    List<Step> steps =
        run.steps().stream().filter(step -> rows.contains(step.unit()) || takesTime(step)).toList();
    return steps.stream().allMatch(step -> step.unit() == Unit.NONE)
        ? new ReportTable("", List.of(), List.of())
        : new StepTables(steps, Unit.ROWS).table();
  }

  static boolean takesTime(Step step) {
    Number seconds = step.whole().figures().get("seconds");
    return step.unit() == Unit.NONE
        && seconds != null
        && seconds.doubleValue() >= WORTH_SHOWING_SECONDS;
  }

  /** Of steps of queries; empty when there are none. */
  public static ReportTable queries(RunReport run) {
    List<Step> steps = run.steps().stream().filter(step -> step.unit() == Unit.QUERIES).toList();
    return new StepTables(steps, Unit.QUERIES).table();
  }

  /**
   * Whether a step's report periods have rows of this table, as they had before there were
   * verdicts: results of that time look as they did when they were written.
   */
  static boolean hasPeriodsInline(Step step) {
    return step.verdict().isEmpty() && step.state() != RunState.RUNNING;
  }

  private ReportTable table() {
    List<Column> heads = new ArrayList<>();
    heads.add(Column.text("step"));
    heads.add(Column.number("secs", "seconds"));
    columns.forEach(column -> heads.add(Column.of(column)));
    if (judged) {
      heads.add(new Column("", "verdict", ReportTable.VERDICT, true));
    }
    List<Row> rows = new ArrayList<>();
    steps.forEach(step -> addRows(rows, step));
    return new ReportTable("", heads, rows);
  }

  private void addRows(List<Row> rows, Step step) {
    List<Period> periods = step.periods();
    boolean inline = periods.size() > 1 && hasPeriodsInline(step);
    for (int i = 0; inline && i < periods.size(); i++) {
      String mark = periods.get(i).isPartial() ? " part" : "";
      rows.add(Row.of(row(step.title() + " #" + (i + 1) + mark, periods.get(i), "")));
    }
    String state = step.state() == RunState.DONE ? "" : " (" + step.state().label() + ")";
    String title = step.title() + (inline ? " all" : "") + state;
    rows.add(new Row(row(title, step.whole(), VerdictText.of(step.verdict())), Optional.of(step)));
  }

  private List<String> row(String title, Period period, String verdict) {
    List<String> cells = new ArrayList<>();
    cells.add(title);
    cells.add(NumberText.seconds(period.figures().get("seconds")));
    cells.addAll(FigureColumn.cells(columns, period));
    if (judged) {
      cells.add(verdict);
    }
    return cells;
  }
}
