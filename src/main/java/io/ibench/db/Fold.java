package io.ibench.db;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Folds what a select has read into one number: nothing can be left unread, and two databases that
 * answered alike have the same number. Every adapter folds in this way; see {@link Prepared#fold}.
 * Stateless, no allocation.
 *
 * <p>A row is the sum of its values, each times an odd number of its column's own, so that the
 * multiplications of a row do not wait for one another; then it is mixed. The fold of a result is
 * the sum of its rows.
 */
public final class Fold {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long PRIME = 0x9E3779B97F4A7C15L;
  private static final long ROW = 0xD1B54A32D192ED03L;

  private Fold() {}

  /** Takes a number into a row, by the position of its column. */
  public static long number(long row, int column, long value) {
    return row + value * (PRIME * (2L * column + 1));
  }

  /** Takes bytes into a row, by the position of their column. */
  public static long bytes(long row, int column, byte[] value, int length) {
    long hash = length;
    int at = 0;
    for (; at + Long.BYTES <= length; at += Long.BYTES) {
      hash = mix(hash, (long) LONGS.get(value, at));
    }
    if (at < length) {
      hash = mix(hash, rest(value, at, length));
    }
    return number(row, column, hash);
  }

  /** The last bytes, fewer than eight: read together with those before them where there are any. */
  private static long rest(byte[] value, int from, int length) {
    if (length >= Long.BYTES) {
      return (long) LONGS.get(value, length - Long.BYTES);
    }
    long rest = 0;
    for (int at = from; at < length; at++) {
      rest = rest << Byte.SIZE | value[at] & 0xff;
    }
    return rest;
  }

  /**
   * Ends a row.
   *
   * @param position of the row, from 0; it counts only where the rows have an order
   */
  public static long end(long row, int position, boolean ordered) {
    return mix(ordered ? position * ROW : ROW, row);
  }

  /** Takes a number into a sum in which the order counts. */
  public static long mix(long sum, long value) {
    long mixed = (sum ^ value) * PRIME;
    return mixed ^ mixed >>> 32;
  }
}
