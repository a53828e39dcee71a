package io.ibench.report;

import io.ibench.report.RunReport.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What the server counted by itself: a row for each counter, a column for each step and repeat. */
final class ServerCounterTable {

  private ServerCounterTable() {}

  /** The counters of any step, in order. */
  static Set<String> names(RunReport run) {
    return run.steps().stream()
        .flatMap(step -> step.whole().serverCounters().keySet().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Empty without counters; those that are 0 in all steps are only counted. */
  static String text(RunReport run, Layout layout) {
    TextTable table = new TextTable();
    table.head(row("server counter", run.steps().stream().map(Step::title).toList()));
    long zeros = 0;
    for (String name : names(run)) {
      List<Number> values = new ArrayList<>();
      run.steps().forEach(step -> values.add(step.whole().serverCounters().get(name)));
      if (values.stream().allMatch(ServerCounterTable::isZero)) {
        zeros++;
      } else {
        table.add(row(name, values.stream().map(Numbers::figure).toList()));
      }
    }
    return layout.table(table)
        + (zeros > 0 ? layout.note("0 in every step: " + Numbers.count(zeros) + " more") : "");
  }

  private static List<String> row(String first, List<String> others) {
    List<String> cells = new ArrayList<>(List.of(first));
    cells.addAll(others);
    return cells;
  }

  private static boolean isZero(Number value) {
    return value != null && value.doubleValue() == 0;
  }
}
