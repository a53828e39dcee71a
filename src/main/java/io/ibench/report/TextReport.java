package io.ibench.report;

import io.ibench.measure.PeriodResult;
import io.ibench.measure.StepResult;
import io.ibench.measure.StepStart.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The report for a terminal and summary.txt: a pure function of the results. */
public final class TextReport {

  private static final String INDENT = "  ";
  private static final int WIDTH = 100;

  /** The figures that every table of rates has, in its columns' order. */
  private static final List<String> COSTS =
      List.of("rpq", "rkbpq", "wkbpq", "rps", "rkbps", "wkbps", "size_gb", "cpu_us_pq");

  private final RunInfo run;

  public TextReport(RunInfo run) {
    this.run = run;
  }

  /** The whole report. */
  public String text(List<StepResult> results, boolean ended) {
    StringBuilder text = new StringBuilder(head());
    TextNotes notes = new TextNotes(run, INDENT);
    section(text, rates(results, Set.of(Unit.ROWS, Unit.INDEXED_ROWS), "ips", "i"));
    section(text, rates(results, Set.of(Unit.QUERIES), "qps", "q"));
    section(text, operations(results));
    section(text, notes.steps(results, ended));
    section(text, notes.absences(results));
    section(text, "run " + Outcomes.state(run, results, ended).label() + "\n");
    return text.toString();
  }

  private static void section(StringBuilder text, String section) {
    if (!section.isEmpty()) {
      text.append('\n').append(section);
    }
  }

  private String head() {
    Map<String, String> database = run.database();
    StringBuilder text = new StringBuilder("ibench ");
    text.append(run.versions().get("ibench")).append(": ").append(run.workload());
    text.append(" on ")
        .append(database.get("name"))
        .append(", run ")
        .append(OneLine.of(run.id()))
        .append('\n');
    List<String> parts =
        List.of(
            database.get("product") + " " + database.get("version"),
            "engine " + database.get("engine"),
            String.valueOf(database.get("driver")),
            "batch: " + database.get("batch"),
            "durability: " + database.get("durability"),
            "isolation: " + database.get("isolation"));
    StringBuilder line = new StringBuilder(INDENT);
    for (int i = 0; i < parts.size(); i++) {
      String part = OneLine.of(parts.get(i)) + (i + 1 < parts.size() ? ";" : "");
      if (line.length() + 1 + part.length() > WIDTH && !line.toString().isBlank()) {
        text.append(line).append('\n');
        line = new StringBuilder(INDENT);
      }
      line.append(line.toString().isBlank() ? "" : " ").append(part);
    }
    text.append(line).append('\n');
    data(text);
    return text.toString();
  }

  /** Which data it was, when it was not this run's own, and what the user let pass. */
  private void data(StringBuilder text) {
    RunInfo.Data data = run.data();
    data.loadedBy()
        .filter(loader -> !loader.equals(run.id()))
        .ifPresent(
            loader ->
                text.append(INDENT)
                    .append("data loaded by run ")
                    .append(OneLine.of(loader))
                    .append("; runs before this one: ")
                    .append(Numbers.count(data.ordinal()))
                    .append('\n'));
    for (String difference : data.asIs()) {
      text.append(INDENT).append("AS IS: ").append(OneLine.of(difference)).append('\n');
    }
  }

  /** The steps whose rate counts one of the units; empty when there are none. */
  private String rates(List<StepResult> results, Set<Unit> units, String rate, String one) {
    List<StepResult> shown = results.stream().filter(r -> units.contains(r.step().unit())).toList();
    if (shown.isEmpty()) {
      return "";
    }
    TextTable table = new TextTable();
    table.add(
        List.of(
            "step",
            "secs",
            rate,
            "r/" + one,
            "rKB/" + one,
            "wKB/" + one,
            "r/s",
            "rKB/s",
            "wKB/s",
            "GB",
            "cpu us/" + one,
            "err"));
    shown.forEach(result -> addRows(table, result, rate));
    return table.text(INDENT);
  }

  private void addRows(TextTable table, StepResult result, String rate) {
    String title = OneLine.of(result.step().title());
    List<PeriodResult> periods = result.periods();
    boolean several = periods.size() > 1;
    for (int i = 0; several && i < periods.size(); i++) {
      PeriodResult period = periods.get(i);
      String mark = period.partial() ? " part" : "";
      table.add(row(title + " #" + (i + 1) + mark, result, period, rate));
    }
    String state = result.succeeded() ? "" : " (" + Outcomes.state(result).label() + ")";
    table.add(row(title + (several ? " all" : "") + state, result, result.whole(), rate));
  }

  private List<String> row(String title, StepResult result, PeriodResult period, String rate) {
    Map<String, Object> figures = FigureMap.of(result, period, run);
    List<String> cells = new ArrayList<>();
    cells.add(title);
    cells.add(Numbers.seconds(period.seconds()));
    cells.add(Numbers.figure(figures.get(rate)));
    for (String key : COSTS) {
      cells.add(Numbers.figure(figures.get(key)));
    }
    cells.add(Numbers.count(period.failures()));
    return cells;
  }

  /** Of the last step of requests that did anything, or of the last load where there is none. */
  private String operations(List<StepResult> results) {
    StepResult last = null;
    for (StepResult result : results) {
      boolean did = !result.whole().operations().isEmpty();
      boolean requests = result.step().unit() == Unit.QUERIES;
      if (did && (requests || last == null || last.step().unit() != Unit.QUERIES)) {
        last = result;
      }
    }
    return last == null ? "" : new OperationTable(run, last).text(INDENT);
  }
}
