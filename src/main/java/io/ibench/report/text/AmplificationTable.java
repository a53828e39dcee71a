package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Columns;
import io.ibench.report.document.Table;
import io.ibench.report.figures.Figure;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import java.util.List;

/** What each step wrote and keeps on disk for each byte of its rows' values. Stateless. */
public final class AmplificationTable {

  private static final List<FigureColumn> COLUMNS =
      FigureColumn.all(
          Figure.WRITE_AMP,
          Figure.SERVER_WRITE_AMP,
          Figure.SPACE_AMP,
          Figure.WRITTEN_TB_PER_DAY,
          Figure.SERVER_WRITTEN_TB_PER_DAY);

  private AmplificationTable() {}

  /** Empty if no step that reads or writes rows knows any of the figures. */
  public static Table of(RunReport run) {
    return bySteps("amplification, and what a day at this rate would write", COLUMNS, run);
  }

  /** These columns of each step that reads or writes rows and knows any of them. */
  static Table bySteps(String title, List<FigureColumn> all, RunReport run) {
    List<Step> steps =
        run.steps().stream()
            .filter(step -> step.unit() != Unit.NONE)
            .filter(
                step ->
                    all.stream().anyMatch(column -> step.whole().figures().knows(column.figure())))
            .toList();
    List<FigureColumn> columns = FigureColumn.known(all, steps.stream().map(Step::whole).toList());
    Columns<Step> table = new Columns<Step>().text("step", Step::title);
    columns.forEach(column -> column.addTo(table, Step::whole));
    return table.table(title, steps);
  }
}
