package io.ibench.suite;

import io.ibench.compare.ComparedCells;
import io.ibench.compare.ComparedValue;
import io.ibench.compare.Comparer;
import io.ibench.compare.Comparison;
import io.ibench.compare.ComparisonSummary;
import io.ibench.compare.CpuDifferenceText;
import io.ibench.compare.CpuPair;
import io.ibench.compare.DuetFunctions;
import io.ibench.compare.FigureRow;
import io.ibench.compare.MissingProfiles;
import io.ibench.compare.RateTables;
import io.ibench.compare.RatioText;
import io.ibench.compare.RepeatMeans;
import io.ibench.compare.Side;
import io.ibench.compare.StepComparison;
import io.ibench.measure.StepStart.Unit;
import io.ibench.page.Page;
import io.ibench.page.PageWriter;
import io.ibench.page.compare.ComparePage;
import io.ibench.report.document.Block;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.ChartSet;
import io.ibench.report.document.Document;
import io.ibench.report.document.Layout;
import io.ibench.report.document.MarkdownLayout;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.document.TerminalLayout;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.ReadBudget;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.StoredDuet;
import io.ibench.report.store.StoredRun;
import io.ibench.report.store.StoredSearch;
import io.ibench.report.store.UnreadableResultException;
import io.ibench.report.text.CsvReport;
import io.ibench.report.text.MeansTables;
import io.ibench.report.text.MeansTables.Member;
import io.ibench.report.text.SeriesReport;
import io.ibench.report.text.SharedReasons;
import io.ibench.report.text.TextReport;
import io.ibench.report.text.VerdictText;
import io.ibench.suite.Cell.State;
import io.ibench.verdict.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a suite has found: its answer, its tables, its page. Immutable. */
public final class SuiteReport {

  public static final String TEXT = "report.txt";
  static final String MARKDOWN = "tables.md";
  static final String CSV = "figures.csv";
  static final String PAGE = "report.html";

  /** The columns of relative tables, as far as the step has them. */
  private static final List<Figure> RELATIVE =
      List.of(
          Figure.QPS,
          Figure.IPS,
          Figure.RPQ,
          Figure.RKBPQ,
          Figure.WKBPQ,
          Figure.WKBPI,
          Figure.OWN_CPU_US_PQ,
          Figure.WRITTEN_GB,
          Figure.SIZE_GB);

  /** The means that the relative tables and the answer divide. */
  private static final MeansTables MEANS = new MeansTables(RepeatMeans::of);

  /** More than any logarithm of a ratio. */
  private static final double BEYOND_NOISE = 1000;

  private static final int MAX_REMARKS = 12;

  /** A reason that more cells have only counts them. */
  private static final int MAX_NAMED = 3;

  private static final Pattern UNIT = Pattern.compile("\\d+([kmgtKMGT])[bB]?");
  private static final Pattern BYTES = Pattern.compile("\\d{1,18}");

  private final Path folder;

  /** The suite with the variants that were asked for or have run. */
  private final Suite suite;

  /** All variants of the suite's file. */
  private final List<Variant> allVariants;

  /** The cells of {@link #suite}. */
  private final SuiteState state;

  /** The runs of each variant that are in its means. */
  private final Map<String, List<StoredRun>> counted = new LinkedHashMap<>();

  /** The runs of each variant that are complete, and not in its means. */
  private final Map<String, List<StoredRun>> others = new LinkedHashMap<>();

  /** The runs that made the data of several cells, by the names of their cells. */
  private final Map<String, List<StoredRun>> golden = new LinkedHashMap<>();

  /** What cells have found that searched the highest rate, by their names. */
  private final Map<String, StoredSearch> found = new LinkedHashMap<>();

  /** Which functions make the difference of a variant to its base, by its name. */
  private final Map<String, CpuPair> cpu = new LinkedHashMap<>();

  private DuetTables duets = new DuetTables(List.of());

  private final List<Judged> judged = new ArrayList<>();

  /**
   * A relation in one group of variants.
   *
   * @param holds empty: it could not be judged
   */
  private record Judged(Expect expect, Optional<Boolean> holds, String line) {}

  private SuiteReport(Path folder, Suite whole, SuiteState state) {
    this.folder = folder;
    this.suite = whole.shown(state);
    this.allVariants = whole.variants();
    this.state = state.shown(whole, suite);
  }

  /** The results of cells that are over: each is read once. Not thread-safe. */
  public static final class Results {

    private final ReadBudget budget = ReadBudget.ofHeap();
    private final Map<Cell, Optional<StoredRun>> runs = new HashMap<>();
    private final Map<Cell, Optional<StoredSearch>> searches = new HashMap<>();
    private final Map<Cell, Optional<StoredDuet>> duets = new HashMap<>();
    private final Map<Cell, DuetFunctions> functions = new HashMap<>();
    private final Map<String, Paired> pairs = new HashMap<>();

    /** The runs of which both sides were when their profiles were read. */
    private record Paired(List<Path> runs, CpuPair pair) {}

