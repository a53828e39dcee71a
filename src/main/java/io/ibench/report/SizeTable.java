package io.ibench.report;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.PeriodSeries.Entry;
import io.ibench.report.RunReport.Period;
import io.ibench.report.RunReport.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How large database and server had become: at the ends of steps, and of long ones on the way. */
final class SizeTable {

  /** The ends of days, with the first hour before them. */
  static final Set<Long> HOURS = Set.of(1L, 24L, 48L, 72L, 96L, 120L, 144L, 168L);

  /** With fewer periods than a day has hours, the last one may be the only one to show. */
  private static final int DAY = 24;

  private static final double GIB = 1L << 30;

  private static final List<Column> COLUMNS =
      List.of(
          new Column("size", "GB", "size_gb", "of the tables"),
          new Column("", "bytes/row", "bytes_per_row", ""),
          new Column("dir", "GB", "dir_bytes", "of all files"),
          new Column("rss", "GB", "rss_end_gb", "of the server's memory"));

  private record Row(String step, String hour, Map<String, Number> figures) {}

  /** As in the tables of steps; {@code of} is what the table's title says of it. */
  private record Column(String above, String name, String key, String of) {

    /** A column of nothing but dashes says nothing. */
    boolean isKnown(List<Row> rows) {
      return rows.stream().anyMatch(row -> row.figures().containsKey(key));
    }

    String cell(Row row) {
      Number figure = row.figures().get(key);
      return Numbers.figure(key.equals("dir_bytes") ? gigabytes(figure) : figure);
    }
  }

  private SizeTable() {}

  /** Empty where no size is known, or nothing that is not in the tables of steps. */
  static String text(RunReport run, Layout layout) {
    List<Row> rows = rows(run);
    if (rows.isEmpty()) {
      return "";
    }
    boolean hours = rows.stream().anyMatch(row -> !row.hour().isEmpty());
    List<Column> columns = COLUMNS.stream().filter(column -> column.isKnown(rows)).toList();
    TextTable table = new TextTable(1, 0);
    table.head(cells(hours, "", "", columns.stream().map(Column::above)));
    table.head(cells(hours, "step", "hour", columns.stream().map(Column::name)));
    String last = "";
    for (Row row : rows) {
      table.add(
          cells(
              hours,
              row.step().equals(last) ? "" : row.step(),
              row.hour(),
              columns.stream().map(column -> column.cell(row))));
      last = row.step();
    }
    return layout.title(title(columns)) + layout.table(table);
  }

  private static String title(List<Column> columns) {
    List<String> of = columns.stream().map(Column::of).filter(what -> !what.isEmpty()).toList();
    int last = of.size() - 1;
    return "sizes "
        + (last < 1
            ? String.join("", of)
            : String.join(", ", of.subList(0, last)) + " and " + of.get(last));
  }

  private static List<String> cells(
      boolean hours, String step, String hour, Stream<String> others) {
    return Stream.concat(hours ? Stream.of(step, hour) : Stream.of(step), others).toList();
  }

  private static Double gigabytes(Number bytes) {
    return bytes == null ? null : bytes.doubleValue() / GIB;
  }

  private static List<Row> rows(RunReport run) {
    List<PeriodSeries> series = PeriodSeries.of(run);
    Set<String> inSeries = series.stream().map(PeriodSeries::title).collect(Collectors.toSet());
    List<Row> rows = new ArrayList<>();
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
        rows.add(new Row(step.title(), "", step.whole().figures()));
      }
    }
    return rows;
  }

  private static void addRows(List<Row> rows, PeriodSeries series) {
    List<Entry> entries = series.entries();
    for (Entry entry : entries) {
      double hours = series.endSeconds(entry) / PeriodSeries.HOUR_SECONDS;
      boolean named = hours == Math.rint(hours) && HOURS.contains((long) hours);
      boolean last = entry == entries.get(entries.size() - 1) && entries.size() < DAY;
      if (named && entry.period().figures().containsKey("size_gb")) {
        rows.add(new Row(series.title(), Numbers.count((long) hours), entry.period().figures()));
      } else if (last && saysMore(entry.period())) {
        rows.add(new Row(series.title(), end(hours), entry.period().figures()));
      }
    }
  }

  private static String end(double hours) {
    return hours < 1 ? "" : Numbers.figure(hours);
  }

  /** The size alone is in the tables of steps. */
  private static boolean saysMore(Period period) {
    return period.figures().containsKey("bytes_per_row")
        || period.figures().containsKey("dir_bytes");
  }
}
