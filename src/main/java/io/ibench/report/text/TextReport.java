package io.ibench.report.text;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Block;
import io.ibench.report.document.Document;
import io.ibench.report.document.Layout;
import io.ibench.report.document.MarkdownLayout;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.TerminalLayout;
import io.ibench.report.figures.DatabaseInfo;
import io.ibench.report.figures.NumberText;
import io.ibench.report.figures.RunLabel;
import io.ibench.report.figures.RunState;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.RunReport.StoredData;
import io.ibench.report.store.StoredRun;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The report of a run as text: a pure function of the stored run. */
public final class TextReport {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private final RunReport run;
  private final Options options;
  private final List<Table> curves;

  private TextReport(RunReport run, Options options) {
    this.run = run.withoutTrials();
    this.curves = LoadCurve.tables(run);
    this.options = options;
  }

  /**
   * What the report contains, and its form.
   *
   * @param markdown for GitHub instead of a terminal
   * @param all with every detail; else only what most readers look for
   * @param columns the maximum width of tables on a terminal; {@link #ANY_WIDTH} for files
   */
  public record Options(boolean markdown, boolean all, int columns) {

    /** No maximum. */
    public static final int ANY_WIDTH = Integer.MAX_VALUE;

    /** Options for the report that a run prints. */
    public static Options usual(int columns) {
      return new Options(false, false, columns);
    }

    public Layout layout() {
      return markdown ? new MarkdownLayout() : new TerminalLayout(columns);
    }
  }

  /** The text of summary.txt, with every detail. */
  public static String of(RunReport run) {
    return of(run, new Options(false, true, Options.ANY_WIDTH));
  }

  public static String of(RunReport run, Options options) {
    return new TextReport(run, options).text();
  }

  /** The same, then what the files of its folder say about sessions and the CPU. */
  public static String withFiles(StoredRun run, Options options) {
    return of(run.report(), options)
        + WaitReport.after(run.folder(), run.report(), options.layout())
        + CpuProfileReport.after(run.folder(), options.layout());
  }

  private String text() {
    List<Block> tables = new ArrayList<>();
    if (options.markdown()) {
      tables.add(StepTables.inserts(run));
      tables.add(StepTables.queries(run));
    } else {
      tables.addAll(StepTables.withLegend(run));
    }
    tables.addAll(PeriodTables.of(run));
    tables.add(TargetTable.forTerminal(run));
    tables.add(options.all() ? AgentShareTable.of(run) : AgentShareTable.brief(run));
    if (options.all()) {
      tables.add(CpuTable.of(run));
      tables.add(DiskTable.of(run));
      tables.add(AmplificationTable.of(run));
      tables.add(LsmTable.of(run));
      tables.add(RocksWorkTable.of(run));
      tables.add(BetweenTable.of(run));
      tables.add(SizeTable.of(run));
      tables.add(ClientTable.of(run));
      tables.add(BucketTable.of(run));
    }
    operationSteps().forEach(step -> tables.addAll(OperationTable.brief(step)));
    if (options.all()) {
      operationSteps().forEach(step -> tables.addAll(PartTable.of(step)));
    }
    tables.addAll(InProgressTable.brief(run));
    tables.addAll(options.all() ? LatencyTables.full(run) : LatencyTables.brief(run));
    if (options.all()) {
      tables.add(RowRateTable.withBars(run));
      tables.add(ServerCounterTable.of(run));
    }
    List<Block> notes =
        Stream.of(
                StepNotes.of(run, options.all()), absences(), verdicts(), ExpectationNotes.of(run))
            .map(list -> (Block) new Block.Notes(list))
            .toList();
    List<Section> sections =
        List.of(
            Section.of(tables),
            Section.of(notes),
            Section.of(AnswerTable.of(run).stream().toList()),
            Section.of(curves));
    return new Document(title(), about(), sections, end()).text(options.layout());
  }

