package io.ibench.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One count for each interval of a period, in order. Immutable.
 *
 * <p>A week has 604,800 intervals of a second. The counts are in chunks that all results of a step
 * share: two bytes for each count, four or eight if one of the chunk needs them, and no bytes for a
 * chunk of zeros.
 */
public final class IntervalCounts {

  static final int CHUNK = 1024;

  private final List<Chunk> chunks;
  private final int size;

  private IntervalCounts(List<Chunk> chunks) {
    this.chunks = List.copyOf(chunks);
    this.size = chunks.stream().mapToInt(Chunk::size).sum();
  }

  public static IntervalCounts of(long... counts) {
    Builder builder = new Builder();
    Arrays.stream(counts).forEach(builder::add);
    return builder.build();
  }

  public int size() {
    return size;
  }

  /** The count of one interval, from 0. */
  public long get(int interval) {
    return chunks.get(interval / CHUNK).get(interval % CHUNK);
  }

  /** The sum of the intervals from {@code from} to before {@code to}. */
  public long sum(int from, int to) {
    long sum = 0;
    for (int interval = from; interval < to; interval++) {
      sum += get(interval);
    }
    return sum;
  }

  /**
   * The count at a position of the descending order, from 1. Found by bisection of the values:
   * sorting a copy at the end of each hour of a week would take ten times as long.
   */
  public long descending(int position) {
    long low = 0;
    long high = chunks.stream().mapToLong(Chunk::highest).max().orElse(0);
    while (low < high) {
      long middle = high - (high - low) / 2;
      if (atLeast(middle) >= position) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  private long atLeast(long count) {
    long intervals = 0;
    for (Chunk chunk : chunks) {
      intervals += chunk.atLeast(count);
    }
    return intervals;
  }

  /** A copy. */
  public long[] toArray() {
    long[] all = new long[size];
    Arrays.setAll(all, this::get);
    return all;
  }

  /** Collects counts. Not thread-safe. */
  static final class Builder {

    private final List<Chunk> full = new ArrayList<>();
    private final long[] last = new long[CHUNK];
    private int used;

    /** Adds the count of the next interval, 0 or more. */
    void add(long count) {
      if (count < 0) {
        throw new IllegalArgumentException("not a count: " + count);
      }
      last[used++] = count;
      if (used == CHUNK) {
        full.add(Chunk.of(last));
        used = 0;
      }
    }

    /** The number of counts so far. */
    int size() {
      return full.size() * CHUNK + used;
    }

    /** All counts so far. */
    IntervalCounts build() {
      List<Chunk> chunks = new ArrayList<>(full);
      if (used > 0) {
        chunks.add(Chunk.of(Arrays.copyOf(last, used)));
      }
      return new IntervalCounts(chunks);
    }
  }

  /** Consecutive counts, {@link #CHUNK} except in the last chunk. */
  private sealed interface Chunk {

    int size();

    long get(int index);

    long highest();

    /** The number of counts that are at least {@code count}, which is above 0. */
    int atLeast(long count);

    /** Copies the counts. */
    static Chunk of(long[] counts) {
      long highest = Arrays.stream(counts).max().orElse(0);
      if (highest == 0) {
        return new Zeros(counts.length);
      }
      if (highest <= Short.MAX_VALUE) {
        return Shorts.of(counts, highest);
      }
      return highest <= Integer.MAX_VALUE
          ? new Ints(Arrays.stream(counts).mapToInt(Math::toIntExact).toArray(), highest)
          : new Longs(counts.clone(), highest);
    }
  }

  private record Zeros(int size) implements Chunk {

    @Override
    public long get(int index) {
      return 0;
    }

    @Override
    public long highest() {
      return 0;
    }

    @Override
    public int atLeast(long count) {
      return 0;
    }
  }

  private record Shorts(short[] counts, long highest) implements Chunk {

    static Shorts of(long[] counts, long highest) {
      short[] shorts = new short[counts.length];
      for (int i = 0; i < shorts.length; i++) {
        shorts[i] = (short) counts[i];
      }
      return new Shorts(shorts, highest);
    }

    @Override
    public int size() {
      return counts.length;
    }

    @Override
    public long get(int index) {
      return counts[index];
    }

    @Override
    public int atLeast(long count) {
      int number = 0;
      for (short one : counts) {
        number += one >= count ? 1 : 0;
      }
      return number;
    }
  }

  private record Ints(int[] counts, long highest) implements Chunk {

    @Override
    public int size() {
      return counts.length;
    }

    @Override
    public long get(int index) {
      return counts[index];
    }

    @Override
    public int atLeast(long count) {
      int number = 0;
      for (int one : counts) {
        number += one >= count ? 1 : 0;
      }
      return number;
    }
  }

  private record Longs(long[] counts, long highest) implements Chunk {

    @Override
    public int size() {
      return counts.length;
    }

    @Override
    public long get(int index) {
      return counts[index];
    }

    @Override
    public int atLeast(long count) {
      int number = 0;
      for (long one : counts) {
        number += one >= count ? 1 : 0;
      }
      return number;
    }
  }
}
