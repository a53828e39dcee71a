package io.ibench.compare;

import io.ibench.compare.FigureRow.Group;
import io.ibench.compare.StepComparison.State;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.LatencyUnit;
import io.ibench.report.figures.NumberText;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.DoubleFunction;

/**
 * The tables of one step of a comparison in the form of published tables: the figures of each side,
 * then their ratios to the base's. Immutable.
 *
 * @param labels of the sides, the base first
 */
public record StepComparisonTables(List<String> labels, StepComparison step) {

  /** With more sides a row of all percentiles is too long. */
  private static final int MAX_SIDES_OF_ONE_TABLE = 3;

  /** Each side's figures and verdict; empty if no side knows any of these figures. */
  public Optional<Table> absolute(List<Group> groups) {
    List<FigureRow> figures = known(groups);
    if (figures.isEmpty()) {
      return Optional.empty();
    }
    List<TableColumn> columns = columns(figures);
    columns.add(TableColumn.text("verdict"));
    List<Row> rows = new ArrayList<>();
    for (int side = 0; side < labels.size(); side++) {
      State state = step.states().get(side);
      List<Cell> cells = cells(figures, side, (row, i) -> ComparedCells.value(step, row, i));
      cells.add(ComparedCells.verdict(state));
      rows.add(new Row(cells, state.leftOut().isPresent()));
    }
    return Optional.of(new Table("absolute" + means(), columns, rows, partial(figures)));
  }

  /** The other sides' figures divided by the base's; empty if no side is compared. */
  public Optional<Table> relative(List<Group> groups) {
    List<FigureRow> figures = known(groups);
    if (figures.isEmpty() || !step.hasRatios()) {
      return Optional.empty();
    }
    List<Row> rows = new ArrayList<>();
    for (int side = 1; side < labels.size(); side++) {
      boolean leftOut = step.states().get(side).leftOut().isPresent();
      rows.add(
          new Row(cells(figures, side, (row, i) -> ComparedCells.ratio(step, row, i)), leftOut));
    }
    return Optional.of(new Table("relative to " + labels.get(0), columns(figures), rows));
  }

  private String means() {
    return step.hasMeans() ? ", means of a side's runs" : "";
  }

  /** The figures of these groups that any side knows. */
  private List<FigureRow> known(List<Group> groups) {
    return groups.stream()
        .flatMap(group -> step.shownRows().stream().filter(row -> row.group() == group))
        .filter(row -> row.cells().stream().anyMatch(cell -> !Double.isNaN(cell.value())))
        .toList();
  }

  private static List<TableColumn> columns(List<FigureRow> figures) {
    List<TableColumn> columns = new ArrayList<>(List.of(TableColumn.text("side")));
    figures.forEach(row -> columns.add(ComparedCells.column(row)));
    return columns;
  }

  private List<Cell> cells(
      List<FigureRow> figures, int side, BiFunction<FigureRow, Integer, Cell> cell) {
    List<Cell> cells = new ArrayList<>(List.of(Cell.of(labels.get(side))));
    figures.forEach(row -> cells.add(cell.apply(row, side)));
    return cells;
  }

  /** Names the means that lack some runs; empty if no mean does. */
  private String partial(List<FigureRow> figures) {
    List<String> sides = new ArrayList<>();
    for (int side = 0; side < labels.size(); side++) {
      int which = side;
      if (figures.stream().anyMatch(row -> row.cells().get(which).isPartial())) {
        sides.add(
            String.format(
                Locale.ROOT,
                "%s %s: mean of those runs that have it: %s",
                ComparedCells.PARTIAL,
                labels.get(side),
                partial(side)));
      }
    }
    return String.join("; ", sides);
  }

