package io.ibench.db.jdbc;

import java.util.Arrays;

/**
 * Copies one parameter's bytes into arrays of exactly their length, since JDBC takes whole arrays
 * only. Short lengths reuse one array each, so that most payloads cost no allocation; the array is
 * the driver's until the next value is bound to the same parameter.
 */
final class ExactBytes {

  /** 130 KB when every length has been seen; nine of ten LinkBench nodes are shorter. */
  private static final int LONGEST_KEPT = 512;

  private final byte[][] kept = new byte[LONGEST_KEPT + 1][];

  byte[] copy(byte[] value, int length) {
    if (length > LONGEST_KEPT) {
      return Arrays.copyOf(value, length);
    }
    byte[] exact = kept[length];
    if (exact == null) {
      exact = new byte[length];
      kept[length] = exact;
    }
    System.arraycopy(value, 0, exact, 0, length);
    return exact;
  }
}
