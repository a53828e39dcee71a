package io.ibench.trend;

import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Better;
import io.ibench.report.figures.NumberText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * One table a figure: a row for each version, or whatever the order goes by, a column for each
 * step, relative to the first row. Stateless.
 */
public final class PlaceTables {

  /** More rows are no table but a chart. */
  private static final int MAX_ROWS = 60;

  private static final double HIGH = 1.05;
  private static final double LOW = 0.95;

  private PlaceTables() {}

  /** None for an order by time, and with a single place. */
  public static List<Table> of(Trend trend) {
    List<String> places = List.copyOf(new LinkedHashSet<>(trend.places()));
    if (trend.order().isByTime() || places.size() < 2 || places.size() > MAX_ROWS) {
      return List.of();
    }
    Map<String, List<Series>> figures = new LinkedHashMap<>();
    for (Series series : trend.series()) {
      figures.computeIfAbsent(name(series), key -> new ArrayList<>()).add(series);
    }
    return figures.entrySet().stream()
        .map(figure -> table(trend, places, figure.getKey(), figure.getValue()))
        .toList();
  }

  /** Latencies of steps have the names of their operations, which differ. */
  private static String name(Series series) {
    String key = series.figure().key();
    int dot = key.lastIndexOf('.');
    if (dot >= 0) {
      return key.substring(dot + 1).replace("_us", " us of the main operation");
    }
    String name = series.figure().shownName();
    return name.equals("ips") || name.equals("dps") ? "qps" : name.replaceFirst("/i$", "/q");
  }

  private static Table table(Trend trend, List<String> places, String name, List<Series> series) {
    List<TableColumn> columns = new ArrayList<>(List.of(TableColumn.text(trend.order().by())));
    for (Series each : series) {
      columns.add(TableColumn.number(trend.stepTitle(each), each.figure().definition()));
    }
    List<Row> rows = new ArrayList<>();
    List<Double> first = new ArrayList<>();
    for (String place : places) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(place)));
      for (int i = 0; i < series.size(); i++) {
        double value = mean(trend, series.get(i), place);
        if (rows.isEmpty()) {
          first.add(value);
        }
        cells.add(cell(series.get(i), value, first.get(i), rows.isEmpty()));
      }
      rows.add(new Row(cells, false));
    }
    return new Table(
        name + " relative to " + places.get(0) + ", whose values are in its row",
        columns,
        rows,
        "> above 1.05, < below 0.95");
  }

  private static double mean(Trend trend, Series series, String place) {
    List<Double> values =
        IntStream.range(0, trend.places().size())
            .filter(run -> trend.places().get(run).equals(place))
            .mapToObj(series.values()::get)
            .toList();
    return Arrays.stream(Series.known(values)).average().orElse(Double.NaN);
  }

  private static Cell cell(Series series, double value, double first, boolean isFirst) {
    String text = series.figure().text(value);
    if (isFirst || !Double.isFinite(value) || !Double.isFinite(first) || first == 0) {
      return new Cell(Double.isFinite(value) ? text : "-", Tone.PLAIN, "");
    }
    double ratio = value / first;
    boolean off = ratio > HIGH || ratio < LOW;
    boolean better = series.figure().better() == Better.HIGHER == ratio > 1;
    Tone tone =
        !off || series.figure().better() == Better.NEITHER
            ? Tone.PLAIN
            : better ? Tone.BETTER : Tone.WORSE;
    String mark = ratio > HIGH ? ">" : ratio < LOW ? "<" : "";
    return new Cell(
        NumberText.decimals(ratio, ratio < 10 ? 2 : ratio < 100 ? 1 : 0),
        tone,
        text + " " + series.figure().shownUnit(),
        mark);
  }

  /** The tables as blocks. */
  public static List<Block> blocks(Trend trend) {
    return of(trend).stream().map(table -> (Block) table).toList();
  }
}
