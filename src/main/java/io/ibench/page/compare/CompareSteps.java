package io.ibench.page.compare;

import io.ibench.compare.Comparison;
import io.ibench.compare.FigureRow;
import io.ibench.compare.StepComparison;
import io.ibench.measure.StepStart.Unit;
import java.util.List;
import java.util.Optional;

/** The most important steps and figures of a comparison. Stateless. */
final class CompareSteps {

  private CompareSteps() {}

  /** The shown steps with any figure. */
  static List<StepComparison> shown(Comparison comparison) {
    return comparison.shownSteps().stream().filter(step -> !step.rows().isEmpty()).toList();
  }

  /** The last step of queries, else the last one that inserts, else the last one. */
  static Optional<StepComparison> main(Comparison comparison) {
    List<StepComparison> steps = shown(comparison);
    return last(steps, Unit.QUERIES)
        .or(() -> last(steps, Unit.ROWS))
        .or(() -> steps.stream().reduce((before, after) -> after));
  }

  private static Optional<StepComparison> last(List<StepComparison> steps, Unit unit) {
    return steps.stream().filter(step -> step.unit() == unit).reduce((before, after) -> after);
  }

  /** The step's main figure: its queries or rows per second. */
  static Optional<FigureRow> rate(StepComparison step) {
    String key =
        switch (step.unit()) {
          case QUERIES -> "qps";
          case ROWS, INDEXED_ROWS -> "ips";
          case NONE -> "";
        };
    return step.rows().stream().filter(row -> row.key().equals(key)).findFirst();
  }
}
