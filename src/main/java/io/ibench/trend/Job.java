package io.ibench.trend;

import io.ibench.compare.FigureRow;
import io.ibench.compare.RunFigures;
import io.ibench.compare.RunFigures.OfStep;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.Better;
import io.ibench.statistics.CertainChanges;
import io.ibench.statistics.ChangePoints;
import io.ibench.statistics.ChangePoints.Point;
import io.ibench.trend.Series.Change;
import io.ibench.trend.TrendRun.Head;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Runs that do the same work, while they are read. Not thread-safe. */
final class Job {

  /** The largest p of a change that is looked at, as other tools have it. */
  private static final double MOST = 0.001;

  /** The step of figures of the machine. */
  static final String MACHINE = "";

  /** A name and a unit of what was measured of the machine. */
  private static final Map<String, FigureRow> MACHINE_HEADS =
      Map.of(
          "cpu", machine("cpu", "M/s", Better.HIGHER, "steps of a computation on one thread"),
          "cpus", machine("cpus", "M/s", Better.HIGHER, "steps of a computation on all threads"),
          "read", machine("read", "us", Better.LOWER, "a direct read of 16 KB"),
          "fsync", machine("fsync", "us", Better.LOWER, "an fsync of 4 KB"));

  /** Which series a value belongs to. */
  private record Key(String step, long threads, String figure) {}

  private final List<Head> runs = new ArrayList<>();
  private final Map<Key, Column> columns = new LinkedHashMap<>();
  private final Map<String, Unit> units = new LinkedHashMap<>();
  private final Map<String, String> mains = new LinkedHashMap<>();

  /** Values by the numbers of runs; they grow. */
  private static final class Column {

    private double[] values = new double[16];
    private int size;

    void set(int run, double value) {
      if (run >= values.length) {
        values = Arrays.copyOf(values, Math.max(run + 1, 2 * values.length));
      }
      Arrays.fill(values, size, run, Double.NaN);
      values[run] = value;
      size = run + 1;
    }

    double get(int run) {
      return run < size ? values[run] : Double.NaN;
    }
  }

  private static FigureRow machine(String name, String unit, Better better, String text) {
    return new FigureRow(
        name,
        FigureRow.Group.CLIENT,
        name,
        unit,
        better,
        "The machine before a run: " + text + ".",
        List.of());
  }

  void add(Head head, List<OfStep> steps) {
    int run = runs.size();
    runs.add(head);
    for (OfStep step : steps) {
      units.put(step.step(), step.unit());
      step.main().ifPresent(main -> mains.put(step.step(), main));
      step.values().forEach((key, value) -> set(step.step(), step.threads(), key, run, value));
    }
    head.machine()
        .forEach(
            (name, value) -> {
              if (MACHINE_HEADS.containsKey(name)) {
                set(MACHINE, 0, name, run, value);
              }
            });
  }

  private void set(String step, long threads, String figure, int run, double value) {
    columns.computeIfAbsent(new Key(step, threads, figure), key -> new Column()).set(run, value);
  }

  /** The names of all figures, latencies also without their operations. */
  void names(Set<String> into) {
    for (Key key : columns.keySet()) {
      if (!key.step().equals(MACHINE)) {
        into.add(key.figure());
        into.add(key.figure().substring(key.figure().lastIndexOf('.') + 1));
      }
    }
  }

  Set<String> steps() {
    return units.keySet();
  }

  /** How many places changes can have in all its series. */
  long tests(Order order, FollowedFigures followed, Predicate<String> steps) {
    List<String> places = runs.stream().flatMap(run -> order.place(run).stream()).toList();
    long own = order.isByTime() ? places.size() : places.stream().distinct().count();
    return own * keys(followed, steps).size();
  }

