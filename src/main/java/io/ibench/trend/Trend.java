package io.ibench.trend;

import io.ibench.report.figures.Better;
import io.ibench.trend.Series.Change;
import io.ibench.trend.TrendRun.Head;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/** How the figures of runs that do the same work change. Immutable. */
public final class Trend {

  /** So many runs before or after are the same time: a change is not found to the night. */
  private static final int NEAR = 3;

  /** The same where runs come in groups, whose ends are known. */
  private static final int NEAR_OF_GROUPS = 1;

  /** A machine that is slower by a share explains a step that is slower by this power of it. */
  private static final double EXPLAINED = 1.5;

  private static final String NONE = "none";

  private final String title;
  private final Order order;
  private final List<Head> runs;
  private final List<String> places;
  private final List<Series> series;
  private final List<Series> machine;
  private final int since;
  private final List<Finding> findings;

  /**
   * @param title the work and the product
   * @param places of the runs, such as versions
   * @param machine how fast the machine was before each run; may be empty
   * @param since the first run whose changes are told
   */
  private Trend(
      String title,
      Order order,
      List<Head> runs,
      List<String> places,
      List<Series> series,
      List<Series> machine,
      int since) {
    this.title = title;
    this.order = order;
    this.runs = List.copyOf(runs);
    this.places = List.copyOf(places);
    this.series = List.copyOf(series);
    this.machine = List.copyOf(machine);
    this.since = since;
    this.findings = List.copyOf(find());
  }

  Trend(
      String title,
      Order order,
      List<Head> runs,
      List<String> places,
      List<Series> series,
      List<Series> machine) {
    this(title, order, runs, places, series, machine, 0);
  }

  /** The same, of which only changes from a place on are told: those of later runs too. */
  public Trend since(String place) {
    int first = 0;
    while (first < places.size() && !begins(places.get(first), place)) {
      first++;
    }
    return new Trend(title, order, runs, places, series, machine, first);
  }

  /** Whether a run is at or behind it; a day is the begin of a time. */
  private boolean begins(String of, String place) {
    return order.isByTime() ? of.compareTo(place) >= 0 : of.equals(place);
  }

  /** Whether any run is behind the place from which on changes are told; else nothing is. */
  public boolean hasRunsSince() {
    return since < places.size();
  }

  /** The place from which on changes are told; empty if all are. */
  public Optional<String> firstTold() {
    return since == 0 || !hasRunsSince() ? Optional.empty() : Optional.of(places.get(since));
  }

  /** Whether it has this place; of a time, whether a run is at or behind it. */
  public boolean has(String place) {
    return order.isByTime() ? begins(places.get(places.size() - 1), place) : places.contains(place);
  }

  /** A change of one figure. */
  public record Changed(Series series, Change change) {

    /** The logarithm of how much worse it is; negative if it is better. */
    double slower() {
      double ratio = Math.log(change.after() / change.before());
      return series.figure().better() == Better.HIGHER ? -ratio : ratio;
    }

    /** Whether one of these is in the same direction, and not much less. */
    boolean isExplainedBy(List<Changed> machine) {
      double own = slower();
      return machine.stream()
          .mapToDouble(Changed::slower)
          .anyMatch(theirs -> own * theirs > 0 && Math.abs(own) <= EXPLAINED * Math.abs(theirs));
    }

    /** Whether it is worse after it; empty for a figure that is neither. */
    public Optional<Boolean> isWorse() {
      Better better = series.figure().better();
      return better == Better.NEITHER
          ? Optional.empty()
          : Optional.of((better == Better.HIGHER) == change.after() < change.before());
    }
  }

  /**
   * What happened to one step at one time.
   *
   * @param main the change of its rate, or else of the first figure that changed
   * @param others of its figures that changed at the same time
   * @param there what else changed between the runs before and after it, one text each
   * @param machine how the machine changed at the same time
   */
  public record Finding(
      Changed main, List<Changed> others, List<String> there, List<Changed> machine) {

    /** Whether the machine explains it. */
    public boolean isOfMachine() {
      return main.isExplainedBy(machine);
    }

    /** The first run after it. */
    public int run() {
      return main.change().run();
    }
  }

  public String title() {
    return title;
  }

  public Order order() {
    return order;
  }

  public List<Path> folders() {
    return runs.stream().map(Head::folder).toList();
  }

  public Instant started(int run) {
    return runs.get(run).started();
  }

  /** Such as {@code valid}, or {@code DEGRADED}. */
  public String verdict(int run) {
    return runs.get(run).facts().getOrDefault(RunReader.VERDICT, "");
  }

  public Map<String, String> tags(int run) {
    return runs.get(run).tags();
  }

  public String version(int run) {
    return runs.get(run).version();
  }

  /** What each run is called. */
  public List<String> places() {
    return places;
  }

