package io.ibench.compare;

import io.ibench.compare.Noise.Kind;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Block;
import io.ibench.report.document.Block.Notes;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Cell.Tone;
import io.ibench.report.document.Headline;
import io.ibench.report.document.Note;
import io.ibench.report.document.Section;
import io.ibench.report.document.Table;
import io.ibench.report.document.Table.Row;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredRun;
import io.ibench.report.text.AnswerTable;
import io.ibench.report.text.SharedReasons;
import io.ibench.report.text.VerdictText;
import io.ibench.verdict.Thresholds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The answer of a comparison on one screen: who is faster, what differs, and the main figures of
 * the main steps. Immutable.
 */
public final class ComparisonSummary {

  private static final double NANOS_PER_MICRO = 1000;

  /** If chance can make more than this, a number says nothing. */
  private static final double MAX_FACTOR = 10;

  private static final int LONGEST_VALUES = 100;
  private static final int MAX_DIFFERENCES = 6;
  private static final int MAX_HEADLINES = 3;
  private static final String DISK_WRITES = Figure.WKBPQ.key();
  private static final String READS = Figure.RPQ.key();
  private static final List<String> COSTS = List.of(READS, DISK_WRITES);
  private static final String RATE = "rate";
  private static final String LSM_WRITE_AMP = Figure.LSM_WRITE_AMP.key();

  /** For a terminal; a page has colours. */
  private static final String LEGEND =
      "1 is the base, below it ratios to it: > above 1.05, < below 0.95, ~ within the noise, ? not"
          + " known whether it is noise";

  private final Comparison comparison;
  private final List<String> names;
  private final List<ShownStep> shown;

  public ComparisonSummary(Comparison comparison) {
    this.comparison = comparison;
    this.names = comparison.sides().stream().map(Side::name).toList();
    this.shown = shown(comparison);
  }

  /**
   * A step of the table.
   *
   * @param heads the step's name, in a row for each side; later rows have none
   * @param isShort only the rate and the size
   */
  private record ShownStep(StepComparison step, List<String> heads, boolean isShort) {

    static ShownStep of(StepComparison step, boolean isShort) {
      return new ShownStep(step, List.of(step.step()), isShort);
    }

    static ShownStep of(EqualRows equal) {
      return new ShownStep(
          equal.comparison(), List.of(equal.step() + " at", equal.shortRows() + " rows"), false);
    }
  }

  /** Loads in short, and main steps; without main steps all; then those at equal rows. */
  private static List<ShownStep> shown(Comparison comparison) {
    List<StepComparison> all =
        comparison.stepsWithFigures().stream().filter(StepComparison::countsSomething).toList();
    boolean anyMain = all.stream().anyMatch(StepComparison::isMain);
    List<ShownStep> steps = new ArrayList<>();
    for (StepComparison step : all) {
      boolean load = step.purpose() == StepPurpose.LOAD;
      if (!anyMain || step.isMain() || load) {
        steps.add(ShownStep.of(step, anyMain && load));
      }
    }
    comparison.equalRows().forEach(equal -> steps.add(ShownStep.of(equal)));
    return steps;
  }

  /** Who is faster, for each side. */
  public String sentence() {
    List<String> sentences = new ArrayList<>();
    Optional<StepComparison> main = answer();
    for (int side = 1; side < names.size() && main.isPresent(); side++) {
      sentences.add(sentence(main.get(), side) + range(side));
    }
    return sentences.isEmpty()
        ? names.size() + " sides compared: no step with a rate is in all of them"
        : String.join("; ", sentences);
  }

  /**
   * The ratio of the main rate of each other side, with its sentence. Empty for many sides, and
   * when one of them is not known.
   */
  public List<Headline> headlines() {
    List<Headline> headlines = new ArrayList<>();
    Optional<StepComparison> main = answer();
    for (int side = 1; side < names.size() && main.isPresent(); side++) {
      StepComparison step = main.get();
      ComparedValue rate = step.rate().orElseThrow().cells().get(side);
      boolean leftOut =
          step.states().get(0).leftOut().or(step.states().get(side)::leftOut).isPresent();
      if (leftOut || !rate.isCompared()) {
        return List.of();
      }
      headlines.add(
          new Headline(
              RatioText.plain(rate.ratio()),
              "x " + names.get(0),
              sentence(step, side) + range(side),
              false));
    }
    return headlines.size() > MAX_HEADLINES ? List.of() : headlines;
  }

