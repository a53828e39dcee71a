package io.ibench.report.text;

import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.StoredRowRate;
import io.ibench.report.text.ReportTable.Column;
import io.ibench.report.text.ReportTable.Row;
import java.util.ArrayList;
import java.util.List;

/** The insert rate against rows inserted, with bars that show its course. */
public final class RowRateTable {

  private static final int LONGEST_BAR = 30;

  private RowRateTable() {}

  /** Empty when there is none. */
  public static ReportTable of(RunReport run) {
    List<Row> rows = new ArrayList<>();
    for (StoredRowRate rate : run.rowRates()) {
      rows.add(
          Row.of(
              List.of(
                  rate.step(),
                  NumberText.count(rate.rowsInserted()),
                  NumberText.seconds(rate.seconds().orElse(null)),
                  NumberText.figure(rate.rowsPerSecond().orElse(null)))));
    }
    String title =
        "insert rate of the last "
            + NumberText.count(run.rateRows())
            + " rows, by rows inserted in this run";
    List<Column> heads =
        List.of(
            Column.text("step"),
            Column.number("rows", "rows_inserted"),
            Column.number("secs", "rate_seconds"),
            Column.number("rows/s", "rows_ps"));
    return new ReportTable(title, heads, rows);
  }

  /** The same with bars. */
  static String text(RunReport run, Layout layout) {
    List<StoredRowRate> rates = run.rowRates();
    double highest = rates.stream().mapToDouble(RowRateTable::perSecond).max().orElse(0);
    ReportTable plain = of(run);
    List<Column> heads = new ArrayList<>(plain.columns());
    heads.add(Column.text(""));
    List<Row> rows = new ArrayList<>();
    for (Row row : plain.rows()) {
      List<String> cells = new ArrayList<>(row.cells());
      cells.add(bar(rates.get(rows.size()), highest));
      rows.add(Row.of(cells));
    }
    return new ReportTable(plain.title(), heads, rows).text(layout);
  }

  private static String bar(StoredRowRate rate, double highest) {
    double share = highest > 0 ? perSecond(rate) / highest : 0;
    return "#".repeat((int) Math.round(LONGEST_BAR * share));
  }

  private static double perSecond(StoredRowRate rate) {
    return rate.rowsPerSecond().map(Number::doubleValue).orElse(0.0);
  }
}
