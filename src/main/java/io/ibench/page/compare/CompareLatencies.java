package io.ibench.page.compare;

import io.ibench.compare.ComparedValue;
import io.ibench.compare.FigureRow;
import io.ibench.compare.LatencyKey;
import io.ibench.compare.PartialFigures;
import io.ibench.compare.StepComparison;
import io.ibench.page.Block;
import io.ibench.page.Cell;
import io.ibench.page.Row;
import io.ibench.page.TableColumn;
import io.ibench.report.figures.LatencyUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Latencies of a step's operations, of one kind: from the actual or from the intended start.
 * Immutable.
 *
 * @param operations by name, and in them the percentiles by their keys
 */
record CompareLatencies(
    StepComparison step, List<String> labels, Map<String, Map<String, FigureRow>> operations) {

  static CompareLatencies of(StepComparison step, List<String> labels, boolean response) {
    return new CompareLatencies(step, labels, LatencyKey.shown(step, response));
  }

  boolean isEmpty() {
    return operations.isEmpty();
  }

  /** Each side's beside each other, percentile by percentile. */
  Block.Table absolute(String title) {
    LatencyUnit unit = unit();
    List<Row> rows = new ArrayList<>();
    operations.forEach(
        (operation, percentiles) -> {
          List<Cell> cells = new ArrayList<>(List.of(Cell.of(operation)));
          for (String key : LatencyKey.statistics(operations)) {
            for (int side = 0; side < labels.size(); side++) {
              cells.add(absolute(percentiles.get(key), side, unit));
            }
          }
          rows.add(new Row(cells, false));
        });
    return new Block.Table(title + ", " + unit.name(), columns(0, unit.name()), rows, "");
  }

  private Cell absolute(FigureRow row, int side, LatencyUnit unit) {
    if (row == null || !Double.isFinite(row.cells().get(side).value())) {
      return CompareCells.value(step, side, CompareCells.ABSENT, "the operation did not happen");
    }
    ComparedValue cell = row.cells().get(side);
    return CompareCells.value(
        step,
        side,
        unit.text(cell.value()) + PartialFigures.mark(cell),
        CompareCells.ofRuns(cell, unit::text));
  }

  /** In which the table is. */
  LatencyUnit unit() {
    return LatencyKey.unit(operations);
  }

  /** The other sides' by the base's. */
  Block.Table relative(String title) {
    List<Row> rows = new ArrayList<>();
    operations.forEach(
        (operation, percentiles) -> {
          List<Cell> cells = new ArrayList<>(List.of(Cell.of(operation)));
          for (String key : LatencyKey.statistics(operations)) {
            for (int side = 1; side < labels.size(); side++) {
              FigureRow row = percentiles.get(key);
              cells.add(
                  row == null ? Cell.of(CompareCells.ABSENT) : CompareCells.ratio(step, row, side));
            }
          }
          rows.add(new Row(cells, false));
        });
    String whole = title + ", relative to " + labels.get(0);
    return new Block.Table(whole, columns(1, ""), rows, CompareStepSection.legend(rows));
  }

  private List<TableColumn> columns(int firstSide, String unit) {
    List<TableColumn> columns = new ArrayList<>(List.of(CompareCells.text("operation")));
    for (String key : LatencyKey.statistics(operations)) {
      String definition =
          operations.values().stream()
              .filter(has -> has.containsKey(key))
              .findFirst()
              .map(has -> has.get(key).definition())
              .orElse("");
      String withUnit = CompareCells.definition(definition, unit);
      for (String side : labels.subList(firstSide, labels.size())) {
        columns.add(new TableColumn(LatencyKey.name(key), side, withUnit, false));
      }
    }
    return columns;
  }
}
