package io.ibench.db;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Hashes the result of a select into one number: no value can stay unread, and equal results have
 * equal hashes on all databases. Every adapter uses it; see {@link Prepared#resultHash}. Stateless,
 * no allocation.
 *
 * <p>The hash of a row is the sum of its values, each multiplied by an odd number that belongs to
 * its column, so that the multiplications of a row are independent; then it is mixed. The hash of a
 * result is the sum of its row hashes.
 */
public final class RowHash {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long PRIME = 0x9E3779B97F4A7C15L;
  private static final long ROW = 0xD1B54A32D192ED03L;

  private RowHash() {}

  /** Adds a number to the hash of a row; {@code column} is its position. */
  public static long number(long row, int column, long value) {
    return row + value * (PRIME * (2L * column + 1));
  }

  /** Adds bytes and their length to the hash of a row; {@code column} is their position. */
  public static long bytes(long row, int column, byte[] value, int length) {
    return bytes(row, column, value, 0, length);
  }

  /** Like {@link #bytes(long, int, byte[], int)}, for bytes that begin at {@code from}. */
  public static long bytes(long row, int column, byte[] value, int from, int length) {
    long hash = length;
    long factor = ROW;
    int end = from + length;
    int at = from;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      hash += (long) LONGS.get(value, at) * factor;
      factor += 2;
    }
    if (at < end) {
      hash += rest(value, at, from, end) * factor;
    }
    return number(row, column, hash);
  }

  /** The last bytes, fewer than eight, in one number; it may contain bytes before them too. */
  private static long rest(byte[] value, int at, int from, int end) {
    if (end - from >= Long.BYTES) {
      return (long) LONGS.get(value, end - Long.BYTES);
    }
    if (end - from >= Integer.BYTES) {
      return (long) (int) INTS.get(value, at) << Integer.SIZE
          | (int) INTS.get(value, end - Integer.BYTES) & 0xffffffffL;
    }
    long first = value[at] & 0xff;
    long middle = value[at + (end - at) / 2] & 0xff;
    long last = value[end - 1] & 0xff;
    return first << 16 | middle << 8 | last;
  }

  /**
   * Completes the hash of a row.
   *
   * @param position of the row, from 0; used only when the rows are ordered
   */
  public static long end(long row, int position, boolean ordered) {
    return mix(ordered ? position * ROW : ROW, row);
  }

  /** Adds a number to a hash that depends on the order of the numbers. */
  public static long mix(long sum, long value) {
    long mixed = (sum ^ value) * PRIME;
    return mixed ^ mixed >>> 32;
  }
}
