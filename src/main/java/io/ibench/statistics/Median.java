package io.ibench.statistics;

import java.util.Arrays;

/** The middle of some numbers. */
public final class Median {

  private Median() {}

  /**
   * Of an even count the mean of the two in the middle; NaN of none. The numbers stay as they are.
   */
  public static double of(double[] numbers) {
    if (numbers.length == 0) {
      return Double.NaN;
    }
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
