package io.ibench.compare;

import io.ibench.compare.FigureRow.Group;
import io.ibench.report.figures.Better;
import io.ibench.report.figures.Definition;
import io.ibench.report.store.RunReport.Step;
import java.util.List;

/** A figure of all repeats of a step in one run, as comparisons divide it. Stateless. */
public final class RepeatMeans {

  private RepeatMeans() {}

  /**
   * @param repeats of one run, in their order
   * @param key of the figure in summary.json
   * @return NaN if no repeat has it
   */
  public static double of(List<Step> repeats, String key) {
    ComparedFigure figure =
        new ComparedFigure(
            key,
            Group.COST,
            key,
            Definition.of(key).map(Definition::unit).orElse(""),
            Better.NEITHER,
            "",
            step -> step.whole().figures().value(key));
    return SideStep.ofRun(repeats, figure);
  }
}
