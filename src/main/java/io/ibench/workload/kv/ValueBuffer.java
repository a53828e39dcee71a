package io.ibench.workload.kv;

/**
 * The bytes that values are pieces of, as db_bench makes them: fragments of 100 bytes, of which
 * each repeats a random piece that has the share {@code compression_ratio} of it. The random bytes
 * come from the minimal standard generator of Park and Miller (1988) with the seed 301. Immutable.
 */
final class ValueBuffer {

  private static final int SEED = 301;
  private static final long FACTOR = 16_807;
  private static final long MODULUS = Integer.MAX_VALUE;
  private static final int FRAGMENT = 100;
  private static final int LEAST = 1 << 20;

  /** A byte is 0 .. 126, since db_bench 8.3.0. */
  private static final int BYTES = 127;

  private final byte[] bytes;

  /**
   * @param ratio of compression, 0 .. 1
   * @param longest value
   */
  ValueBuffer(double ratio, int longest) {
    int piece = Math.max(1, (int) (FRAGMENT * ratio));
    int fragments = (Math.max(LEAST, longest) + FRAGMENT - 1) / FRAGMENT;
    bytes = new byte[fragments * FRAGMENT];
    long state = SEED;
    for (int start = 0; start < bytes.length; start += FRAGMENT) {
      for (int i = 0; i < piece; i++) {
        state = state * FACTOR % MODULUS;
        bytes[start + i] = (byte) (state % BYTES);
      }
      for (int i = piece; i < FRAGMENT; i++) {
        bytes[start + i] = bytes[start + i - piece];
      }
    }
  }

  int length() {
    return bytes.length;
  }

  /** Copies a piece. */
  void copy(int from, byte[] into, int at, int length) {
    System.arraycopy(bytes, from, into, at, length);
  }

  /** Where the piece after this one begins: at the front if it would pass the end. */
  int next(int at, int length) {
    return at + length > bytes.length ? 0 : at;
  }
}
