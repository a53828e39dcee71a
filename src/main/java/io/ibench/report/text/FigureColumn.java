package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Definition;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.verdict.Thresholds;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A column of rates or costs under its name in docs/metrics.md. Immutable.
 *
 * @param above the first line of the head: the first words of the name; may be empty
 * @param key in summary.json
 */
public record FigureColumn(String above, String name, String key) {

  private static final String MACHINE = "cpu_us_pq";
  private static final String OWN = "own_cpu_us_pq";

  private static final Set<String> TROUBLE_COUNTS = Set.of("errors", "server_restarts");

  /** They follow from the rate and the cost of an operation. */
  private static final Set<String> FOLLOWING = Set.of("rps", "rkbps", "wkbps", "rmbps", "wmbps");

  private static final List<FigureColumn> INSERTS =
      Stream.concat(
              Stream.of(new FigureColumn("", "ips.av", "ips")),
              Stream.of(
                      "ips_p99", "rpq", "rkbpq", "wkbpq", "mcpupq", "size_gb", "rss_gb", "rps",
                      "rmbps", "wmbps", "cpu_pct", "errors")
                  .map(key -> of(key, Unit.ROWS)))
          .toList();

  private static final List<FigureColumn> QUERIES =
      Stream.of(
              "qps", "rpq", "rkbpq", "wkbpq", "rps", "rkbps", "wkbps", "size_gb", MACHINE, "errors")
          .map(FigureColumn::of)
          .toList();

  /** For queries while other threads insert and delete. */
  private static final List<FigureColumn> QUERIES_AND_WRITES =
      Stream.of(
              "qps", "qps_p99", "ips", "dps", "rpq", "rkbpq", "wkbpq", "wkbpi", MACHINE, "size_gb",
              "rps", "rmbps", "wmbps", "cpu_pct", "errors")
          .map(FigureColumn::of)
          .toList();

  private static final FigureColumn OWN_COLUMN = new FigureColumn("own", "us/q", OWN);

  /** The heads of a figure's columns in the tables of steps, such as r/q and r/i for rpq. */
  public static Set<String> heads(String key) {
    return Stream.of(INSERTS, QUERIES, QUERIES_AND_WRITES, List.of(OWN_COLUMN))
        .flatMap(List::stream)
        .filter(column -> column.key().equals(key))
        .map(column -> (column.above() + " " + column.name()).strip())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The column of a figure, under its name for steps of queries. */
  public static FigureColumn of(String key) {
    return of(key, Unit.QUERIES);
  }

  /** The column of a figure, under its name; the last word is the second line of the head. */
  public static FigureColumn of(String key, Unit unit) {
    String name = Definition.of(key).orElseThrow().name(unit);
    int blank = name.lastIndexOf(' ');
    return new FigureColumn(name.substring(0, Math.max(0, blank)), name.substring(blank + 1), key);
  }

  /**
   * Adds the column {@code other} if other processes used much of the machine's CPU in any step:
   * {@code cpu us/q} and {@code Mcpu/i} contain their CPU as well.
   *
   * @see #isMoreThanOwn
   */
  private static List<FigureColumn> withNeighbours(
      List<FigureColumn> columns, FigureColumn other, List<Step> steps) {
    if (steps.stream().map(Step::whole).noneMatch(FigureColumn::hasNeighbours)) {
      return columns;
    }
    String before = other.key().equals(OWN) ? MACHINE : "cpu_pct";
    List<FigureColumn> all = new ArrayList<>();
    for (FigureColumn column : columns) {
      all.add(column);
      if (column.key().equals(before)) {
        all.add(other);
      }
    }
    return all;
  }

  /** False for a period that is too short for a figure made of ticks. */
  private static boolean hasNeighbours(Period period) {
    Number machine = period.figures().get(MACHINE);
    Number own = period.figures().get(OWN);
    Number seconds = period.figures().get("seconds");
    Number interval = period.figures().get("rate_interval_s");
    boolean known = machine != null && own != null && seconds != null && interval != null;
    return known
        && seconds.doubleValue() >= interval.doubleValue()
        && isMoreThanOwn(machine.doubleValue(), own.doubleValue());
  }

  /** Whether other processes used more of the machine's CPU than {@link Thresholds} allows. */
  public static boolean isMoreThanOwn(double machine, double own) {
    return own < machine * (1 - Thresholds.MAX_OTHER_COST_PERCENT / 100);
  }

  /** The column of the server's restarts; no column if no period has a restart. */
  public static List<FigureColumn> restarts(List<Period> periods) {
    FigureColumn column = of("server_restarts");
    boolean any =
        periods.stream()
            .map(period -> period.figures().get(column.key()))
            .anyMatch(count -> count != null && count.longValue() > 0);
    return any ? List.of(column) : List.of();
  }

  /**
   * The columns for steps of a unit, without figures that no period has: notes below the tables say
   * why those are missing.
   */
  public static List<FigureColumn> of(Unit unit, List<Step> steps) {
    List<Period> periods =
        steps.stream()
            .flatMap(step -> Stream.concat(Stream.of(step.whole()), step.periods().stream()))
            .toList();
    boolean writes = isKnown("ips", periods) || isKnown("dps", periods);
    List<FigureColumn> all = unit != Unit.QUERIES ? INSERTS : writes ? QUERIES_AND_WRITES : QUERIES;
    FigureColumn other =
        unit == Unit.QUERIES ? OWN_COLUMN : new FigureColumn("other", "cpu %", "other_cpu_pct");
    return known(withNeighbours(all, other, steps), periods);
  }

  static List<FigureColumn> known(List<FigureColumn> columns, List<Period> periods) {
    return columns.stream().filter(column -> isKnown(column.key(), periods)).toList();
  }

  private static boolean isKnown(String key, List<Period> periods) {
    return periods.stream().anyMatch(period -> period.figures().containsKey(key));
  }

  static List<Cell> cells(List<FigureColumn> columns, Period period) {
    return columns.stream().map(column -> column.cell(period)).toList();
  }

  private Cell cell(Period period) {
    String text = NumberText.figure(period.figures().get(key));
    return TROUBLE_COUNTS.contains(key) ? trouble(text) : Cell.of(text);
  }

  /** A count that stands out unless it is 0 or unknown. */
  static Cell trouble(String count) {
    boolean harmless = count.equals("0") || count.equals(NumberText.figure(null));
    return harmless ? Cell.of(count) : new Cell(count, Tone.BAD, "");
  }

  TableColumn head() {
    return new TableColumn(above, name, Tooltips.of(key), false, FOLLOWING.contains(key));
  }

  /** A column of numbers, with the definition of the figure of this key. */
  static TableColumn head(String name, String key) {
    return head("", name, key);
  }

  static TableColumn head(String above, String name, String key) {
    return new TableColumn(above, name, Tooltips.of(key), false);
  }
}
