package io.ibench.report.document;

import io.ibench.report.document.Table.Row;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A table as a declaration: each column with its head, and the cell that it has of a row. Not
 * thread-safe.
 *
 * @param <R> what a row is made of
 */
public final class Columns<R> {

  private final List<TableColumn> heads = new ArrayList<>();
  private final List<Function<R, Cell>> cells = new ArrayList<>();

  /** A column of texts without a definition. */
  public Columns<R> text(String name, Function<R, String> cell) {
    return add(TableColumn.text(name), cell);
  }

  /** A column of plain texts or numbers. */
  public Columns<R> add(TableColumn head, Function<R, String> cell) {
    return addCells(head, cell.andThen(Cell::of));
  }

  public Columns<R> addCells(TableColumn head, Function<R, Cell> cell) {
    heads.add(head);
    cells.add(cell);
    return this;
  }

  /** The column, if it is wanted: one of zeros is left out, to keep the lines short. */
  public Columns<R> addIf(boolean wanted, TableColumn head, Function<R, Cell> cell) {
    return wanted ? addCells(head, cell) : this;
  }

  /** A column for each of these. */
  public <T> Columns<R> addAll(
      Collection<T> all, Function<T, TableColumn> head, BiFunction<R, T, String> cell) {
    all.forEach(each -> add(head.apply(each), row -> cell.apply(row, each)));
    return this;
  }

  public Table table(String title, Collection<R> rows) {
    return table(title, rows, row -> false);
  }

  /**
   * The table with these rows.
   *
   * @param grey the figures of such a row must not be used
   */
  public Table table(String title, Collection<R> rows, Predicate<R> grey) {
    return new Table(
        title,
        List.copyOf(heads),
        rows.stream()
            .map(row -> new Row(cells.stream().map(of -> of.apply(row)).toList(), grey.test(row)))
            .toList());
  }
}
