package io.ibench.report;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.RunReport.Data;
import io.ibench.report.RunReport.Step;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;

/** The report for a terminal and summary.txt: a pure function of a stored run. */
public final class TextReport {

  /** Of a terminal that nobody has widened. Tables may be wider, when their numbers are. */
  static final int WIDTH = 80;

  private static final String INDENT = "  ";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);

  private final RunReport run;
  private final boolean serverCounters;

  private TextReport(RunReport run, boolean serverCounters) {
    this.run = run;
    this.serverCounters = serverCounters;
  }

  /** The whole report; of what the server counted it says only that there is something. */
  public static String of(RunReport run) {
    return new TextReport(run, false).text();
  }

  /** The whole report, with a table of what the server counted. */
  public static String withServerCounters(RunReport run) {
    return new TextReport(run, true).text();
  }

  private String text() {
    TextNotes notes = new TextNotes(run, INDENT);
    List<String> sections =
        List.of(
            head(),
            StepTables.inserts(run).text(INDENT),
            StepTables.queries(run).text(INDENT),
            TargetTable.text(run, INDENT),
            ClientTable.text(run, INDENT),
            BucketTable.text(run, INDENT),
            operations(),
            RowRateTable.text(run, INDENT),
            serverCounters ? ServerCounterTable.text(run, INDENT) : "",
            notes.steps(),
            (serverCounters ? "" : notes.serverCounters()) + notes.absences(),
            end());
    return String.join("\n", sections.stream().filter(section -> !section.isEmpty()).toList());
  }

  private String head() {
    Map<String, String> database = run.database().fields();
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
    return Paragraph.of("", INDENT, WIDTH, title) + line(target) + database() + data();
  }

  /** What else of the database shapes the numbers, and what nobody must overlook. */
  private String database() {
    String settings = run.database().settingsLine();
    StringBuilder text = new StringBuilder(settings.isEmpty() ? "" : line(settings));
    run.database().warnings().forEach(warning -> text.append(line("WARNING: " + warning)));
    return text.toString();
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
