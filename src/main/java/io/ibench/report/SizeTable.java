package io.ibench.report;

import io.ibench.report.PeriodSeries.Entry;
import io.ibench.report.RunReport.Period;
import io.ibench.report.RunReport.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** How large database and server had become: at the ends of steps, and of long ones on the way. */
final class SizeTable {

  /** The ends of days, with the first hour before them. */
  static final Set<Long> HOURS = Set.of(1L, 24L, 48L, 72L, 96L, 120L, 144L, 168L);

  /** With fewer periods than a day has hours, the last one may be the only one to show. */
  private static final int DAY = 24;

  private static final double GIB = 1L << 30;

  private record Row(String step, String hour, Map<String, Number> figures) {}

  private SizeTable() {}

  /** Empty where no size is known, or nothing that is not in the tables of steps. */
  static String text(RunReport run, Layout layout) {
    List<Row> rows = rows(run);
    if (rows.isEmpty()) {
      return "";
    }
    boolean hours = rows.stream().anyMatch(row -> !row.hour().isEmpty());
    TextTable table = new TextTable(1, 0);
    table.head(cells(hours, "", "", "size", "", "dir", "rss"));
    table.head(cells(hours, "step", "hour", "GB", "bytes/row", "GB", "GB"));
    String last = "";
    for (Row row : rows) {
      Map<String, Number> figures = row.figures();
      table.add(
          cells(
              hours,
              row.step().equals(last) ? "" : row.step(),
              row.hour(),
              Numbers.figure(figures.get("size_gb")),
              Numbers.figure(figures.get("bytes_per_row")),
              Numbers.figure(gigabytes(figures.get("dir_bytes"))),
              Numbers.figure(figures.get("rss_end_gb"))));
      last = row.step();
    }
    return layout.title("sizes of the tables, of all files, and of the server's memory")
        + layout.table(table);
  }

  private static List<String> cells(boolean hours, String step, String hour, String... others) {
    List<String> cells = new ArrayList<>(List.of(step));
    if (hours) {
      cells.add(hour);
    }
    cells.addAll(List.of(others));
    return cells;
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
      if (alone && saysMore(step.whole())) {
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
