package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Columns;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.verdict.Thresholds;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A column of rates or costs under its name in docs/metrics.md. Immutable.
 *
 * @param above the first line of the head: the first words of the name; may be empty
 */
public record FigureColumn(String above, String name, Figure figure) {

  private static final Set<Figure> TROUBLE_COUNTS = Set.of(Figure.ERRORS, Figure.SERVER_RESTARTS);

  /** The first to continue below a table that is too wide: a table of sizes has them as well. */
  private static final Set<Figure> SIZES = Set.of(Figure.SIZE_GB, Figure.RSS_GB, Figure.RSS_END_GB);

  private static final List<FigureColumn> INSERTS =
      Stream.concat(
              Stream.of(new FigureColumn("", "ips.av", Figure.IPS)),
              Stream.of(
                      Figure.IPS_P99,
                      Figure.RPQ,
                      Figure.RKBPQ,
                      Figure.WKBPQ,
                      Figure.MCPUPQ,
                      Figure.SIZE_GB,
                      Figure.RSS_GB,
                      Figure.RSS_END_GB,
                      Figure.RPS,
                      Figure.RMBPS,
                      Figure.WMBPS,
                      Figure.CPU_PCT,
                      Figure.ERRORS)
                  .map(figure -> of(figure, Unit.ROWS)))
          .toList();

  private static final List<FigureColumn> QUERIES =
      all(
          Figure.QPS,
          Figure.RPQ,
          Figure.RKBPQ,
          Figure.WKBPQ,
          Figure.RPS,
          Figure.RKBPS,
          Figure.WKBPS,
          Figure.SIZE_GB,
          Figure.CPU_US_PQ,
          Figure.ERRORS);

  /** For queries while other threads insert and delete. */
  private static final List<FigureColumn> QUERIES_AND_WRITES =
      all(
          Figure.QPS,
          Figure.QPS_P99,
          Figure.IPS,
          Figure.DPS,
          Figure.RPQ,
          Figure.RKBPQ,
          Figure.WKBPQ,
          Figure.WKBPI,
          Figure.CPU_US_PQ,
          Figure.SIZE_GB,
          Figure.RPS,
          Figure.RMBPS,
          Figure.WMBPS,
          Figure.CPU_PCT,
          Figure.ERRORS);

  /** The heads of a figure's columns in the tables of steps, such as r/q and r/i for rpq. */
  public static Set<String> heads(Figure figure) {
    return Stream.of(INSERTS, QUERIES, QUERIES_AND_WRITES)
        .flatMap(List::stream)
        .filter(column -> column.figure() == figure)
        .map(column -> (column.above() + " " + column.name()).strip())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The column of a figure, under its name for steps of queries. */
  public static FigureColumn of(Figure figure) {
    return of(figure, Unit.QUERIES);
  }

  /** The columns of these figures, under their names for steps of queries. */
  static List<FigureColumn> all(Figure... figures) {
    return Stream.of(figures).map(FigureColumn::of).toList();
  }

  /** The column of a figure, under its name; the last word is the second line of the head. */
  public static FigureColumn of(Figure figure, Unit unit) {
    String name = figure.definition().name(unit);
    int blank = name.lastIndexOf(' ');
    return new FigureColumn(
        name.substring(0, Math.max(0, blank)), name.substring(blank + 1), figure);
  }

  /** Whether other processes used more of the machine's CPU than {@link Thresholds} allows. */
  public static boolean isMoreThanOwn(double machine, double own) {
    return own < machine * (1 - Thresholds.MAX_OTHER_COST_PERCENT / 100);
  }

  /** The column of the server's restarts; no column if no period has a restart. */
  public static List<FigureColumn> restarts(List<Period> periods) {
    Figure restarts = Figure.SERVER_RESTARTS;
    return periods.stream().anyMatch(period -> period.figures().value(restarts) > 0)
        ? List.of(of(restarts))
        : List.of();
  }

  /**
   * The columns for steps of a unit, without figures that no period has: notes below the tables say
   * why those are missing.
   */
  public static List<FigureColumn> of(Unit unit, List<Step> steps) {
    return known(published(unit, steps), periods(steps));
  }

  /** All columns for steps of a unit, also those of which this machine knows nothing. */
  static List<FigureColumn> published(Unit unit, List<Step> steps) {
    List<Period> periods = periods(steps);
    boolean writes = isKnown(Figure.IPS, periods) || isKnown(Figure.DPS, periods);
    return unit != Unit.QUERIES ? INSERTS : writes ? QUERIES_AND_WRITES : QUERIES;
  }

  private static List<Period> periods(List<Step> steps) {
    return steps.stream()
        .flatMap(step -> Stream.concat(Stream.of(step.whole()), step.periods().stream()))
        .toList();
  }

  static List<FigureColumn> known(List<FigureColumn> columns, List<Period> periods) {
    return columns.stream().filter(column -> isKnown(column.figure(), periods)).toList();
  }

  private static boolean isKnown(Figure figure, List<Period> periods) {
    return periods.stream().anyMatch(period -> period.figures().knows(figure));
  }

  static List<Cell> cells(List<FigureColumn> columns, Period period) {
    return columns.stream().map(column -> column.cell(period)).toList();
  }

  /** Adds the column to a table whose rows have a period each. */
  <R> void addTo(Columns<R> table, Function<R, Period> period) {
    table.addCells(head(), row -> cell(period.apply(row)));
  }

  private Cell cell(Period period) {
    String text = period.figures().text(figure);
    return TROUBLE_COUNTS.contains(figure) ? trouble(text) : Cell.of(text);
  }

  /** A count that stands out unless it is 0 or unknown. */
  static Cell trouble(String count) {
    boolean harmless = count.equals("0") || count.equals(NumberText.figure(null));
    return harmless ? Cell.of(count) : new Cell(count, Tone.BAD, "");
  }

  TableColumn head() {
    return new TableColumn(above, name, Tooltips.of(figure.key()), false, SIZES.contains(figure));
  }

  /** A column of numbers, with the definition of the figure of this key. */
  static TableColumn head(String name, String key) {
    return head("", name, key);
  }

  static TableColumn head(String above, String name, String key) {
    return new TableColumn(above, name, Tooltips.of(key), false);
  }
}
