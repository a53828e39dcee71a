package io.ibench.page;

import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Block;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Chart.Topic;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.SmallChart;
import io.ibench.report.document.Table;
import io.ibench.report.figures.SanitizedText;
import io.ibench.report.store.RunFile;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredRun;
import io.ibench.report.text.AgentShareTable;
import io.ibench.report.text.AmplificationTable;
import io.ibench.report.text.AnswerTable;
import io.ibench.report.text.BetweenTable;
import io.ibench.report.text.ClientTable;
import io.ibench.report.text.DiskTable;
import io.ibench.report.text.LoadCurve;
import io.ibench.report.text.LsmTable;
import io.ibench.report.text.RocksWorkTable;
import io.ibench.report.text.RowRateTable;
import io.ibench.report.text.SizeTable;
import io.ibench.report.text.TargetTable;
import io.ibench.report.text.TextReport;
import io.ibench.report.text.VerdictText;
import io.ibench.report.text.WaitReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The page of a run: its text report, charts, and all settings. Not thread-safe. */
public final class RunPage {

  private final RunReport all;
  private final RunReport run;
  private final RunFile file;
  private final ChartSet charts;
  private final List<Section> sections = new ArrayList<>();

  private RunPage(RunReport run, RunFile file, ChartSet charts) {
    this.all = run;
    this.run = run.withoutTrials();
    this.file = file;
    this.charts = charts;
  }

  /**
   * The page of a result folder.
   *
   * @throws IOException when a file of the folder cannot be read to its end
   */
  public static Page of(StoredRun stored) throws IOException {
    return of(stored, false);
  }

  /** The same, shown by the process of the run: it is not killed. */
  public static Page live(StoredRun stored) throws IOException {
    return of(stored, true);
  }

  private static Page of(StoredRun stored, boolean isLive) throws IOException {
    RunReport run = stored.report();
    RunFile file = RunFile.read(stored.folder());
    ChartSet charts = RunCharts.of(stored.folder(), run, file);
    Further further =
        new Further(
            CpuBlocks.of(stored.folder()),
            WaitReport.notes(stored.folder(), run),
            MainCounterCharts.of(stored.folder(), run, file));
    return of(run, file, charts, further, isLive);
  }

  static Page of(RunReport run, RunFile file, ChartSet charts) {
    return of(run, file, charts, false);
  }

  static Page of(RunReport run, RunFile file, ChartSet charts, boolean isLive) {
    return of(run, file, charts, new Further(List.of(), List.of(), List.of()), isLive);
  }

  /**
   * What the page has from further files of the folder.
   *
   * @param functions the CPU of each
   * @param waits what sessions wait for, a sentence for each step
   * @param counters those of the server that explain most
   */
  private record Further(List<Block> functions, List<Note> waits, List<SmallChart> counters) {}

  private static Page of(
      RunReport run, RunFile file, ChartSet charts, Further further, boolean isLive) {
    RunHead head = new RunHead(run, file, isLive);
    return new Page(
        head.title(),
        head.run(),
        AnswerTable.headline(run.withoutTrials()).stream().toList(),
        head.verdict(),
        head.why(),
        head.subtitle(),
        new RunPage(run, file, charts).sections(head, further),
        charts,
        SanitizedText.of(run.version()));
  }

