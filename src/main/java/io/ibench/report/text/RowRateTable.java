package io.ibench.report.text;

import io.ibench.report.document.Cell;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.StoredRowRate;
import java.util.ArrayList;
import java.util.List;

/** The insert rate by number of inserted rows, with bars in text. */
public final class RowRateTable {

  private static final int MAX_BAR = 30;

  private RowRateTable() {}

  /** Empty without rates. */
  public static Table of(RunReport run) {
    List<Row> rows = new ArrayList<>();
    for (StoredRowRate rate : run.rowRates()) {
      rows.add(
          Row.of(
              rate.step(),
              NumberText.count(rate.rowsInserted()),
              NumberText.seconds(rate.seconds().orElse(null)),
              NumberText.figure(rate.rowsPerSecond().orElse(null))));
    }
    String count = NumberText.count(run.rateRows());
    String title = "insert rate of the last " + count + " rows, by rows inserted in this run";
    List<TableColumn> heads =
        List.of(
            TableColumn.text("step"),
            FigureColumn.head("rows", "rows_inserted"),
            FigureColumn.head("secs", "rate_seconds"),
            FigureColumn.head("rows/s", "rows_ps"));
    return new Table(title, heads, rows);
  }

  /** The same table with bars. */
  static Table withBars(RunReport run) {
    List<StoredRowRate> rates = run.rowRates();
    double highest = rates.stream().mapToDouble(RowRateTable::perSecond).max().orElse(0);
    Table plain = of(run);
    List<TableColumn> heads = new ArrayList<>(plain.columns());
    heads.add(TableColumn.text(""));
    List<Row> rows = new ArrayList<>();
    for (Row row : plain.rows()) {
      List<Cell> cells = new ArrayList<>(row.cells());
      cells.add(Cell.of(bar(rates.get(rows.size()), highest)));
      rows.add(new Row(cells, false));
    }
    return new Table(plain.title(), heads, rows);
  }

  private static String bar(StoredRowRate rate, double highest) {
    double share = highest > 0 ? perSecond(rate) / highest : 0;
    return "#".repeat((int) Math.round(MAX_BAR * share));
  }

  private static double perSecond(StoredRowRate rate) {
    return rate.rowsPerSecond().map(Number::doubleValue).orElse(0.0);
  }
}
