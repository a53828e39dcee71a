package io.ibench.compare;

import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Document;
import io.ibench.report.document.Layout;
import io.ibench.report.document.MarkdownLayout;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.document.TerminalLayout;
import io.ibench.report.figures.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What an operation of a step costs on all sides, as published beside regression tests: the six
 * figures in columns, sides in rows, first the figures and then divided by the base's. Stateless.
 */
public final class CostTables {

  /** What {@code --matrix} takes instead of a figure. */
  public static final String NAME = "costs";

  /** With the heads of the published tables; the rate stands behind the costs. */
  private static final List<Cost> COSTS =
      List.of(
          new Cost(Figure.CPU_US_PQ, "cpu us/o"),
          new Cost(Figure.CSPQ, "cs/o"),
          new Cost(Figure.RPQ, "r/o"),
          new Cost(Figure.RKBPQ, "rKB/o"),
          new Cost(Figure.WKBPQ, "wKB/o"));

  private record Cost(Figure figure, String head) {}

  private CostTables() {}

  /**
   * The tables of all steps with a rate as text.
   *
   * @param markdown for GitHub, and not for a terminal
   * @param columns the maximum width of a table of text
   */
  public static String of(Comparison comparison, boolean markdown, int columns) {
    List<Section> sections = new ArrayList<>();
    for (StepComparison step : comparison.stepsWithFigures()) {
      if (step.rate().isPresent()) {
        List<Block> tables = new ArrayList<>();
        tables.add(table(comparison, step, "", ComparedCells::value));
        if (comparison.sides().size() > 1) {
          String title = "relative to " + comparison.labels().get(0);
          tables.add(table(comparison, step, title, ComparedCells::ratio));
        }
        sections.add(new Section("", step.step(), "", tables));
      }
    }
    sections.add(
        Section.ofNotes(
            List.of(
                Note.of(
                    "",
                    RatioText.MARKS
                        + "; - not known or too little to compare; inf: the base is 0"))));
    String title = "ibench: what an operation costs, on all sides";
    Layout layout = markdown ? new MarkdownLayout() : new TerminalLayout(columns);
    return new Document(title, ComparisonMatrix.about(comparison), sections, "").text(layout);
  }

  private static Table table(
      Comparison comparison, StepComparison step, String title, ComparedCells.Content content) {
    List<Optional<FigureRow>> rows = new ArrayList<>();
    List<TableColumn> columns = new ArrayList<>();
    for (Cost cost : COSTS) {
      Optional<FigureRow> row = step.row(cost.figure());
      rows.add(row);
      columns.add(TableColumn.number(cost.head(), row.map(ComparedCells::definition).orElse("")));
    }
    FigureRow rate = step.rate().orElseThrow();
    rows.add(Optional.of(rate));
    columns.add(TableColumn.number("o/s", ComparedCells.definition(rate)));
    columns.add(TableColumn.text("side"));
    List<Row> lines = new ArrayList<>();
    for (int side = 0; side < comparison.sides().size(); side++) {
      List<Cell> cells = new ArrayList<>();
      for (Optional<FigureRow> row : rows) {
        cells.add(
            row.isPresent() ? content.cell(step, row.get(), side) : Cell.of(ComparedCells.ABSENT));
      }
      cells.add(Cell.of(comparison.labels().get(side)));
      lines.add(new Row(cells, false));
    }
    return new Table(title, columns, lines);
  }
}
