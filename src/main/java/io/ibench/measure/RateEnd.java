package io.ibench.measure;

/**
 * What was known of a step's rate at the last look. A number is NaN if there were too few
 * intervals. Immutable.
 *
 * @param reached whether it was what the goal asks for
 * @param fromSeconds of the step, where the time begins that was looked at
 * @param toSeconds its end
 * @param perSecond the mean rate of that time
 * @param changePercent how much the rate changed in that time, by a straight line; NaN if the goal
 *     is an error
 * @param errorPercent how far the change (one-sided, 95 %) or the mean (two-sided, 95 %) may be off
 */
public record RateEnd(
    RateGoal goal,
    boolean reached,
    double fromSeconds,
    double toSeconds,
    double perSecond,
    double changePercent,
    double errorPercent) {

  /**
   * A rate is not steady if a larger change in the time that is looked at cannot be excluded, in
   * percent.
   */
  public static final double STEADY_PERCENT = 10;

  /** A rate with a larger change that is more than chance is not steady. */
  public static final double SMALL_PERCENT = 3;

  /** The length of the time that was looked at. */
  public double seconds() {
    return toSeconds - fromSeconds;
  }

  /** Whether there were enough intervals to say anything. */
  public boolean isKnown() {
    return Double.isFinite(errorPercent);
  }

  /** Whether it is as the goal asks for. */
  public boolean isEnough() {
    double size = Math.abs(changePercent);
    return goal.isSteady()
        ? size + errorPercent <= STEADY_PERCENT && (size <= SMALL_PERCENT || size <= errorPercent)
        : errorPercent <= goal.errorPercent().getAsDouble();
  }

  /** The same at the end of a step that it did not end. */
  public RateEnd missed() {
    return new RateEnd(goal, false, fromSeconds, toSeconds, perSecond, changePercent, errorPercent);
  }
}
