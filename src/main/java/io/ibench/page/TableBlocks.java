package io.ibench.page;

import io.ibench.page.Cell.Tone;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.text.ReportTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tables of a report as tables of a page. */
final class TableBlocks {

  /** Longer ones would hide what follows. */
  private static final int MOST_ROWS = 20;

  private TableBlocks() {}

  /** Nothing of a table without rows; folded, when it is long. */
  static List<Block> of(ReportTable table) {
    return of(table, table.title());
  }

  static List<Block> of(ReportTable table, String title) {
    if (table.isEmpty()) {
      return List.of();
    }
    if (table.rows().size() <= MOST_ROWS) {
      return List.of(whole(table, title));
    }
    return List.of(folded(title, table));
  }

  /** The table under its title and the number of its rows, for who opens it. */
  static Block folded(String title, ReportTable table) {
    String rows = table.rows().size() + (table.rows().size() == 1 ? " row" : " rows");
    return new Block.Folded(SanitizedText.of(title) + " (" + rows + ")", List.of(whole(table, "")));
  }

  /** However long it is. */
  static Block.Table whole(ReportTable table, String title) {
    List<TableColumn> columns =
        table.columns().stream()
            .map(
                column ->
                    new TableColumn(
                        SanitizedText.of(column.above()),
                        SanitizedText.of(column.name()),
                        Tooltips.of(column.key()),
                        column.text()))
            .toList();
    List<Row> rows = table.rows().stream().map(row -> row(table.columns(), row)).toList();
    return new Block.Table(SanitizedText.of(title), columns, rows, SanitizedText.of(table.note()));
  }

  private static Row row(List<ReportTable.Column> columns, ReportTable.Row row) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < row.cells().size(); i++) {
      cells.add(cell(columns.get(i).key(), SanitizedText.of(row.cells().get(i)), row.step()));
    }
    return new Row(cells, row.step().filter(Tones::isInvalid).isPresent());
  }

  private static Cell cell(String key, String text, Optional<Step> step) {
    if (key.equals(ReportTable.VERDICT) && step.isPresent()) {
      return verdict(step.get(), text);
    }
    boolean failed = key.equals("errors") && !text.equals("0") && !text.equals("-");
    boolean restarted = key.equals("server_restarts") && !text.equals("0") && !text.equals("-");
    return failed || restarted ? new Cell(text, Tone.BAD, "") : Cell.of(text);
  }

  /** With its reasons. */
  private static Cell verdict(Step step, String text) {
    String reasons = SanitizedText.of(String.join("; ", step.reasons()));
    return new Cell(text, Tones.of(step.verdict()), reasons);
  }
}