  /** All partial means of a side, as in {@code r/q 2 of 3}. */
  private String partial(int side) {
    Set<String> names = new LinkedHashSet<>();
    for (FigureRow row : step.shownRows()) {
      ComparedValue cell = row.cells().get(side);
      if (cell.isPartial()) {
        // An operation's latencies are known together.
        String name = LatencyKey.of(row).map(LatencyKey::operation).orElse(row.name());
        names.add(name + " " + cell.knownRuns() + " of " + cell.runs().size());
      }
    }
    return FigureRow.few(names);
  }

  /**
   * The latencies, a row for each operation, with the sides and their ratios as columns. First
   * service times, then response times if known; with many sides a table for each percentile.
   */
  public List<Table> latencies() {
    List<Table> tables = new ArrayList<>();
    tables.addAll(latencies(false, "service time in %s" + means()));
    tables.addAll(latencies(true, "response time in %s, from the intended start" + means()));
    return tables;
  }

  private List<Table> latencies(boolean response, String title) {
    Map<String, Map<String, FigureRow>> operations = LatencyKey.shown(step, response);
    List<String> statistics = LatencyKey.statistics(operations);
    if (statistics.isEmpty()) {
      return List.of();
    }
    String titled = String.format(Locale.ROOT, title, LatencyKey.unit(operations).name());
    if (labels.size() <= MAX_SIDES_OF_ONE_TABLE) {
      return List.of(latencies(titled, operations, statistics));
    }
    return statistics.stream()
        .map(key -> latencies(LatencyKey.name(key) + " of " + titled, operations, List.of(key)))
        .toList();
  }

  private Table latencies(
      String title, Map<String, Map<String, FigureRow>> operations, List<String> statistics) {
    LatencyUnit unit = LatencyKey.unit(operations);
    List<TableColumn> columns = new ArrayList<>(List.of(TableColumn.text("operation")));
    statistics.forEach(key -> addColumns(columns, key, definition(operations, key, unit)));
    List<Row> rows = new ArrayList<>();
    operations.forEach(
        (operation, figures) -> {
          List<Cell> cells = new ArrayList<>(List.of(Cell.of(operation)));
          statistics.forEach(key -> addCells(cells, Optional.ofNullable(figures.get(key)), unit));
          rows.add(new Row(cells, false));
        });
    return new Table(title, columns, rows);
  }

  private void addColumns(List<TableColumn> columns, String statistic, String definition) {
    String name = LatencyKey.name(statistic);
    for (int side = 1; side <= labels.size(); side++) {
      columns.add(new TableColumn(name, "" + side, definition, false));
      if (side > 1 && step.hasRatios()) {
        columns.add(new TableColumn(name, side + "/1", definition, false));
      }
    }
  }

  private static String definition(
      Map<String, Map<String, FigureRow>> operations, String statistic, LatencyUnit unit) {
    return operations.values().stream()
        .filter(has -> has.containsKey(statistic))
        .findFirst()
        .map(
            has ->
                ComparedCells.definition(
                    Objects.requireNonNull(has.get(statistic)).definition(), unit.name()))
        .orElse("");
  }

  private void addCells(List<Cell> cells, Optional<FigureRow> row, LatencyUnit unit) {
    for (int side = 0; side < labels.size(); side++) {
      int which = side;
      cells.add(
          row.map(figure -> latency(figure, which, unit))
              .orElseGet(() -> ComparedCells.absent(step, which)));
      if (side > 0 && step.hasRatios()) {
        cells.add(
            row.map(figure -> ComparedCells.ratio(step, figure, which))
                .orElse(Cell.of(ComparedCells.ABSENT)));
      }
    }
  }

  private Cell latency(FigureRow row, int side, LatencyUnit unit) {
    ComparedValue cell = row.cells().get(side);
    DoubleFunction<String> text = micros -> NumberText.figure(micros / unit.micros());
    return Double.isFinite(cell.value())
        ? ComparedCells.value(
            step,
            side,
            text.apply(cell.value()) + ComparedCells.partialMark(cell),
            ComparedCells.ofRuns(cell, text))
        : ComparedCells.absent(step, side);
  }
}
