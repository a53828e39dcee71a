package io.ibench.compare;

import io.ibench.report.figures.LatencyUnit;
import io.ibench.report.figures.NumberText;
import io.ibench.report.text.TextTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Latencies of one kind as a table. Immutable.
 *
 * @param sides how many there are, with the base
 * @param ratios whether any side is compared; else there are no columns of ratios
 * @param operations by name, and in them the statistics by their keys
 */
record LatencyTable(
    int sides, boolean ratios, LatencyUnit unit, Map<String, Map<String, FigureRow>> operations) {

  /** With these statistics. */
  TextTable of(List<String> statistics) {
    TextTable table = new TextTable(1, 0);
    head(table, statistics);
    Map<String, RatioColumn> columns = new LinkedHashMap<>();
    for (String statistic : statistics) {
      for (int side = 1; side < sides; side++) {
        int other = side;
        columns.put(
            statistic + side,
            RatioColumn.of(
                operations.values().stream().map(row -> cell(row, statistic, other)).toList()));
      }
    }
    int number = 0;
    for (Map.Entry<String, Map<String, FigureRow>> operation : operations.entrySet()) {
      List<String> row = new ArrayList<>(List.of(operation.getKey()));
      Set<Integer> strong = new HashSet<>();
      for (String statistic : statistics) {
        add(row, strong, operation.getValue(), statistic, columns, number);
      }
      table.add(row, strong);
      number++;
    }
    return table;
  }

  private void head(TextTable table, List<String> statistics) {
    List<String> names = new ArrayList<>(List.of(""));
    List<String> numbers = new ArrayList<>(List.of(""));
    for (String statistic : statistics) {
      for (int side = 0; side < sides; side++) {
        names.add(LatencyKey.name(statistic));
        numbers.add("" + (side + 1));
        if (side > 0 && ratios) {
          names.add(LatencyKey.name(statistic));
          numbers.add((side + 1) + "/1");
        }
      }
    }
    table.head(names);
    table.head(numbers);
  }

  private void add(
      List<String> row,
      Set<Integer> strong,
      Map<String, FigureRow> figures,
      String statistic,
      Map<String, RatioColumn> columns,
      int number) {
    for (int side = 0; side < sides; side++) {
      ComparedValue cell = cell(figures, statistic, side);
      row.add(NumberText.figure(cell.value() / unit.micros()) + PartialFigures.mark(cell));
      if (side > 0 && ratios) {
        RatioColumn column = columns.get(statistic + side);
        if (column.standsOut(number)) {
          strong.add(row.size());
        }
        row.add(column.text(number));
      }
    }
  }

  private static ComparedValue cell(Map<String, FigureRow> row, String statistic, int side) {
    return row.containsKey(statistic)
        ? row.get(statistic).cells().get(side)
        : new ComparedValue(Double.NaN, Double.NaN, Noise.unknown("not measured"));
  }
}
