package io.ibench.compare;

import io.ibench.measure.StepStart.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The sides, the differences in how they were measured, and the differences in their figures.
 * Immutable.
 *
 * @param sides the base first
 * @param unlike why the sides do different work and would be refused; empty unless the user wants
 *     the comparison nevertheless
 * @param differences in settings and environment
 * @param steps that all sides have, in the base's order, then the requested sums of steps
 * @param equalRows steps in which runs inserted different numbers of rows, up to the number that
 *     all inserted
 * @param notInAll steps that some runs lack, or in which runs count different things
 * @param notes what the reader must know, such as damage, one line each
 * @param answers whether all runs got the same answers; empty if no run says anything about them
 */
public record Comparison(
    List<Side> sides,
    List<SettingDifference> unlike,
    List<SettingDifference> differences,
    List<StepComparison> steps,
    List<EqualRows> equalRows,
    List<String> notInAll,
    List<String> notes,
    Optional<SameAnswers> answers) {

  /** Smaller differences in the rows of tables hardly change what an operation costs. */
  private static final double MIN_ROWS_DIFFERENCE = 0.01;

  /** Stands in a note between a folder and what is wrong with it. */
  static final String DAMAGED = ": DAMAGED: ";

  /** The notes that name damaged results. */
  public List<String> damage() {
    return notes.stream().filter(note -> note.contains(DAMAGED)).toList();
  }

  /** The steps that tables show. */
  public List<StepComparison> shownSteps() {
    return steps.stream().filter(StepComparison::isShown).toList();
  }

  /** Those of them that have any figure. */
  public List<StepComparison> stepsWithFigures() {
    return shownSteps().stream().filter(step -> !step.rows().isEmpty()).toList();
  }

  /** The same with these steps only. */
  public Comparison only(Set<String> names) {
    return new Comparison(
        sides,
        unlike,
        differences,
        steps.stream().filter(step -> names.contains(step.step())).toList(),
        equalRows.stream().filter(step -> names.contains(step.step())).toList(),
        notInAll.stream().filter(names::contains).toList(),
        notes,
        answers);
  }

  /**
   * The step whose rate answers who is faster: the last main step of queries, else the last one
   * that inserts, else the last one; the same of all shown steps without a main step.
   */
  public Optional<StepComparison> mainStep() {
    List<StepComparison> shown = stepsWithFigures();
    List<StepComparison> main = shown.stream().filter(StepComparison::isMain).toList();
    List<StepComparison> steps = main.isEmpty() ? shown : main;
    return last(steps, Unit.QUERIES)
        .or(() -> last(steps, Unit.ROWS))
        .or(() -> steps.stream().reduce((before, after) -> after));
  }

  private static Optional<StepComparison> last(List<StepComparison> steps, Unit unit) {
    return steps.stream().filter(step -> step.unit() == unit).reduce((before, after) -> after);
  }

  /**
   * Sides that have another number of rows in their tables than the base after the main step, one
   * line each: the sides then work on different data.
   */
  public List<String> rowsInTables() {
    List<String> lines = new ArrayList<>();
    for (StepComparison step : mainStep().stream().toList()) {
      List<ComparedValue> rows = step.row("rows_in_tables").map(FigureRow::cells).orElse(List.of());
      for (int side = 1; side < rows.size(); side++) {
        double more = rows.get(side).value() / rows.get(0).value() - 1;
        if (Double.isFinite(more) && Math.abs(more) >= MIN_ROWS_DIFFERENCE) {
          lines.add(
              String.format(
                  Locale.ROOT,
                  "%s has %.1f %% %s rows in its tables than %s after %s",
                  labels().get(side),
                  100 * Math.abs(more),
                  more > 0 ? "more" : "fewer",
                  labels().get(0),
                  step.step()));
        }
      }
    }
    return lines;
  }

  /** The labels of the sides in tables and charts: number, from 1, and name. */
  public List<String> labels() {
    return IntStream.range(0, sides.size())
        .mapToObj(side -> (side + 1) + " " + sides.get(side).name())
        .toList();
  }
}
