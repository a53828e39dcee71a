package io.ibench.report.text;

import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.RunReport.StoredDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The figures of each of several disks in each step, under iostat's names. */
public final class DiskTable {

  private static final List<FigureColumn> COLUMNS =
      Stream.of(
              "rps",
              "rkbps",
              "wps",
              "wkbps",
              "fps",
              "r_await_ms",
              "w_await_ms",
              "f_await_ms",
              "aqu_sz",
              "util_pct")
          .map(FigureColumn::of)
          .toList();

  private DiskTable() {}

  /** Empty with one disk only: its figures are those of the step. */
  public static Table of(RunReport run) {
    List<TableColumn> heads =
        new ArrayList<>(List.of(TableColumn.text("step"), TableColumn.text("device")));
    COLUMNS.forEach(column -> heads.add(column.head()));
    List<Row> rows = new ArrayList<>();
    for (Step step : run.steps()) {
      String title = step.title();
      for (StoredDisk disk : step.whole().disks()) {
        List<String> row = new ArrayList<>(List.of(title, disk.device()));
        COLUMNS.forEach(column -> row.add(NumberText.figure(disk.figures().get(column.key()))));
        rows.add(Row.of(row));
        // Only the first row of a step has its title.
        title = "";
      }
    }
    return new Table("disks, of which the figures above are the sums", heads, rows);
  }
}