  /**
   * The trend of its runs.
   *
   * @param order of its runs; those without a place are left out
   * @param steps which are asked for
   * @param tests of all jobs together
   */
  Trend trend(
      String title, Order order, FollowedFigures followed, Predicate<String> steps, long tests) {
    List<Head> heads = runs.stream().filter(run -> order.place(run).isPresent()).toList();
    Comparator<Head> comparator = order.comparator(heads);
    int[] placed =
        IntStream.range(0, runs.size())
            .filter(run -> order.place(runs.get(run)).isPresent())
            .boxed()
            .sorted((a, b) -> comparator.compare(runs.get(a), runs.get(b)))
            .mapToInt(Integer::intValue)
            .toArray();
    List<Head> ordered = Arrays.stream(placed).mapToObj(runs::get).toList();
    List<String> places = ordered.stream().map(run -> order.place(run).orElseThrow()).toList();
    List<Key> keys = keys(followed, steps);
    keys.removeIf(key -> isNothing(values(key, placed)));
    List<Series> series = new ArrayList<>();
    List<Series> machine = new ArrayList<>();
    for (Key key : keys) {
      Series each = series(key, place(key, followed), values(key, placed), places, order, tests);
      (key.step().equals(MACHINE) ? machine : series).add(each);
    }
    return new Trend(title, order, ordered, places, series, machine);
  }

  private double[] values(Key key, int[] runs) {
    Column column = Objects.requireNonNull(columns.get(key));
    return Arrays.stream(runs).mapToDouble(column::get).toArray();
  }

  private static boolean isNothing(double[] values) {
    return Arrays.stream(values).noneMatch(value -> Double.isFinite(value) && value != 0);
  }

  /** Step by step, each with its figures in the order that was asked for. */
  private List<Key> keys(FollowedFigures followed, Predicate<String> steps) {
    List<String> order = List.copyOf(units.keySet());
    return columns.keySet().stream()
        .filter(
            key ->
                key.step().equals(MACHINE)
                    || steps.test(key.step())
                        && followed.place(key.figure(), mains.get(key.step())).isPresent())
        .sorted(
            Comparator.<Key>comparingInt(key -> order.indexOf(key.step()))
                .thenComparingLong(Key::threads)
                .thenComparingInt(key -> place(key, followed)))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  private int place(Key key, FollowedFigures followed) {
    return followed.place(key.figure(), mains.get(key.step())).orElse(0);
  }

  private FigureRow head(Key key) {
    return key.step().equals(MACHINE)
        ? Objects.requireNonNull(MACHINE_HEADS.get(key.figure()))
        : RunFigures.head(key.figure(), Objects.requireNonNull(units.get(key.step())));
  }

  /**
   * @param tests how many places of changes all series have
   */
  private Series series(
      Key key, int place, double[] values, List<String> places, Order order, long tests) {
    FigureRow head = head(key);
    int[] known =
        IntStream.range(0, values.length).filter(run -> Double.isFinite(values[run])).toArray();
    double[] finite = Arrays.stream(known).mapToDouble(run -> values[run]).toArray();
    IntPredicate mayBegin =
        at ->
            at == 0 || order.isByTime() || !places.get(known[at]).equals(places.get(known[at - 1]));
    List<Point> found = ChangePoints.among(ChangePoints.candidates(finite, mayBegin), finite, MOST);
    double bucket =
        head.group() == FigureRow.Group.LATENCY
            ? RunFigures.BUCKET * Arrays.stream(finite).average().orElse(0)
            : 0;
    List<Point> certain =
        CertainChanges.of(finite, found, tests, !order.isByTime(), bucket).stream()
            .filter(point -> !RunFigures.areNearlyNothing(head, point.before(), point.after()))
            .toList();
    return new Series(
        key.step(),
        key.threads(),
        head,
        place,
        Arrays.stream(values).boxed().toList(),
        changes(certain, known),
        changes(found, known));
  }

  private static List<Change> changes(List<Point> points, int[] runs) {
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < points.size(); i++) {
      Point point = points.get(i);
      Optional<Integer> until =
          points.subList(i + 1, points.size()).stream()
              .filter(later -> isBack(point, later.after()))
              .findFirst()
              .map(later -> runs[later.index()]);
      changes.add(new Change(runs[point.index()], point.p(), point.before(), point.after(), until));
    }
    return changes;
  }

  /** Whether a later mean is nearer to what was before a change than to what it made of it. */
  private static boolean isBack(Point change, double later) {
    double middle = (change.before() + change.after()) / 2;
    return change.after() < change.before() ? later > middle : later < middle;
  }
}