  private String title() {
    return String.format(
        Locale.ROOT,
        "ibench %s: %s on %s, run %s, %s",
        run.version(),
        run.workload(),
        run.database().fields().get("name"),
        run.id(),
        TIME.format(run.started()));
  }

  /** The database, its settings that influence the numbers, and warnings. */
  private List<Note> about() {
    List<Note> about = new ArrayList<>();
    AgentShareTable.together(run).ifPresent(about::add);
    run.damage().forEach(text -> about.add(Note.of("DAMAGED", text)));
    if (!run.label().isEmpty()) {
      about.add(Note.of(RunLabel.LABEL, run.label().text()));
    }
    about.add(Note.of("", target(run.database())));
    String settings = run.database().settingsLine();
    if (!settings.isEmpty()) {
      about.add(Note.of("", settings));
    }
    run.database().warnings().forEach(text -> about.add(Note.of("WARNING", text)));
    StoredData data = run.data();
    data.loadedBy()
        .filter(loader -> !loader.equals(run.id()))
        .map(loader -> "data loaded by run " + loader + "; runs before this one: ")
        .ifPresent(text -> about.add(Note.of("", text + NumberText.count(data.runsBefore()))));
    run.gaps().forEach(gap -> about.add(Note.of("RESUMED", gap.description())));
    data.asIs().forEach(difference -> about.add(Note.of("AS IS", difference)));
    return about;
  }

  /** The product, the driver, and the durability and isolation of commits. */
  public static String target(DatabaseInfo database) {
    return Stream.of(
            String.join(" ", text(database, "product"), text(database, "version")),
            labelled("engine ", text(database, "engine")),
            text(database, "driver"),
            labelled("batch: ", text(database, "batch")),
            labelled("durability: ", text(database, "durability")),
            labelled("isolation: ", text(database, "isolation")))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining("; "));
  }

  private static String text(DatabaseInfo database, String field) {
    return String.valueOf(database.fields().get(field));
  }

  /** Empty for what the product does not have. */
  private static String labelled(String label, String text) {
    return text.isEmpty() ? "" : label + text;
  }

  private List<Note> absences() {
    List<Note> notes = new ArrayList<>(AbsenceNotes.of(run, options.all()));
    if (!options.all()) {
      notes.add(Note.of("every detail", "summary.txt, or report --all" + otherSteps()));
    }
    return notes;
  }

  /** Says that one of several main steps alone has a table of its operations. */
  private String otherSteps() {
    long others = AnswerTable.mainSets(run).size() - 1L;
    boolean shown = operationSteps().stream().anyMatch(Step::isMain);
    return others < 1 || !shown
        ? ""
        : others == 1
            ? "; only they show the operations of the other main step"
            : "; only they show the operations of the other " + others + " main steps";
  }

  private List<Note> verdicts() {
    List<Note> notes = new ArrayList<>(VerdictNotes.of(run, options.all()));
    notes.addAll(VerdictNotes.ofRun(run));
    return notes;
  }

  /** The result folder does not show whether the process of a running run is alive. */
  private String end() {
    boolean running = run.state() == RunState.RUNNING;
    String verdict = run.verdict().map(v -> ": " + VerdictText.of(v)).orElse("");
    return "run " + run.state().label() + (running ? ", or killed" : "") + verdict;
  }

  /** The main step; in a full report every step with operations. */
  private List<Step> operationSteps() {
    return options.all() ? busy(run) : mainStep(run).stream().toList();
  }

  /** The steps with operations. */
  public static List<Step> busy(RunReport run) {
    return run.steps().stream().filter(step -> !step.whole().operations().isEmpty()).toList();
  }

  /**
   * The step that a run is mainly about: the last one of queries with operations, else the last one
   * with operations.
   */
  public static Optional<Step> mainStep(RunReport run) {
    List<Step> busy = busy(run);
    List<Step> requests = busy.stream().filter(step -> step.unit() == Unit.QUERIES).toList();
    return (requests.isEmpty() ? busy : requests).stream().reduce((before, after) -> after);
  }
}
