package io.ibench.compare;

import io.ibench.compare.FigureRow.Group;
import io.ibench.report.figures.Better;
import io.ibench.report.figures.Figure;
import io.ibench.report.store.RunReport.Step;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A figure as it is compared. Immutable.
 *
 * @param key as in {@link FigureRow}; also finds the figure's time series
 * @param value of a step; NaN if it is not known
 */
record ComparedFigure(
    String key,
    Group group,
    String name,
    String unit,
    Better better,
    String definition,
    ToDoubleFunction<Step> value) {

  /** Whether it is a figure of the end of a step. */
  boolean isAtEnd() {
    return Figure.of(key).filter(Figure::isAtEnd).isPresent();
  }

  /**
   * The weight of a repeat in the figure of all repeats: 100 KB/op of two operations and 1 KB/op of
   * a thousand are 1.2 KB/op together, as the report of the run has it.
   */
  double weight(Step repeat) {
    if (unit.endsWith("/op") || unit.endsWith("per op/s")) {
      return repeat.costedOperations();
    }
    return unit.endsWith("/row") ? repeat.counted(Figure.IPS) : 1;
  }

  FigureRow row(List<ComparedValue> cells) {
    return new FigureRow(key, group, name, unit, better, definition, cells);
  }
}
