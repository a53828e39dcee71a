package io.ibench.db.rocksdb.engine;

import io.ibench.db.ColumnType;
import java.util.Arrays;

/**
 * A growing array of bytes, and the format of keys and values in it: as unsigned bytes, encoded
 * keys have the order of their values. Not thread-safe.
 */
final class Bytes {

  private static final int FIRST_SIZE = 64;
  private static final byte ESCAPED = (byte) 0xff;

  byte[] array = new byte[FIRST_SIZE];
  int length;

  void clear() {
    length = 0;
  }

  /** Makes room for further bytes. */
  void ensure(int more) {
    if (array.length - length < more) {
      array = Arrays.copyOf(array, Math.max(length + more, 2 * array.length));
    }
  }

  void copyOf(Bytes other) {
    clear();
    raw(other.array, 0, other.length);
  }

  void raw(byte[] from, int at, int count) {
    ensure(count);
    System.arraycopy(from, at, array, length, count);
    length += count;
  }

  void number(ColumnType type, long value) {
    int width = NumberFormat.width(type);
    ensure(width);
    NumberFormat.put(array, length, width, NumberFormat.encode(type, value));
    length += width;
  }

  /** Bytes before other columns of a key: 00 becomes 00 FF, and 00 00 ends them. */
  void escaped(byte[] from, int at, int count) {
    ensure(2 * count + 2);
    for (int i = at; i < at + count; i++) {
      array[length++] = from[i];
      if (from[i] == 0) {
        array[length++] = ESCAPED;
      }
    }
    array[length++] = 0;
    array[length++] = 0;
  }

  /** Seven bits in a byte, the lowest first; the highest bit: more follow. */
  void varint(int number) {
    ensure(5);
    int rest = number;
    while (rest >>> 7 != 0) {
      array[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    array[length++] = (byte) rest;
  }

  void zero() {
    ensure(1);
    array[length++] = 0;
  }

  /**
   * Makes it the lowest key above all keys that begin with it; false, and empty, if there is none.
   */
  boolean increment() {
    while (length > 0 && array[length - 1] == (byte) 0xff) {
      length--;
    }
    if (length > 0) {
      array[length - 1]++;
    }
    return length > 0;
  }

  /** Compares with the first bytes of an array, unsigned. */
  int compareTo(byte[] other, int count) {
    return Arrays.compareUnsigned(array, 0, length, other, 0, count);
  }

  boolean equalTo(Bytes other) {
    return Arrays.equals(array, 0, length, other.array, 0, other.length);
  }
}
