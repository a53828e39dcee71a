package io.ibench.report.text;

import io.ibench.report.document.Columns;
import io.ibench.report.document.Table;
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

  /**
   * @param title of the step; empty below the step's first disk
   */
  private record DiskRow(String title, StoredDisk disk) {}

  /** Empty with one disk only: its figures are those of the step. */
  public static Table of(RunReport run) {
    List<DiskRow> rows = new ArrayList<>();
    for (Step step : run.steps()) {
      String title = step.title();
      for (StoredDisk disk : step.whole().disks()) {
        rows.add(new DiskRow(title, disk));
        title = "";
      }
    }
    return new Columns<DiskRow>()
        .text("step", DiskRow::title)
        .text("device", row -> row.disk().device())
        .addAll(
            COLUMNS,
            FigureColumn::head,
            (row, column) -> row.disk().figures().text(column.figure()))
        .table("disks, of which the figures above are the sums", rows);
  }
}
