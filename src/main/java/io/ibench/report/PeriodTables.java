package io.ibench.report;

import io.ibench.report.PeriodSeries.Entry;
import io.ibench.report.RunReport.Period;
import io.ibench.report.RunReport.Step;
import java.util.ArrayList;
import java.util.List;

/** The hourly tables: rates and costs of each report period, a table for each step. */
final class PeriodTables {

  private PeriodTables() {}

  /** Empty when no step has several periods. */
  static String text(RunReport run, Layout layout) {
    List<String> tables = new ArrayList<>();
    for (PeriodSeries series : PeriodSeries.of(run)) {
      if (!series.repeats()) {
        tables.add(layout.title(title(series)) + layout.table(table(run, series)));
      }
    }
    return String.join("\n", tables);
  }

  private static String title(PeriodSeries series) {
    return String.format(
        "%s, %s by %s%s",
        VerdictText.titled(series.title(), series.verdict()),
        series.head(),
        series.head(),
        series.lastPart());
  }

  /** A column that the step has in the table of steps is here as well. */
  private static TextTable table(RunReport run, PeriodSeries series) {
    List<Step> steps = run.steps().stream().filter(s -> s.title().equals(series.title())).toList();
    List<Period> periods = series.entries().stream().map(Entry::period).toList();
    List<FigureColumn> columns =
        new ArrayList<>(FigureColumn.known(FigureColumn.of(series.unit(), steps), periods));
    columns.addAll(FigureColumn.restarts(periods));
    TextTable table = new TextTable();
    FigureColumn.addHead(table, List.of(series.head()), columns, List.of());
    for (Entry entry : series.entries()) {
      List<String> row = new ArrayList<>(List.of(series.label(entry)));
      row.addAll(FigureColumn.cells(columns, entry.period()));
      table.add(row);
    }
    return table;
  }
}
