package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.Figures;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.text.PeriodSeries.SeriesPeriod;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The sizes of database and server at the ends of steps, and in the course of long steps. */
public final class SizeTable {

  /** The first hour and the ends of days. */
  private static final Set<Long> HOURS = Set.of(1L, 24L, 48L, 72L, 96L, 120L, 144L, 168L);

  /** A series of fewer periods also shows its last one. */
  private static final int DAY_HOURS = 24;

  private static final List<SizeColumn> COLUMNS =
      List.of(
          new SizeColumn("size", "GB", Figure.SIZE_GB, "of the tables"),
          new SizeColumn("", "bytes/row", Figure.BYTES_PER_ROW, ""),
          new SizeColumn("dir", "GB", Figure.DIR_BYTES, "of all files"),
          new SizeColumn("rss end", "GB", Figure.RSS_END_GB, "of the server's memory"));

  private record SizeRow(String step, String hour, Figures figures) {}

  /** A column as in the tables of steps; {@code of} is its part of the table's title. */
  private record SizeColumn(String above, String name, Figure figure, String of) {

    boolean isKnown(List<SizeRow> rows) {
      return rows.stream().anyMatch(row -> row.figures().knows(figure));
    }

    /** The length of all files is in another unit than in summary.json. */
    TableColumn head() {
      return FigureColumn.head(above, name, figure == Figure.DIR_BYTES ? "dir_gb" : figure.key());
    }

    String cell(SizeRow row) {
      return figure == Figure.DIR_BYTES
          ? NumberText.figure(row.figures().value(figure) / NumberText.GB_BYTES)
          : row.figures().text(figure);
    }
  }

  private SizeTable() {}

  /** Empty without a known size that the tables of steps lack. */
  public static Table of(RunReport run) {
    List<SizeRow> sizes = rows(run);
    boolean hours = sizes.stream().anyMatch(size -> !size.hour().isEmpty());
    List<SizeColumn> columns = COLUMNS.stream().filter(column -> column.isKnown(sizes)).toList();
    List<TableColumn> heads = new ArrayList<>(List.of(TableColumn.text("step")));
    if (hours) {
      heads.add(FigureColumn.head("hour", ""));
    }
    columns.forEach(column -> heads.add(column.head()));
    List<Row> rows = new ArrayList<>();
    String last = "";
    for (SizeRow size : sizes) {
      List<String> cells = new ArrayList<>(List.of(size.step().equals(last) ? "" : size.step()));
      if (hours) {
        cells.add(size.hour());
      }
      columns.forEach(column -> cells.add(column.cell(size)));
      rows.add(Row.of(cells));
      last = size.step();
    }
    return new Table(title(columns), heads, rows);
  }

  private static String title(List<SizeColumn> columns) {
    List<String> of = columns.stream().map(SizeColumn::of).filter(what -> !what.isEmpty()).toList();
    int last = of.size() - 1;
    return "sizes "
        + (last < 1
            ? String.join("", of)
            : String.join(", ", of.subList(0, last)) + " and " + of.get(last));
  }

  private static List<SizeRow> rows(RunReport run) {
    List<PeriodSeries> series = PeriodSeries.of(run);
    Set<String> inSeries = series.stream().map(PeriodSeries::title).collect(Collectors.toSet());
    List<SizeRow> rows = new ArrayList<>();
    for (Step step : run.steps()) {
      series.stream()
          .filter(one -> one.title().equals(step.title()) || startsAt(one, step))
          .forEach(one -> addRows(rows, one));
      boolean alone = !inSeries.contains(step.title()) && !inSeries.contains(step.name());
      boolean works = step.unit() != Unit.NONE || StepTables.takesTime(step);
      if (alone && works && saysMore(step.whole())) {
        rows.add(new SizeRow(step.title(), "", step.whole().figures()));
      }
    }
    return rows;
  }

  private static boolean startsAt(PeriodSeries series, Step step) {
    return series.repeats() && series.title().equals(step.name()) && step.repeat() == 1;
  }

  private static void addRows(List<SizeRow> rows, PeriodSeries series) {
    List<SeriesPeriod> entries = series.entries();
    for (SeriesPeriod entry : entries) {
      double hours = series.endSeconds(entry) / PeriodSeries.HOUR_SECONDS;
      boolean named = hours == Math.rint(hours) && HOURS.contains((long) hours);
      boolean last = entry == entries.get(entries.size() - 1) && entries.size() < DAY_HOURS;
      if (named && entry.period().figures().knows(Figure.SIZE_GB)) {
        rows.add(
            new SizeRow(series.title(), NumberText.count((long) hours), entry.period().figures()));
      } else if (last && saysMore(entry.period())) {
        rows.add(new SizeRow(series.title(), end(hours), entry.period().figures()));
      }
    }
  }

  private static String end(double hours) {
    return hours < 1 ? "" : NumberText.figure(hours);
  }

  /** The tables of steps contain only the size of the tables. */
  private static boolean saysMore(Period period) {
    return period.figures().knows(Figure.BYTES_PER_ROW) || period.figures().knows(Figure.DIR_BYTES);
  }
}
