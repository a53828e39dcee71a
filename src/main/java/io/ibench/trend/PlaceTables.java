package io.ibench.trend;

import io.ibench.compare.ComparedValue;
import io.ibench.compare.RunFigures;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Better;
import io.ibench.report.figures.NumberText;
import io.ibench.statistics.Sample;
import io.ibench.statistics.StudentsT;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One table a figure: a row for each version, or whatever the order goes by, a column for each
 * step, relative to the first row. Stateless.
 */
public final class PlaceTables {

  /** More rows are no table but a chart. */
  private static final int MAX_ROWS = 60;

  /** Of the marks of a text; a page has colours. */
  public static final String LEGEND =
      "> above 1.05, < below 0.95, ~ within the noise of the runs, ? one run of each: noise unknown,"
          + " - too little to compare";

  /** A table with more columns has short numbers. */
  private static final int WIDE = 12;

  private static final double THOUSAND = 1e3;
  private static final double MILLION = 1e6;

  private PlaceTables() {}

  /** None for an order by time, and with a single place. */
  public static List<Table> of(Trend trend) {
    List<String> places = List.copyOf(new LinkedHashSet<>(trend.places()));
    if (trend.order().isByTime() || places.size() < 2 || places.size() > MAX_ROWS) {
      return List.of();
    }
    return byFigure(trend).entrySet().stream()
        .map(figure -> table(trend, places, figure.getKey(), figure.getValue()))
        .toList();
  }

  /** The series of each figure by its name for all steps, in the order that was asked for. */
  public static Map<String, List<Series>> byFigure(Trend trend) {
    return trend.series().stream()
        .sorted(Comparator.comparingInt(Series::place))
        .collect(Collectors.groupingBy(PlaceTables::name, LinkedHashMap::new, Collectors.toList()));
  }

  /** A figure's name for all steps: each latency has the name of the step's main operation. */
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
    List<List<Cell>> cells = new ArrayList<>();
    for (Series each : series) {
      columns.add(TableColumn.number(trend.stepTitle(each), each.figure().definition()));
      OfPlaces values = OfPlaces.of(trend, each, places);
      cells.add(
          IntStream.range(0, places.size())
              .mapToObj(place -> values.cell(place, series.size() > WIDE))
              .toList());
    }
    List<Row> rows = new ArrayList<>();
    for (int place = 0; place < places.size(); place++) {
      int row = place;
      List<Cell> all = new ArrayList<>(List.of(Cell.of(places.get(place))));
      cells.forEach(column -> all.add(column.get(row)));
      rows.add(new Row(all, false));
    }
    return new Table(
        name + " relative to " + places.get(0) + ", whose values are in its row",
        columns,
        rows,
        "");
  }

  /**
   * A series by its places.
   *
   * @param logarithms of the values of each place; of those that are above 0
   * @param variance of a logarithm within a place, of all places together; NaN if unknown
   */
  private record OfPlaces(
      Series series,
      List<double[]> values,
      List<Sample> logarithms,
      double variance,
      double freedom) {

    static OfPlaces of(Trend trend, Series series, List<String> places) {
      List<double[]> values = new ArrayList<>();
      List<Sample> logarithms = new ArrayList<>();
      double squares = 0;
      double freedom = 0;
      for (String place : places) {
        double[] known =
            Series.known(
                IntStream.range(0, trend.places().size())
                    .filter(run -> trend.places().get(run).equals(place))
                    .mapToObj(series.values()::get)
                    .toList());
        Sample of = Sample.of(Arrays.stream(known).filter(one -> one > 0).map(Math::log).toArray());
        values.add(known);
        logarithms.add(of);
        if (of.n() > 1) {
          squares += of.variance() * (of.n() - 1);
          freedom += of.n() - 1;
        }
      }
      return new OfPlaces(series, values, logarithms, squares / freedom, freedom);
    }

    private double mean(int place) {
      return Arrays.stream(values.get(place)).average().orElse(Double.NaN);
    }

    /** The first place that has it; places before have a dash. */
    private int base() {
      return (int)
          IntStream.range(0, values.size()).takeWhile(at -> !Double.isFinite(mean(at))).count();
    }

    /** The first place has its value, others their ratio to it. */
    Cell cell(int place, boolean wide) {
      double value = mean(place);
      int base = base();
      double first = base < values.size() ? mean(base) : Double.NaN;
      String text = series.figure().text(value);
      if (place <= base || !Double.isFinite(value)) {
        return Double.isFinite(value)
            ? new Cell(
                wide ? brief(value, text) : text,
                Tone.PLAIN,
                text + " " + series.figure().shownUnit())
            : Cell.of("-");
      }
      if (RunFigures.areNearlyNothing(series.figure(), first, value)) {
        return new Cell("-", Tone.GREY, text + ": too little to compare");
      }
      return first == 0 ? Cell.of(text) : cell(base, place, value / first, text);
    }

    /** A step's column is as wide as a ratio. */
    private static String brief(double value, String text) {
      return value < THOUSAND
          ? text
          : value < MILLION
              ? NumberText.decimals(value / THOUSAND, value < 10 * THOUSAND ? 1 : 0) + "k"
              : NumberText.decimals(value / MILLION, 1) + "M";
    }

    private Cell cell(int first, int place, double ratio, String text) {
      Sample base = logarithms.get(first);
      Sample other = logarithms.get(place);
      double p =
          StudentsT.probability(other.mean() - base.mean(), variance, freedom, base.n(), other.n());
      boolean within = p >= StudentsT.LEVEL;
      boolean off = ratio > ComparedValue.HIGH || ratio < ComparedValue.LOW;
      Better good = series.figure().better();
      Tone tone =
          !off || !(p < StudentsT.LEVEL) || good == Better.NEITHER
              ? Tone.PLAIN
              : good == Better.HIGHER == ratio > 1 ? Tone.BETTER : Tone.WORSE;
      String size = ratio > ComparedValue.HIGH ? ">" : ratio < ComparedValue.LOW ? "<" : "";
      String mark = within ? "~" : Double.isNaN(p) ? size + Cell.UNKNOWN : size;
      return new Cell(
          NumberText.decimals(ratio, ratio < 10 ? 2 : ratio < 100 ? 1 : 0),
          tone,
          text
              + " "
              + series.figure().shownUnit()
              + (within ? ", within the noise of its runs" : ""),
          mark);
    }
  }
}
