package io.ibench.db.jdbc;

import java.util.Arrays;

/**
 * Arrays of exactly a payload's length, because JDBC takes whole arrays only, for payloads that all
 * stay until a batch is executed. As soon as each length has as many arrays as a batch needs, it
 * allocates nothing. It keeps no long arrays, and at most twice the bytes that a batch uses. Not
 * thread-safe.
 */
final class PayloadPool {

  private static final int MAX_CACHED_LENGTH = 4096;

  /** It always keeps up to this many bytes. */
  private static final long MIN_LIMIT_BYTES = 1 << 20;

  private static final int FIRST_ARRAYS = 4;

  private final byte[][][] free = new byte[MAX_CACHED_LENGTH + 1][][];
  private final int[] count = new int[MAX_CACHED_LENGTH + 1];
  private long keptBytes;
  private long usedBytes;
  private long maxUsedBytes;

  /** Copies the first bytes of a value into an array that the caller owns until giveBack. */
  byte[] copy(byte[] value, int length) {
    usedBytes += length;
    maxUsedBytes = Math.max(maxUsedBytes, usedBytes);
    if (length > MAX_CACHED_LENGTH || count[length] == 0) {
      return Arrays.copyOf(value, length);
    }
    int last = --count[length];
    byte[] exact = free[length][last];
    free[length][last] = null;
    keptBytes -= length;
    System.arraycopy(value, 0, exact, 0, length);
    return exact;
  }

  /** Copies like {@link #copy}, and reuses or takes back {@code former}, which may be null. */
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
    if (length > MAX_CACHED_LENGTH
        || keptBytes + length > Math.max(MIN_LIMIT_BYTES, 2 * maxUsedBytes)) {
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
