package io.ibench.report;

import java.util.ArrayList;
import java.util.List;

/** The insert rate against rows inserted, with bars that show its course. */
final class RowRateTable {

  private static final int LONGEST_BAR = 30;

  private RowRateTable() {}

  /** Empty when there is none. */
  static String text(RunReport run, Layout layout) {
    List<StoredRowRate> rates = run.rowRates();
    if (rates.isEmpty()) {
      return "";
    }
    TextTable table = new TextTable(1, 1);
    table.head(List.of("step", "rows", "secs", "rows/s", ""));
    double highest = rates.stream().mapToDouble(RowRateTable::perSecond).max().orElse(0);
    for (StoredRowRate rate : rates) {
      List<String> row = new ArrayList<>();
      row.add(rate.step());
      row.add(Numbers.count(rate.rowsInserted()));
      row.add(Numbers.seconds(rate.seconds().orElse(null)));
      row.add(Numbers.figure(rate.rowsPerSecond().orElse(null)));
      row.add(bar(rate, highest));
      table.add(row);
    }
    String title =
        "insert rate of the last "
            + Numbers.count(run.rateRows())
            + " rows, by rows inserted in this run";
    return layout.title(title) + layout.table(table);
  }

  private static String bar(StoredRowRate rate, double highest) {
    double share = highest > 0 ? perSecond(rate) / highest : 0;
    return "#".repeat((int) Math.round(LONGEST_BAR * share));
  }

  private static double perSecond(StoredRowRate rate) {
    return rate.rowsPerSecond().map(Number::doubleValue).orElse(0.0);
  }
}
