package io.ibench.report;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.RunReport.Data;
import io.ibench.report.RunReport.Period;
import io.ibench.report.RunReport.Step;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The report for a terminal and summary.txt: a pure function of a stored run. */
public final class TextReport {

  /** Of a terminal that nobody has widened. Tables may be wider, when their numbers are. */
  static final int WIDTH = 80;

  private static final String INDENT = "  ";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);

  /** The figures that every table of rates has, in its columns' order. */
  private static final List<String> COSTS =
      List.of("rpq", "rkbpq", "wkbpq", "rps", "rkbps", "wkbps", "size_gb", "cpu_us_pq", "errors");

  private final RunReport run;

  private TextReport(RunReport run) {
    this.run = run;
  }

  /** The whole report. */
  public static String of(RunReport run) {
    return new TextReport(run).text();
  }

  private String text() {
    TextNotes notes = new TextNotes(run, INDENT);
    List<String> sections =
        List.of(
            head(),
            rates(Set.of(Unit.ROWS, Unit.INDEXED_ROWS), "ips", "i"),
            rates(Set.of(Unit.QUERIES), "qps", "q"),
            operations(),
            notes.steps(),
            notes.absences(),
            end());
    return String.join("\n", sections.stream().filter(section -> !section.isEmpty()).toList());
  }

  private String head() {
    Map<String, String> database = run.database();
    String title =
        String.format(
            "ibench %s: %s on %s, run %s, %s",
            run.version(),
            run.workload(),
            database.get("name"),
            run.id(),
            TIME.format(run.started()));
    String target =
        String.format(
            "%s %s; engine %s; %s; batch: %s; durability: %s; isolation: %s",
            database.get("product"),
            database.get("version"),
            database.get("engine"),
            database.get("driver"),
            database.get("batch"),
            database.get("durability"),
            database.get("isolation"));
    return Paragraph.of("", INDENT, WIDTH, title) + line(target) + data();
  }

  /** Which data it was, when it was not this run's own, and what the user let pass. */
  private String data() {
    Data data = run.data();
    StringBuilder text = new StringBuilder();
    data.loadedBy()
        .filter(loader -> !loader.equals(run.id()))
        .ifPresent(
            loader ->
                text.append(
                    line(
                        String.format(
                            "data loaded by run %s; runs before this one: %s",
                            loader, Numbers.count(data.runsBefore())))));
    data.asIs().forEach(difference -> text.append(line("AS IS: " + difference)));
    return text.toString();
  }

  private static String line(String text) {
    return Paragraph.of(INDENT, INDENT, WIDTH, text);
  }

  /** A file cannot say whether its writer still lives. */
  private String end() {
    boolean running = run.state() == RunState.RUNNING;
    return "run " + run.state().label() + (running ? ", or killed" : "") + "\n";
  }

  /** The steps whose rate counts one of the units; empty when there are none. */
  private String rates(Set<Unit> units, String rate, String one) {
    List<Step> shown = run.steps().stream().filter(step -> units.contains(step.unit())).toList();
    if (shown.isEmpty()) {
      return "";
    }
    TextTable table = new TextTable();
    table.add(List.of("", "", "", "", "", "", "", "", "", "size", "cpu", ""));
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
            "us/" + one,
            "err"));
    shown.forEach(step -> addRows(table, step, rate));
    return table.text(INDENT);
  }

  private static void addRows(TextTable table, Step step, String rate) {
    List<Period> periods = step.periods();
    boolean several = periods.size() > 1;
    for (int i = 0; several && i < periods.size(); i++) {
      String mark = periods.get(i).partial() ? " part" : "";
      table.add(row(step.title() + " #" + (i + 1) + mark, periods.get(i), rate));
    }
    String state = step.state() == RunState.DONE ? "" : " (" + step.state().label() + ")";
    table.add(row(step.title() + (several ? " all" : "") + state, step.whole(), rate));
  }

  private static List<String> row(String title, Period period, String rate) {
    Map<String, Number> figures = period.figures();
    List<String> cells = new ArrayList<>();
    cells.add(title);
    cells.add(Numbers.seconds(figures.get("seconds")));
    cells.add(Numbers.figure(figures.get(rate)));
    COSTS.forEach(key -> cells.add(Numbers.figure(figures.get(key))));
    return cells;
  }

  /** Of the last step of requests that did anything, or of the last load where there is none. */
  private String operations() {
    List<Step> busy =
        run.steps().stream().filter(step -> !step.whole().operations().isEmpty()).toList();
    List<Step> requests = busy.stream().filter(step -> step.unit() == Unit.QUERIES).toList();
    List<Step> candidates = requests.isEmpty() ? busy : requests;
    return candidates.isEmpty()
        ? ""
        : new OperationTable(candidates.get(candidates.size() - 1)).text(INDENT);
  }
}
