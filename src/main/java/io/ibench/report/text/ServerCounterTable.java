package io.ibench.report.text;

import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The server's own counters: a row for each counter, a column for each step and repeat. */
public final class ServerCounterTable {

  private ServerCounterTable() {}

  /** The names of all steps' counters, in alphabetical order. */
  static Set<String> names(RunReport run) {
    return run.steps().stream()
        .flatMap(step -> step.whole().serverCounters().keySet().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Empty without counters. A note counts the counters that are 0 in all steps. */
  public static Table of(RunReport run) {
    List<TableColumn> heads = new ArrayList<>(List.of(TableColumn.text("server counter")));
    run.steps().forEach(step -> heads.add(FigureColumn.head(step.title(), "server_counters")));
    List<Row> rows = new ArrayList<>();
    long zeros = 0;
    for (String name : names(run)) {
      List<Number> values = new ArrayList<>();
      run.steps().forEach(step -> values.add(step.whole().serverCounters().get(name)));
      if (values.stream().allMatch(ServerCounterTable::isZero)) {
        zeros++;
      } else {
        List<String> cells = new ArrayList<>(List.of(name));
        values.forEach(value -> cells.add(NumberText.figure(value)));
        rows.add(Row.of(cells));
      }
    }
    String note = zeros > 0 ? "0 in every step: " + NumberText.count(zeros) + " more" : "";
    return new Table("", heads, rows, note);
  }

  private static boolean isZero(Number value) {
    return value != null && value.doubleValue() == 0;
  }
}
