package io.ibench.db.rocksdb.engine;

import io.ibench.db.ColumnType;
import java.util.concurrent.TimeUnit;

/**
 * Numbers as bytes, the highest first, whose unsigned order is that of the numbers. Stateless,
 * allocates nothing.
 */
final class NumberFormat {

  private static final int TIME_BYTES = 5;

  /** Added to the seconds of a time, so that times before 1970 come first. */
  private static final long TIME_SHIFT = 1L << 39;

  private NumberFormat() {}

  static int width(ColumnType type) {
    return switch (type) {
      case LONG -> Long.BYTES;
      case INT, SIGNED, FLOAT -> Integer.BYTES;
      case BYTE -> 1;
      case TIME -> TIME_BYTES;
      case BYTES, CHAR, VARCHAR -> throw new IllegalArgumentException(type + " is no number");
    };
  }

  static long encode(ColumnType type, long value) {
    return switch (type) {
      case LONG -> value ^ Long.MIN_VALUE;
      case SIGNED -> (int) value ^ Integer.MIN_VALUE;
      case TIME -> Math.floorDiv(value, TimeUnit.SECONDS.toMillis(1)) + TIME_SHIFT;
      case INT, FLOAT, BYTE, BYTES, CHAR, VARCHAR -> value;
    };
  }

  static long decode(ColumnType type, long bits) {
    return switch (type) {
      case LONG -> bits ^ Long.MIN_VALUE;
      case SIGNED -> (int) bits ^ Integer.MIN_VALUE;
      case TIME -> TimeUnit.SECONDS.toMillis(bits - TIME_SHIFT);
      case INT, FLOAT, BYTE, BYTES, CHAR, VARCHAR -> bits;
    };
  }

  static void put(byte[] into, int at, int width, long bits) {
    for (int i = 0; i < width; i++) {
      into[at + i] = (byte) (bits >>> Byte.SIZE * (width - 1 - i));
    }
  }

  static long get(byte[] from, int at, int width) {
    long bits = 0;
    for (int i = 0; i < width; i++) {
      bits = bits << Byte.SIZE | from[at + i] & 0xff;
    }
    return bits;
  }
}
