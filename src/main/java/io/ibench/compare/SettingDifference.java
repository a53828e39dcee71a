package io.ibench.compare;

import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * A setting, or a fact about the environment, that differs between runs. Immutable.
 *
 * @param area such as {@code settings}, {@code database} or {@code client host}
 * @param values a text for each side, the base first; if runs of one side differ, all their values
 */
public record SettingDifference(String area, String name, List<String> values) {

  /** A table with a row for each difference and a column for each side. */
  public static Table table(
      String title, List<String> labels, List<SettingDifference> differences) {
    List<TableColumn> columns =
        new ArrayList<>(List.of(TableColumn.text("where"), TableColumn.text("what")));
    labels.forEach(label -> columns.add(TableColumn.text(label)));
    return new Table(title, columns, differences.stream().map(SettingDifference::row).toList());
  }

  private Row row() {
    List<Cell> cells = new ArrayList<>(List.of(Cell.of(area), Cell.of(name)));
    values.forEach(value -> cells.add(cell(value)));
    return new Row(cells, false);
  }

  /** With three or more sides, the values that differ from the base's stand out on a page. */
  private Cell cell(String value) {
    boolean marked = values.size() > 2 && !value.equals(values.get(0));
    return new Cell(value, marked ? Tone.CARE : Tone.PLAIN, "");
  }
}
