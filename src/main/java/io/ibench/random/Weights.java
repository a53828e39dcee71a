package io.ibench.random;

/**
 * Draws an index in proportion to its weight; one with the weight 0 is never drawn. A draw is a
 * binary search. Immutable; a draw does not allocate.
 */
public final class Weights {

  /** By index, the sum of the weights up to it. */
  private final double[] sums;

  /** The last index with a weight above 0. */
  private final int last;

  /**
   * @param weights 0 or more, by index
   * @throws IllegalArgumentException if one is negative or no finite number, or none is above 0
   */
  public Weights(double[] weights) {
    sums = new double[weights.length];
    double sum = 0;
    int found = -1;
    for (int i = 0; i < weights.length; i++) {
      if (!(weights[i] >= 0) || Double.isInfinite(weights[i])) {
        throw new IllegalArgumentException("a weight is not 0 or more: " + weights[i]);
      }
      sum += weights[i];
      sums[i] = sum;
      found = weights[i] > 0 ? i : found;
    }
    if (found < 0) {
      throw new IllegalArgumentException("no weight is above 0");
    }
    if (Double.isInfinite(sum)) {
      throw new IllegalArgumentException("the sum of the weights is above all doubles");
    }
    last = found;
  }

  /** An index from 0 to size - 1. */
  public int draw(Random64 random) {
    double drawn = random.nextDouble() * sums[last];
    int low = 0;
    int high = last;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (drawn < sums[middle]) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** The number of weights. */
  public int size() {
    return sums.length;
  }
}
