package io.ibench.learn.law;

import java.util.Arrays;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongUnaryOperator;

/** A sample of draws, sorted. */
final class Draws {

  private static final int BLOCKS = 20;

  /** A key that is drawn so often is hot beyond chance. */
  private static final int OFTEN = 16;

  /** Of Student's t with 19 degrees of freedom: the half width of 95 %. */
  private static final double T95 = 2.093;

  /** A number and its standard error. */
  record Estimate(double value, double error) {
    double low() {
      return value - T95 * error;
    }

    double high() {
      return value + T95 * error;
    }
  }

  private final long[] unsorted;
  private final long[] sorted;

  /** Of each different value, in order. */
  private final long[] keys;

  private final int[] counts;

  Draws(long[] values) {
    this.unsorted = values;
    this.sorted = values.clone();
    Arrays.sort(sorted);
    long[] found = new long[sorted.length];
    int[] counted = new int[sorted.length];
    int size = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        found[size++] = sorted[i];
      }
      counted[size - 1]++;
    }
    this.keys = Arrays.copyOf(found, size);
    this.counts = Arrays.copyOf(counted, size);
  }

  int size() {
    return sorted.length;
  }

  int distinct() {
    return keys.length;
  }

  long min() {
    return sorted[0];
  }

  long max() {
    return sorted[sorted.length - 1];
  }

  long key(int index) {
    return keys[index];
  }

  int times(int index) {
    return counts[index];
  }

  /** The value below which the share of the draws lies. */
  long quantile(double share) {
    return sorted[(int) Math.min(sorted.length - 1, Math.max(0, share * sorted.length))];
  }

  /** The number of draws up to a value. */
  int upTo(long value) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] <= value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The draws from low to high. */
  int between(long low, long high) {
    return upTo(high) - (low == Long.MIN_VALUE ? 0 : upTo(low - 1));
  }

  Draws map(LongUnaryOperator function) {
    return new Draws(Arrays.stream(unsorted).map(function).toArray());
  }

  Draws outside(long low, long high) {
    return new Draws(Arrays.stream(unsorted).filter(v -> v < low || v > high).toArray());
  }

  /** The largest distance from a law, of which the function has the share up to a value. */
  double distance(LongToDoubleFunction upTo) {
    double largest = 0;
    int below = 0;
    double n = sorted.length;
    for (int i = 0; i < keys.length; i++) {
      largest = Math.max(largest, Math.abs(below / n - upTo.applyAsDouble(keys[i] - 1)));
      below += counts[i];
      largest = Math.max(largest, Math.abs(below / n - upTo.applyAsDouble(keys[i])));
    }
    return largest;
  }

  /**
   * The largest distance of cumulated shares without regard to which keys are hot: of the draws
   * that go to keys drawn twice, three times ..., and of those to the hottest keys.
   */
  double distance(Concentration law) {
    double largest = 0;
    for (double difference : differences(law)) {
      largest = Math.max(largest, Math.abs(difference));
    }
    return largest;
  }

  /** The differences of shares between the sample and a law. */
  double[] differences(Concentration law) {
    double n = sorted.length;
    int[] byTimes = counts.clone();
    Arrays.sort(byTimes);
    double[] made = new double[2 * OFTEN + Long.SIZE];
    int size = 0;
    double drawn = 0;
    int at = byTimes.length;
    double nextRank = 1;
    // The hottest keys, whose order in the sample is nearly that of the law.
    while (at > 0 && byTimes[at - 1] >= OFTEN) {
      drawn += byTimes[--at];
      int rank = byTimes.length - at;
      if (rank >= nextRank && size < Long.SIZE) {
        made[size++] = drawn / n - law.hottest(rank / law.keys());
        nextRank = Math.ceil(nextRank * 1.3);
      }
    }
    for (int times = OFTEN; times >= 2; times--) {
      while (at > 0 && byTimes[at - 1] >= times) {
        drawn += byTimes[--at];
      }
      made[size++] = drawn / n - law.shareOfDrawn(times, n);
    }
    return Arrays.copyOf(made, size);
  }

  /** The number of pairs of equal draws. */
  double pairs() {
    double sum = 0;
    for (int count : counts) {
      sum += count * (count - 1.0) / 2;
    }
    return sum;
  }

  double triples() {
    double sum = 0;
    for (int count : counts) {
      sum += count * (count - 1.0) * (count - 2.0) / 6;
    }
    return sum;
  }

  /** The expected sum of the squares of the keys' shares. */
  double secondMoment() {
    double n = sorted.length;
    return pairs() * 2 / (n * (n - 1));
  }

  /** A function of a sample. */
  interface Statistic {
    double of(Draws draws);
  }

  /** A statistic with its error, from samples that leave out a block each (jackknife). */
  double[] withoutBlocks(Statistic statistic) {
    double[] made = new double[BLOCKS];
    for (int block = 0; block < BLOCKS; block++) {
      long[] kept = new long[unsorted.length];
      int size = 0;
      for (int i = 0; i < unsorted.length; i++) {
        if (i % BLOCKS != block) {
          kept[size++] = unsorted[i];
        }
      }
      made[block] = statistic.of(new Draws(Arrays.copyOf(kept, size)));
    }
    return made;
  }

  static double errorOf(double[] withoutBlocks) {
    double mean = Arrays.stream(withoutBlocks).average().orElse(0);
    double squares = 0;
    for (double value : withoutBlocks) {
      squares += (value - mean) * (value - mean);
    }
    return Math.sqrt(squares * (BLOCKS - 1) / BLOCKS);
  }
}
