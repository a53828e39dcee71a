package io.ibench.report.text;

import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Figure;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.RunReport.StoredDisk;
import java.util.ArrayList;
import java.util.List;

/** The figures of each of several disks in each step, under iostat's names. */
public final class DiskTable {

  private static final List<FigureColumn> COLUMNS =
      FigureColumn.all(
          Figure.RPS,
          Figure.RKBPS,
          Figure.WPS,
          Figure.WKBPS,
          Figure.FPS,
          Figure.R_AWAIT_MS,
          Figure.W_AWAIT_MS,
          Figure.F_AWAIT_MS,
          Figure.AQU_SZ,
          Figure.UTIL_PCT);

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
        COLUMNS.forEach(column -> row.add(disk.figures().text(column.figure())));
        rows.add(Row.of(row));
        // Only the first row of a step has its title.
        title = "";
      }
    }
    return new Table("disks, of which the figures above are the sums", heads, rows);
  }
}