  /** The main step; if it is not compared, what is known of a step at equal rows. */
  private Optional<StepComparison> answer() {
    Optional<StepComparison> main = comparison.mainStep().filter(step -> step.rate().isPresent());
    return main.filter(StepComparison::hasRatios)
        .or(() -> comparison.equalRows().stream().map(EqualRows::comparison).findFirst())
        .or(() -> main);
  }

  private String sentence(StepComparison step, int side) {
    for (int i : new int[] {0, side}) {
      Optional<String> why = step.states().get(i).leftOut();
      if (why.isPresent()) {
        return step.step() + " is not compared: " + names.get(i) + " is left out, " + why.get();
      }
    }
    ComparedValue rate = step.rate().orElseThrow().cells().get(side);
    String begin = names.get(side) + " is ";
    String of = " x " + names.get(0) + " in " + step.step();
    if (!rate.isCompared()) {
      return "the rate of " + step.step() + " is not known on both sides";
    }
    String ratio = RatioText.plain(rate.ratio());
    String noise = noise(rate, step.rate().get().cells().get(0));
    Optional<String> beyond = rate.noise().isWithin() ? beyond(side) : Optional.empty();
    return beyond
        .map(first -> begin + first + "; the rate of " + step.step() + ": " + ratio + " x" + noise)
        .orElse(begin + ratio + of + noise);
  }

  /**
   * What differs most beyond noise in the main steps, a rate before a cost: it says more than a
   * rate within the noise.
   */
  private Optional<String> beyond(int side) {
    for (List<String> keys : List.of(List.of(RATE), List.of(LSM_WRITE_AMP, DISK_WRITES, READS))) {
      Optional<String> text = beyond(side, keys);
      if (text.isPresent()) {
        return text;
      }
    }
    return Optional.empty();
  }

  private Optional<String> beyond(int side, List<String> keys) {
    String text = null;
    double most = 0;
    for (ShownStep each : shown) {
      for (String key : keys) {
        boolean isRate = key.equals(RATE);
        Optional<FigureRow> row = isRate ? each.step.rate() : each.step.row(key);
        if (!each.step.isMain() || row.isEmpty() || !isClear(row.get(), side)) {
          continue;
        }
        ComparedValue cell = row.get().cells().get(side);
        double distance = Math.abs(Math.log(cell.ratio()));
        if (distance > most) {
          most = distance;
          String name =
              key.equals(LSM_WRITE_AMP) ? "RocksDB's write amplification" : row.get().name();
          text =
              RatioText.plain(cell.ratio())
                  + " x "
                  + names.get(0)
                  + " in "
                  + (isRate ? "" : name + " of ")
                  + each.step.step()
                  + noise(cell, row.get().cells().get(0));
        }
      }
    }
    return Optional.ofNullable(text);
  }

  private static boolean isClear(FigureRow row, int side) {
    ComparedValue cell = row.cells().get(side);
    return RatioText.standsOut(cell) && Double.isFinite(cell.ratio()) && cell.ratio() > 0;
  }

  private static String noise(ComparedValue rate, ComparedValue base) {
    Noise noise = rate.noise();
    if (noise.kind() == Kind.UNKNOWN) {
      boolean single = base.runs().size() == 1 && rate.runs().size() == 1;
      String why = single ? " (one run each: no noise is known)" : " (its noise is not known)";
      return rate.ratio() == 1 ? "" : why;
    }
    boolean single = noise.kind() != Kind.BETWEEN_RUNS;
    String from = source(rate, base) + (single ? " of one run a side" : "");
    if (noise.isUndecided()) {
      return "; more runs would show whether this is noise (" + from + ")";
    }
    return (noise.exceeds() ? ", beyond noise (" : ", within the noise (")
        + limit(rate)
        + from
        + ")";
  }

