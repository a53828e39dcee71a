package io.ibench.measure;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Counts nanoseconds in the ranges of {@link Latency#histogram}, and records which of the {@value
 * #RANGES} ranges were used. So the time for add, reset and copy depends on the used ranges, some
 * dozens in an interval. The ticker does this for each worker and operation, and often has little
 * CPU time.
 *
 * <p>A count takes 4 bytes, because each worker has dozens of these objects. Counts of 2^31 and
 * more continue in {@link #carried}.
 *
 * <p>Not thread-safe. Only {@link #toHistogram} and the first count of 2^31 allocate.
 */
final class LatencyCounts {

  /** Each power of two has 2^7 ranges, as in HdrHistogram with two digits. */
  private static final int HALF_BITS = 7;

  private static final int HALF = 1 << HALF_BITS;

  /** Each value below this has its own range. */
  private static final int EXACT = 2 * HALF;

  private static final int SHIFT_BASE = Long.SIZE - HALF_BITS - 1;

  static final int RANGES = 4608;

  private static final int MAX_VARINT_BYTES = 9;

  private final int[] counts = new int[RANGES];

  /** What did not fit into {@link #counts}; null until then. */
  private long @Nullable [] carried;

  private final long[] used = new long[RANGES / Long.SIZE];
  private long total;

  /** Counts one value, from 0 to {@link Latency#HIGHEST_NANOS}. */
  void add(long nanos) {
    add(nanos, 1);
  }

  /** Counts many equal values. */
  void add(long nanos, long count) {
    int range = range(nanos);
    addToRange(range, count);
    used[range >> 6] |= 1L << range;
    total += count;
  }

  private void addToRange(int range, long count) {
    long sum = counts[range] + count;
    if (sum <= Integer.MAX_VALUE) {
      counts[range] = (int) sum;
    } else {
      carry(range, sum);
    }
  }

  private void carry(int range, long sum) {
    if (carried == null) {
      carried = new long[RANGES];
    }
    carried[range] += sum;
    counts[range] = 0;
  }

  private long count(int range) {
    return carried == null ? counts[range] : carried[range] + counts[range];
  }

  /** Adds all counts of the other one. */
  void add(LatencyCounts other) {
    for (int word = 0; word < used.length; word++) {
      long left = other.used[word];
      used[word] |= left;
      while (left != 0) {
        int range = (word << 6) + Long.numberOfTrailingZeros(left);
        addToRange(range, other.count(range));
        left &= left - 1;
      }
    }
    total += other.total;
  }

  /** Sets all counts to 0 and keeps the memory. */
  void reset() {
    for (int word = 0; word < used.length; word++) {
      long left = used[word];
      while (left != 0) {
        counts[(word << 6) + Long.numberOfTrailingZeros(left)] = 0;
        left &= left - 1;
      }
    }
    Arrays.fill(used, 0);
    carried = null;
    total = 0;
  }

  long total() {
    return total;
  }

  /** A copy with the same counts in the same ranges. */
  Histogram toHistogram() {
    Histogram copy = Latency.histogram();
    for (int word = 0; word < used.length; word++) {
      long left = used[word];
      while (left != 0) {
        int range = (word << 6) + Long.numberOfTrailingZeros(left);
        copy.recordValueWithCount(lowest(range), count(range));
        left &= left - 1;
      }
    }
    return copy;
  }

  /**
   * The same as {@code LatencySummary.of(toHistogram())}, which takes many times as long: a
   * histogram has a count for each range, used or not.
   */
  LatencySummary summary() {
    LatencySummary.Builder summary = new LatencySummary.Builder(total);
    for (int word = 0; word < used.length; word++) {
      long left = used[word];
      while (left != 0) {
        int range = (word << 6) + Long.numberOfTrailingZeros(left);
        summary.add(highest(range), middle(range), count(range));
        left &= left - 1;
      }
    }
    return summary.build();
  }

  private static long highest(int range) {
    return lowest(range + 1) - 1;
  }

  private static long middle(int range) {
    return lowest(range) + (highest(range) + 1 - lowest(range) >> 1);
  }

  /**
   * Writes the used ranges, for {@link #read}: for each the distance from the one before and the
   * count, seven bits a byte, lowest first, as most are small. Written at each interval.
   */
  void write(DataOutput out) throws IOException {
    int ranges = 0;
    for (long word : used) {
      ranges += Long.bitCount(word);
    }
    byte[] bytes = new byte[ranges * 2 * MAX_VARINT_BYTES];
    int length = 0;
    int last = 0;
    for (int word = 0; word < used.length; word++) {
      for (long left = used[word]; left != 0; left &= left - 1) {
        int range = (word << 6) + Long.numberOfTrailingZeros(left);
        length = put(bytes, length, range - last);
        length = put(bytes, length, count(range));
        last = range;
      }
    }
    out.writeInt(ranges);
    out.write(bytes, 0, length);
  }

  private static int put(byte[] bytes, int at, long number) {
    int next = at;
    long left = number;
    while (left > 0x7f) {
      bytes[next++] = (byte) (left | 0x80);
      left >>>= 7;
    }
    bytes[next++] = (byte) left;
    return next;
  }

  /** Adds what {@link #write} has written. */
  void read(DataInput in) throws IOException {
    int range = 0;
    for (int left = in.readInt(); left > 0; left--) {
      range += (int) number(in);
      if (range < 0 || range >= RANGES) {
        throw new IOException("no range of latencies: " + range);
      }
      add(lowest(range), number(in));
    }
  }

  private static long number(DataInput in) throws IOException {
    long number = 0;
    for (int shift = 0; shift < 7 * MAX_VARINT_BYTES; shift += 7) {
      byte next = in.readByte();
      number |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return number;
      }
    }
    throw new IOException("no count of latencies");
  }

  private static int range(long nanos) {
    int shift = SHIFT_BASE - Long.numberOfLeadingZeros(nanos | (EXACT - 1));
    return (shift << HALF_BITS) + (int) (nanos >>> shift);
  }

  private static long lowest(int range) {
    if (range < EXACT) {
      return range;
    }
    int shift = (range >> HALF_BITS) - 1;
    return (long) (range - (shift << HALF_BITS)) << shift;
  }
}
