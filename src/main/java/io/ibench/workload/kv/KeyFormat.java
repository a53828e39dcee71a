package io.ibench.workload.kv;

import java.util.Arrays;

/**
 * The bytes of a key, as db_bench lays them out: a prefix if there is one, then the low bytes of
 * the number, at most 8, the highest first, then the character 0 up to the key's size. Without a
 * prefix the order of keys as unsigned bytes is the order of their numbers. Immutable.
 */
final class KeyFormat {

  private static final byte PAD = '0';

  private final int size;
  private final int prefixSize;
  private final long prefixes;

  /**
   * @param size of a key
   * @param prefixSize 0 without prefixes
   * @param prefixes the number of different prefixes
   */
  KeyFormat(int size, int prefixSize, long prefixes) {
    this.size = size;
    this.prefixSize = prefixSize;
    this.prefixes = prefixes;
  }

  /** The bytes of each key. */
  int size() {
    return size;
  }

  /** Whether the order of keys is the order of their numbers. */
  boolean keepsOrder() {
    return prefixSize == 0;
  }

  /** Writes the key of a number into the first bytes of an array. */
  void write(long number, byte[] into) {
    if (prefixSize > 0) {
      int length = Math.min(prefixSize, Long.BYTES);
      bigEndian(number % prefixes, into, 0, length);
      Arrays.fill(into, length, prefixSize, PAD);
    }
    int length = numberBytes();
    bigEndian(number, into, prefixSize, length);
    Arrays.fill(into, prefixSize + length, size, PAD);
  }

  /** Whether a key has bytes after its number. */
  boolean isPadded() {
    return prefixSize + numberBytes() < size;
  }

  /** Writes a key that no number has: it comes after that of this number. */
  void writeMissing(long number, byte[] into) {
    write(number, into);
    into[size - 1] = PAD + 1;
  }

  /** The bytes that the number has in a key. */
  int numberBytes() {
    return Math.min(size - prefixSize, Long.BYTES);
  }

  /** The number of a key that {@link #write} has written. */
  long read(byte[] key) {
    long number = 0;
    for (int i = 0; i < numberBytes(); i++) {
      number = number << Byte.SIZE | key[prefixSize + i] & 0xff;
    }
    return number;
  }

  private static void bigEndian(long number, byte[] into, int from, int length) {
    for (int i = 0; i < length; i++) {
      into[from + i] = (byte) (number >>> Byte.SIZE * (length - 1 - i));
    }
  }
}
