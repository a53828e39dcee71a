package io.ibench.compare;

import io.ibench.compare.StepComparison.State;
import io.ibench.measure.StepStart.Unit;
import io.ibench.report.RunReport.Step;
import io.ibench.report.StoredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the sides' steps have in common, figure by figure. Stateless. */
final class StepComparisons {

  private StepComparisons() {}

  /**
   * A comparison of each step that does work and that all runs of all sides have, in the base's
   * order; a name under which runs count something else is left out.
   */
  static List<StepComparison> of(List<Side> sides) {
    List<List<Run>> all =
        sides.stream().map(side -> side.runs().stream().map(Run::of).toList()).toList();
    List<StepComparison> comparisons = new ArrayList<>();
    for (Step step : all.get(0).get(0).steps().values()) {
      boolean everywhere =
          all.stream().flatMap(List::stream).allMatch(run -> run.has(step.name(), step.unit()));
      if (step.unit() != Unit.NONE && everywhere) {
        comparisons.add(compare(step, sides, all));
      }
    }
    return List.copyOf(comparisons);
  }

  /** A run's steps by their names, in its order. */
  private record Run(Map<String, Step> steps, RunCourse course) {

    static Run of(StoredRun run) {
      Map<String, Step> steps = ComparedSteps.of(run.report());
      return new Run(steps, new RunCourse(run, steps.values()));
    }

    boolean has(String name, Unit unit) {
      return steps.containsKey(name) && steps.get(name).unit() == unit;
    }
  }

  private static StepComparison compare(Step step, List<Side> sides, List<List<Run>> runs) {
    List<SideStep> parts = new ArrayList<>();
    for (int i = 0; i < sides.size(); i++) {
      parts.add(
          new SideStep(
              sides.get(i),
              runs.get(i).stream().map(run -> run.steps().get(step.name())).toList(),
              runs.get(i).stream().map(Run::course).toList()));
    }
    List<State> states = parts.stream().map(SideStep::state).toList();
    List<Step> all = parts.stream().flatMap(part -> part.steps().stream()).toList();
    List<FigureRow> rows =
        Stream.of(
                StepFigures.before(step.unit()),
                LatencyFigures.of(all),
                StepFigures.after(step.unit()))
            .flatMap(List::stream)
            .filter(figure -> parts.stream().anyMatch(part -> isKnown(figure, part)))
            .map(figure -> figure.row(cells(figure, parts, states)))
            .toList();
    return new StepComparison(step.name(), step.unit(), states, rows);
  }

  private static boolean isKnown(ComparedFigure figure, SideStep part) {
    return part.values(figure).length > 0;
  }

  private static List<Cell> cells(ComparedFigure figure, List<SideStep> parts, List<State> states) {
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      boolean compared =
          states.get(0).leftOut().isEmpty()
              && states.get(i).leftOut().isEmpty()
              && isKnown(figure, parts.get(0))
              && isKnown(figure, parts.get(i));
      double value = parts.get(i).value(figure);
      double ratio = compared ? ratio(figure, parts.get(0).value(figure), value) : Double.NaN;
      cells.add(
          new Cell(
              value,
              i == 0 && compared ? 1 : ratio,
              noise(figure, parts, i, compared),
              parts.get(i).ofRuns(figure)));
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

  /** 1 of nearly nothing on both sides; infinite where only the base is 0. */
  private static double ratio(ComparedFigure figure, double base, double other) {
    return NearlyNothing.is(figure.unit(), base, other) ? 1 : other / base;
  }
}
