package io.ibench.compare;

import java.util.List;
import java.util.Optional;
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
 * @param notInAll steps that some runs lack, or in which runs count different things
 * @param notes what the reader must know, such as damage, one line each
 * @param answers whether all runs got the same answers; empty if no run says anything about them
 */
public record Comparison(
    List<Side> sides,
    List<SettingDifference> unlike,
    List<SettingDifference> differences,
    List<StepComparison> steps,
    List<String> notInAll,
    List<String> notes,
    Optional<SameAnswers> answers) {

  /** The steps that tables show. */
  public List<StepComparison> shownSteps() {
    return steps.stream().filter(StepComparison::isShown).toList();
  }

  /** The labels of the sides in tables and charts: number, from 1, and name. */
  public List<String> labels() {
    return IntStream.range(0, sides.size())
        .mapToObj(side -> (side + 1) + " " + sides.get(side).name())
        .toList();
  }
}
