package io.ibench.compare;

import io.ibench.compare.Noise.Kind;
import java.util.List;

/**
 * One figure of one side. Immutable.
 *
 * @param value of one run, or the mean of those of several that have it; NaN where none has
 * @param ratio to the base's value; 1 for the base itself and where both are nearly nothing ({@link
 *     NearlyNothing}), infinite where only the base is 0; NaN where one of them is missing, or one
 *     side's step is left out
 * @param noise whether the ratio says anything; of the base itself unknown
 * @param runs the figure of each of the side's runs, in their order; NaN where a run lacks it
 */
public record ComparedValue(double value, double ratio, Noise noise, List<Double> runs) {

  /** Ratios beyond these stand out, as in the tables that people know. */
  public static final double HIGH = 1.05;

  public static final double LOW = 0.95;

  /** Of a single run. */
  public ComparedValue(double value, double ratio, Noise noise) {
    this(value, ratio, noise, List.of(value));
  }

  /** Whether there is a ratio; it may be infinite. */
  public boolean isCompared() {
    return !Double.isNaN(ratio);
  }

  /** It differs from the base, and nobody knows whether by more than noise. */
  public boolean isUncertain() {
    boolean known = noise.kind() != Kind.UNKNOWN && !noise.isUndecided();
    return isCompared() && ratio != 1 && !known;
  }

  /** Of how many runs the value is the mean. */
  public long knownRuns() {
    return runs.stream().filter(Double::isFinite).count();
  }

  /** Some of the side's runs have the figure, and others do not. */
  public boolean isPartial() {
    return knownRuns() > 0 && knownRuns() < runs.size();
  }
}
