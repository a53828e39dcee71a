package io.ibench.report.document;

import io.ibench.report.figures.SanitizedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table. Immutable. On a narrow screen a page moves it sideways under its first column.
 *
 * @param title empty for no title
 * @param rows without rows the table is not shown
 * @param note shown below; empty for no note
 */
public record Table(String title, List<TableColumn> columns, List<Row> rows, String note)
    implements Block {

  /** A page folds longer tables: they would hide what follows. */
  private static final int MAX_UNFOLDED_ROWS = 20;

  /** More columns of numbers with long names do not fit a page. */
  private static final int MAX_WIDE_COLUMNS = 12;

  /** Heads that are longer than their cells by this factor waste most of the page. */
  private static final double DENSE_HEADS = 1.5;

  /** Makes the texts safe to show. */
  public Table {
    title = SanitizedText.of(title);
    note = SanitizedText.of(note);
  }

  /** A table without a note. */
  public Table(String title, List<TableColumn> columns, List<Row> rows) {
    this(title, columns, rows, "");
  }

  /**
   * A row with a cell for each column.
   *
   * @param grey its figures must not be used
   */
  public record Row(List<Cell> cells, boolean grey) {

    /** A row of plain texts. */
    public static Row of(List<String> texts) {
      return new Row(texts.stream().map(Cell::of).toList(), false);
    }

    /** A row of plain texts. */
    public static Row of(String... texts) {
      return of(List.of(texts));
    }

    private int width(int column) {
      return column < cells.size() ? cells.get(column).shown().length() : 0;
    }
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** The same table under another title. */
  public Table titled(String other) {
    return new Table(other, columns, rows, note);
  }

  /** The same table with other rows. */
  public Table with(List<Row> others) {
    return new Table(title, columns, others, note);
  }

  /** The same table with a longer note. */
  public Table noted(String more) {
    return new Table(title, columns, rows, (note + " " + more).strip());
  }

  /** The table on a page: no block without rows; folded when it is long. */
  public List<Block> blocks() {
    if (isEmpty()) {
      return List.of();
    }
    return List.of(rows.size() <= MAX_UNFOLDED_ROWS ? this : folded());
  }

  /** The table under its title and the number of its rows. */
  public Block folded() {
    String count = rows.size() + (rows.size() == 1 ? " row" : " rows");
    return new Folded(title + " (" + count + ")", List.of(titled("")));
  }

  /**
   * Whether a page writes its heads from bottom to top, so that its columns are as narrow as their
   * cells: there are many, and their names are much longer.
   */
  public boolean isDense() {
    int count = 0;
    int heads = 0;
    int cells = 0;
    for (int i = 0; i < columns.size(); i++) {
      TableColumn column = columns.get(i);
      if (!column.text()) {
        int at = i;
        count++;
        heads += Math.max(column.above().length(), column.name().length());
        cells += rows.stream().mapToInt(row -> row.width(at)).max().orElse(0);
      }
    }
    return count > MAX_WIDE_COLUMNS && heads > DENSE_HEADS * cells;
  }

  /** As text; only the note without rows. */
  public String text(Layout layout) {
    String end = note.isEmpty() ? "" : layout.note(note);
    return isEmpty()
        ? end
        : (title.isEmpty() ? "" : layout.title(title)) + layout.table(textTable()) + end;
  }

  /** The leading and the trailing columns of text are flush left. */
  private TextTable textTable() {
    int first = 0;
    while (first < columns.size() && columns.get(first).text()) {
      first++;
    }
    int last = 0;
    while (last < columns.size() - first && columns.get(columns.size() - 1 - last).text()) {
      last++;
    }
    Set<Integer> aside =
        IntStream.range(0, columns.size())
            .filter(i -> columns.get(i).aside())
            .boxed()
            .collect(Collectors.toSet());
    TextTable table = new TextTable(first, last, aside);
    heads().forEach(table::head);
    List<Integer> markWidths = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      int column = i;
      markWidths.add(
          rows.stream().mapToInt(row -> row.cells().get(column).mark().length()).max().orElse(0));
    }
    for (Row row : rows) {
      table.add(row.cells(), markWidths);
    }
    return table;
  }

  /** The lines of the head: long names break at their underscores, so that ten columns fit. */
  private List<List<String>> heads() {
    List<List<String>> names = columns.stream().map(Table::lines).toList();
    int height = names.stream().mapToInt(List::size).max().orElse(1);
    List<List<String>> heads = new ArrayList<>();
    for (int line = 0; line < height; line++) {
      int fromBottom = height - line;
      heads.add(
          names.stream()
              .map(parts -> parts.size() < fromBottom ? "" : parts.get(parts.size() - fromBottom))
              .toList());
    }
    return heads;
  }

  private static List<String> lines(TableColumn column) {
    List<String> lines = new ArrayList<>();
    if (!column.above().isEmpty()) {
      lines.add(column.above());
    }
    lines.addAll(List.of(column.name().split("(?<=_)\\s*")));
    return lines;
  }

  /** Whether its text fits into this width of a terminal, so that it is not continued below. */
  public boolean fits(int width) {
    String text = textTable().text("  ", Integer.MAX_VALUE);
    return text.lines().allMatch(line -> line.length() <= width);
  }
}
