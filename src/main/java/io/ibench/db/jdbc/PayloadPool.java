package io.ibench.db.jdbc;

import java.util.Arrays;

/**
 * Arrays of exactly a payload's length, since JDBC takes whole arrays only, for payloads that must
 * all stay until a batch was executed. Once each length has as many arrays as a batch needs of it,
 * nothing is allocated. Long arrays are not kept, and not many more than are in use at once, as
 * payloads of all lengths would need. One thread's.
 */
final class PayloadPool {

  private static final int LONGEST_KEPT = 4096;

  /** Kept in any case. */
  private static final long LEAST_BOUND_BYTES = 1 << 20;

  private static final int FIRST_ARRAYS = 4;

  private final byte[][][] free = new byte[LONGEST_KEPT + 1][][];
  private final int[] count = new int[LONGEST_KEPT + 1];
  private long keptBytes;
  private long usedBytes;
  private long mostUsedBytes;

  /** The first bytes of a value, in an array that is the caller's until it gives it back. */
  byte[] copy(byte[] value, int length) {
    usedBytes += length;
    mostUsedBytes = Math.max(mostUsedBytes, usedBytes);
    if (length > LONGEST_KEPT || count[length] == 0) {
      return Arrays.copyOf(value, length);
    }
    int last = --count[length];
    byte[] exact = free[length][last];
    free[length][last] = null;
    keptBytes -= length;
    System.arraycopy(value, 0, exact, 0, length);
    return exact;
  }

  /**
   * The same in place of an array that the caller has, or null, and that nobody else uses any more.
   */
  byte[] replace(byte[] former, byte[] value, int length) {
    if (former != null && former.length == length) {
      System.arraycopy(value, 0, former, 0, length);
      return former;
    }
    if (former != null) {
      giveBack(former);
    }
    return copy(value, length);
  }

  void giveBack(byte[] array) {
    int length = array.length;
    usedBytes -= length;
    if (length > LONGEST_KEPT
        || keptBytes + length > Math.max(LEAST_BOUND_BYTES, 2 * mostUsedBytes)) {
      return;
    }
    if (free[length] == null) {
      free[length] = new byte[FIRST_ARRAYS][];
    } else if (count[length] == free[length].length) {
      free[length] = Arrays.copyOf(free[length], 2 * count[length]);
    }
    free[length][count[length]++] = array;
    keptBytes += length;
  }
}
