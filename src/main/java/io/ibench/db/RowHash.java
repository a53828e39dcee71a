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
public final class RowHash {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long PRIME = 0x9E3779B97F4A7C15L;
  private static final long ROW = 0xD1B54A32D192ED03L;

  private RowHash() {}

  /** Takes a number into a row, by the position of its column. */
  public static long number(long row, int column, long value) {
    return row + value * (PRIME * (2L * column + 1));
  }

  /** Takes bytes into a row, by the position of their column: eight at a time, and their length. */
  public static long bytes(long row, int column, byte[] value, int length) {
    long hash = length;
    long factor = ROW;
    int at = 0;
    for (; at + Long.BYTES <= length; at += Long.BYTES) {
      hash += (long) LONGS.get(value, at) * factor;
      factor += 2;
    }
    if (at < length) {
      hash += rest(value, at, length) * factor;
    }
    return number(row, column, hash);
  }

  /** The last bytes, fewer than eight, in one number: together with bytes before them. */
  private static long rest(byte[] value, int from, int length) {
    if (length >= Long.BYTES) {
      return (long) LONGS.get(value, length - Long.BYTES);
    }
    if (length >= Integer.BYTES) {
      return (long) (int) INTS.get(value, from) << Integer.SIZE
          | (int) INTS.get(value, length - Integer.BYTES) & 0xffffffffL;
    }
    long first = value[from] & 0xff;
    long middle = value[from + (length - from) / 2] & 0xff;
    long last = value[length - 1] & 0xff;
    return first << 16 | middle << 8 | last;
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
