package io.ibench.report;

import io.ibench.measure.LatencySummary;
import io.ibench.measure.OperationSummary;
import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The report for a terminal and summary.txt: a pure function of the results. */
public final class TextReport {

  private static final String INDENT = "  ";

  /** Column heads, and the figures below them. */
  private static final List<String> COSTS =
      List.of("rpq", "rkbpq", "wkbpq", "rps", "rkbps", "wkbps", "cpu_us_pq");

  private final RunInfo run;

  public TextReport(RunInfo run) {
    this.run = run;
  }

  /** The whole report. */
  public String text(List<StepResult> results, boolean ended) {
    StringBuilder text = new StringBuilder();
    text.append(head());
    rates(text, results, Unit.ROWS, Unit.INDEXED_ROWS);
    rates(text, results, Unit.QUERIES, Unit.QUERIES);
    operations(text, results);
    facts(text, results);
    absences(text, results);
    text.append('\n').append("run ").append(Outcomes.state(results, ended)).append('\n');
    return text.toString();
  }

  private String head() {
    Map<String, String> database = run.database();
    return String.format(
        Locale.ROOT,
        "ibench %s  %s on %s  %s%n%s%s %s, engine %s, %s%n%sbatch: %s; durability: %s;"
            + " isolation: %s%n",
        run.versions().get("ibench"),
        run.workload(),
        database.get("name"),
        run.id(),
        INDENT,
        database.get("product"),
        database.get("version"),
        database.get("engine"),
        database.get("driver"),
        INDENT,
        database.get("batch"),
        database.get("durability"),
        database.get("isolation"));
  }

  private void rates(StringBuilder text, List<StepResult> results, Unit unit, Unit orUnit) {
    String one = unit == Unit.QUERIES ? "q" : "i";
    TextTable table = new TextTable();
    table.add(
        List.of(
            "step",
            "secs",
            one + "ps",
            "r/" + one,
            "rKB/" + one,
            "wKB/" + one,
            "r/s",
            "rKB/s",
            "wKB/s",
            "cpu us/" + one,
            "size GB",
            "errors"));
    boolean any = false;
    for (StepResult result : results) {
      if (result.step().unit() == unit || result.step().unit() == orUnit) {
        any = true;
        addRows(table, result, one);
      }
    }
    if (any) {
      text.append('\n').append(table.text(INDENT));
    }
  }

  private void addRows(TextTable table, StepResult result, String one) {
    List<PeriodResult> periods = result.periods();
    if (periods.size() < 2) {
      table.add(row(result.step().title(), result, result.whole(), one));
      return;
    }
    for (int i = 0; i < periods.size(); i++) {
      PeriodResult period = periods.get(i);
      String mark = period.partial() ? " (partial)" : "";
      table.add(row(result.step().title() + " #" + (i + 1) + mark, result, period, one));
    }
    table.add(row(result.step().title() + " all", result, result.whole(), one));
  }

  private List<String> row(String title, StepResult result, PeriodResult period, String one) {
    Map<String, Object> figures = FigureMap.of(result, period, run);
    List<String> cells = new ArrayList<>();
    cells.add(title);
    cells.add(Numbers.seconds(period.seconds()));
    cells.add(Numbers.figure(figures.get(one + "ps")));
    for (String key : COSTS) {
      cells.add(Numbers.figure(figures.get(key)));
    }
    cells.add(Numbers.figure(figures.get("size_gb")));
    cells.add(Numbers.count(period.failures()));
    return cells;
  }

  /** Latencies of the last step of workers, or of its last repeat. */
  private void operations(StringBuilder text, List<StepResult> results) {
    StepResult last = null;
    for (StepResult result : results) {
      if (result.step().unit() == Unit.QUERIES) {
        last = result;
      }
    }
    if (last == null) {
      return;
    }
    boolean paced = last.step().paced();
    TextTable table = new TextTable();
    table.add(
        List.of(
            "operation",
            "count",
            "rows",
            "per s",
            "errors",
            "retries",
            "mean",
            "p50",
            "p95",
            "p99",
            "p99.9",
            "max"));
    for (OperationSummary operation : last.whole().operations()) {
      table.add(row(operation, operation.service(), last.whole().seconds()));
    }
    text.append(
        String.format(
            Locale.ROOT,
            "%n%soperations in %s, %s time in ms%s%n",
            INDENT,
            last.step().title(),
            "service",
            paced ? "" : " (no target rate: response = service)"));
    text.append(table.text(INDENT));
    if (paced) {
      responses(text, last);
    }
  }

  private void responses(StringBuilder text, StepResult last) {
    TextTable table = new TextTable();
    table.add(
        List.of(
            "operation",
            "count",
            "rows",
            "per s",
            "errors",
            "retries",
            "mean",
            "p50",
            "p95",
            "p99",
            "p99.9",
            "max"));
    for (OperationSummary operation : last.whole().operations()) {
      table.add(row(operation, operation.response(), last.whole().seconds()));
    }
    text.append(
        String.format(
            Locale.ROOT,
            "%n%sresponse time in ms, from the intended start; %,d operations due were not"
                + " started%n",
            INDENT,
            last.whole().unstarted()));
    text.append(table.text(INDENT));
  }

  private List<String> row(OperationSummary operation, LatencySummary latency, double seconds) {
    long errors = operation.failures().stream().mapToLong(Long::longValue).sum();
    return List.of(
        run.operations().get(operation.operation()),
        Numbers.count(operation.count()),
        Numbers.count(operation.rows()),
        Numbers.figure(seconds > 0 ? operation.count() / seconds : null),
        Numbers.count(errors),
        Numbers.count(operation.retries()),
        Numbers.millis(latency.meanNanos()),
        Numbers.millis(latency.p50Nanos()),
        Numbers.millis(latency.p95Nanos()),
        Numbers.millis(latency.p99Nanos()),
        Numbers.millis(latency.p999Nanos()),
        Numbers.millis(latency.maxNanos()));
  }

  private void facts(StringBuilder text, List<StepResult> results) {
    StringBuilder lines = new StringBuilder();
    for (StepResult result : results) {
      String title = result.step().title();
      result.facts().forEach(fact -> line(lines, title, fact));
      result.problems().forEach(problem -> line(lines, title, "WRONG: " + problem));
      result.failure().ifPresent(failure -> line(lines, title, "FAILED: " + failure));
      if (result.interrupted()) {
        line(lines, title, "INTERRUPTED: everything up to here is kept");
      }
    }
    if (!lines.isEmpty()) {
      text.append('\n').append(lines);
    }
  }

  private static void line(StringBuilder lines, String title, String what) {
    lines.append(INDENT).append(title).append(": ").append(what).append('\n');
  }

  private void absences(StringBuilder text, List<StepResult> results) {
    Map<String, String> absent = Outcomes.absent(results);
    if (absent.isEmpty()) {
      return;
    }
    Map<String, List<String>> byReason = new TreeMap<>();
    absent.forEach(
        (metric, reason) -> byReason.computeIfAbsent(reason, r -> new ArrayList<>()).add(metric));
    text.append('\n');
    byReason.forEach(
        (reason, metrics) ->
            text.append(INDENT)
                .append("not measured: ")
                .append(groups(metrics))
                .append(": ")
                .append(reason)
                .append('\n'));
  }

  /** Metrics by what stands before the dot, so that a whole group is one word. */
  private static String groups(List<String> metrics) {
    return String.join(
        ", ", metrics.stream().map(metric -> metric.replaceFirst("\\..*", "")).distinct().toList());
  }
}
