package io.ibench.report.text;

import io.ibench.report.store.RunReport.Step;
import java.util.List;
import java.util.Optional;

/**
 * A table of a report as data, from which every rendering is made. Its texts may hold anything.
 * Immutable.
 *
 * @param title empty for none
 * @param rows none of a table that has nothing to say
 * @param note what stands below it; empty for nothing
 */
public record ReportTable(String title, List<Column> columns, List<Row> rows, String note) {

  /** The key of a column of verdicts, each of its row's step. */
  public static final String VERDICT = "verdict";

  /** A table without a note. */
  ReportTable(String title, List<Column> columns, List<Row> rows) {
    this(title, columns, rows, "");
  }

  /**
   * A column.
   *
   * @param above the first line of its head, which may be empty
   * @param key of the figure in summary.json, or another name of what it holds; empty for names
   * @param text it holds text, flush left; else numbers
   */
  public record Column(String above, String name, String key, boolean text) {

    static Column text(String name) {
      return new Column("", name, "", true);
    }

    static Column number(String name, String key) {
      return new Column("", name, key, false);
    }

    static Column of(FigureColumn column) {
      return new Column(column.above(), column.name(), column.key(), false);
    }
  }

  /**
   * A row, with as many cells as there are columns.
   *
   * @param step whose verdict it has; empty where it has none
   */
  public record Row(List<String> cells, Optional<Step> step) {

    static Row of(List<String> cells) {
      return new Row(List.copyOf(cells), Optional.empty());
    }
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The same as text: texts before and behind the numbers are flush left. */
  TextTable text() {
    int first = 0;
    while (first < columns.size() && columns.get(first).text()) {
      first++;
    }
    int last = 0;
    while (last < columns.size() - first && columns.get(columns.size() - 1 - last).text()) {
      last++;
    }
    TextTable table = new TextTable(first, last);
    table.head(columns.stream().map(Column::above).toList());
    table.head(columns.stream().map(Column::name).toList());
    rows.forEach(row -> table.add(row.cells()));
    return table;
  }

  /** With its title where it has rows, and its note. */
  String text(Layout layout) {
    return (title.isEmpty() || isEmpty() ? "" : layout.title(title))
        + layout.table(text())
        + (note.isEmpty() ? "" : layout.note(note));
  }
}
