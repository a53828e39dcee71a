package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.Numbers;
import io.ibench.report.store.RunReport.Period;
import io.ibench.report.store.RunReport.Step;
import io.ibench.verdict.Thresholds;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A column of rates or costs, as published tables have them, under the names of docs/metrics.md.
 *
 * @param above its unit, or the first word of its name
 */
public record FigureColumn(String above, String name, String key) {

  private static final String MACHINE = "cpu_us_pq";
  private static final String OWN = "own_cpu_us_pq";

  /** From {@code r/q} and the rate. */
  private static final String FOLLOWS = "rps";

  private static final List<FigureColumn> INSERTS =
      List.of(
          new FigureColumn("ips.av", "ips"),
          new FigureColumn("ips.99", "ips_p99"),
          new FigureColumn("r/i", "rpq"),
          new FigureColumn("rKB/i", "rkbpq"),
          new FigureColumn("wKB/i", "wkbpq"),
          new FigureColumn("Mcpu/i", "mcpupq"),
          new FigureColumn("size", "GB", "size_gb"),
          new FigureColumn("rss", "GB", "rss_gb"),
          new FigureColumn("r/s", "rps"),
          new FigureColumn("rMB/s", "rmbps"),
          new FigureColumn("wMB/s", "wmbps"),
          new FigureColumn("cpu", "%", "cpu_pct"),
          new FigureColumn("err", "errors"));

  private static final List<FigureColumn> QUERIES =
      List.of(
          new FigureColumn("qps", "qps"),
          new FigureColumn("r/q", "rpq"),
          new FigureColumn("rKB/q", "rkbpq"),
          new FigureColumn("wKB/q", "wkbpq"),
          new FigureColumn("r/s", "rps"),
          new FigureColumn("rKB/s", "rkbps"),
          new FigureColumn("wKB/s", "wkbps"),
          new FigureColumn("size", "GB", "size_gb"),
          new FigureColumn("cpu", "us/q", "cpu_us_pq"),
          new FigureColumn("err", "errors"));

  /** Of queries while others insert and delete. */
  private static final List<FigureColumn> QUERIES_AND_WRITES =
      List.of(
          new FigureColumn("qps", "qps"),
          new FigureColumn("qps.99", "qps_p99"),
          new FigureColumn("ips", "ips"),
          new FigureColumn("dps", "dps"),
          new FigureColumn("r/q", "rpq"),
          new FigureColumn("rKB/q", "rkbpq"),
          new FigureColumn("wKB/q", "wkbpq"),
          new FigureColumn("wKB/i", "wkbpi"),
          new FigureColumn("cpu", "us/q", "cpu_us_pq"),
          new FigureColumn("size", "GB", "size_gb"),
          new FigureColumn("r/s", "rps"),
          new FigureColumn("rMB/s", "rmbps"),
          new FigureColumn("wMB/s", "wmbps"),
          new FigureColumn("cpu", "%", "cpu_pct"),
          new FigureColumn("err", "errors"));

  /**
   * With what tells of neighbours, in the place of a column that follows from others: where the CPU
   * of server and client is a good deal less than the machine's in any step, so that {@code cpu
   * us/q} and {@code Mcpu/i} are those of neighbours as well.
   */
  private static List<FigureColumn> withNeighbours(
      List<FigureColumn> columns, FigureColumn other, List<Step> steps) {
    if (steps.stream().map(Step::whole).noneMatch(FigureColumn::hasNeighbours)) {
      return columns;
    }
    String before = other.key().equals(OWN) ? MACHINE : "cpu_pct";
    List<FigureColumn> all = new ArrayList<>();
    for (FigureColumn column : columns) {
      if (!column.key().equals(FOLLOWS)) {
        all.add(column);
      }
      if (column.key().equals(before)) {
        all.add(other);
      }
    }
    return all;
  }

  /** Of a time in which ticks say something. */
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

  /** Whether more of the machine's CPU was used by others than is worth a remark. */
  public static boolean isMoreThanOwn(double machine, double own) {
    return own < machine * (1 - Thresholds.MOST_OTHER_COST_PERCENT / 100);
  }

  /** How often another process took the server's place, where it happened in any of them. */
  public static List<FigureColumn> restarts(List<Period> periods) {
    FigureColumn column = new FigureColumn("server", "restarts", "server_restarts");
    boolean any =
        periods.stream()
            .map(period -> period.figures().get(column.key()))
            .anyMatch(count -> count != null && count.longValue() > 0);
    return any ? List.of(column) : List.of();
  }

  public FigureColumn(String name, String key) {
    this("", name, key);
  }

  /**
   * Those that suit steps of a kind, and of which anything is known: a column of nothing but dashes
   * says nothing, and why a figure cannot be had stands below.
   */
  public static List<FigureColumn> of(Unit unit, List<Step> steps) {
    List<Period> periods =
        steps.stream()
            .flatMap(step -> Stream.concat(Stream.of(step.whole()), step.periods().stream()))
            .toList();
    boolean writes = isKnown("ips", periods) || isKnown("dps", periods);
    List<FigureColumn> all = unit != Unit.QUERIES ? INSERTS : writes ? QUERIES_AND_WRITES : QUERIES;
    FigureColumn other =
        unit == Unit.QUERIES
            ? new FigureColumn("own", "us/q", OWN)
            : new FigureColumn("other", "cpu %", "other_cpu_pct");
    return known(withNeighbours(all, other, steps), periods);
  }

  static List<FigureColumn> known(List<FigureColumn> columns, List<Period> periods) {
    return columns.stream().filter(column -> isKnown(column.key(), periods)).toList();
  }

  private static boolean isKnown(String key, List<Period> periods) {
    return periods.stream().anyMatch(period -> period.figures().containsKey(key));
  }

  /**
   * Adds the head of a table with these columns.
   *
   * @param before names of the columns left of them
   * @param after names of those right of them
   */
  static void addHead(
      TextTable table, List<String> before, List<FigureColumn> columns, List<String> after) {
    List<String> above = new ArrayList<>();
    before.forEach(name -> above.add(""));
    List<String> names = new ArrayList<>(before);
    for (FigureColumn column : columns) {
      above.add(column.above());
      names.add(column.name());
    }
    after.forEach(name -> above.add(""));
    names.addAll(after);
    table.head(above);
    table.head(names);
  }

  static List<String> cells(List<FigureColumn> columns, Period period) {
    return columns.stream().map(column -> column.cell(period)).toList();
  }

  String cell(Period period) {
    return Numbers.figure(period.figures().get(key));
  }
}
