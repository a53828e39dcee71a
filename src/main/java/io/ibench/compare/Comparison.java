package io.ibench.compare;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Sides beside each other: what differs in how they were measured, and in what was measured.
 * Immutable.
 *
 * @param sides the base first
 * @param unlike why the sides do not do the same work, by which they would be refused; empty unless
 *     the user wants them compared nevertheless
 * @param differences in settings and environment
 * @param steps that all sides have, in the base's order, and the sums of steps that were asked for
 * @param notInAll steps that some runs lack, or in which they count something else
 * @param notes what must be known to read it, such as which noise was known, a line each
 */
public record Comparison(
    List<Side> sides,
    List<SettingDifference> unlike,
    List<SettingDifference> differences,
    List<StepComparison> steps,
    List<String> notInAll,
    List<String> notes) {

  /** The steps that tables show. */
  public List<StepComparison> shownSteps() {
    return steps.stream().filter(StepComparison::isShown).toList();
  }

  /** What tables and charts call the sides: their numbers, from 1, and names. */
  public List<String> labels() {
    return IntStream.range(0, sides.size())
        .mapToObj(side -> (side + 1) + " " + sides.get(side).name())
        .toList();
  }
}
