package io.ibench.report.text;

import io.ibench.measure.Role;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.document.Cell;
import io.ibench.report.document.Columns;
import io.ibench.report.document.Headline;
import io.ibench.report.document.Table;
import io.ibench.report.document.TableColumn;
import io.ibench.report.figures.Durations;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Step;
import io.ibench.statistics.Sample;
import io.ibench.verdict.Verdict;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The answer of a run in a few lines: a row for each main step, its repeats together, and a row for
 * the loads. Many steps whose names differ only in their numbers share a row; a note counts the
 * steps for which there is no room. Stateless.
 */
public final class AnswerTable {

  private static final int MAX_ROWS = 12;

  /** With more main steps, those whose names differ only in their numbers share a row. */
  private static final int MAX_APART = 4;

  private static final String P99 = "p99_us";
  private static final double NANOS_PER_MICRO = 1000;

  /** Standard deviations by which two counts of equal shares practically never differ. */
  private static final double CHANCE = 5;

  /** The figures of costs, each with its name without the divisor. */
  private static final Map<Figure, String> COSTS = new EnumMap<>(Figure.class);

  static {
    COSTS.put(Figure.RPQ, "r/");
    COSTS.put(Figure.WKBPQ, "wKB/");
    COSTS.put(Figure.OWN_CPU_US_PQ, "us/");
    COSTS.put(Figure.CPU_US_PQ, "us/");
  }

  /** The first lines of heads, as in the tables of steps. */
  private static final Map<Figure, String> ABOVE =
      Map.of(Figure.OWN_CPU_US_PQ, "own cpu", Figure.CPU_US_PQ, "cpu");

  /** From here on what the disk wrote is clearly more than what the server did. */
  public static final double CLEARLY_MORE = 1.25;

  private final List<StepSet> sets;
  private final boolean repeated;
  private final List<Figure> costs;
  private final boolean hasSize;
  private final boolean hasTree;
  private final int left;

  /**
   * @param left the steps that have no row
   */
  private AnswerTable(List<StepSet> sets, int left) {
    this.sets = sets;
    this.left = left;
    this.repeated = sets.stream().anyMatch(set -> set.spread().isPresent());
    List<StepSet> main = sets.stream().filter(StepSet::hasCosts).toList();
    this.costs = new ArrayList<>(COSTS.keySet());
    boolean own = main.stream().allMatch(set -> set.cost(Figure.OWN_CPU_US_PQ).isPresent());
    costs.remove(own ? Figure.CPU_US_PQ : Figure.OWN_CPU_US_PQ);
    hasTree = sets.stream().anyMatch(set -> LsmAnswer.writeAmp(set).isPresent());
    // A terminal has room for one of them; the size is in the tables of steps.
    hasSize = !hasTree && sets.stream().anyMatch(set -> set.size().isPresent());
    costs.removeIf(key -> main.stream().allMatch(set -> set.cost(key).isEmpty()));
  }

  /** Empty while no step has done any operation. */
  public static Optional<Table> of(RunReport run) {
    List<Step> loads =
        TextReport.busy(run).stream()
            .filter(s -> s.purpose().equals(Optional.of(StepPurpose.LOAD)))
            .toList();
    List<StepSet> sets = new ArrayList<>(mainSets(run));
    boolean hasMain = sets.stream().anyMatch(StepSet::hasCosts);
    if (sets.size() > MAX_APART) {
      sets = StepSet.byPattern(sets);
    }
    if (hasMain && !loads.isEmpty() && sets.size() < MAX_ROWS) {
      sets.addAll(0, StepSet.byName(loads).subList(0, 1));
    }
    List<StepSet> shown = sets.subList(0, Math.min(MAX_ROWS, sets.size()));
    int left = sets.subList(shown.size(), sets.size()).stream().mapToInt(StepSet::names).sum();
    return shown.isEmpty() ? Optional.empty() : Optional.of(new AnswerTable(shown, left).table());
  }

  /**
   * The rate of the step that the run is mainly about, all its repeats together. Empty while no
   * step has done any operation.
   */
  public static Optional<Headline> headline(RunReport run) {
    Optional<Step> main = TextReport.mainStep(run);
    return mainSets(run).stream()
        .filter(set -> main.filter(set.steps()::contains).isPresent())
        .findFirst()
        .map(StepSet::headline);
  }

  /** The main steps, each with its repeats; without main steps all that did any operation. */
  static List<StepSet> mainSets(RunReport run) {
    List<Step> busy = TextReport.busy(run);
    List<Step> main = busy.stream().filter(Step::isMain).toList();
    return StepSet.byName(main.isEmpty() ? busy : main);
  }

  /**
   * The operation that the rate of these repeats counts and that their plan has most often: each
   * run of the same has the same one. Without a plan of shares the most frequent one; of those
   * whose counts differ by chance only the first one by its definition.
   */
  public static Optional<String> busiest(List<Step> repeats) {
    Optional<String> planned =
        repeats.stream()
            .filter(step -> step.unit() == Unit.QUERIES)
            .flatMap(step -> step.mainOperation().stream())
            .findFirst();
    boolean counts =
        repeats.stream()
            .flatMap(step -> step.whole().operations().stream())
            .filter(operation -> planned.equals(Optional.of(operation.name())))
            .allMatch(operation -> operation.role() == Role.QUERY);
    return planned.isPresent() && counts ? planned : mostFrequent(repeats);
  }

