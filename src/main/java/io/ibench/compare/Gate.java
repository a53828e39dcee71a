package io.ibench.compare;

import io.ibench.compare.StepComparison.State;
import io.ibench.report.figures.Figure;
import io.ibench.report.figures.NumberText;
import io.ibench.report.store.StoredRun;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Checks a comparison against the user's conditions for a failure. Stateless. */
public final class Gate {

  private Gate() {}

  /**
   * A condition that cannot be evaluated.
   *
   * @param text why, with the right name if it is clear
   * @param name as the user wrote it
   * @param known names of which it may be a misspelling; empty if no other name would help
   * @param all the available names, for the case that no known name is similar
   */
  public record Mistake(String text, String name, Set<String> known, String all) {

    private static Mistake of(String text) {
      return new Mistake(text, "", Set.of(), "");
    }
  }

  /** The conditions that cannot be evaluated on this comparison. */
  public static List<Mistake> mistakes(Comparison comparison, List<GateCondition> conditions) {
    return conditions.stream().flatMap(c -> mistake(comparison, c).stream()).toList();
  }

  private static Optional<Mistake> mistake(Comparison comparison, GateCondition condition) {
    String begin = "--fail-if " + condition.text() + ": ";
    Optional<Mistake> unknown = unknownStep(comparison, condition, begin);
    if (unknown.isPresent()) {
      return unknown;
    }
    List<StepComparison> steps = steps(comparison, condition);
    FigureHints hints = new FigureHints(steps, comparison.steps());
    String where = condition.step().map(step -> " of step " + step).orElse("");
    if (!hints.keys().contains(condition.figure())) {
      if (isNoAmount(comparison, condition)) {
        return Optional.of(Mistake.of(begin + noAmount(condition)));
      }
      String text = begin + "no figure " + condition.figure() + where;
      return Optional.of(
          hints
              .of(condition.figure())
              .map(hint -> Mistake.of(text + "; " + hint))
              .orElseGet(
                  () -> new Mistake(text, condition.figure(), hints.keys(), hints.available())));
    }
    boolean somewhere =
        steps.stream().anyMatch(step -> isSomething(step, condition) || isLeftOut(step));
    return somewhere
        ? Optional.empty()
        : Optional.of(Mistake.of(begin + condition.figure() + where + " is known on no side"));
  }

  /** Each step of a sum must be known. */
  private static Optional<Mistake> unknownStep(
      Comparison comparison, GateCondition condition, String begin) {
    Set<String> known = new LinkedHashSet<>();
    comparison.steps().stream()
        .filter(step -> !step.isSum())
        .forEach(step -> known.add(step.step()));
    String all = "there are: " + String.join(", ", known);
    if (condition.step().isEmpty()) {
      return comparison.steps().stream().anyMatch(StepComparison::countsSomething)
          ? Optional.empty()
          : Optional.of(
              new Mistake(
                  begin + "no step that counts something is in all of them", "", known, all));
    }
    return SummedSteps.parts(condition.step().get()).stream()
        .filter(step -> !known.contains(step))
        .findFirst()
        .map(
            step ->
                new Mistake(begin + "no step " + step + " is in all of them", step, known, all));
  }

  /** Whether a step of the sum has the figure, but the sum has not. */
  private static boolean isNoAmount(Comparison comparison, GateCondition condition) {
    List<String> parts = SummedSteps.parts(condition.step().orElse(""));
    return parts.size() > 1
        && comparison.steps().stream()
            .filter(step -> parts.contains(step.step()))
            .anyMatch(step -> row(step, condition).isPresent());
  }

  private static String noAmount(GateCondition condition) {
    return condition.figure()
        + " is no amount that could be added up over steps; allowed: "
        + String.join(", ", Figure.AMOUNTS.stream().map(Figure::key).sorted().toList())
        + ", outages.count, outages.seconds, stalls.count, stalls.seconds and server_counters.NAME";
  }

  /**
   * The result of all conditions, one line for each finding.
   *
   * @param failures conditions that hold or cannot be judged
   * @param excused conditions that hold for a difference that is not known to exceed the noise, if
   *     the user requires that
   */
  public record Judgement(List<String> failures, List<String> excused) {}

  /**
   * Evaluates all conditions on the comparison.
   *
   * @param beyondNoise only differences that are known to exceed the noise are failures
   */
  public static Judgement judge(
      Comparison comparison, List<GateCondition> conditions, boolean beyondNoise) {
    Judgement judgement = new Judgement(new ArrayList<>(), new ArrayList<>());
    for (GateCondition condition : conditions) {
      missing(comparison, condition, judgement);
      for (StepComparison step : steps(comparison, condition)) {
        for (int side = 1; side < comparison.sides().size(); side++) {
          judge(comparison.sides(), step, side, condition, beyondNoise, judgement);
        }
      }
    }
    return judgement;
  }

