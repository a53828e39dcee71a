package io.ibench.workload.script;

import io.ibench.random.Distribution;
import io.ibench.random.Random64;
import io.ibench.random.Weights;

/** Draws of numbers between two bounds. Stateless; a draw allocates nothing. */
final class Draws {

  /** The largest number of ranks of a distribution. */
  private static final long MOST_RANKS = 1L << 62;

  private Draws() {}

  /** The number of whole numbers from low to high. */
  static long size(long low, long high) throws ScriptException {
    if (low > high) {
      throw new ScriptException("the range from " + low + " to " + high + " is empty");
    }
    long size = high - low + 1;
    if (size < 1 || size > MOST_RANKS) {
      throw new ScriptException("the range from " + low + " to " + high + " is above 2^62");
    }
    return size;
  }

  private static void requireShare(double share) throws ScriptException {
    if (!(share >= 0 && share <= 1)) {
      throw new ScriptException("a share is a number from 0 to 1, not " + share);
    }
  }

  /** Draws from a part of the range with some share, else from all of it. */
  static long hot(Random64 random, long low, long high, double share, long hotLow, long hotHigh)
      throws ScriptException {
    requireShare(share);
    long size = size(low, high);
    long hotSize = size(hotLow, hotHigh);
    if (hotLow < low || hotHigh > high) {
      throw new ScriptException(
          "the hot range from "
              + hotLow
              + " to "
              + hotHigh
              + " is not inside of that from "
              + low
              + " to "
              + high);
    }
    return random.nextDouble() < share
        ? hotLow + random.nextLong(hotSize)
        : low + random.nextLong(size);
  }

  /**
   * Draws a rank with some share, else any number of the range.
   *
   * @param ranks as many as the range has numbers
   * @param seed of the permutation that scatters the ranks
   */
  static long mixed(Random64 random, long low, Distribution ranks, double share, long seed)
      throws ScriptException {
    requireShare(share);
    return random.nextDouble() < share
        ? low + Permutation.permute(ranks.draw(random), ranks.size(), seed)
        : low + random.nextLong(ranks.size());
  }

  /** Draws a bucket by its weight, and any of its numbers. Together they are the range. */
  static long histogram(Random64 random, long low, long high, Weights weights)
      throws ScriptException {
    long size = size(low, high);
    int buckets = weights.size();
    if (size < buckets) {
      throw new ScriptException(
          "the range from "
              + low
              + " to "
              + high
              + " has fewer numbers than "
              + buckets
              + " buckets");
    }
    int bucket = weights.draw(random);
    long first = firstOf(bucket, buckets, size);
    return low + first + random.nextLong(firstOf(bucket + 1, buckets, size) - first);
  }

  /** bucket * size / buckets, rounded down, without overflow. */
  private static long firstOf(int bucket, int buckets, long size) {
    return bucket * (size / buckets) + bucket * (size % buckets) / buckets;
  }
}