  /** The ratio from which on a difference is more than chance, in the direction of this one. */
  private static String limit(ComparedValue cell) {
    double limit = cell.noise().limit();
    if (!Double.isFinite(limit)) {
      return "";
    }
    boolean down = cell.ratio() < 1;
    double from = down ? 1 - limit : 1 + limit;
    if (!cell.noise().exceeds() && (down ? from < 1 / MAX_FACTOR : from > MAX_FACTOR)) {
      String what =
          switch (cell.noise().kind()) {
            case BETWEEN_RUNS -> "runs";
            case BETWEEN_REPEATS -> "repeats";
            case WITHIN_RUN, UNKNOWN -> "intervals";
          };
      return "the " + what + " differ so much among themselves that no difference counts, ";
    }
    return from <= 0
        ? ""
        : "only a difference "
            + (down ? "below " : "above ")
            + RatioText.plain(from)
            + " x counts, ";
  }

  /** Where the noise of a ratio comes from. */
  private static String source(ComparedValue other, ComparedValue base) {
    return switch (other.noise().kind()) {
      case BETWEEN_RUNS -> "from " + both(base.runs().size(), other.runs().size(), "runs");
      case BETWEEN_REPEATS ->
          "from " + both(base.repeats().get(0).size(), other.repeats().get(0).size(), "repeats");
      case WITHIN_RUN -> "from the intervals";
      case UNKNOWN -> "not known";
    };
  }

  private static String both(int base, int other, String what) {
    return (base == other ? "" + base : base + " and " + other) + " " + what;
  }

  /** How busy other programs kept the CPUs in the main step, if they did on any side. */
  public Optional<Note> neighbours() {
    Optional<StepComparison> main =
        answer().filter(step -> step.rate().stream().anyMatch(ComparisonSummary::hasOtherThanBase));
    List<ComparedValue> others =
        main.flatMap(step -> step.row(Figure.OTHER_CPU_PCT))
            .map(FigureRow::cells)
            .orElse(List.of());
    if (others.stream().noneMatch(of -> of.value() > Thresholds.MAX_OTHER_CPU_PERCENT)) {
      return Optional.empty();
    }
    String shares =
        others.stream().map(of -> percent(of.value())).collect(Collectors.joining(" / "));
    return Optional.of(
        new Note(
            "",
            "other programs used " + shares + " of the CPUs: the difference may be theirs",
            Tone.CARE));
  }

  private static boolean hasOtherThanBase(FigureRow rate) {
    return rate.cells().stream().skip(1).anyMatch(ComparedValue::isCompared);
  }

  private static String percent(double value) {
    return Double.isFinite(value)
        ? String.format(Locale.ROOT, "%.0f %%", value)
        : ComparedCells.ABSENT;
  }

  /** The sides, and what differs between them. */
  List<Note> about() {
    List<Note> about = new ArrayList<>(neighbours().stream().toList());
    if (!comparison.unlike().isEmpty()) {
      about.add(
          Note.of(
              "UNLIKE", "not the same work, compared nevertheless: " + few(comparison.unlike())));
    }
    for (int i = 0; i < names.size(); i++) {
      Side side = comparison.sides().get(i);
      about.add(
          Note.of(
              "" + (i + 1),
              names.get(i)
                  + (i == 0 ? ", the base: " : ": ")
                  + side.each(run -> product(run.report().database().fields()), " / ")
                  + ", "
                  + side.verdict().map(VerdictText::of).orElse("not judged")));
    }
    about.add(
        comparison.differences().isEmpty()
            ? Note.of("", "settings and environment do not differ, as far as the results show")
            : Note.of("differs", few(comparison.differences())));
    return about;
  }

