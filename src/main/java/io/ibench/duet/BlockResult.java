package io.ibench.duet;

import java.util.Arrays;
import java.util.List;

/**
 * What the pairs of one block say.
 *
 * @param sign 1, or -1 if the two instances had each other's settings
 * @param operations by number
 * @param failedPairs with an operation that failed on a side, or that was repeated
 * @param unlikePairs of two different operations
 * @param firstOther the operation of the first pair with two answers; -1 without one
 */
public record BlockResult(
    int sign,
    List<OperationPairs> operations,
    long failedPairs,
    long unlikePairs,
    int firstOther,
    Both<Costs> costs) {

  /**
   * The pairs of one operation.
   *
   * @param medianLogRatio of B / A; NaN without pairs
   * @param nanosOfA the sum of their times
   */
  public record OperationPairs(long pairs, double medianLogRatio, long nanosOfA, long nanosOfB) {}

  static BlockResult of(
      int sign, int operations, List<PairTimes> times, PairCounts counts, Both<Costs> costs) {
    OperationPairs[] all = new OperationPairs[operations];
    for (int i = 0; i < operations; i++) {
      int operation = i;
      float[] ratios = joined(times.stream().map(one -> one.logRatios(operation)).toList());
      all[i] =
          new OperationPairs(
              ratios.length,
              median(ratios),
              times.stream().mapToLong(one -> one.nanosOfA(operation)).sum(),
              times.stream().mapToLong(one -> one.nanosOfB(operation)).sum());
    }
    return new BlockResult(
        sign, List.of(all), counts.failed, counts.unlike, counts.firstOther, costs);
  }

  private static float[] joined(List<float[]> parts) {
    float[] all = new float[parts.stream().mapToInt(part -> part.length).sum()];
    int at = 0;
    for (float[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  /** The numbers are sorted afterwards. */
  private static double median(float[] numbers) {
    if (numbers.length == 0) {
      return Double.NaN;
    }
    Arrays.sort(numbers);
    int middle = numbers.length / 2;
    return numbers.length % 2 == 1
        ? numbers[middle]
        : ((double) numbers[middle - 1] + numbers[middle]) / 2;
  }

  /** The pairs of all operations. */
  public long pairs() {
    return operations.stream().mapToLong(OperationPairs::pairs).sum();
  }
}