    private Optional<StoredRun> run(Path folder, Cell cell) {
      return runs.computeIfAbsent(cell, over -> read(folder.resolve(over.run()), budget));
    }

    private Optional<StoredDuet> duet(Path folder, Cell cell) {
      return duets.computeIfAbsent(cell, over -> readDuet(folder.resolve(over.run())));
    }

    private DuetFunctions functions(Path folder, Cell cell) {
      return functions.computeIfAbsent(cell, over -> DuetFunctions.of(folder.resolve(over.run())));
    }

    private CpuPair cpu(Side base, Side other) {
      List<Path> runs =
          Stream.of(base, other)
              .flatMap(side -> side.runs().stream())
              .map(StoredRun::folder)
              .toList();
      return pairs.compute(
              other.name(),
              (name, before) ->
                  before != null && before.runs.equals(runs)
                      ? before
                      : new Paired(runs, CpuPair.of(base, other)))
          .pair;
    }

    private Optional<StoredSearch> search(Path folder, Cell cell) {
      return searches.computeIfAbsent(cell, over -> StoredSearch.read(folder.resolve(over.run())));
    }
  }

  /** Reads the results of all cells that are over. */
  public static SuiteReport of(Path folder, Suite suite, SuiteState state) {
    return of(folder, suite, state, new Results());
  }

  /**
   * Reads the results of the cells that are over since the last report.
   *
   * @param results what earlier reports of this folder have read
   */
  public static SuiteReport of(Path folder, Suite whole, SuiteState now, Results results) {
    SuiteReport report = new SuiteReport(folder, whole, now);
    Suite suite = report.suite;
    SuiteState state = report.state;
    if (suite.isOfDuets()) {
      report.duets = report.duets(results);
    }
    for (Variant variant : suite.variants()) {
      List<StoredRun> good = new ArrayList<>();
      List<StoredRun> bad = new ArrayList<>();
      for (Cell cell : state.of(variant)) {
        if (cell.state() == State.DONE) {
          results.search(folder, cell).ifPresent(search -> report.found.put(cell.name(), search));
          results
              .run(folder, cell)
              .ifPresent(
                  found -> (SeriesReport.whyNot(found.report()).isEmpty() ? good : bad).add(found));
        }
      }
      report.counted.put(variant.name(), good);
      report.others.put(variant.name(), bad);
    }
    for (Cell cell : state.cells()) {
      if (cell.isLoad() && cell.state() == State.DONE) {
        results
            .run(folder, cell)
            .ifPresent(found -> report.golden.put(cell.name(), List.of(found)));
      }
    }
    suite.variants().forEach(variant -> report.compareCpu(variant, results));
    suite.expects().forEach(report::judge);
    return report;
  }

  private static Optional<StoredRun> read(Path run, ReadBudget budget) {
    try {
      StoredRun stored = StoredRun.read(run, budget);
      return Optional.of(new StoredRun(run, stored.report().withoutTrials()));
    } catch (UnreadableResultException e) {
      return Optional.empty();
    }
  }

