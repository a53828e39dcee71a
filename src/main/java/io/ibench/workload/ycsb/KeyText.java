package io.ibench.workload.ycsb;

/**
 * The key of a row by its number: "user", then the decimal digits of the number's hash. As in YCSB,
 * keys that are neighbours in the table have numbers far apart. Confined to one thread; allocates
 * nothing.
 */
final class KeyText {

  /** "user", and the digits of the highest hash. */
  static final int MOST_BYTES = 23;

  private static final byte[] PREFIX = {'u', 's', 'e', 'r'};
  private static final long OFFSET_BASIS = 0xCBF29CE484222325L;
  private static final long PRIME = 1_099_511_628_211L;
  private static final int BASE = 10;

  private final byte[] bytes = new byte[MOST_BYTES];
  private int length;

  /**
   * The hash Fowler-Noll-Vo 1a of the 8 bytes of a number, the lowest first, without its sign:
   * YCSB's.
   */
  static long hash(long number) {
    long hash = OFFSET_BASIS;
    long rest = number;
    for (int i = 0; i < Long.BYTES; i++) {
      hash = (hash ^ rest & 0xFF) * PRIME;
      rest >>= Byte.SIZE;
    }
    return Math.abs(hash);
  }

  /** Writes the key of a row, which is valid until the next one. */
  KeyText of(long number) {
    long hash = hash(number);
    int digits = 1;
    for (long rest = hash / BASE; rest > 0; rest /= BASE) {
      digits++;
    }
    length = PREFIX.length + digits;
    System.arraycopy(PREFIX, 0, bytes, 0, PREFIX.length);
    long rest = hash;
    for (int at = length - 1; at >= PREFIX.length; at--) {
      bytes[at] = (byte) ('0' + rest % BASE);
      rest /= BASE;
    }
    return this;
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** All keys are above this one. */
  static byte[] lowest() {
    return PREFIX.clone();
  }

  /** The hash that a key consists of; -1 if it is no key of this form. */
  static long hashIn(byte[] key, int length) {
    if (length <= PREFIX.length || length > MOST_BYTES) {
      return -1;
    }
    for (int i = 0; i < PREFIX.length; i++) {
      if (key[i] != PREFIX[i]) {
        return -1;
      }
    }
    long hash = 0;
    for (int i = PREFIX.length; i < length; i++) {
      if (key[i] < '0' || key[i] > '9') {
        return -1;
      }
      hash = hash * BASE + key[i] - '0';
    }
    return hash;
  }
}
