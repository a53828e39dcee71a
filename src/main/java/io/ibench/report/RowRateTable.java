package io.ibench.report;

import java.util.ArrayList;
import java.util.List;

/** The insert rate against rows inserted, with bars that show its course. */
final class RowRateTable {

  private static final int LONGEST_BAR = 30;

  private RowRateTable() {}

  /** Empty when there is none. */
  static String text(RunReport run, String indent) {
    List<StoredRowRate> rates = run.rowRates();
    if (rates.isEmpty()) {
      return "";
    }
    TextTable table = new TextTable();
    table.add(List.of("step", "rows", "secs", "rows/s"));
    for (StoredRowRate rate : rates) {
      List<String> row = new ArrayList<>();
      row.add(rate.step());
      row.add(Numbers.count(rate.rowsInserted()));
      row.add(Numbers.seconds(rate.seconds().orElse(null)));
      row.add(Numbers.figure(rate.rowsPerSecond().orElse(null)));
      table.add(row);
    }
    String title =
        "insert rate of the last "
            + Numbers.count(run.rateRows())
            + " rows, by rows inserted in this run";
    return Paragraph.of(indent, indent, TextReport.WIDTH, title)
        + withBars(table.text(indent), rates);
  }

  private static String withBars(String table, List<StoredRowRate> rates) {
    double highest = rates.stream().mapToDouble(RowRateTable::perSecond).max().orElse(0);
    StringBuilder text = new StringBuilder();
    List<String> lines = table.lines().toList();
    text.append(lines.get(0)).append('\n');
    for (int i = 0; i < rates.size(); i++) {
      double share = highest > 0 ? perSecond(rates.get(i)) / highest : 0;
      String bar = "#".repeat((int) Math.round(LONGEST_BAR * share));
      text.append((lines.get(i + 1) + "  " + bar).stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private static double perSecond(StoredRowRate rate) {
    return rate.rowsPerSecond().map(Number::doubleValue).orElse(0.0);
  }
}