  private static Optional<String> mostFrequent(List<Step> repeats) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Step step : repeats) {
      Role role = step.unit() == Unit.ROWS ? Role.INSERT : Role.QUERY;
      step.whole().operations().stream()
          .filter(operation -> operation.role() == role)
          .forEach(operation -> counts.merge(operation.name(), operation.count(), Long::sum));
    }
    long most = counts.values().stream().mapToLong(Long::longValue).max().orElse(0);
    double least = most - CHANCE * Math.sqrt(2.0 * most);
    return counts.entrySet().stream()
        .filter(count -> count.getValue() > 0 && count.getValue() >= least)
        .findFirst()
        .map(Map.Entry::getKey);
  }

  private Table table() {
    Columns<StepSet> columns =
        new Columns<StepSet>()
            .text("answer", StepSet::title)
            .add(TableColumn.number("rate", AnswerColumns.RATE.text()), StepSet::rate)
            .addIf(
                repeated,
                TableColumn.number("+- %", AnswerColumns.SPREAD.text()),
                set -> Cell.of(set.spread().map(NumberText::figure).orElse("")))
            .add(
                TableColumn.number("p99", AnswerColumns.LATENCY.text()),
                set -> set.hasCosts() ? set.p99() : "")
            .addAll(
                costs,
                this::head,
                (set, cost) -> set.hasCosts() ? NumberText.figure(set.cost(cost).orElse(null)) : "")
            .addIf(
                hasTree,
                TableColumn.number("w_amp", Tooltips.of(Figure.LSM_WRITE_AMP.key())),
                set -> Cell.of(NumberText.figure(LsmAnswer.writeAmp(set).orElse(null))))
            .addIf(
                hasSize,
                TableColumn.number("GB", Tooltips.of(Figure.SIZE_GB.key())),
                set -> Cell.of(NumberText.figure(set.size().orElse(null))))
            .addCells(TableColumn.text("verdict"), AnswerTable::verdict);
    return columns
        .table("", sets, set -> set.steps().stream().allMatch(Tones::isInvalid))
        .noted(note());
  }

  private TableColumn head(Figure cost) {
    return new TableColumn(
        ABOVE.getOrDefault(cost, ""), COSTS.get(cost) + divisor(), Tooltips.of(cost.key()), false);
  }

  private static Cell verdict(StepSet set) {
    Optional<Verdict> verdict = VerdictText.worst(set.steps());
    return new Cell(VerdictText.of(verdict), Tones.of(verdict), "");
  }

  /** {@code q} for queries, {@code i} for inserted rows. */
  private String divisor() {
    Set<Unit> units = new LinkedHashSet<>();
    sets.stream().filter(StepSet::hasCosts).forEach(set -> units.add(set.last().unit()));
    return units.size() > 1 ? "op" : units.contains(Unit.QUERIES) ? "q" : "i";
  }

  /** Says what the numbers are that have no name in docs/metrics.md. */
  private String note() {
    List<StepSet> main = sets.stream().filter(StepSet::hasCosts).toList();
    Set<String> busiest = new LinkedHashSet<>();
    main.forEach(set -> set.busiest().ifPresent(busiest::add));
    boolean paced = main.stream().allMatch(set -> set.last().paced());
    boolean any = main.stream().anyMatch(set -> set.last().paced());
    String time = paced ? "response time" : any ? "time (response if paced)" : "service time";
    String of = busiest.size() == 1 ? busiest.iterator().next() : "each step's busiest operation";
    StringBuilder note = new StringBuilder("p99: " + time + " of " + of);
    if (repeated) {
      note.append(", the highest repeat; +-: standard deviation of the repeats");
    }
    if (main.stream().anyMatch(StepSet::isMerged)) {
      note.append("; a row of several steps has the first and last rate and the highest costs");
    }
    note.append(serverWrites(main)).append(LsmAnswer.stalls(sets));
    if (left > 0) {
      note.append(
          left == 1
              ? "; 1 more step is in the tables of steps"
              : "; " + left + " more steps are in the tables of steps");
    }
    return note.append('.').toString();
  }

  /** The figure beside it is that of the disk, whoever wrote; CPU is that of server and client. */
  private String serverWrites(List<StepSet> main) {
    List<String> own = new ArrayList<>();
    for (StepSet set : main) {
      Optional<Double> disk = set.cost(Figure.WKBPQ);
      Optional<Double> server = set.cost(Figure.SERVER_WKBPQ);
      if (disk.isPresent() && server.isPresent() && disk.get() > CLEARLY_MORE * server.get()) {
        String figure = NumberText.figure(server.get());
        own.add(main.size() == 1 ? figure : set.title() + " " + figure);
      }
    }
    return own.isEmpty()
        ? ""
        : "; wKB/" + divisor() + ": of the whole disk; the server's own: " + String.join(", ", own);
  }

  /** The steps of a row. */
  record StepSet(List<Step> steps, boolean isMerged) {

    static List<StepSet> byName(List<Step> steps) {
      return grouped(steps, Step::name).stream().map(group -> new StepSet(group, false)).toList();
    }

    /** Joins sets whose names differ only in their numbers. */
    static List<StepSet> byPattern(List<StepSet> sets) {
      List<StepSet> joined = new ArrayList<>();
      for (List<StepSet> alike : grouped(sets, set -> set.last().name().replaceAll("\\d+", ""))) {
        List<Step> steps = alike.stream().flatMap(set -> set.steps().stream()).toList();
        joined.add(alike.size() == 1 ? alike.get(0) : new StepSet(steps, true));
      }
      return joined;
    }

    private static <T> List<List<T>> grouped(List<T> all, Function<T, String> key) {
      Map<String, List<T>> groups = new LinkedHashMap<>();
      all.forEach(
          each -> groups.computeIfAbsent(key.apply(each), k -> new ArrayList<>()).add(each));
      return List.copyOf(groups.values());
    }

    Step first() {
      return steps.get(0);
    }

    Step last() {
      return steps.get(steps.size() - 1);
    }

    /** The number of its steps, repeats not counted. */
    int names() {
      return (int) steps.stream().map(Step::name).distinct().count();
    }

    Optional<Number> size() {
      return last().whole().figures().number(Figure.SIZE_GB);
    }

    String title() {
      return isMerged ? first().name() + " ... " + last().name() : first().name();
    }

    /** A load has a rate and a size only. */
    boolean hasCosts() {
      return last().isMain();
    }

    private static double rate(Step step) {
      return step.whole().figures().value(step.unit() == Unit.ROWS ? Figure.IPS : Figure.QPS);
    }

    private String unit() {
      return last().unit() == Unit.ROWS ? "rows/s" : "qps";
    }

    Headline headline() {
      List<String> about = new ArrayList<>();
      spread().ifPresent(percent -> about.add("+- " + NumberText.figure(percent) + " %"));
      busiest()
          .filter(operation -> p99Micros().isPresent())
          .map(operation -> "p99 of " + operation + " " + p99())
          .ifPresent(p99 -> about.add(p99 + (last().paced() ? " (response time)" : "")));
      return new Headline(
          NumberText.figure(ratePerSecond()),
          unit(),
          title() + (about.isEmpty() ? "" : ": " + String.join(", ", about)),
          steps.stream().allMatch(Tones::isInvalid));
    }

    String rate() {
      String unit = " " + unit();
      if (isMerged) {
        return NumberText.figure(rate(first())) + " ... " + NumberText.figure(rate(last())) + unit;
      }
      return NumberText.figure(ratePerSecond()) + unit;
    }

    /** Of all repeats together. */
    double ratePerSecond() {
      double seconds =
          steps.stream().mapToDouble(step -> step.whole().figures().value(Figure.SECONDS)).sum();
      return steps.stream().mapToDouble(Step::costedOperations).sum() / seconds;
    }

    /** The standard deviation of the repeats' rates, in percent of their mean. */
    Optional<Double> spread() {
      if (isMerged || steps.size() < 2 || steps.stream().anyMatch(LoadCurve::isSegment)) {
        return Optional.empty();
      }
      double[] rates = steps.stream().mapToDouble(StepSet::rate).toArray();
      Sample sample = Sample.of(rates);
      double spread = 100 * Math.sqrt(sample.variance()) / sample.mean();
      return Double.isFinite(spread) ? Optional.of(spread) : Optional.empty();
    }

    /** Of all repeats together; the highest of several steps. */
    Optional<Double> cost(Figure figure) {
      double sum = 0;
      double highest = 0;
      double operations = 0;
      for (Step step : steps) {
        double cost = step.whole().figures().value(figure);
        if (Double.isNaN(cost)) {
          return Optional.empty();
        }
        sum += cost * step.costedOperations();
        operations += step.costedOperations();
        highest = Math.max(highest, cost);
      }
      double mean = isMerged ? highest : sum / operations;
      return Double.isFinite(mean) ? Optional.of(mean) : Optional.empty();
    }

    Optional<String> busiest() {
      return AnswerTable.busiest(steps);
    }

    String p99() {
      Optional<Double> micros = p99Micros();
      return micros.isEmpty()
          ? NumberText.figure(null)
          : Durations.latency(Math.round(micros.get() * NANOS_PER_MICRO));
    }

    /** The highest one of the repeats; with a target rate the response time. */
    Optional<Double> p99Micros() {
      Optional<String> busiest = busiest();
      double micros = -1;
      for (Step step : steps) {
        for (Operation operation : step.whole().operations()) {
          Number p99 = (step.paced() ? operation.response() : operation.service()).get(P99);
          if (p99 != null && busiest.equals(Optional.of(operation.name()))) {
            micros = Math.max(micros, p99.doubleValue());
          }
        }
      }
      return micros < 0 ? Optional.empty() : Optional.of(micros);
    }
  }
}
