package io.ibench.db;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Folds what a select has read into one number: nothing can be left unread, and two databases that
 * answered alike have the same number. Every adapter folds in this way; see {@link Prepared#fold}.
 * Stateless, no allocation.
 */
public final class Fold {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long PRIME = 0x9E3779B97F4A7C15L;

  private Fold() {}

  /** Where the fold of a row begins: its position counts only where the order is given. */
  public static long row(int row, boolean ordered) {
    return ordered ? row : 0;
  }

  /** Takes in a number. */
  public static long number(long sum, long value) {
    long mixed = (sum ^ value) * PRIME;
    return mixed ^ mixed >>> 32;
  }

  /** Takes in bytes, eight at a time, and their number. */
  public static long bytes(long sum, byte[] value, int length) {
    long folded = number(sum, length);
    int at = 0;
    for (; at + Long.BYTES <= length; at += Long.BYTES) {
      folded = number(folded, (long) LONGS.get(value, at));
    }
    long rest = 0;
    for (; at < length; at++) {
      rest = rest << Byte.SIZE | value[at] & 0xff;
    }
    return number(folded, rest);
  }
}
