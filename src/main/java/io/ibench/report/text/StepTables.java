package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Columns;
import io.ibench.report.document.Table;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The tables of rates and costs, with a row for each step and repeat, and its verdict. */
public final class StepTables {

  private static final double MIN_SHOWN_SECONDS = 1;

  private final List<Step> steps;
  private final List<FigureColumn> columns;
  private final boolean judged;

  private StepTables(List<Step> steps, Unit unit) {
    this.steps = steps;
    this.columns = FigureColumn.of(unit, steps);
    this.judged = VerdictText.areJudged(steps);
  }

  /** Both tables, with a legend of their heads below the last one that has rows. */
  static List<Table> withLegend(RunReport run) {
    StepTables inserts = ofInserts(run);
    StepTables queries = ofQueries(run);
    String legend =
        Legend.of(
            Stream.of(inserts, queries)
                .filter(tables -> !tables.steps.isEmpty())
                .flatMap(tables -> tables.columns.stream())
                .toList());
    boolean onlyInserts = queries.steps.isEmpty();
    Table first = inserts.table();
    Table second = queries.table();
    return List.of(
        onlyInserts && !first.isEmpty() ? first.noted(legend) : first,
        onlyInserts ? second : second.noted(legend));
  }

  /**
   * Steps that insert or index rows, and long steps without a rate, such as a drain. Empty without
   * steps of the first kind.
   */
  public static Table inserts(RunReport run) {
    return ofInserts(run).table();
  }

  private static StepTables ofInserts(RunReport run) {
    Set<Unit> rows = Set.of(Unit.ROWS, Unit.INDEXED_ROWS);
    List<Step> steps =
        run.steps().stream().filter(step -> rows.contains(step.unit()) || takesTime(step)).toList();
    boolean none = steps.stream().allMatch(step -> step.unit() == Unit.NONE);
    return new StepTables(none ? List.of() : steps, Unit.ROWS);
  }

  /** A step without a rate that is long enough for a row. */
  static boolean takesTime(Step step) {
    return step.unit() == Unit.NONE
        && step.whole().figures().value(Figure.SECONDS) >= MIN_SHOWN_SECONDS;
  }

  /** Steps of queries; empty without such steps. */
  public static Table queries(RunReport run) {
    return ofQueries(run).table();
  }

  private static StepTables ofQueries(RunReport run) {
    List<Step> steps = run.steps().stream().filter(step -> step.unit() == Unit.QUERIES).toList();
    return new StepTables(steps, Unit.QUERIES);
  }

  private Table table() {
    Columns<Step> table =
        new Columns<Step>()
            .text("step", StepTables::titled)
            .add(
                FigureColumn.head("secs", "seconds"),
                step -> NumberText.seconds(step.whole().figures().value(Figure.SECONDS)));
    columns.forEach(column -> column.addTo(table, Step::whole));
    return table
        .addIf(judged, new TableColumn("", "verdict", Tooltips.of("verdict"), true), Tones::verdict)
        .table("", steps, Tones::isInvalid);
  }

  private static String titled(Step step) {
    return step.title() + (step.state() == RunState.DONE ? "" : " (" + step.state().label() + ")");
  }
}
