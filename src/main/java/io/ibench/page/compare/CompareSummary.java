package io.ibench.page.compare;

import io.ibench.compare.ComparedCells;
import io.ibench.compare.Comparison;
import io.ibench.compare.FigureRow;
import io.ibench.compare.NoiseText;
import io.ibench.compare.StepComparison;
import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import java.util.ArrayList;
import java.util.List;

/** The rates of all steps in one table, as in published comparisons. Stateless. */
final class CompareSummary {

  private CompareSummary() {}

  static Section of(Comparison comparison) {
    List<StepComparison> steps =
        comparison.stepsWithFigures().stream().filter(step -> step.rate().isPresent()).toList();
    List<Block> blocks = new ArrayList<>();
    if (!steps.isEmpty()) {
      String base = comparison.labels().get(0);
      String legend =
          "A ratio with ~ is within the noise; the noise of one with ? is not known, and it has no"
              + " colour either. Ratios beyond the noise stand out above 1.05 and below 0.95. The"
              + " hover text and the step's section say why a grey ratio is left out.";
      blocks.add(
          table(comparison, steps, "rates relative to " + base, ComparedCells::ratio, legend));
      blocks.add(table(comparison, steps, "rates", ComparedCells::value, ""));
    }
    Note noise = Note.of("", NoiseText.note(comparison));
    blocks.add(new Block.Notes(List.of(noise)));
    return new Section("summary", "All steps", "", blocks);
  }

  private interface RateCell {
    Cell cell(StepComparison step, FigureRow row, int side);
  }

  private static Table table(
      Comparison comparison,
      List<StepComparison> steps,
      String title,
      RateCell content,
      String note) {
    List<TableColumn> columns = new ArrayList<>(List.of(TableColumn.text("side")));
    for (StepComparison step : steps) {
      FigureRow rate = step.rate().orElseThrow();
      columns.add(new TableColumn(rate.name(), step.step(), ComparedCells.definition(rate), false));
    }
    List<Row> rows = new ArrayList<>();
    for (int side = 0; side < comparison.sides().size(); side++) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(comparison.labels().get(side))));
      for (StepComparison step : steps) {
        cells.add(content.cell(step, step.rate().orElseThrow(), side));
      }
      rows.add(new Row(cells, false));
    }
    return new Table(title, columns, rows, note);
  }
}