  private List<Section> sections(RunHead head, Further further) {
    add("warnings", "Read this first", notes(head.warnings()));
    List<Block> answerCharts = answerCharts();
    add("answer", "Answer", both(loadCurves(), charts(Topic.ANSWER), answer(), answerCharts));
    sections.add(NoteBlocks.of(run));
    add("steps", "Steps", both(StepBlocks.steps(run), TargetTable.of(run).blocks()));
    add("agents", "Agents", bySteps(AgentShareTable.of(run)));
    add("periods", "Report periods", StepBlocks.periods(run));
    List<Block> rates = new ArrayList<>(charts(Topic.THROUGHPUT));
    rates.removeAll(answerCharts);
    add("throughput", "Throughput", both(rates, RowRateTable.of(run).blocks()));
    add("latencies", "Operations", latencies());
    add("clients", "Clients", both(bySteps(ClientTable.of(run)), charts(Topic.CLIENTS)));
    add(
        "costs",
        "Costs",
        both(
            bySteps(DiskTable.of(run)),
            bySteps(AmplificationTable.of(run)),
            bySteps(LsmTable.of(run)),
            bySteps(RocksWorkTable.of(run)),
            BetweenTable.of(run).blocks(),
            charts(Topic.COSTS),
            notes(further.waits)));
    add("functions", "CPU by function", further.functions);
    add("sizes", "Sizes and memory", both(bySteps(SizeTable.of(run)), charts(Topic.SIZES)));
    add(
        "outages",
        "Outages",
        both(StepBlocks.outages(run), StepBlocks.stalls(run), charts(Topic.OUTAGES)));
    add("counters", "Server counters", both(small(further.counters), charts(Topic.COUNTERS)));
    add("charts", "Further charts", charts(Topic.OTHER));
    add("chart-notes", "About the charts", notes(chartNotes()));
    add("setup", "Setup", new SetupBlocks(run, file).blocks());
    Section glossary = Glossary.of(sections);
    add(glossary.id(), glossary.title(), glossary.blocks());
    return List.copyOf(sections);
  }

  private List<Block> loadCurves() {
    return LoadCurve.tables(all).stream().flatMap(table -> table.blocks().stream()).toList();
  }

  private List<Block> answer() {
    return AnswerTable.of(run).map(this::withoutKnownVerdicts).map(Table::blocks).orElse(List.of());
  }

  /** Without the verdicts, the last column, if the head of the page has said the only one. */
  private Table withoutKnownVerdicts(Table table) {
    String ofRun = VerdictText.of(run.verdict());
    int last = table.columns().size() - 1;
    boolean isKnown =
        run.verdict().isPresent()
            && table.rows().stream()
                .map(row -> row.cells().get(last))
                .allMatch(cell -> isUnjudged(cell) || cell.text().equals(ofRun));
    return isKnown
        ? new Table(
            table.title(),
            table.columns().subList(0, last),
            table.rows().stream()
                .map(row -> new Table.Row(row.cells().subList(0, last), row.grey()))
                .toList(),
            table.note())
        : table;
  }

  /** Such as that of a step that was too short to be judged. */
  private static boolean isUnjudged(Cell verdict) {
    return verdict.tone() == Tone.PLAIN || verdict.tone() == Tone.GREY;
  }

  /** The rate that the main steps are about. */
  private List<Block> answerCharts() {
    Set<Unit> units =
        TextReport.busy(run).stream()
            .filter(Step::isMain)
            .map(Step::unit)
            .collect(Collectors.toSet());
    String id = units.contains(Unit.QUERIES) ? RateCharts.QUERIES : RateCharts.INSERTS;
    return charts.charts().stream()
        .filter(chart -> chart.id().equals(id))
        .map(chart -> (Block) new Block.Drawing(chart))
        .toList();
  }

  /** Greys the INVALID steps of a table whose rows begin with their steps. */
  private List<Block> bySteps(Table table) {
    return new InvalidSteps(run).greyedBySteps(table.blocks());
  }

  private List<Block> charts(Topic topic) {
    return charts.charts().stream()
        .filter(chart -> chart.topic() == topic)
        .map(chart -> (Block) new Block.Drawing(chart))
        .toList();
  }

  private static List<Block> small(List<SmallChart> charts) {
    return charts.isEmpty() ? List.of() : List.of(new Block.Multiples(charts));
  }

  private List<Block> latencies() {
    return both(StepBlocks.operations(run), charts(Topic.LATENCIES), StepBlocks.latencies(run));
  }

  private void add(String id, String title, List<Block> blocks) {
    if (!blocks.isEmpty()) {
      sections.add(new Section(id, title, "", blocks));
    }
  }

  @SafeVarargs
  private static List<Block> both(List<Block>... parts) {
    List<Block> all = new ArrayList<>();
    for (List<Block> part : parts) {
      all.addAll(part);
    }
    return all;
  }

  private static List<Block> notes(List<Note> notes) {
    return notes.isEmpty() ? List.of() : List.of(new Block.Notes(notes));
  }

  private List<Note> chartNotes() {
    return charts.notes().stream().map(text -> Note.of("charts", text)).toList();
  }
}