  /**
   * Reports a step of the base that another side lacks, or in which sides count different things,
   * as a failure. If the condition names the step, {@link #mistakes} reports it instead.
   */
  private static void missing(Comparison comparison, GateCondition condition, Judgement judgement) {
    Side base = comparison.sides().get(0);
    for (String step : comparison.notInAll()) {
      if (condition.step().isPresent() || !hasFigure(base, step, condition.figure())) {
        continue;
      }
      String begin = "--fail-if " + condition.text() + ": cannot be judged: " + step;
      List<Side> lacking =
          comparison.sides().stream()
              .filter(side -> !side.runs().stream().allMatch(run -> has(run, step)))
              .toList();
      lacking.forEach(side -> judgement.failures.add(begin + " is not in " + side.name()));
      if (lacking.isEmpty()) {
        judgement.failures.add(begin + " does not count the same in all of them");
      }
    }
  }

  private static boolean has(StoredRun run, String step) {
    return run.report().steps().stream().anyMatch(one -> one.name().equals(step));
  }

  private static boolean hasFigure(Side side, String step, String figure) {
    return side.runs().stream()
        .flatMap(run -> run.report().steps().stream())
        .filter(one -> one.name().equals(step))
        .anyMatch(
            one ->
                one.whole().figures().knows(figure)
                    || one.whole().operations().stream()
                        .anyMatch(operation -> figure.startsWith(operation.name() + ".")));
  }

  private static void judge(
      List<Side> sides,
      StepComparison step,
      int other,
      GateCondition condition,
      boolean beyondNoise,
      Judgement judgement) {
    String begin = "--fail-if " + condition.text() + ": ";
    Optional<String> unknown = unknown(sides, step, other, condition);
    if (unknown.isPresent()) {
      judgement.failures.add(begin + "cannot be judged: " + step.step() + " " + unknown.get());
      return;
    }
    Optional<FigureRow> row = row(step, condition).filter(found -> isKnown(found, 0));
    if (row.isEmpty() || !condition.holds(row.get().cells().get(other).ratio())) {
      return;
    }
    String line = begin + hit(sides, step, row.get(), other);
    if (beyondNoise && !row.get().cells().get(other).noise().exceeds()) {
      judgement.excused.add(line + ": no failure, as --fail-beyond-noise asks for more");
    } else {
      judgement.failures.add(line);
    }
  }

  /** Why a condition cannot be judged on a step to which it applies. */
  private static Optional<String> unknown(
      List<Side> sides, StepComparison step, int other, GateCondition condition) {
    Optional<FigureRow> row = row(step, condition);
    if (row.isEmpty() && condition.step().isEmpty() && !step.rows().isEmpty()) {
      return Optional.empty();
    }
    for (int side : new int[] {0, other}) {
      Optional<String> leftOut = step.states().get(side).leftOut();
      if (leftOut.isPresent()) {
        return Optional.of("is left out in " + name(sides, side) + ": " + leftOut.get());
      }
    }
    if (row.isEmpty() || !isKnown(row.get(), 0) && !isKnown(row.get(), other)) {
      return Optional.empty();
    }
    for (int side : new int[] {0, other}) {
      if (!isKnown(row.get(), side)) {
        return Optional.of("does not tell " + condition.figure() + " in " + name(sides, side));
      }
    }
    return Optional.empty();
  }

  private static boolean isKnown(FigureRow row, int side) {
    return !Double.isNaN(row.cells().get(side).value());
  }

  private static String name(List<Side> sides, int side) {
    return sides.get(side).name();
  }

  private static String hit(List<Side> sides, StepComparison step, FigureRow row, int other) {
    ComparedValue cell = row.cells().get(other);
    boolean fromNothing = Double.isInfinite(cell.ratio());
    return String.format(
        Locale.ROOT,
        fromNothing
            ? "%s: %s of %s is %s, that of %s is 0 (%s)"
            : "%s: %s of %s is %s of that of %s (%s)",
        step.step(),
        row.key(),
        name(sides, other),
        fromNothing ? NumberText.figure(cell.value()) : RatioText.exact(cell.ratio()),
        name(sides, 0),
        RatioText.noise(cell.noise()));
  }

  private static List<StepComparison> steps(Comparison comparison, GateCondition condition) {
    return comparison.steps().stream()
        .filter(step -> condition.step().map(step.step()::equals).orElse(step.countsSomething()))
        .toList();
  }

  private static Optional<FigureRow> row(StepComparison step, GateCondition condition) {
    return step.rows().stream().filter(row -> row.key().equals(condition.figure())).findFirst();
  }

  private static boolean isLeftOut(StepComparison step) {
    return step.states().stream().map(State::leftOut).anyMatch(Optional::isPresent);
  }

  private static boolean isSomething(StepComparison step, GateCondition condition) {
    return row(step, condition).stream()
        .flatMap(row -> row.cells().stream())
        .anyMatch(cell -> !Double.isNaN(cell.value()));
  }
}
