package io.ibench.measure;

import java.util.Optional;

/**
 * A target rate of a step, all clients together. Immutable.
 *
 * @param group the name of the group of threads; empty in a step with one group
 * @param role what the rate counts
 * @param perSecond the mean rate
 * @param segment of a load profile
 * @param shared whether groups without a target rate do the same: then the step's count is not that
 *     of the groups with one
 */
public record RateTarget(
    String group, Role role, double perSecond, Optional<Segment> segment, boolean shared) {

  /** A rate that does not change. */
  public RateTarget(String group, Role role, double perSecond) {
    this(group, role, perSecond, Optional.empty(), false);
  }

  /** The rates per second at the start and at the end of a segment of a load profile. */
  public record Segment(double fromPerSecond, double toPerSecond) {

    public boolean isRamp() {
      return fromPerSecond != toPerSecond;
    }
  }

  /** Whether the target itself changes. */
  public boolean isRamp() {
    return segment.filter(Segment::isRamp).isPresent();
  }
}
