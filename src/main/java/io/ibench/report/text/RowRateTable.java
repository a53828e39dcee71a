package io.ibench.report.text;

import io.ibench.report.document.Columns;
import io.ibench.report.document.Table;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.StoredRowRate;

/** The insert rate by number of inserted rows, with bars in text. */
public final class RowRateTable {

  private static final int MAX_BAR = 30;

  private RowRateTable() {}

  /** Empty without rates. */
  public static Table of(RunReport run) {
    return table(run, columns());
  }

  /** The same table with bars. */
  static Table withBars(RunReport run) {
    double highest = run.rowRates().stream().mapToDouble(RowRateTable::perSecond).max().orElse(0);
    return table(run, columns().text("", rate -> bar(rate, highest)));
  }

  private static Columns<StoredRowRate> columns() {
    return new Columns<StoredRowRate>()
        .text("step", StoredRowRate::step)
        .add(
            FigureColumn.head("rows", "rows_inserted"),
            rate -> NumberText.count(rate.rowsInserted()))
        .add(
            FigureColumn.head("secs", "rate_seconds"),
            rate -> NumberText.seconds(rate.seconds().orElse(null)))
        .add(
            FigureColumn.head("rows/s", "rows_ps"),
            rate -> NumberText.figure(rate.rowsPerSecond().orElse(null)));
  }

  private static Table table(RunReport run, Columns<StoredRowRate> columns) {
    String count = NumberText.count(run.rateRows());
    return columns.table(
        "insert rate of the last " + count + " rows, by rows inserted in this run", run.rowRates());
  }

  private static String bar(StoredRowRate rate, double highest) {
    double share = highest > 0 ? perSecond(rate) / highest : 0;
    return "#".repeat((int) Math.round(MAX_BAR * share));
  }

  private static double perSecond(StoredRowRate rate) {
    return rate.rowsPerSecond().map(Number::doubleValue).orElse(0.0);
  }
}
