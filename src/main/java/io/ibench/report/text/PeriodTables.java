package io.ibench.report.text;

import io.ibench.report.document.Cell;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredGap;
import io.ibench.report.text.PeriodSeries.SeriesPeriod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The hourly tables: rates and costs of each report period, a table for each step. */
public final class PeriodTables {

  private PeriodTables() {}

  /** No table if no step has several periods. */
  static List<Table> of(RunReport run) {
    return PeriodSeries.of(run).stream()
        .filter(series -> !series.repeats())
        .map(series -> of(run, series))
        .toList();
  }

  private static String title(PeriodSeries series) {
    return String.format(
        Locale.ROOT,
        "%s, %s by %s%s",
        VerdictText.titled(series.title(), series.verdict()),
        series.head(),
        series.head(),
        series.lastPart());
  }

  /** The table of a series, with the columns that its step has in the table of steps. */
  public static Table of(RunReport run, PeriodSeries series) {
    List<Step> steps = run.steps().stream().filter(s -> s.title().equals(series.title())).toList();
    List<Period> periods = series.entries().stream().map(SeriesPeriod::period).toList();
    List<FigureColumn> columns =
        new ArrayList<>(FigureColumn.known(FigureColumn.of(series.unit(), steps), periods));
    columns.addAll(FigureColumn.restarts(periods));
    List<TableColumn> heads = new ArrayList<>(List.of(TableColumn.text(series.head())));
    columns.forEach(column -> heads.add(column.head()));
    List<StoredGap> gaps = new ArrayList<>(run.gaps());
    gaps.removeIf(gap -> steps.stream().noneMatch(gap::isIn));
    List<Row> rows = new ArrayList<>();
    for (SeriesPeriod entry : series.entries()) {
      gaps.stream()
          .filter(gap -> isBefore(gap, entry))
          .toList()
          .forEach(
              gap -> {
                rows.add(row(gap, columns.size()));
                gaps.remove(gap);
              });
      List<Cell> row = new ArrayList<>(List.of(Cell.of(series.label(entry))));
      row.addAll(FigureColumn.cells(columns, entry.period()));
      rows.add(new Row(row, false));
    }
    gaps.forEach(gap -> rows.add(row(gap, columns.size())));
    return new Table(title(series), heads, rows);
  }

  private static boolean isBefore(StoredGap gap, SeriesPeriod entry) {
    return entry.period().started().filter(started -> started.isAfter(gap.from())).isPresent();
  }

  /** A time without figures. */
  private static Row row(StoredGap gap, int columns) {
    List<Cell> cells = new ArrayList<>(List.of(Cell.of(gap.length())));
    cells.addAll(Collections.nCopies(columns, Cell.of("")));
    return new Row(cells, false);
  }
}
