package io.ibench.measure;

import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * Counts nanoseconds in the ranges of {@link Latency#histogram}, and remembers in which of the
 * {@value #RANGES} ranges it has counted. Adding, emptying and copying take time in proportion to
 * the ranges that were used, some dozens in an interval. That keeps the ticker short where many
 * workers leave it little of a CPU: it does this for each worker and operation.
 *
 * <p>Not thread-safe. Allocates nothing once made.
 */
final class LatencyCounts {

  /** A power of two is divided into so many ranges: 2^7, as HdrHistogram does for two digits. */
  private static final int HALF_BITS = 7;

  private static final int HALF = 1 << HALF_BITS;

  /** Values below this have a range of their own. */
  private static final int EXACT = 2 * HALF;

  private static final int SHIFT_BASE = Long.SIZE - HALF_BITS - 1;

  static final int RANGES = 4608;

  private final long[] counts = new long[RANGES];
  private final long[] used = new long[RANGES / Long.SIZE];
  private long total;

  /** Counts one. {@code nanos} is from 0 to {@link Latency#HIGHEST_NANOS}. */
  void add(long nanos) {
    add(nanos, 1);
  }

  /** Counts many equal ones. */
  void add(long nanos, long count) {
    int range = range(nanos);
    counts[range] += count;
    used[range >> 6] |= 1L << range;
    total += count;
  }

  /** Adds all that the other one has counted. */
  void add(LatencyCounts other) {
    for (int word = 0; word < used.length; word++) {
      long left = other.used[word];
      used[word] |= left;
      while (left != 0) {
        int range = (word << 6) + Long.numberOfTrailingZeros(left);
        counts[range] += other.counts[range];
        left &= left - 1;
      }
    }
    total += other.total;
  }

  /** Forgets everything, keeping the memory. */
  void reset() {
    for (int word = 0; word < used.length; word++) {
      long left = used[word];
      while (left != 0) {
        counts[(word << 6) + Long.numberOfTrailingZeros(left)] = 0;
        left &= left - 1;
      }
    }
    Arrays.fill(used, 0);
    total = 0;
  }

  /** How many were counted. */
  long total() {
    return total;
  }

  /** A copy: the same counts in the same ranges. */
  Histogram toHistogram() {
    Histogram copy = Latency.histogram();
    for (int word = 0; word < used.length; word++) {
      long left = used[word];
      while (left != 0) {
        int range = (word << 6) + Long.numberOfTrailingZeros(left);
        copy.recordValueWithCount(lowest(range), counts[range]);
        left &= left - 1;
      }
    }
    return copy;
  }

  private static int range(long nanos) {
    int shift = SHIFT_BASE - Long.numberOfLeadingZeros(nanos | (EXACT - 1));
    return (shift << HALF_BITS) + (int) (nanos >>> shift);
  }

  /** The lowest value of a range. */
  private static long lowest(int range) {
    if (range < EXACT) {
      return range;
    }
    int shift = (range >> HALF_BITS) - 1;
    return (long) (range - (shift << HALF_BITS)) << shift;
  }
}
