package io.ibench.compare;

import io.ibench.report.Layout;
import io.ibench.report.Numbers;
import io.ibench.report.TextTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Latencies of a step: a row for each operation, the sides' beside their ratios. Immutable.
 *
 * @param labels of the sides, the base first
 */
record LatencyText(List<String> labels, Layout layout) {

  /** With more sides a line of all statistics would be too long to be read. */
  private static final int FEW = 3;

  String of(StepComparison step) {
    String means = step.hasMeans() ? ", means of a side's runs" : "";
    List<String> tables = new ArrayList<>();
    tables.addAll(tables("service time in us" + means, LatencyKey.shown(step, false)));
    tables.addAll(
        tables(
            "response time in us, from the intended start" + means, LatencyKey.shown(step, true)));
    return String.join("\n", tables);
  }

  private List<String> tables(String title, Map<String, Map<String, FigureRow>> operations) {
    List<String> statistics = LatencyKey.statistics(operations);
    if (statistics.isEmpty()) {
      return List.of();
    }
    if (labels.size() <= FEW) {
      return List.of(table(title, operations, statistics));
    }
    return statistics.stream()
        .map(one -> table(LatencyKey.name(one) + " of " + title, operations, List.of(one)))
        .toList();
  }

  private String table(
      String title, Map<String, Map<String, FigureRow>> operations, List<String> statistics) {
    TextTable table = new TextTable(1, 0);
    head(table, statistics);
    Map<String, RatioColumn> columns = new LinkedHashMap<>();
    for (String statistic : statistics) {
      for (int side = 1; side < labels.size(); side++) {
        int other = side;
        columns.put(
            statistic + side,
            RatioColumn.of(
                operations.values().stream().map(row -> cell(row, statistic, other)).toList()));
      }
    }
    int number = 0;
    for (Map.Entry<String, Map<String, FigureRow>> operation : operations.entrySet()) {
      add(table, operation.getKey(), operation.getValue(), statistics, columns, number++);
    }
    return layout.title(title) + layout.table(table);
  }

  private void head(TextTable table, List<String> statistics) {
    List<String> names = new ArrayList<>(List.of(""));
    List<String> sides = new ArrayList<>(List.of(""));
    for (String statistic : statistics) {
      for (int side = 0; side < labels.size(); side++) {
        names.add(LatencyKey.name(statistic));
        sides.add("" + (side + 1));
        if (side > 0) {
          names.add(LatencyKey.name(statistic));
          sides.add((side + 1) + "/1");
        }
      }
    }
    table.head(names);
    table.head(sides);
  }

  private void add(
      TextTable table,
      String operation,
      Map<String, FigureRow> figures,
      List<String> statistics,
      Map<String, RatioColumn> columns,
      int number) {
    List<String> row = new ArrayList<>(List.of(operation));
    Set<Integer> strong = new HashSet<>();
    for (String statistic : statistics) {
      for (int side = 0; side < labels.size(); side++) {
        Cell cell = cell(figures, statistic, side);
        row.add(Numbers.figure(cell.value()) + PartialFigures.mark(cell));
        if (side > 0) {
          RatioColumn column = columns.get(statistic + side);
          if (column.standsOut(number)) {
            strong.add(row.size());
          }
          row.add(column.text(number));
        }
      }
    }
    table.add(row, strong);
  }

  private static Cell cell(Map<String, FigureRow> row, String statistic, int side) {
    return row.containsKey(statistic)
        ? row.get(statistic).cells().get(side)
        : new Cell(Double.NaN, Double.NaN, Noise.unknown("not measured"));
  }
}
