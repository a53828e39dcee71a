package io.ibench.report.text;

import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.text.PeriodSeries.Entry;
import io.ibench.report.text.ReportTable.Column;
import io.ibench.report.text.ReportTable.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The hourly tables: rates and costs of each report period, a table for each step. */
public final class PeriodTables {

  private PeriodTables() {}

  /** Empty when no step has several periods. */
  static String text(RunReport run, Layout layout) {
    return PeriodSeries.of(run).stream()
        .filter(series -> !series.repeats())
        .map(series -> of(run, series).text(layout))
        .collect(Collectors.joining("\n"));
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
  public static ReportTable of(RunReport run, PeriodSeries series) {
    List<Step> steps = run.steps().stream().filter(s -> s.title().equals(series.title())).toList();
    List<Period> periods = series.entries().stream().map(Entry::period).toList();
    List<FigureColumn> columns =
        new ArrayList<>(FigureColumn.known(FigureColumn.of(series.unit(), steps), periods));
    columns.addAll(FigureColumn.restarts(periods));
    List<Column> heads = new ArrayList<>(List.of(Column.text(series.head())));
    columns.forEach(column -> heads.add(Column.of(column)));
    List<Row> rows = new ArrayList<>();
    for (Entry entry : series.entries()) {
      List<String> row = new ArrayList<>(List.of(series.label(entry)));
      row.addAll(FigureColumn.cells(columns, entry.period()));
      rows.add(Row.of(row));
    }
    return new ReportTable(title(series), heads, rows);
  }
}