  private static String product(Map<String, String> fields) {
    return Stream.of("product", "version")
        .map(fields::get)
        .filter(value -> value != null && !value.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /** The first differences; long values are in the details. */
  private static String few(List<SettingDifference> differences) {
    List<String> texts = new ArrayList<>();
    List<String> longer = new ArrayList<>();
    for (SettingDifference difference : differences) {
      String values = String.join(" / ", difference.values());
      if (values.length() <= LONGEST_VALUES) {
        texts.add(difference.name() + " " + values);
      } else {
        longer.add(difference.name());
      }
    }
    texts.addAll(longer);
    int more = texts.size() - MAX_DIFFERENCES;
    return texts.stream().limit(MAX_DIFFERENCES).collect(Collectors.joining("; "))
        + (more > 0 ? "; and " + more + " more" : "");
  }

  /**
   * The table and what belongs to it.
   *
   * @param details follow, with each reason
   */
  List<Section> sections(boolean details) {
    List<Note> below = new ArrayList<>(notes());
    if (!shown.isEmpty()) {
      below.add(0, Note.of("", LEGEND));
      below.addAll(details ? List.of() : degraded());
    }
    return List.of(Section.ofNotes(warnings()), Section.of(List.of(table(), new Notes(below))));
  }

  /** The table of loads and main steps for a page; empty if no step is in all runs. */
  public List<Block> blocks() {
    if (shown.isEmpty()) {
      return List.of();
    }
    List<Block> blocks = new ArrayList<>();
    neighbours().ifPresent(busy -> blocks.add(new Notes(List.of(busy))));
    blocks.add(table());
    blocks.add(new Notes(notes()));
    return blocks;
  }

  /** The reason that most of the shown steps share. */
  private List<Note> degraded() {
    Set<String> names = shown.stream().map(each -> each.step.step()).collect(Collectors.toSet());
    SharedReasons reasons = new SharedReasons();
    for (int side = 0; side < comparison.sides().size(); side++) {
      for (StoredRun run : comparison.sides().get(side).runs()) {
        reasons.addDegraded(
            "" + (side + 1),
            run.report().steps().stream().filter(step -> names.contains(step.name())).toList());
      }
    }
    return reasons.mostFrequent("--details");
  }

  private List<Note> warnings() {
    List<Note> notes = new ArrayList<>();
    comparison
        .answers()
        .filter(answers -> answers.same().isPresent())
        .ifPresent(answers -> notes.add(answers.note()));
    comparison.notes().forEach(note -> notes.add(Note.of("", note)));
    if (!comparison.notInAll().isEmpty()) {
      notes.add(Note.of("not in all of them", String.join(", ", comparison.notInAll())));
    }
    return notes;
  }

  private Table table() {
    String divisor = divisor();
    List<TableColumn> columns = new ArrayList<>();
    columns.add(TableColumn.text("step"));
    columns.add(TableColumn.text("#"));
    columns.add(TableColumn.number("rate/s", ""));
    columns.add(TableColumn.number("p99", ""));
    columns.add(TableColumn.number("r/" + divisor, ""));
    columns.add(TableColumn.number("wKB/" + divisor, ""));
    columns.add(new TableColumn("cpu us", "/" + divisor, "", false));
    columns.add(new TableColumn("size", "GB", "", false));
    columns.add(TableColumn.text("verdict"));
    List<Row> rows = new ArrayList<>();
    for (ShownStep each : shown) {
      for (int side = 0; side < names.size(); side++) {
        rows.add(row(each, side));
      }
    }
    return new Table("", columns, rows);
  }

  private String divisor() {
    Set<Unit> units =
        shown.stream().filter(s -> !s.isShort).map(s -> s.step.unit()).collect(Collectors.toSet());
    return units.size() > 1 ? "op" : units.contains(Unit.QUERIES) ? "q" : "i";
  }

  /** The CPU of server and client, if it is known in all steps; else that of the machine. */
  private String cpu() {
    boolean own =
        shown.stream()
            .filter(each -> !each.isShort)
            .allMatch(each -> each.step.shownRows().stream().anyMatch(this::isOwnCpu));
    return (own ? Figure.OWN_CPU_US_PQ : Figure.CPU_US_PQ).key();
  }

  private boolean isOwnCpu(FigureRow row) {
    return row.is(Figure.OWN_CPU_US_PQ)
        && row.cells().stream().allMatch(cell -> Double.isFinite(cell.value()));
  }

  private Row row(ShownStep each, int side) {
    StepComparison step = each.step;
    List<Cell> cells = new ArrayList<>();
    cells.add(Cell.of(side < each.heads.size() ? each.heads.get(side) : ""));
    cells.add(Cell.of("" + (side + 1)));
    cells.add(cell(step, step.rate(), side, NumberText::figure));
    cells.add(
        each.isShort
            ? Cell.of("")
            : cell(
                step, p99(step), side, us -> Durations.latency(Math.round(us * NANOS_PER_MICRO))));
    for (String key : Stream.concat(COSTS.stream(), Stream.of(cpu())).toList()) {
      cells.add(
          each.isShort ? Cell.of("") : cell(step, step.row(key), side, ComparisonSummary::cost));
    }
    cells.add(cell(step, step.row(Figure.SIZE_GB), side, NumberText::figure));
    cells.add(ComparedCells.verdict(step.states().get(side)));
    return new Row(cells, step.states().get(side).leftOut().isPresent());
  }

  /** Short: a cost below a thousandth is nearly nothing. */
  private static String cost(double value) {
    return value > 0 && value < 0.001 ? "<0.001" : NumberText.figure(value);
  }

  private interface ValueText {
    String of(double value);
  }

  /** The base's figure; of other sides the ratio to it, or their figure if there is none. */
  private static Cell cell(StepComparison step, Optional<FigureRow> row, int side, ValueText text) {
    if (row.isEmpty()) {
      return Cell.of(ComparedCells.ABSENT);
    }
    double value = row.get().cells().get(side).value();
    if (side > 0 && step.hasRatios()) {
      return ComparedCells.ratio(step, row.get(), side);
    }
    return ComparedCells.value(
        step, side, Double.isFinite(value) ? text.of(value) : ComparedCells.ABSENT, "");
  }

  /** The p99 of the base's most frequent operation; with a target rate the response time. */
  private Optional<FigureRow> p99(StepComparison step) {
    return busiest(step)
        .flatMap(name -> step.row(name + ".response.p99_us").or(() -> step.row(name + ".p99_us")));
  }

  private Optional<String> busiest(StepComparison step) {
    List<Step> repeats =
        StepComparison.comparedSteps(comparison.sides().get(0).runs().get(0).report())
            .getOrDefault(step.step(), List.of());
    return AnswerTable.busiest(repeats);
  }

  /** The lowest and the highest rate of a side, if there are several main steps. */
  private String range(int side) {
    List<Double> ratios =
        shown.stream()
            .filter(each -> each.step.isMain())
            .flatMap(each -> each.step.rate().stream())
            .map(rate -> rate.cells().get(side).ratio())
            .filter(Double::isFinite)
            .sorted()
            .toList();
    return ratios.size() < 2
        ? ""
        : "; all main steps: "
            + RatioText.plain(ratios.get(0))
            + " ... "
            + RatioText.plain(ratios.get(ratios.size() - 1))
            + " x";
  }

  private List<Note> notes() {
    List<Note> notes = new ArrayList<>();
    if (shown.isEmpty()) {
      return notes;
    }
    latency().ifPresent(text -> notes.add(Note.of("p99", text)));
    noiseSources().ifPresent(text -> notes.add(Note.of("noise", text)));
    serverWrites(numbers()).ifPresent(notes::add);
    treeWrites().ifPresent(text -> notes.add(Note.of("RocksDB's write amplification", text)));
    comparison.rowsInTables().forEach(line -> notes.add(Note.of("", line)));
    for (ShownStep each : shown) {
      for (int side = 0; side < names.size(); side++) {
        String about = each.step.step() + ", " + (side + 1);
        each.step.states().get(side).leftOutText().ifPresent(why -> notes.add(Note.of(about, why)));
      }
    }
    return notes;
  }

  private Optional<String> latency() {
    Set<String> busiest = new LinkedHashSet<>();
    shown.stream()
        .filter(each -> !each.isShort)
        .forEach(each -> busiest(each.step).ifPresent(busiest::add));
    return busiest.isEmpty()
        ? Optional.empty()
        : Optional.of(
            (busiest.size() == 1 ? busiest.iterator().next() : "the busiest operation")
                + ", mean of runs and repeats");
  }

  /** What the server wrote, where the disk wrote clearly more, with the names of the sides. */
  public Optional<Note> serverWrites() {
    return serverWrites(names);
  }

  private List<String> numbers() {
    return IntStream.rangeClosed(1, names.size()).mapToObj(Integer::toString).toList();
  }

  private Optional<Note> serverWrites(List<String> labels) {
    List<String> parts = new ArrayList<>();
    for (ShownStep each : shown) {
      Optional<FigureRow> server =
          each.isShort ? Optional.empty() : each.step.row(Figure.SERVER_WKBPQ);
      Optional<FigureRow> disk = each.step.row(DISK_WRITES);
      if (server.isPresent() && disk.isPresent() && isClearlyMore(disk.get(), server.get())) {
        parts.add(each.step.step() + " " + figures(each.step, server, labels));
      }
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Note.of(
                "wKB/" + divisor(),
                "of the whole disk; the server's own: " + String.join("; ", parts)));
  }

  private static boolean isClearlyMore(FigureRow disk, FigureRow server) {
    boolean any = false;
    for (int side = 0; side < disk.cells().size(); side++) {
      double own = server.cells().get(side).value();
      any |= disk.cells().get(side).value() > AnswerTable.CLEARLY_MORE * own;
    }
    return any;
  }

  /** What RocksDB's tree wrote: the KB of a disk also have what other programs wrote. */
  private Optional<String> treeWrites() {
    List<String> parts = new ArrayList<>();
    for (ShownStep each : shown) {
      Optional<FigureRow> row = each.isShort ? Optional.empty() : each.step.row(LSM_WRITE_AMP);
      if (row.isPresent() && row.get().cells().stream().allMatch(cell -> cell.value() > 0)) {
        parts.add(each.step.step() + " " + figures(each.step, row, numbers()));
      }
    }
    return parts.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", parts));
  }

  /** The base's figure, then a ratio for each side, as in {@code 2.02, 2: 0.77 <}. */
  private String figures(StepComparison step, Optional<FigureRow> row, List<String> labels) {
    StringBuilder text = new StringBuilder();
    for (int side = 0; side < names.size(); side++) {
      Cell cell = cell(step, row, side, NumberText::figure);
      text.append(side == 0 ? "" : ", " + labels.get(side) + ": ").append(cell.text());
      text.append(cell.mark().isEmpty() ? "" : " " + cell.mark());
    }
    return text.toString();
  }

  /** Whether any mark rests on one run a side. */
  private boolean hasMarksOfOneRun() {
    return shown.stream()
        .flatMap(each -> each.step.rows().stream())
        .flatMap(row -> row.cells().stream().skip(1))
        .map(ComparedValue::noise)
        .anyMatch(noise -> noise.kind() == Kind.WITHIN_RUN || noise.kind() == Kind.BETWEEN_REPEATS);
  }

  /** Where the noise of each step's rate comes from. */
  private Optional<String> noiseSources() {
    Map<String, List<String>> steps = new LinkedHashMap<>();
    for (ShownStep each : shown) {
      List<ComparedValue> rate = each.step.rate().map(FigureRow::cells).orElse(List.of());
      Set<String> sources = new LinkedHashSet<>();
      rate.stream()
          .skip(1)
          .filter(ComparedValue::isCompared)
          .forEach(cell -> sources.add(source(cell, rate.get(0))));
      if (!sources.isEmpty()) {
        steps
            .computeIfAbsent(String.join(", ", sources), any -> new ArrayList<>())
            .add(each.step.step());
      }
    }
    List<String> parts = new ArrayList<>();
    steps.forEach((source, of) -> parts.add(source + " (" + String.join(", ", of) + ")"));
    String other =
        hasMarksOfOneRun()
            ? "; the marks are of one run a side: another run may differ by more"
            : "";
    return parts.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", parts) + other);
  }
}
