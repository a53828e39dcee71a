package io.ibench.bisect;

import java.util.List;
import java.util.Optional;

/**
 * What a search has found: versions by their places, effects as of the figure.
 *
 * @param good the last version that is like the good one
 * @param bad the first version that is not
 * @param between versions between the two that could not be judged
 * @param step from good to bad
 * @param other the same of the other figure
 * @param total from the first version to the last one
 * @param before from the first version to good; empty if good is the first one
 * @param after from the first version to bad
 */
public record Finding(
    State state,
    Figure figure,
    int good,
    int bad,
    List<Integer> between,
    Optional<Effect> step,
    Optional<Effect> other,
    Optional<Effect> total,
    Optional<Effect> before,
    Optional<Effect> after) {

  /** How it ended. */
  public enum State {
    /** The step from good to bad is confirmed, or that over those between. */
    FOUND,
    /** First and last version do not differ. */
    NO_CHANGE,
    /** Nothing is left that is larger than what may stay unknown: there is no one step. */
    GRADUAL,
    /** The answers contradict each other. */
    UNSURE,
    /** The change is smaller than twice what two equal instances differ by. */
    TOO_SMALL
  }
}