  private static Optional<StoredDuet> readDuet(Path run) {
    try {
      return Optional.of(StoredDuet.read(run));
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  private void compareCpu(Variant variant, Results results) {
    Optional<Side> base =
        suite.base(variant).filter(other -> !other.equals(variant)).flatMap(this::side);
    Optional<Side> side = side(variant);
    if (base.isPresent() && side.isPresent() && isComparable(base.get(), side.get())) {
      CpuPair pair = results.cpu(base.get(), side.get());
      if (!pair.steps().isEmpty()) {
        cpu.put(variant.name(), pair);
      }
    }
  }

  private boolean isComparable(Side base, Side other) {
    return suite.tables().unlike() || Comparer.refusals(List.of(base, other)).isEmpty();
  }

  private DuetTables duets(Results results) {
    List<DuetTables.Found> all = new ArrayList<>();
    for (Variant variant : suite.variantsWithCells()) {
      String base = suite.title(suite.base(variant).orElseThrow());
      for (Cell cell : state.of(variant)) {
        if (cell.state() == State.DONE) {
          results
              .duet(folder, cell)
              .map(
                  duet ->
                      new DuetTables.Found(
                          cell, base, suite.title(variant), duet, results.functions(folder, cell)))
              .ifPresent(all::add);
        }
      }
    }
    return new DuetTables(all);
  }

  /** Whether any relation is about the variants that were asked for or have run. */
  public boolean hasRelations() {
    return !judged.isEmpty();
  }

  /** Whether all relations between these variants were judged and hold. */
  public boolean allHold() {
    return judged.stream().allMatch(each -> each.holds().orElse(false));
  }

  /** The report for a terminal. */
  public String text(int columns) {
    return document().text(new TerminalLayout(columns));
  }

  /** The report for Markdown. */
  public String markdown() {
    return document().text(new MarkdownLayout());
  }

  /** Writes all files but the page. */
  public void writeTexts() throws IOException {
    Document document = document();
    Layout wide = new TerminalLayout(TextReport.Options.ANY_WIDTH);
    Files.writeString(folder.resolve(TEXT), document.text(wide));
    Files.writeString(folder.resolve(MARKDOWN), markdown());
    for (Variant variant : suite.variants()) {
      ServerFiles.write(folder, state.of(variant), suite.base(variant).map(state::of));
    }
    List<StoredRun> runs = counted.values().stream().flatMap(List::stream).toList();
    if (!runs.isEmpty()) {
      Files.writeString(folder.resolve(CSV), CsvReport.of(runs));
    }
    if (!duets.isEmpty()) {
      Files.writeString(folder.resolve(CSV), duets.csv());
    }
  }

  /**
   * Writes all files.
   *
   * @param version of this ibench
   */
  public void write(String version) throws IOException {
    writeTexts();
    List<Side> sides = suite.variants().stream().flatMap(each -> side(each).stream()).toList();
    if (sides.size() > 1) {
      List<CpuPair> differing =
          cpu.values().stream()
              .map(CpuPair::differing)
              .filter(pair -> !pair.steps().isEmpty())
              .toList();
      Page page = ComparePage.of(Comparer.compare(sides), differing, version);
      List<Section> pivots = pivots();
      if (!pivots.isEmpty()) {
        List<Block> tables = new ArrayList<>();
        for (Section pivot : pivots) {
          tables.add(new Block.Notes(List.of(Note.of("", pivot.title()))));
          tables.addAll(pivot.blocks());
        }
        page = page.with(new Section("pivot", "Side by side", "", tables));
      }
      page = page.with(runs());
      PageWriter.write(page, folder.resolve(PAGE));
    }
    if (!duets.isEmpty()) {
      List<Section> sections = new ArrayList<>();
      sections.add(new Section("answer", "Answer", "", List.of(new Block.Notes(about()))));
      sections.addAll(duets.sections());
      ChartSet none = new ChartSet(0, List.of(), List.of(), List.of());
      Page page =
          new Page(
              title(), List.of(), io.ibench.report.document.Cell.of(""), sections, none, version);
      PageWriter.write(page.with(runs()), folder.resolve(PAGE));
    }
  }

  /** The pages of the cells, a line for each variant. */
  private Section runs() {
    List<Block> lines = new ArrayList<>();
    for (Variant variant : suite.variants()) {
      List<Block.Link> links =
          state.of(variant).stream()
              .map(cell -> cell.run().resolve(PAGE))
              .filter(page -> Files.isRegularFile(folder.resolve(page)))
              .map(
                  page ->
                      Block.Link.to(
                          Objects.requireNonNull(page.getParent()).getFileName().toString(), page))
              .toList();
      if (!links.isEmpty()) {
        lines.add(new Block.Links(suite.title(variant), links));
      }
    }
    return new Section("runs", "Pages of the runs", "", lines);
  }

  private Optional<Side> side(Variant variant) {
    List<StoredRun> runs = counted.get(variant.name());
    return Objects.requireNonNull(runs).isEmpty()
        ? Optional.empty()
        : Optional.of(new Side(suite.title(variant), runs));
  }

  private Document document() {
    if (suite.isOfDuets()) {
      List<Section> sections = new ArrayList<>(duets.isEmpty() ? List.of() : duets.sections());
      sections.add(canaries());
      sections.add(Section.ofNotes(cellNotes()));
      return new Document(title(), about(), sections, "");
    }
    List<Section> sections = new ArrayList<>(List.of(searches()));
    sections.addAll(pivots());
    for (List<Variant> group : groups()) {
      Compared compared = compared(group);
      sections.add(summary(compared));
      sections.add(tables(group));
      sections.add(relative(compared));
      sections.addAll(CpuDifferenceText.sections(cpu(group)));
    }
    sections.add(Section.ofNotes(withoutProfile()));
    sections.add(goldenLoads());
    sections.add(readBack());
    sections.add(canaries());
    sections.add(Section.ofNotes(cellNotes()));
    return new Document(title(), about(), sections, "");
  }

  private String title() {
    long done = state.cells().stream().filter(cell -> cell.state() == State.DONE).count();
    return String.format(
        Locale.ROOT,
        "ibench suite: %s %s, %d of %d cells done%s",
        suite.variants().size() < allVariants.size()
            ? suite.variants().size() + " of " + allVariants.size()
            : "" + allVariants.size(),
        allVariants.size() == 1 ? "variant" : "variants",
        done,
        state.cells().size(),
        suite.scale().map(name -> "; scale " + name + ", not the published sizes").orElse(""));
  }

  /** The answer first: what differs most, and which relations hold. */
  private List<Note> about() {
    if (!duets.isEmpty()) {
      return duets.answer();
    }
    List<Note> notes = new ArrayList<>();
    if (found.isEmpty()) {
      notes.addAll(answer());
    } else {
      notes.add(Note.of("highest rate", highest()));
    }
    trust().ifPresent(notes::add);
    for (Judged each : judged) {
      Tone tone = each.holds().orElse(false) ? Tone.PLAIN : Tone.BAD;
      notes.add(new Note("expect " + each.expect().name(), each.line(), tone));
    }
    return notes;
  }

  /** How many cells have which verdict, and why most of them are not valid. */
  private Optional<Note> trust() {
    SharedReasons reasons = new SharedReasons();
    Map<Verdict, Integer> counts = new TreeMap<>(Comparator.reverseOrder()); // the worst first
    int all = 0;
    for (Variant variant : suite.variants()) {
      for (StoredRun run : runs(variant)) {
        Optional<Verdict> verdict =
            run.report().verdict().or(() -> VerdictText.worst(run.report().steps()));
        verdict.ifPresent(found -> counts.merge(found, 1, Integer::sum));
        all += verdict.isPresent() ? 1 : 0;
        if (verdict.filter(Verdict::isBad).isPresent()) {
          reasons.add(nameOf(run), run.report());
        }
      }
    }
    if (counts.isEmpty()) {
      return Optional.empty();
    }
    List<String> parts = new ArrayList<>();
    for (Map.Entry<Verdict, Integer> each : counts.entrySet()) {
      int n = each.getValue();
      String cells = n < all ? n + " of " + all + " cells" : n == 1 ? "the cell" : allOf(n);
      String verb = n == 1 ? " is " : " are ";
      parts.add((parts.isEmpty() ? cells + verb : n + " ") + VerdictText.of(each.getKey()));
    }
    Optional<SharedReasons.Shared> why = reasons.most();
    String because = why.map(most -> ": " + most.text()).orElse("");
    int more = reasons.all().size() - 1;
    return Optional.of(
        new Note(
            "",
            String.join(", ", parts) + because + (more > 0 ? " (" + more + " more below)" : ""),
            why.isPresent() ? Tone.CARE : Tone.PLAIN));
  }

  private static String allOf(int cells) {
    return cells == 2 ? "both cells" : "all " + cells + " cells";
  }

  /** The complete runs of a variant. */
  private List<StoredRun> runs(Variant variant) {
    return Stream.of(counted, others)
        .flatMap(of -> Objects.requireNonNull(of.get(variant.name())).stream())
        .toList();
  }

  /** The name of a run's cell. */
  private String nameOf(StoredRun run) {
    return state.cells().stream()
        .filter(cell -> folder.resolve(cell.run()).equals(run.folder()))
        .map(Cell::name)
        .findFirst()
        .orElse(run.folder().toString());
  }

  /** The rates that pass, of all cells of each variant. */
  private String highest() {
    List<String> all = new ArrayList<>();
    for (Variant variant : suite.variants()) {
      List<StoredSearch> of =
          state.of(variant).stream()
              .map(cell -> found.get(cell.name()))
              .filter(Objects::nonNull)
              .toList();
      if (of.size() == 1) {
        all.add(suite.title(variant) + ": " + of.get(0).answer());
        continue;
      }
      List<String> parts = new ArrayList<>();
      rates(of, true).ifPresent(it -> parts.add(it + " in " + count(of, true)));
      rates(of, false).ifPresent(it -> parts.add("at least " + it + " in " + count(of, false)));
      long none = of.stream().filter(search -> search.passesPs().isEmpty()).count();
      if (none > 0) {
        parts.add("no rate passes in " + none + " of " + of.size() + " cells");
      }
      if (!parts.isEmpty()) {
        all.add(suite.title(variant) + ": " + String.join(", ", parts));
      }
    }
    return String.join("; ", all);
  }

  /**
   * The lowest and the highest rate that passes.
   *
   * @param found of the searches that found it, or of those that another limit ended
   */
  private static Optional<String> rates(List<StoredSearch> searches, boolean found) {
    DoubleSummaryStatistics passes =
        searches.stream()
            .filter(search -> search.isFound() == found)
            .flatMap(search -> search.passesPs().stream())
            .mapToDouble(Number::doubleValue)
            .summaryStatistics();
    if (passes.getCount() == 0) {
      return Optional.empty();
    }
    String least = String.format(Locale.ROOT, "%,.0f", passes.getMin());
    String most = String.format(Locale.ROOT, "%,.0f", passes.getMax());
    return Optional.of(
        (least.equals(most) ? least + "/s passes" : least + " to " + most + "/s pass"));
  }

  private static String count(List<StoredSearch> searches, boolean found) {
    long count =
        searches.stream()
            .filter(search -> search.isFound() == found && search.passesPs().isPresent())
            .count();
    return count + " of " + searches.size() + " cells" + (found ? "" : " (not decided)");
  }

  /** The pair of rates of each cell that searched. */
  private Section searches() {
    if (found.isEmpty()) {
      return Section.of(List.of());
    }
    List<TableColumn> heads =
        List.of(
            TableColumn.number("passes/s", "The highest rate that keeps the limits."),
            TableColumn.number("fails/s", "The lowest rate above it that breaks them."),
            TableColumn.text("cell"),
            TableColumn.text("not decided"));
    List<Row> rows = new ArrayList<>();
    found.forEach(
        (cell, search) ->
            rows.add(
                Row.of(
                    NumberText.figure(search.passesPs().orElse(null)),
                    NumberText.figure(search.failsPs().orElse(null)),
                    cell,
                    search.isFound() ? "" : search.answer())));
    StoredSearch first = found.values().iterator().next();
    String limits =
        first.limits().entrySet().stream()
            .map(
                limit ->
                    limit.getKey().replace("_us", "")
                        + " < "
                        + Durations.latency(Math.round(1e3 * limit.getValue().doubleValue())))
            .collect(Collectors.joining(", "));
    return Section.of(
        List.of(new Table("highest rate of " + first.step() + ", " + limits, heads, rows)));
  }

  /**
   * The variant that differs most from its base in the rate of the main step, beyond noise first.
   */
  private List<Note> answer() {
    List<Note> best =
        List.of(
            Note.of(
                "",
                suite.variants().size() == 1
                    ? "one variant, which is compared with nothing"
                    : "no two variants have results yet"));
    String refused = "the variants do different work: unlike = true compares them nevertheless";
    double most = -1;
    for (Variant variant : suite.variants()) {
      Optional<Variant> base = suite.base(variant).filter(found -> !found.equals(variant));
      if (base.isEmpty() || side(variant).isEmpty() || side(base.get()).isEmpty()) {
        continue;
      }
      List<Side> sides = List.of(side(base.get()).get(), side(variant).get());
      if (!isComparable(sides.get(0), sides.get(1))) {
        best = most < 0 ? List.of(Note.of("", refused)) : best;
        continue;
      }
      Comparison comparison = Comparer.compare(sides);
      Optional<ComparedValue> rate =
          comparison.mainStep().flatMap(StepComparison::rate).map(row -> row.cells().get(1));
      double ratio = rate.map(ComparedValue::ratio).orElse(Double.NaN);
      double distance = Double.isFinite(ratio) && ratio > 0 ? Math.abs(Math.log(ratio)) : 0;
      distance += rate.filter(RatioText::standsOut).isPresent() ? BEYOND_NOISE : 0;
      if (distance > most) {
        most = distance;
        ComparisonSummary summary = new ComparisonSummary(comparison);
        List<Note> notes = new ArrayList<>(List.of(Note.of("", summary.sentence())));
        summary.neighbours().ifPresent(notes::add);
        summary.serverWrites().ifPresent(notes::add);
        Canary.offBase(canaries(variant), canaries(base.get()))
            .map(off -> "the machine differed before its cells: " + off)
            .ifPresent(text -> notes.add(new Note("", text, Tone.CARE)));
        best = notes;
      }
    }
    return best;
  }

  /** The variants with the same levels of the factors of table.by. */
  private Collection<List<Variant>> groups() {
    Map<List<String>, List<Variant>> groups = new LinkedHashMap<>();
    for (Variant variant : suite.variants()) {
      groups.computeIfAbsent(suite.table(variant), none -> new ArrayList<>()).add(variant);
    }
    return groups.values();
  }

  private Section tables(List<Variant> group) {
    List<Member> members = new ArrayList<>();
    Optional<String> factor = breaking();
    String before = "";
    for (Variant variant : group) {
      String level = factor.map(variant.levels()::get).orElse("");
      boolean gap = !members.isEmpty() && !level.equals(before);
      before = level;
      members.add(member(suite.rowName(variant), variant, gap));
    }
    List<Block> blocks = new ArrayList<>();
    if (suite.tables().engines()) {
      blocks.addAll(MEANS.engines(members));
      blocks.add(new Block.Notes(withoutResults(group)));
    }
    if (suite.tables().loads()) {
      MEANS.loads(members).ifPresent(blocks::add);
    }
    MEANS.rests(members).ifPresent(blocks::add);
    return new Section("", heading(group.get(0)), "", blocks);
  }

  private Member member(String name, Variant variant, boolean gap) {
    return new Member(
        name + withoutResult(variant).map(cell -> " (" + cell.state() + ")").orElse(""),
        reports(Objects.requireNonNull(counted.get(variant.name()))),
        reports(Objects.requireNonNull(others.get(variant.name()))),
        gap);
  }

  /** The first cell of a variant that has no figures and gets none. */
  private Optional<Cell> withoutResult(Variant variant) {
    List<Cell> cells = state.of(variant);
    return !runs(variant).isEmpty() || !cells.stream().allMatch(cell -> cell.state().isOver())
        ? Optional.empty()
        : cells.stream().findFirst();
  }

  /** Why rows of a group have no figures. */
  private List<Note> withoutResults(List<Variant> group) {
    List<Note> notes = new ArrayList<>();
    for (Variant variant : group) {
      withoutResult(variant)
          .flatMap(Cell::reason)
          .ifPresent(why -> notes.add(new Note(suite.rowName(variant), why, Tone.CARE)));
    }
    return notes;
  }

  /** The rates with the levels of a factor side by side. */
  private List<Section> pivots() {
    String pivot = suite.tables().pivot().orElse("");
    return new PivotTables(
            suite,
            MEANS,
            variant -> heading(variant, pivot),
            variant -> member(suite.title(variant), variant, false))
        .sections();
  }

  /** What it cost to make the data that cells got copies of. */
  private Section goldenLoads() {
    List<Member> members = new ArrayList<>();
    golden.forEach((name, runs) -> members.add(new Member(name, reports(runs), List.of(), false)));
    return MEANS
        .loads(members)
        .map(table -> new Section("", "the data that cells begin with", "", List.of(table)))
        .orElse(Section.of(List.of()));
  }

  /** The levels of the factors of table.by that vary. */
  private String heading(Variant variant) {
    return heading(variant, "");
  }

  /** The same without one of them. */
  private String heading(Variant variant, String without) {
    return suite.factors().stream()
        .filter(factor -> !factor.name().equals(without))
        .filter(factor -> suite.tables().by().contains(factor.name()))
        .filter(factor -> factor.levels().size() > 1)
        .map(factor -> factor.title(Objects.requireNonNull(variant.levels().get(factor.name()))))
        .collect(Collectors.joining(", "));
  }

  /** The first factor of a table's rows, if there are others besides it. */
  private Optional<String> breaking() {
    List<String> names =
        suite.factors().stream()
            .filter(factor -> factor.levels().size() > 1)
            .map(Factor::name)
            .filter(name -> !suite.tables().by().contains(name))
            .toList();
    return names.size() > 1 ? Optional.of(names.get(0)) : Optional.empty();
  }

  private static List<RunReport> reports(List<StoredRun> runs) {
    return runs.stream().map(StoredRun::report).toList();
  }

  /**
   * A group's variants, each with its base.
   *
   * @param unlike why some are not compared
   */
  private record Compared(List<Comparison> comparisons, List<Note> unlike) {}

  private Compared compared(List<Variant> group) {
    Map<String, List<Variant>> byBase = new LinkedHashMap<>();
    for (Variant variant : group) {
      suite
          .base(variant)
          .filter(base -> side(base).isPresent() && side(variant).isPresent())
          .ifPresent(
              base -> byBase.computeIfAbsent(base.name(), none -> new ArrayList<>()).add(variant));
    }
    List<Comparison> comparisons = new ArrayList<>();
    List<Note> unlike = new ArrayList<>();
    byBase.forEach(
        (name, variants) -> {
          List<Side> sides = new ArrayList<>(List.of(row(suite.variant(name))));
          for (Variant variant : variants) {
            Side side = row(variant);
            List<String> why = Comparer.refusals(List.of(sides.get(0), side));
            if (!suite.tables().unlike() && !why.isEmpty()) {
              unlike.add(
                  Note.of(
                      suite.title(variant) + " is no ratio to " + sides.get(0).name(), why.get(0)));
            } else if (!variant.name().equals(name)) {
              sides.add(side);
            }
          }
          if (sides.size() > 1) {
            comparisons.add(Comparer.compare(sides));
          }
        });
    return new Compared(comparisons, unlike);
  }

  /** The rates of all steps relative to the bases, where there are several steps. */
  private static Section summary(Compared compared) {
    List<Block> tables = new ArrayList<>();
    for (Comparison comparison : compared.comparisons()) {
      if (RateTables.isSummary(comparison)) {
        tables.add(RateTables.relative(comparison, names(comparison)));
      }
    }
    return Section.of(tables);
  }

  /** The same relative to the bases of the group. */
  private Section relative(Compared compared) {
    List<Block> blocks = new ArrayList<>();
    compared.comparisons().forEach(comparison -> blocks.addAll(relative(comparison)));
    if (!blocks.isEmpty()) {
      blocks.add(new Block.Notes(List.of(Note.of("", RatioText.MARKS))));
    }
    blocks.add(new Block.Notes(compared.unlike()));
    return Section.of(blocks);
  }

  private static List<String> names(Comparison comparison) {
    return comparison.sides().stream().map(Side::name).toList();
  }

  /** The side of a variant with results, under its name in tables. */
  private Side row(Variant variant) {
    return new Side(suite.rowName(variant), side(variant).orElseThrow().runs());
  }

  /** Which functions make the differences of a group's variants. */
  private List<CpuPair> cpu(List<Variant> group) {
    return group.stream().map(variant -> cpu.get(variant.name())).filter(Objects::nonNull).toList();
  }

  private List<Note> withoutProfile() {
    List<Side> sides = suite.variants().stream().flatMap(each -> side(each).stream()).toList();
    return MissingProfiles.of(sides, Set.of()).stream()
        .map(line -> new Note("", line, Tone.CARE))
        .toList();
  }

  private List<Table> relative(Comparison comparison) {
    List<Table> tables = new ArrayList<>();
    String base = comparison.sides().get(0).name();
    for (StepComparison step : comparison.stepsWithFigures()) {
      List<FigureRow> figures =
          RELATIVE.stream()
              .filter(figure -> figure != Figure.WKBPI || step.unit() == Unit.QUERIES)
              .flatMap(figure -> step.rows().stream().filter(row -> row.is(figure)))
              .toList();
      if (figures.isEmpty() || step.rate().isEmpty() && !isRest(step.step())) {
        continue;
      }
      List<TableColumn> heads = new ArrayList<>();
      figures.forEach(
          row -> heads.add(TableColumn.number(row.shownName(), ComparedCells.definition(row))));
      heads.add(TableColumn.text("variant"));
      List<Row> rows = new ArrayList<>();
      for (int side = 0; side < comparison.sides().size(); side++) {
        List<io.ibench.report.document.Cell> cells = new ArrayList<>();
        for (FigureRow row : figures) {
          cells.add(ComparedCells.ratio(step, row, side));
        }
        cells.add(io.ibench.report.document.Cell.of(comparison.sides().get(side).name()));
        rows.add(new Row(cells, false));
      }
      tables.add(new Table(step.step() + ", relative to " + base, heads, rows));
    }
    return tables;
  }

  private boolean isRest(String step) {
    return counted.values().stream()
        .flatMap(List::stream)
        .flatMap(run -> run.report().steps().stream())
        .anyMatch(of -> of.name().equals(step) && MeansTables.isRest(of));
  }

  /**
   * Judges a relation in each group of levels that it does not name. One of variants that were not
   * asked for is none of this report.
   */
  private void judge(Expect expect) {
    boolean any = false;
    for (Variant over : allVariants) {
      Optional<Variant> under = over.has(expect.over()) ? under(expect, over) : Optional.empty();
      if (under.isPresent()) {
        any = true;
        if (suite.variants().containsAll(List.of(over, under.get()))) {
          judged.add(judge(expect, over, under.get()));
        }
      }
    }
    if (!any) {
      judged.add(
          new Judged(expect, Optional.empty(), "not judged: this scale has no such variants"));
    }
  }

  private Optional<Variant> under(Expect expect, Variant over) {
    Set<String> factors = new LinkedHashSet<>();
    for (Factor factor : suite.factors()) {
      if (factor.levels().stream()
          .anyMatch(level -> expect.over().contains(level) || expect.under().contains(level))) {
        factors.add(factor.name());
      }
    }
    return allVariants.stream()
        .filter(other -> other.has(expect.under()) && Suite.differOnlyIn(factors, over, other))
        .filter(other -> !other.equals(over))
        .findFirst();
  }

  private Judged judge(Expect expect, Variant over, Variant under) {
    String what =
        suite.title(over) + " / " + suite.title(under) + ", " + expect.condition().text() + ": ";
    if (side(over).isEmpty() || side(under).isEmpty()) {
      return new Judged(expect, Optional.empty(), what + "not judged: no results that count");
    }
    Comparison comparison =
        Comparer.compareFor(
            List.of(side(under).get(), side(over).get()), List.of(expect.condition()));
    Optional<FigureRow> row =
        comparison.steps().stream()
            .filter(step -> expect.condition().step().map(step.step()::equals).orElse(true))
            .flatMap(step -> step.rows().stream())
            .filter(found -> found.key().equals(expect.condition().figure()))
            .findFirst();
    if (row.isEmpty() || !row.get().cells().get(1).isCompared()) {
      return new Judged(expect, Optional.empty(), what + "not judged: the figure is not known");
    }
    ComparedValue value = row.get().cells().get(1);
    boolean holds = expect.condition().operator().holds(value.ratio(), expect.condition().ratio());
    String noise = value.noise().exceeds() ? "" : ", not beyond the noise";
    String ratio = RatioText.plain(value.ratio());
    return new Judged(
        expect, Optional.of(holds), what + (holds ? "yes" : "NO") + ", it is " + ratio + noise);
  }

  /** The options that servers of different variants have differently, as the servers say. */
  private Section readBack() {
    Set<String> options = new TreeSet<>();
    Map<String, Map<String, String>> values = new LinkedHashMap<>();
    for (Variant variant : suite.variants()) {
      state.of(variant).stream()
          .filter(cell -> !cell.readBack().isEmpty())
          .findFirst()
          .ifPresent(cell -> values.put(variant.name(), cell.readBack()));
    }
    values.values().forEach(of -> options.addAll(of.keySet()));
    options.removeIf(
        option ->
            values.values().stream().map(of -> of.getOrDefault(option, "-")).distinct().count()
                < 2);
    if (options.isEmpty()) {
      return Section.of(List.of());
    }
    List<Note> notes = new ArrayList<>();
    values.forEach(
        (variant, of) -> {
          Map<String, String> asked = suite.variant(variant).of(Area.CONF);
          String text =
              options.stream()
                  .filter(of::containsKey)
                  .map(
                      option ->
                          option
                              + " = "
                              + withUnit(
                                  asked.getOrDefault(option, ""),
                                  Objects.requireNonNull(of.get(option))))
                  .collect(Collectors.joining(", "));
          notes.add(
              Note.of(suite.title(suite.variant(variant)), text.isEmpty() ? "the defaults" : text));
        });
    return new Section("", "what differs, as the servers say", "", List.of(new Block.Notes(notes)));
  }

  /** Bytes in the unit in which they were asked for. */
  private static String withUnit(String asked, String has) {
    Matcher unit = UNIT.matcher(asked);
    int power = unit.matches() ? 1 + "kmgt".indexOf(unit.group(1).toLowerCase(Locale.ROOT)) : 0;
    long bytes = 1L << 10 * power;
    if (power == 0 || !BYTES.matcher(has).matches() || Long.parseLong(has) % bytes != 0) {
      return has;
    }
    return Long.parseLong(has) / bytes + unit.group(1);
  }

  private List<Canary.Figures> canaries(Variant variant) {
    return state.of(variant).stream().flatMap(cell -> cell.canary().stream()).toList();
  }

  /** Of the variant that the cell's one is divided by; none for the base and for loads. */
  private List<Canary.Figures> baseCanaries(Cell cell) {
    return suite.variants().stream()
        .filter(variant -> !cell.isLoad() && variant.name().equals(cell.variant()))
        .flatMap(variant -> suite.base(variant).filter(base -> !base.equals(variant)).stream())
        .findFirst()
        .map(this::canaries)
        .orElse(List.of());
  }

  private Section canaries() {
    List<Canary.Figures> all =
        state.cells().stream().flatMap(cell -> cell.canary().stream()).toList();
    if (all.isEmpty()) {
      return Section.of(List.of());
    }
    List<TableColumn> heads =
        List.of(
            TableColumn.text("cell"),
            TableColumn.number("CPU M/s", "A fixed computation on one thread."),
            TableColumn.number("read us", "The median of direct reads of 16 KB."),
            TableColumn.number("fsync us", "The median of an fsync of 4 KB."),
            TableColumn.text("remark"));
    List<Row> rows = new ArrayList<>();
    for (Cell cell : state.cells()) {
      cell.canary()
          .ifPresent(
              of ->
                  rows.add(
                      Row.of(
                          cell.name(),
                          NumberText.figure(of.cpuPerSecond()),
                          NumberText.figure(of.readMicros()),
                          NumberText.figure(of.fsyncMicros()),
                          String.join(", ", Canary.remarks(of, all, baseCanaries(cell))))));
    }
    return Section.of(
        List.of(new Table("the machine before each cell, in their order", heads, rows)));
  }

  /** Cells that failed or were not run, and then remarks; each text once. */
  private List<Note> cellNotes() {
    Map<String, List<String>> cells = new LinkedHashMap<>();
    for (Cell cell : state.cells()) {
      if (cell.state() != State.DONE && cell.state().isOver()) {
        String text = cell.state() + cell.reason().map(why -> ": " + why).orElse("");
        cells.computeIfAbsent(text, none -> new ArrayList<>()).add(cell.name());
      }
    }
    int over = cells.size(); // all of them are told
    for (Cell cell : state.cells()) {
      cell.remarks()
          .forEach(why -> cells.computeIfAbsent(why, none -> new ArrayList<>()).add(cell.name()));
    }
    if (suite.matter().order() == Order.GIVEN && suite.matter().repeat() > 1) {
      cells.put(
          "all repeats of a variant ran together: a machine that changes looks like a variant that"
              + " differs; order = interleaved balances it",
          List.of("order = given"));
    }
    reasons(cells);
    int most = over + MAX_REMARKS;
    List<Note> notes = new ArrayList<>();
    cells.entrySet().stream()
        .limit(most)
        .map(each -> new Note(String.join(", ", each.getValue()), each.getKey(), Tone.CARE))
        .forEach(notes::add);
    int left = cells.size() - most;
    if (left > 0) {
      String what = left == 1 ? "1 further remark is" : left + " further remarks are";
      notes.add(Note.of("", what + " in the reports of the cells and in " + SuiteState.NAME));
    }
    return notes;
  }

  /** Why runs are not trusted; reasons that differ only in their numbers share a line. */
  private void reasons(Map<String, List<String>> cells) {
    SharedReasons reasons = new SharedReasons();
    for (Variant variant : suite.variants()) {
      runs(variant).forEach(run -> reasons.add(nameOf(run), run.report()));
    }
    int all = suite.variants().stream().mapToInt(variant -> runs(variant).size()).sum();
    for (SharedReasons.Shared each : reasons.all()) {
      int n = each.names().size();
      List<String> names =
          n == all && all > 1
              ? List.of(allOf(all))
              : n > MAX_NAMED ? List.of(n + " of " + all + " cells") : each.names();
      cells.computeIfAbsent(each.text(), none -> new ArrayList<>()).addAll(names);
    }
  }
}
