package io.ibench.report;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.RunReport.Period;
import io.ibench.report.RunReport.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The tables of rates and costs, with a row for each step, repeat and report period. Both have the
 * columns of published tables, under the names of docs/metrics.md.
 */
final class StepTables {

  /**
   * A column.
   *
   * @param above its unit, or the first word of its name
   */
  private record Column(String above, String name, String key) {

    Column(String name, String key) {
      this("", name, key);
    }
  }

  private static final List<Column> INSERTS =
      List.of(
          new Column("ips.av", "ips"),
          new Column("ips.99", "ips_p99"),
          new Column("r/i", "rpq"),
          new Column("rKB/i", "rkbpq"),
          new Column("wKB/i", "wkbpq"),
          new Column("Mcpu/i", "mcpupq"),
          new Column("size", "GB", "size_gb"),
          new Column("rss", "GB", "rss_gb"),
          new Column("r/s", "rps"),
          new Column("rMB/s", "rmbps"),
          new Column("wMB/s", "wmbps"),
          new Column("cpu", "%", "cpu_pct"),
          new Column("err", "errors"));

  private static final List<Column> QUERIES =
      List.of(
          new Column("qps", "qps"),
          new Column("r/q", "rpq"),
          new Column("rKB/q", "rkbpq"),
          new Column("wKB/q", "wkbpq"),
          new Column("r/s", "rps"),
          new Column("rKB/s", "rkbps"),
          new Column("wKB/s", "wkbps"),
          new Column("size", "GB", "size_gb"),
          new Column("cpu", "us/q", "cpu_us_pq"),
          new Column("err", "errors"));

  /** Of queries while others insert and delete. */
  private static final List<Column> QUERIES_AND_WRITES =
      List.of(
          new Column("qps", "qps"),
          new Column("qps.99", "qps_p99"),
          new Column("ips", "ips"),
          new Column("dps", "dps"),
          new Column("r/q", "rpq"),
          new Column("rKB/q", "rkbpq"),
          new Column("wKB/q", "wkbpq"),
          new Column("wKB/i", "wkbpi"),
          new Column("cpu", "us/q", "cpu_us_pq"),
          new Column("size", "GB", "size_gb"),
          new Column("r/s", "rps"),
          new Column("rMB/s", "rmbps"),
          new Column("wMB/s", "wmbps"),
          new Column("cpu", "%", "cpu_pct"),
          new Column("err", "errors"));

  private static final double WORTH_SHOWING_SECONDS = 1;

  private StepTables() {}

  /**
   * Of steps that insert or index rows, and of those without a rate that took their time, such as a
   * drain; empty when there are none of the first kind.
   */
  static TextTable inserts(RunReport run) {
    Set<Unit> rows = Set.of(Unit.ROWS, Unit.INDEXED_ROWS);
    return steps(run, rows).isEmpty()
        ? new TextTable()
        : table(
            run.steps().stream()
                .filter(step -> rows.contains(step.unit()) || takesTime(step))
                .toList(),
            INSERTS);
  }

  private static boolean takesTime(Step step) {
    Number seconds = step.whole().figures().get("seconds");
    return step.unit() == Unit.NONE
        && seconds != null
        && seconds.doubleValue() >= WORTH_SHOWING_SECONDS;
  }

  /** Of steps of queries; empty when there are none. */
  static TextTable queries(RunReport run) {
    List<Step> steps = steps(run, Set.of(Unit.QUERIES));
    boolean writes =
        steps.stream()
            .map(step -> step.whole().figures())
            .anyMatch(figures -> figures.containsKey("ips") || figures.containsKey("dps"));
    return table(steps, writes ? QUERIES_AND_WRITES : QUERIES);
  }

  private static List<Step> steps(RunReport run, Set<Unit> units) {
    return run.steps().stream().filter(step -> units.contains(step.unit())).toList();
  }

  private static TextTable table(List<Step> steps, List<Column> all) {
    TextTable table = new TextTable();
    if (steps.isEmpty()) {
      return table;
    }
    List<Column> columns = all.stream().filter(column -> isKnown(column, steps)).toList();
    List<String> above = new ArrayList<>(List.of("", ""));
    List<String> names = new ArrayList<>(List.of("step", "secs"));
    for (Column column : columns) {
      above.add(column.above());
      names.add(column.name());
    }
    table.add(above);
    table.add(names);
    steps.forEach(step -> addRows(table, step, columns));
    return table;
  }

  /** A column of nothing but dashes says nothing; why a figure cannot be had stands below. */
  private static boolean isKnown(Column column, List<Step> steps) {
    return steps.stream()
        .flatMap(step -> Stream.concat(Stream.of(step.whole()), step.periods().stream()))
        .anyMatch(period -> period.figures().containsKey(column.key()));
  }

  private static void addRows(TextTable table, Step step, List<Column> columns) {
    List<Period> periods = step.periods();
    boolean several = periods.size() > 1;
    for (int i = 0; several && i < periods.size(); i++) {
      String mark = periods.get(i).partial() ? " part" : "";
      table.add(row(step.title() + " #" + (i + 1) + mark, periods.get(i), columns));
    }
    String state = step.state() == RunState.DONE ? "" : " (" + step.state().label() + ")";
    table.add(row(step.title() + (several ? " all" : "") + state, step.whole(), columns));
  }

  private static List<String> row(String title, Period period, List<Column> columns) {
    Map<String, Number> figures = period.figures();
    List<String> cells = new ArrayList<>();
    cells.add(title);
    cells.add(Numbers.seconds(figures.get("seconds")));
    columns.forEach(column -> cells.add(Numbers.figure(figures.get(column.key()))));
    return cells;
  }
}
