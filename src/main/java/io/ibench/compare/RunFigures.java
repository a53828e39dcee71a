package io.ibench.compare;

import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.figures.Better;
import io.ibench.report.figures.Definition;
import io.ibench.report.figures.Figure;
import io.ibench.report.store.RunReport;
import io.ibench.report.store.RunReport.Operation;
import io.ibench.report.store.RunReport.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The compared figures of one run alone, by their keys. Stateless. */
public final class RunFigures {

  /** The figures of a step that are not followed from run to run: they describe the client. */
  private static final FigureRow.Group LEFT_OUT = FigureRow.Group.CLIENT;

  /**
   * One step with all its repeats.
   *
   * @param threads 0 if unknown
   * @param main of its operations the planned main one, or else the most frequent one
   * @param values by {@link FigureRow#key}; only known ones
   */
  public record OfStep(
      String step, Unit unit, long threads, Optional<String> main, Map<String, Double> values) {}

  /** The largest relative width of a bucket of latencies: what differs less may be equal. */
  public static final double BUCKET = CellNoise.BUCKET;

  private RunFigures() {}

  /** The steps that count something, without those that only warm up. */
  public static List<OfStep> of(RunReport run) {
    Map<String, List<Step>> steps = new LinkedHashMap<>();
    for (Step step : run.withoutTrials().steps()) {
      boolean warms = step.purpose().filter(StepPurpose.WARMUP::equals).isPresent();
      if (step.unit() != Unit.NONE && !warms) {
        steps.computeIfAbsent(step.name(), name -> new ArrayList<>()).add(step);
      }
    }
    List<OfStep> all = new ArrayList<>();
    steps.forEach((name, repeats) -> all.add(of(name, repeats)));
    return all;
  }

  private static OfStep of(String name, List<Step> repeats) {
    Step last = repeats.get(repeats.size() - 1);
    List<ComparedFigure> figures = new ArrayList<>(StepFigures.before(last.unit()));
    figures.addAll(StepFigures.after(last.unit()));
    figures.addAll(LatencyFigures.of(repeats));
    Map<String, Double> values = new LinkedHashMap<>();
    for (ComparedFigure figure : figures) {
      double value = SideStep.ofRun(repeats, figure);
      if (figure.group() != LEFT_OUT && Double.isFinite(value)) {
        values.put(figure.key(), value);
      }
    }
    double threads = last.whole().figures().value(Figure.THREADS);
    long known = Double.isNaN(threads) ? 0 : (long) threads;
    return new OfStep(name, last.unit(), known, main(last), values);
  }

  private static Optional<String> main(Step step) {
    return step.mainOperation()
        .or(
            () ->
                step.whole().operations().stream()
                    .max(Comparator.comparingLong(Operation::count))
                    .map(Operation::name));
  }

  /**
   * What a figure is called, without values.
   *
   * @param key as in {@link OfStep#values}
   */
  public static FigureRow head(String key, Unit unit) {
    List<ComparedFigure> all = new ArrayList<>(StepFigures.before(unit));
    all.addAll(StepFigures.after(unit));
    Map<String, ComparedFigure> known =
        all.stream().collect(Collectors.toMap(ComparedFigure::key, figure -> figure));
    ComparedFigure figure = known.get(key);
    if (figure != null) {
      return figure.row(List.of());
    }
    int dot = key.lastIndexOf('.');
    Optional<Definition> statistic = Definition.of(key.substring(dot + 1));
    String operation = dot < 0 ? "" : key.substring(0, dot).replace(".response", " response");
    return new FigureRow(
        key,
        FigureRow.Group.LATENCY,
        statistic.map(found -> (operation + " " + found.name()).strip()).orElse(key),
        statistic.map(Definition::unit).orElse(""),
        statistic.map(Definition::better).orElse(Better.NEITHER),
        statistic.map(found -> operation + ": " + found.text()).orElse(key),
        List.of());
  }

  /** Whether both values are too small for a ratio that means something. */
  public static boolean areNearlyNothing(FigureRow figure, double before, double after) {
    return NearlyNothing.is(figure.unit(), before, after);
  }

  /** Whether a setting says where something is, or how it is called, and affects no figure. */
  public static boolean isPlace(String setting) {
    return Likeness.isPlace(setting);
  }
}
