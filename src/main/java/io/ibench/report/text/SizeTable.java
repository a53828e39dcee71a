package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.text.PeriodSeries.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** How large database and server had become: at the ends of steps, and of long ones on the way. */
public final class SizeTable {

  /** The ends of days, with the first hour before them. */
  static final Set<Long> HOURS = Set.of(1L, 24L, 48L, 72L, 96L, 120L, 144L, 168L);

  /** With fewer periods than a day has hours, the last one may be the only one to show. */
  private static final int DAY = 24;

  private static final String DIRECTORY = "dir_bytes";

  private static final List<Size> COLUMNS =
      List.of(
          new Size("size", "GB", "size_gb", "of the tables"),
          new Size("", "bytes/row", "bytes_per_row", ""),
          new Size("dir", "GB", DIRECTORY, "of all files"),
          new Size("rss at end", "GB", "rss_end_gb", "of the server's memory"));

  private record End(String step, String hour, Map<String, Number> figures) {}

  /** As in the tables of steps; {@code of} is what the table's title says of it. */
  private record Size(String above, String name, String key, String of) {

    /** A column of nothing but dashes says nothing. */
    boolean isKnown(List<End> rows) {
      return rows.stream().anyMatch(row -> row.figures().containsKey(key));
    }

    /** The length of all files is shown in another unit than summary.json has it in. */
    TableColumn head() {
      return FigureColumn.head(above, name, key.equals(DIRECTORY) ? "dir_gb" : key);
    }

    String cell(End row) {
      Number figure = row.figures().get(key);
      return NumberText.figure(key.equals(DIRECTORY) ? gigabytes(figure) : figure);
    }
  }

  private SizeTable() {}

  /** Empty where no size is known, or nothing that is not in the tables of steps. */
  public static Table of(RunReport run) {
    List<End> ends = rows(run);
    boolean hours = ends.stream().anyMatch(end -> !end.hour().isEmpty());
    List<Size> columns = COLUMNS.stream().filter(column -> column.isKnown(ends)).toList();
    List<TableColumn> heads = new ArrayList<>(List.of(TableColumn.text("step")));
    if (hours) {
      heads.add(FigureColumn.head("hour", ""));
    }
    columns.forEach(size -> heads.add(size.head()));
    List<Row> rows = new ArrayList<>();
    String last = "";
    for (End end : ends) {
      List<String> cells = new ArrayList<>(List.of(end.step().equals(last) ? "" : end.step()));
      if (hours) {
        cells.add(end.hour());
      }
      columns.forEach(column -> cells.add(column.cell(end)));
      rows.add(Row.of(cells));
      last = end.step();
    }
    return new Table(title(columns), heads, rows);
  }

  private static String title(List<Size> columns) {
    List<String> of = columns.stream().map(Size::of).filter(what -> !what.isEmpty()).toList();
    int last = of.size() - 1;
    return "sizes "
        + (last < 1
            ? String.join("", of)
            : String.join(", ", of.subList(0, last)) + " and " + of.get(last));
  }

  private static Double gigabytes(Number bytes) {
    return bytes == null ? null : bytes.doubleValue() / NumberText.GB_BYTES;
  }

  private static List<End> rows(RunReport run) {
    List<PeriodSeries> series = PeriodSeries.of(run);
    Set<String> inSeries = series.stream().map(PeriodSeries::title).collect(Collectors.toSet());
    List<End> rows = new ArrayList<>();
    for (Step step : run.steps()) {
      series.stream()
          .filter(one -> one.title().equals(step.title()))
          .forEach(one -> addRows(rows, one));
      series.stream()
          .filter(one -> one.repeats() && one.title().equals(step.name()) && step.repeat() == 1)
          .forEach(one -> addRows(rows, one));
      boolean alone = !inSeries.contains(step.title()) && !inSeries.contains(step.name());
      boolean works = step.unit() != Unit.NONE || StepTables.takesTime(step);
      if (alone && works && saysMore(step.whole())) {
        rows.add(new End(step.title(), "", step.whole().figures()));
      }
    }
    return rows;
  }

  private static void addRows(List<End> rows, PeriodSeries series) {
    List<Entry> entries = series.entries();
    for (Entry entry : entries) {
      double hours = series.endSeconds(entry) / PeriodSeries.HOUR_SECONDS;
      boolean named = hours == Math.rint(hours) && HOURS.contains((long) hours);
      boolean last = entry == entries.get(entries.size() - 1) && entries.size() < DAY;
      if (named && entry.period().figures().containsKey("size_gb")) {
        rows.add(new End(series.title(), NumberText.count((long) hours), entry.period().figures()));
      } else if (last && saysMore(entry.period())) {
        rows.add(new End(series.title(), end(hours), entry.period().figures()));
      }
    }
  }

  private static String end(double hours) {
    return hours < 1 ? "" : NumberText.figure(hours);
  }

  /** The size alone is in the tables of steps. */
  private static boolean saysMore(Period period) {
    return period.figures().containsKey("bytes_per_row")
        || period.figures().containsKey("dir_bytes");
  }
}
