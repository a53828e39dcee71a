package io.ibench.compare;

import io.ibench.compare.CpuDifference.Repeat;
import io.ibench.compare.FigureRow.Group;
import io.ibench.report.figures.Better;
import io.ibench.sampling.Frame;
import io.ibench.statistics.CountedDifference;
import io.ibench.statistics.CountedDifference.Counts;
import io.ibench.statistics.CountedDifference.Scatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The server's CPU in one function and all that it calls, for each operation of each step, as a
 * figure that {@code cpu:FUNCTION} names. Immutable.
 */
public final class CpuFigure {

  private static final String PREFIX = "cpu:";

  /** What holds more of the CPU is the way to all of the work. */
  private static final double TRUNK = 0.8;

  private final String key;
  private final String function;

  /** Of each side: the profiles of each run, by step. */
  private final List<List<Map<String, List<Repeat>>>> sides;

  private CpuFigure(String key, List<List<Map<String, List<Repeat>>>> sides) {
    this.key = key;
    this.function = key.substring(PREFIX.length());
    this.sides = sides;
  }

  /** Whether the name of a figure is that of a function. */
  public static boolean is(String key) {
    return key.startsWith(PREFIX);
  }

  /** Reads the profiles of all sides. */
  public static CpuFigure read(String key, List<Side> sides) {
    return new CpuFigure(
        key,
        sides.stream()
            .map(
                side ->
                    side.runs().stream()
                        .map(run -> CpuDifference.ofDatabase(run.folder()))
                        .toList())
            .toList());
  }

  String key() {
    return key;
  }

  public String function() {
    return function;
  }

  private List<Repeat> repeats() {
    return sides.stream()
        .flatMap(List::stream)
        .flatMap(run -> run.values().stream())
        .flatMap(List::stream)
        .toList();
  }

  /**
   * The functions that any side has, those with most CPU first; the way to all of it comes last.
   */
  public Set<String> functions() {
    Map<String, Double> micros = new LinkedHashMap<>();
    double all = 0;
    for (Repeat repeat : repeats()) {
      all += repeat.cpuMicros();
      repeat
          .tree()
          .functions()
          .forEach(
              (frame, counts) ->
                  micros.merge(frame.text(), counts.all() * repeat.unit(), Double::sum));
    }
    double trunk = TRUNK * all;
    List<Map.Entry<String, Double>> largest = new ArrayList<>(micros.entrySet());
    largest.sort(
        Comparator.comparing((Map.Entry<String, Double> each) -> each.getValue() > trunk)
            .thenComparing(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .thenComparing(Map.Entry.comparingByKey()));
    return new LinkedHashSet<>(largest.stream().map(Map.Entry::getKey).toList());
  }

  /** Whether its name is an address, and other sides have other builds of its module. */
  public boolean isOfOneBuild() {
    List<Repeat> all = repeats();
    Set<String> modules = new LinkedHashSet<>();
    for (Repeat repeat : all) {
      repeat.tree().functions().keySet().stream()
          .filter(frame -> !frame.hasName() && isMeant(frame))
          .forEach(frame -> modules.add(frame.module()));
    }
    return modules.stream()
        .anyMatch(
            module ->
                all.stream()
                        .map(repeat -> repeat.buildIds().get(module))
                        .filter(Objects::nonNull)
                        .distinct()
                        .count()
                    > 1);
  }

  private boolean isMeant(Frame frame) {
    return frame.text().equals(function);
  }

  /** Of a step; empty if no side has a profile of it. */
  Optional<FigureRow> row(StepComparison step) {
    List<List<List<Repeat>>> repeats =
        sides.stream()
            .map(
                runs -> runs.stream().map(run -> run.getOrDefault(step.step(), List.of())).toList())
            .toList();
    Optional<Repeat> any = repeats.stream().flatMap(List::stream).flatMap(List::stream).findFirst();
    if (any.isEmpty()) {
      return Optional.empty();
    }
    String of = any.get().of().equals("q") ? "op" : any.get().of();
    String unit = "us/" + of;
    List<ComparedValue> cells = new ArrayList<>();
    for (int side = 0; side < repeats.size(); side++) {
      boolean compared =
          step.states().get(0).leftOut().isEmpty() && step.states().get(side).leftOut().isEmpty();
      cells.add(cell(repeats.get(0), repeats.get(side), side == 0, compared, unit));
    }
    return Optional.of(
        new FigureRow(
            key,
            Group.OTHER,
            "cpu " + unit,
            unit,
            Better.LOWER,
            "CPU of the server in " + function + " and what it calls, by samples",
            cells));
  }

  private ComparedValue cell(
      List<List<Repeat>> base,
      List<List<Repeat>> side,
      boolean isBase,
      boolean compared,
      String unit) {
    List<List<Double>> each =
        side.stream().map(run -> run.stream().map(this::micros).toList()).toList();
    List<Double> runs = each.stream().map(CpuFigure::mean).toList();
    boolean several = base.size() > 1 || side.size() > 1;
    Counts a = counts(base, several);
    Counts b = counts(side, several);
    double value = mean(each.stream().flatMap(List::stream).toList());
    if (!compared || a.counts().length == 0 || b.counts().length == 0) {
      return new ComparedValue(value, Double.NaN, Noise.unknown("it is not compared"), runs, each);
    }
    if (isBase) {
      return new ComparedValue(value, 1, Noise.unknown("it is the base"), runs, each);
    }
    CountedDifference difference = CountedDifference.of(a, b, Scatter.POISSON);
    double ratio = NearlyNothing.is(unit, difference.a(), value) ? 1 : value / difference.a();
    return new ComparedValue(
        value, ratio, noise(difference, a, b, Math.max(base.size(), side.size())), runs, each);
  }

  private static Noise noise(CountedDifference difference, Counts a, Counts b, int runs) {
    int most = Math.max(a.counts().length, b.counts().length);
    if (!difference.repeated()) {
      return Noise.unknown("of one profile a side only the noise of counting is known");
    }
    boolean few = most < Noise.MIN_RUNS;
    return new Noise(
        runs > 1 ? Noise.Kind.BETWEEN_RUNS : Noise.Kind.BETWEEN_REPEATS,
        difference.isSure(),
        difference.half() / difference.a(),
        difference.p(),
        few,
        "Welch's t on "
            + a.counts().length
            + " and "
            + b.counts().length
            + (runs > 1 ? " runs" : " profiles")
            + ", and counting");
  }

  /**
   * Of each profile of a run, or of each run.
   *
   * @param several whether the profiles of a run are one observation
   */
  private Counts counts(List<List<Repeat>> side, boolean several) {
    List<Repeat> all =
        side.stream()
            .filter(run -> !run.isEmpty())
            .flatMap(run -> several ? Stream.of(Repeat.merged(run)) : run.stream())
            .toList();
    return new Counts(
        all.stream().mapToLong(this::samples).toArray(),
        all.stream().mapToDouble(Repeat::unit).toArray());
  }

  private long samples(Repeat repeat) {
    return repeat.tree().samplesOf(this::isMeant);
  }

  private double micros(Repeat repeat) {
    return samples(repeat) * repeat.unit();
  }

  /** NaN of none. */
  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }
}
