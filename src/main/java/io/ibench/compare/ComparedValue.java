package io.ibench.compare;

import io.ibench.compare.Noise.Kind;
import java.util.List;

/**
 * A figure of one side. Immutable.
 *
 * @param value of one run, or the mean of the runs that have it; NaN if no run has it
 * @param ratio to the base's value; 1 for the base itself and if both are nearly nothing ({@link
 *     NearlyNothing}); infinite if only the base is 0; NaN if a value is missing or a side's step
 *     is left out
 * @param noise whether the ratio is more than noise; unknown for the base itself
 * @param runs the figure in each of the side's runs, in their order; NaN for a run without it
 * @param repeats the figure in each repeat of each run; NaN for a repeat without it
 */
public record ComparedValue(
    double value, double ratio, Noise noise, List<Double> runs, List<List<Double>> repeats) {

  /** Ratios beyond these limits stand out, as in published tables. */
  public static final double HIGH = 1.05;

  public static final double LOW = 0.95;

  /** The value of a single run. */
  public ComparedValue(double value, double ratio, Noise noise) {
    this(value, ratio, noise, List.of(value));
  }

  /** The values of runs without repeats. */
  public ComparedValue(double value, double ratio, Noise noise, List<Double> runs) {
    this(value, ratio, noise, runs, runs.stream().map(List::of).toList());
  }

  /** Whether there is a ratio; it may be infinite. */
  public boolean isCompared() {
    return !Double.isNaN(ratio);
  }

  /** It differs from the base, and it is unknown whether by more than noise. */
  public boolean isUncertain() {
    boolean known = noise.kind() != Kind.UNKNOWN && !noise.isUndecided();
    return isCompared() && ratio != 1 && !known;
  }

  /** The number of runs in the mean. */
  public long knownRuns() {
    return runs.stream().filter(Double::isFinite).count();
  }

  /** Some of the side's runs have the figure, and some do not. */
  public boolean isPartial() {
    return knownRuns() > 0 && knownRuns() < runs.size();
  }
}
