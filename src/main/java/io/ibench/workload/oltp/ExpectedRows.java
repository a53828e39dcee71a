package io.ibench.workload.oltp;

import java.util.OptionalDouble;

/** How many rows a transaction reads on average when ids are uniform and no row is missing. */
final class ExpectedRows {

  private ExpectedRows() {}

  /** Empty for a script whose rows depend on more than that. */
  static OptionalDouble of(StepSettings step, long rows) {
    if (!step.draws().isUniform() || step.draws().ids() != rows) {
      return OptionalDouble.empty();
    }
    StepSettings.Counts counts = step.counts();
    return switch (step.script()) {
      case POINT_SELECT, READ_ONLY, READ_WRITE ->
          OptionalDouble.of(
              counts.points()
                  + counts.sum()
                  + (counts.simple() + counts.order() + counts.distinct())
                      * range(step.rangeSize(), rows));
      case READ_ONLY_COUNT, SELECT_RANDOM_RANGES -> OptionalDouble.of(1);
      case INLIST_SELECT ->
          OptionalDouble.of(step.hotPoints() ? step.listed() : list(step.listed(), rows));
      case POINTS_COVERED ->
          step.on() == OltpKeys.On.ID
              ? OptionalDouble.of(list(step.listed(), rows))
              : OptionalDouble.empty();
      case RANGE_COVERED ->
          step.on() == OltpKeys.On.ID
              ? OptionalDouble.of(range(step.rangeSize() + 1L, rows))
              : OptionalDouble.empty();
      default -> OptionalDouble.empty();
    };
  }

  /**
   * A range that begins at any id may reach beyond the last one: the mean of min(size, n - v + 1).
   */
  private static double range(double size, double rows) {
    return size <= rows ? size - size * (size - 1) / (2 * rows) : (rows + 1) / 2;
  }

  /** The distinct ones among so many drawn ids: n (1 - (1 - 1/n)^size). */
  private static double list(double size, double rows) {
    return -rows * Math.expm1(size * Math.log1p(-1 / rows));
  }
}
