package io.ibench.learn.law;

import io.ibench.random.Random64;
import java.util.Arrays;

/**
 * A random sample of a stream of numbers, each with the same probability. It grows to its limit,
 * and allocates nothing afterwards. Algorithm L: Li, "Reservoir-sampling algorithms of time
 * complexity O(n(1 + log(N/n)))", 1994.
 */
final class Reservoir {

  private static final int FIRST_SIZE = 16;

  private final int limit;
  private final Random64 random;
  private long[] values = new long[FIRST_SIZE];
  private int size;
  private long seen;
  private double weight = 1;

  /** The number of the next value that replaces another one, once there is no more room. */
  private long next;

  Reservoir(int limit, long seed) {
    this.limit = limit;
    this.random = new Random64(seed);
  }

  void add(long value) {
    long number = seen++;
    if (size < limit) {
      if (size == values.length) {
        values = Arrays.copyOf(values, Math.min(limit, 2 * size));
      }
      values[size++] = value;
      if (size == limit) {
        next = number;
        skip();
      }
    } else if (number == next) {
      values[random.nextInt(limit)] = value;
      skip();
    }
  }

  private void skip() {
    weight *= Math.exp(Math.log(notZero()) / limit);
    next += (long) Math.floor(Math.log(notZero()) / Math.log1p(-weight)) + 1;
  }

  private double notZero() {
    return 1 - random.nextDouble();
  }

  /** Becomes a sample of both streams. */
  void merge(Reservoir other) {
    if (seen + other.seen <= limit) {
      for (int i = 0; i < other.size; i++) {
        add(other.values[i]);
      }
      return;
    }
    long[] mine = Arrays.copyOf(values, size);
    long[] others = Arrays.copyOf(other.values, other.size);
    int leftOfMine = size;
    int leftOfOthers = other.size;
    long left = seen;
    long leftOther = other.seen;
    long both = seen + other.seen;
    values = new long[limit];
    size = 0;
    while (size < limit && leftOfMine + leftOfOthers > 0) {
      boolean fromMine =
          leftOfOthers == 0 || leftOfMine > 0 && random.nextLong(left + leftOther) < left;
      if (fromMine) {
        values[size++] = take(mine, leftOfMine--);
        left--;
      } else {
        values[size++] = take(others, leftOfOthers--);
        leftOther--;
      }
    }
    values = size < limit ? Arrays.copyOf(values, Math.max(FIRST_SIZE, size)) : values;
    seen = both;
    if (size == limit) {
      // As if the limit had been reached long ago: the expected weight after so many values.
      weight = (double) limit / seen;
      next = seen - 1;
      next += (long) Math.floor(Math.log(notZero()) / Math.log1p(-weight)) + 1;
    }
  }

  private long take(long[] from, int left) {
    int at = random.nextInt(left);
    long taken = from[at];
    from[at] = from[left - 1];
    return taken;
  }

  int size() {
    return size;
  }

  long seen() {
    return seen;
  }

  long[] values() {
    return Arrays.copyOf(values, size);
  }
}