  public List<Series> series() {
    return series;
  }

  /** Of the machine. */
  public List<Series> machine() {
    return machine;
  }

  /** What runs are called where there is little room: a day alone if one run began on it. */
  public List<String> labels() {
    return IntStream.range(0, places.size()).mapToObj(run -> Places.brief(this, run)).toList();
  }

  public boolean isMachine(Series of) {
    return machine.contains(of);
  }

  /** Whether the machine changed at the same time, and explains it. */
  public boolean isOfMachine(Changed changed) {
    return changed.isExplainedBy(machine(changed));
  }

  /** Of those that one step has. */
  public Map<String, List<Series>> byStep() {
    Map<String, List<Series>> steps = new LinkedHashMap<>();
    for (Series each : series) {
      steps.computeIfAbsent(stepTitle(each), title -> new ArrayList<>()).add(each);
    }
    return steps;
  }

  /** The step, with its threads if it has run with several numbers of them. */
  public String stepTitle(Series of) {
    boolean several =
        series.stream()
            .anyMatch(other -> other.step().equals(of.step()) && other.threads() != of.threads());
    return several ? of.step() + " (" + of.threads() + " threads)" : of.step();
  }

  /** Changes that stay come first, newer ones before older ones. */
  public List<Finding> findings() {
    return findings;
  }

  private List<Finding> find() {
    List<Finding> all = new ArrayList<>();
    for (List<Series> step : byStep().values()) {
      all.addAll(findings(step));
    }
    all.removeIf(finding -> finding.run() < since);
    all.sort(
        Comparator.<Finding, Boolean>comparing(finding -> !finding.main().change().stays())
            .thenComparing(Comparator.comparingInt(Finding::run).reversed()));
    return all;
  }

  private List<Finding> findings(List<Series> step) {
    List<Changed> left = new ArrayList<>();
    step.forEach(each -> each.changes().forEach(change -> left.add(new Changed(each, change))));
    List<Finding> findings = new ArrayList<>();
    while (!left.isEmpty()) {
      Changed main = left.remove(0);
      List<Changed> others = new ArrayList<>();
      for (Changed other : List.copyOf(left)) {
        boolean twice =
            other.series() == main.series()
                || others.stream().anyMatch(one -> one.series() == other.series());
        if (!twice && areNear(main, other)) {
          others.add(other);
        }
      }
      left.removeAll(others);
      findings.add(new Finding(main, others, there(main), machine(main)));
    }
    return findings;
  }

  boolean areNear(Changed one, Changed other) {
    return Math.abs(one.change().run() - other.change().run()) <= near();
  }

  private int near() {
    return order.isByTime() ? NEAR : NEAR_OF_GROUPS;
  }

  private List<Changed> machine(Changed main) {
    return machineChanges().stream().filter(changed -> areNear(main, changed)).toList();
  }

  /** Of all figures of the machine; also what is at the same time as the first ones told. */
  List<Changed> machineChanges() {
    return machine.stream()
        .flatMap(each -> each.changes().stream().map(change -> new Changed(each, change)))
        .filter(changed -> changed.change().run() >= since - near())
        .toList();
  }

  /** Between the last run with the figure before the change, and the first one after it. */
  private List<String> there(Changed main) {
    int after = main.change().run();
    int before = after - 1;
    while (before >= 0 && !Double.isFinite(main.series().values().get(before))) {
      before--;
    }
    if (before < 0) {
      return List.of();
    }
    int begin =
        main.series().changes().stream()
            .mapToInt(Change::run)
            .filter(run -> run < after)
            .max()
            .orElse(0);
    List<Head> earlier = runs.subList(Math.min(begin, before), before + 1);
    List<String> there = new ArrayList<>();
    differences(earlier, runs.get(after), Head::facts, there);
    differences(earlier, runs.get(after), Head::tags, there);
    return there;
  }

  /**
   * What is new with a run.
   *
   * @param earlier those since the change before; what one of them had as well is no reason
   */
  private void differences(
      List<Head> earlier, Head run, Function<Head, Map<String, String>> part, List<String> into) {
    Map<String, String> a = part.apply(earlier.get(earlier.size() - 1));
    Map<String, String> b = part.apply(run);
    Set<String> names = new LinkedHashSet<>(b.keySet());
    names.addAll(a.keySet());
    names.remove(order.by());
    for (String name : names) {
      String before = a.getOrDefault(name, NONE);
      String after = b.getOrDefault(name, NONE);
      boolean isNew =
          earlier.stream()
              .noneMatch(each -> part.apply(each).getOrDefault(name, NONE).equals(after));
      boolean isTold =
          into.stream().anyMatch(text -> text.contains(before) && text.endsWith(after));
      if (isNew && !isTold) {
        into.add(name + " " + before + " -> " + after);
      }
    }
  }
}
