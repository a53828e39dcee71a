package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredData;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The report that a person reads: a pure function of a stored run. */
public final class TextReport {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'").withZone(ZoneOffset.UTC);

  private final RunReport run;
  private final Options options;
  private final Layout layout;

  private TextReport(RunReport run, Options options) {
    this.run = run;
    this.options = options;
    this.layout = options.layout();
  }

  /**
   * What of a run is shown, and how.
   *
   * @param markdown for GitHub, and not for a terminal
   * @param serverCounters with a table of what the server counted; else it is only said that there
   *     is something
   * @param latencies with all percentiles of each operation in each period; else with one
   * @param columns how wide tables of text may be: of a terminal; any width for files
   */
  public record Options(boolean markdown, boolean serverCounters, boolean latencies, int columns) {

    /** Tables are as wide as their numbers. */
    public static final int ANY_WIDTH = Integer.MAX_VALUE;

    /** For a file. */
    public Options(boolean markdown, boolean serverCounters, boolean latencies) {
      this(markdown, serverCounters, latencies, ANY_WIDTH);
    }

    /** As a run prints itself. */
    public static Options usual(int columns) {
      return new Options(false, false, false, columns);
    }

    Layout layout() {
      return markdown ? new MarkdownLayout() : new TerminalLayout(columns);
    }
  }

  /** As it is written to summary.txt. */
  public static String of(RunReport run) {
    return of(run, Options.usual(Options.ANY_WIDTH));
  }

  /** The same, with a table of what the server counted. */
  public static String withServerCounters(RunReport run) {
    return of(run, new Options(false, true, false));
  }

  public static String of(RunReport run, Options options) {
    return new TextReport(run, options).text();
  }

  private String text() {
    TextNotes notes = new TextNotes(run, layout);
    List<String> sections =
        List.of(
            head(),
            StepTables.inserts(run).text(layout),
            StepTables.queries(run).text(layout),
            DiskTable.of(run).text(layout),
            BetweenTable.of(run).text(layout),
            PeriodTables.text(run, layout),
            SizeTable.of(run).text(layout),
            TargetTable.text(run, layout),
            ClientTable.of(run).text(layout),
            BucketTable.of(run).text(layout),
            operations(),
            InProgressTable.text(run, layout),
            options.latencies()
                ? LatencyTables.full(run, layout)
                : LatencyTables.brief(run, layout),
            RowRateTable.text(run, layout),
            options.serverCounters() ? ServerCounterTable.of(run).text(layout) : "",
            notes.steps(),
            (options.serverCounters() ? "" : notes.serverCounters()) + notes.absences(),
            notes.verdicts(),
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
    return layout.heading(title)
        + lines("DAMAGED: ", run.damage())
        + layout.line(target(run.database()))
        + database()
        + data();
  }

  /** The product with what it was talked to with, and what its commits are worth. */
  public static String target(DatabaseInfo database) {
    Map<String, String> fields = database.fields();
    return String.format(
        "%s %s; engine %s; %s; batch: %s; durability: %s; isolation: %s",
        fields.get("product"),
        fields.get("version"),
        fields.get("engine"),
        fields.get("driver"),
        fields.get("batch"),
        fields.get("durability"),
        fields.get("isolation"));
  }

  /** What else of the database shapes the numbers, and what nobody must overlook. */
  private String database() {
    String settings = run.database().settingsLine();
    return (settings.isEmpty() ? "" : layout.line(settings))
        + lines("WARNING: ", run.database().warnings());
  }

  private String lines(String mark, List<String> texts) {
    return texts.stream().map(text -> layout.line(mark + text)).collect(Collectors.joining());
  }

  /** Which data it was, when it was not this run's own, and what the user let pass. */
  private String data() {
    StoredData data = run.data();
    StringBuilder text = new StringBuilder();
    data.loadedBy()
        .filter(loader -> !loader.equals(run.id()))
        .ifPresent(
            loader ->
                text.append(
                    layout.line(
                        String.format(
                            "data loaded by run %s; runs before this one: %s",
                            loader, NumberText.count(data.runsBefore())))));
    data.asIs().forEach(difference -> text.append(layout.line("AS IS: " + difference)));
    return text.toString();
  }

  /** A file cannot say whether its writer still lives. */
  private String end() {
    boolean running = run.state() == RunState.RUNNING;
    String verdict = run.verdict().map(v -> ": " + VerdictText.of(v)).orElse("");
    return layout.end("run " + run.state().label() + (running ? ", or killed" : "") + verdict);
  }

  /** Of the main step; of all that did something when all latencies are wanted. */
  private String operations() {
    List<Step> shown = options.latencies() ? busy(run) : mainStep(run).stream().toList();
    return shown.stream()
        .map(step -> OperationTable.text(step, layout))
        .collect(Collectors.joining("\n"));
  }

  /** The steps that did anything. */
  public static List<Step> busy(RunReport run) {
    return run.steps().stream().filter(step -> !step.whole().operations().isEmpty()).toList();
  }

  /**
   * The step that a run is first of all about: the last one of queries that did anything, or the
   * last load where there is none.
   */
  public static Optional<Step> mainStep(RunReport run) {
    List<Step> busy = busy(run);
    List<Step> requests = busy.stream().filter(step -> step.unit() == Unit.QUERIES).toList();
    return (requests.isEmpty() ? busy : requests).stream().reduce((before, after) -> after);
  }
}
