package io.ibench.db.jdbc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Long arrays that the readers of one database lend each other. Lists of 10,000 rows are rare, and
 * each of a thousand workers reads one sooner or later: memory of its own for each worker would
 * fill the heap, and new memory for each list is work for the garbage collector.
 *
 * <p>Lengths are powers of two. It keeps few arrays of each length, and none that is longer than
 * {@value #MAX_LENGTH}. Thread-safe; lends and takes back without allocation.
 */
public final class SpareMemory {

  static final int MAX_LENGTH = 1 << 20;

  /** The number of workers that read a long list at the same time is small: about the CPUs. */
  static final int MAX_OF_A_LENGTH = 16;

  private final Kept<long[]> longs = new Kept<>();
  private final Kept<byte[]> bytes = new Kept<>();

  /** Returns the values in an array of at least this length. Its rest is undefined. */
  long[] longs(int length, long[] values) {
    long[] spare = longs.take(length);
    if (spare == null) {
      return Arrays.copyOf(values, Kept.lengthFor(length));
    }
    System.arraycopy(values, 0, spare, 0, values.length);
    return spare;
  }

  /** Returns the first {@code used} values in an array of at least this length. */
  byte[] bytes(int length, byte[] values, int used) {
    byte[] spare = bytes.take(length);
    byte[] to = spare == null ? new byte[Kept.lengthFor(length)] : spare;
    System.arraycopy(values, 0, to, 0, used);
    return to;
  }

  /** Keeps an array that {@link #longs} returned. */
  void give(long[] array) {
    longs.give(array, array.length);
  }

  /** Keeps an array that {@link #bytes} returned. */
  void give(byte[] array) {
    bytes.give(array, array.length);
  }

  /** By the logarithm of their length. */
  private static final class Kept<T> {

    private final List<ArrayBlockingQueue<T>> ofLength = new ArrayList<>();

    Kept() {
      for (int length = 1; length <= MAX_LENGTH; length *= 2) {
        ofLength.add(new ArrayBlockingQueue<>(MAX_OF_A_LENGTH));
      }
    }

    static int lengthFor(int length) {
      return length > 1 << 30 ? length : Integer.highestOneBit(Math.max(1, length - 1)) << 1;
    }

    @Nullable T take(int length) {
      return length > MAX_LENGTH ? null : queue(lengthFor(length)).poll();
    }

    void give(T array, int length) {
      if (length <= MAX_LENGTH) {
        queue(length).offer(array);
      }
    }

    private ArrayBlockingQueue<T> queue(int length) {
      return ofLength.get(Integer.numberOfTrailingZeros(length));
    }
  }
}
