package io.ibench.duet;

import java.util.Arrays;

/**
 * The times of the pairs of one worker in one block: for each operation the logarithms of B / A,
 * and the sums of both sides. Not thread-safe; grows rarely, and allocates nothing else.
 */
final class PairTimes {

  private static final int FIRST_CAPACITY = 1024;

  private final float[][] logRatios;
  private final int[] counts;
  private final long[] nanosOfA;
  private final long[] nanosOfB;

  PairTimes(int operations) {
    logRatios = new float[operations][0];
    counts = new int[operations];
    nanosOfA = new long[operations];
    nanosOfB = new long[operations];
  }

  /** Adds a pair whose operation succeeded on both sides. */
  void add(int operation, long ofA, long ofB) {
    float[] own = logRatios[operation];
    int count = counts[operation];
    if (count == own.length) {
      own = Arrays.copyOf(own, Math.max(FIRST_CAPACITY, 2 * own.length));
      logRatios[operation] = own;
    }
    // The clock's step is 1 ns; nothing takes less.
    own[count] = (float) Math.log((double) Math.max(1, ofB) / Math.max(1, ofA));
    counts[operation] = count + 1;
    nanosOfA[operation] += ofA;
    nanosOfB[operation] += ofB;
  }

  /** The logarithms of one operation, in no order. */
  float[] logRatios(int operation) {
    return Arrays.copyOf(logRatios[operation], counts[operation]);
  }

  long nanosOfA(int operation) {
    return nanosOfA[operation];
  }

  long nanosOfB(int operation) {
    return nanosOfB[operation];
  }
}
