package io.ibench.compare;

import io.ibench.report.document.Cell;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * The rates of all steps as in published summaries: sides in rows, steps in columns, relative to
 * the base and absolute. Stateless.
 */
public final class RateTables {

  private RateTables() {}

  /**
   * Rates divided by the base's. Both tables are empty if no step has a rate.
   *
   * @param names of the sides
   */
  public static Table relative(Comparison comparison, List<String> names) {
    return table(comparison, names, "rates relative to " + names.get(0), ComparedCells::ratio);
  }

  /** Rates. */
  public static Table absolute(Comparison comparison, List<String> names) {
    return table(comparison, names, "rates", ComparedCells::value);
  }

  /** Whether there are several steps, so that the tables of single steps do not say the same. */
  public static boolean isSummary(Comparison comparison) {
    return steps(comparison).size() > 1;
  }

  private static List<StepComparison> steps(Comparison comparison) {
    return comparison.stepsWithFigures().stream().filter(step -> step.rate().isPresent()).toList();
  }

  private static Table table(
      Comparison comparison, List<String> names, String title, ComparedCells.Content content) {
    List<StepComparison> steps = steps(comparison);
    List<TableColumn> columns = new ArrayList<>(List.of(TableColumn.text("side")));
    for (StepComparison step : steps) {
      FigureRow rate = step.rate().orElseThrow();
      columns.add(new TableColumn(rate.name(), step.step(), ComparedCells.definition(rate), false));
    }
    List<Row> rows = new ArrayList<>();
    for (int side = 0; side < names.size() && !steps.isEmpty(); side++) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(names.get(side))));
      for (StepComparison step : steps) {
        cells.add(content.cell(step, step.rate().orElseThrow(), side));
      }
      rows.add(new Row(cells, false));
    }
    return new Table(title, columns, rows);
  }
}
