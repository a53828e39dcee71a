package io.ibench.random;

import java.util.Arrays;

/**
 * Draws the next operation: indices with percentages. An index with 0 percent is never drawn.
 * Immutable.
 */
public final class Mix {
  private static final double TOLERANCE = 1e-5;

  private final double[] percentages;

  /** Cumulative, in the given order; infinite from the last index with a percentage above 0. */
  private final double[] thresholds;

  /**
   * @param percentages by index; they must sum to 100 within 1e-5
   * @throws IllegalArgumentException if one is negative or not a number, or the sum is not 100
   */
  public Mix(double[] percentages) {
    this.percentages = percentages.clone();
    this.thresholds = new double[percentages.length];
    double sum = 0;
    int last = 0;
    for (int i = 0; i < percentages.length; i++) {
      if (!(percentages[i] >= 0)) {
        throw new IllegalArgumentException(
            "percentage " + i + " of a mix is not 0 or more: " + percentages[i]);
      }
      last = percentages[i] > 0 ? i : last;
      sum += percentages[i];
      thresholds[i] = sum;
    }
    if (!(Math.abs(sum - 100) <= TOLERANCE)) {
      throw new IllegalArgumentException("the percentages of a mix sum to " + sum + ", not to 100");
    }
    Arrays.fill(thresholds, last, thresholds.length, Double.POSITIVE_INFINITY);
  }

  /** The index of the next operation. */
  public int next(Random64 random) {
    double drawn = random.nextDouble() * 100;
    int i = 0;
    while (drawn >= thresholds[i]) {
      i++;
    }
    return i;
  }

  /** The percentage of an index, as given. */
  public double percentage(int index) {
    return percentages[index];
  }
}
