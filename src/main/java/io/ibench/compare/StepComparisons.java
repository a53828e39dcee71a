package io.ibench.compare;

import io.ibench.compare.StepComparison.State;
import io.ibench.measure.StepPurpose;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.store.RunReport.Step;
import io.ibench.report.store.StoredRun;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Compares the steps of sides, figure by figure. Stateless. */
final class StepComparisons {

  private StepComparisons() {}

  /**
   * A comparison of each step that all runs of all sides have, in the base's order, without steps
   * in which runs count different things; then the sums.
   *
   * @param sums as {@link SummedSteps} names them; a sum with a step that is not compared is left
   *     out
   */
  static List<StepComparison> of(List<Side> sides, Collection<String> sums) {
    List<List<RunSteps>> all =
        sides.stream().map(side -> side.runs().stream().map(RunSteps::of).toList()).toList();
    List<StepComparison> comparisons = new ArrayList<>();
    Set<String> compared = new LinkedHashSet<>();
    for (List<Step> repeats : all.get(0).get(0).steps().values()) {
      Step step = repeats.get(0);
      boolean everywhere =
          all.stream().flatMap(List::stream).allMatch(run -> run.has(step.name(), step.unit()));
      if (everywhere) {
        compared.add(step.name());
        StepPurpose purpose = step.purpose().orElse(StepPurpose.MAIN);
        comparisons.add(compare(step.name(), step.unit(), purpose, sides, all));
      }
    }
    sums.stream()
        .filter(sum -> compared.containsAll(SummedSteps.parts(sum)))
        .forEach(sum -> comparisons.add(compare(sum, Unit.NONE, StepPurpose.MAIN, sides, all)));
    return List.copyOf(comparisons);
  }

  /** The repeats of a run's steps by the steps' names, in its order. */
  private record RunSteps(Map<String, List<Step>> steps, RunSeries series) {

    static RunSteps of(StoredRun run) {
      Map<String, List<Step>> steps = StepComparison.comparedSteps(run.report());
      return new RunSteps(
          steps, new RunSeries(run, steps.values().stream().map(each -> each.get(0)).toList()));
    }

    boolean has(String name, Unit unit) {
      return steps.containsKey(name) && steps.get(name).get(0).unit() == unit;
    }

    /** The repeats of the step with this name; of a sum of steps the sum of all repeats. */
    List<Step> repeats(String name) {
      if (!SummedSteps.isSum(name)) {
        return Objects.requireNonNull(steps.get(name));
      }
      List<Step> parts =
          SummedSteps.parts(name).stream()
              .flatMap(part -> Objects.requireNonNull(steps.get(part)).stream())
              .toList();
      return List.of(SummedSteps.of(name, parts));
    }
  }

  private static StepComparison compare(
      String name, Unit unit, StepPurpose purpose, List<Side> sides, List<List<RunSteps>> runs) {
    List<SideStep> parts = new ArrayList<>();
    for (int i = 0; i < sides.size(); i++) {
      parts.add(
          new SideStep(
              sides.get(i),
              runs.get(i).stream().map(run -> run.repeats(name)).toList(),
              runs.get(i).stream().map(RunSteps::series).toList()));
    }
    List<Step> all = parts.stream().flatMap(SideStep::all).toList();
    return ofFigures(name, unit, purpose, parts, figures(unit, all));
  }

  /** The rates and costs of one step that inserts, on all sides. */
  static StepComparison ofRates(String name, StepPurpose purpose, List<SideStep> parts) {
    return ofFigures(name, Unit.ROWS, purpose, parts, StepFigures.before(Unit.ROWS));
  }

  private static StepComparison ofFigures(
      String name,
      Unit unit,
      StepPurpose purpose,
      List<SideStep> parts,
      List<ComparedFigure> figures) {
    List<State> states = parts.stream().map(SideStep::state).toList();
    List<FigureRow> rows =
        figures.stream()
            .filter(figure -> parts.stream().anyMatch(part -> isKnown(figure, part)))
            .map(figure -> figure.row(cells(figure, parts, states)))
            .toList();
    return new StepComparison(name, unit, purpose, states, rows);
  }

  private static List<ComparedFigure> figures(Unit unit, List<Step> steps) {
    List<ComparedFigure> figures = new ArrayList<>(StepFigures.before(unit));
    figures.addAll(LatencyFigures.of(steps));
    figures.addAll(StepFigures.after(unit));
    Set<String> shown = figures.stream().map(ComparedFigure::key).collect(Collectors.toSet());
    figures.addAll(OtherFigures.of(steps, shown));
    return figures;
  }

  private static boolean isKnown(ComparedFigure figure, SideStep part) {
    return part.values(figure).length > 0;
  }

  private static List<ComparedValue> cells(
      ComparedFigure figure, List<SideStep> parts, List<State> states) {
    List<ComparedValue> cells = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      boolean compared =
          states.get(0).leftOut().isEmpty()
              && states.get(i).leftOut().isEmpty()
              && isKnown(figure, parts.get(0))
              && isKnown(figure, parts.get(i));
      double value = parts.get(i).value(figure);
      double ratio = compared ? ratio(figure, parts.get(0).value(figure), value) : Double.NaN;
      cells.add(
          new ComparedValue(
              value,
              i == 0 && compared ? 1 : ratio,
              noise(figure, parts, i, compared),
              parts.get(i).perRun(figure),
              parts.get(i).perRepeat(figure)));
    }
    return List.copyOf(cells);
  }

  private static Noise noise(
      ComparedFigure figure, List<SideStep> parts, int side, boolean compared) {
    if (side == 0) {
      return Noise.unknown("it is the base");
    }
    return compared
        ? CellNoise.of(figure, parts.get(0), parts.get(side))
        : Noise.unknown("it is not compared");
  }

  /** 1 if both are nearly nothing; infinite if only the base is 0. */
  private static double ratio(ComparedFigure figure, double base, double other) {
    return NearlyNothing.is(figure.unit(), base, other) ? 1 : other / base;
  }
}
