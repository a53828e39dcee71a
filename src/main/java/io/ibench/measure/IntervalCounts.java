package io.ibench.measure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How many there were of something in each of a period's intervals, in order. Immutable.
 *
 * <p>A week has 604,800 intervals of a second. They are kept in chunks which all results of a step
 * share, each count in four bytes, or in eight where one of its chunk does not fit; a chunk of
 * zeros takes none.
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

  /** Of the intervals from the one to before the other. */
  public long sum(int from, int to) {
    long sum = 0;
    for (int interval = from; interval < to; interval++) {
      sum += get(interval);
    }
    return sum;
  }

  /**
   * The count at a position of the descending order, from 1. Found by halving the range of values:
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

  /** Goes on counting. Owned by one thread. */
  static final class Builder {

    private final List<Chunk> full = new ArrayList<>();
    private final long[] last = new long[CHUNK];
    private int used;

    /**
     * The count of the next interval.
     *
     * @throws IllegalArgumentException below 0
     */
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

    /** All until now. */
    IntervalCounts build() {
      List<Chunk> chunks = new ArrayList<>(full);
      if (used > 0) {
        chunks.add(Chunk.of(Arrays.copyOf(last, used)));
      }
      return new IntervalCounts(chunks);
    }
  }

  /** Some counts in a row, {@link #CHUNK} but for the last ones. */
  private sealed interface Chunk {

    int size();

    long get(int index);

    long highest();

    /** How many are not below {@code count}, which is above 0. */
    int atLeast(long count);

    /** Keeps a copy. */
    static Chunk of(long[] counts) {
      long highest = Arrays.stream(counts).max().orElse(0);
      if (highest == 0) {
        return new Zeros(counts.length);
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
