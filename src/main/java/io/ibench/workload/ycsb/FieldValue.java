package io.ibench.workload.ycsb;

import io.ibench.random.Random64;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The value of a field: random printable characters, of which there are 64. The last 8 are a check
 * sum of the others, of the key and of the field's number, so that a damaged value and one of
 * another row are found. Shorter values than 16 have none. Confined to one thread; allocates
 * nothing.
 */
final class FieldValue {

  /** The shortest value with a check sum. */
  static final int LEAST_CHECKED = 16;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long SIX_BITS = 0x3F3F3F3F3F3F3F3FL;

  /** The first of the 64 characters, in each byte. */
  private static final long FIRST = 0x3030303030303030L;

  private static final long FACTOR = 0x9E3779B97F4A7C15L;
  private static final int SHIFT = 29;

  private final byte[] bytes;
  private final int body;

  FieldValue(int length) {
    bytes = new byte[length];
    body = length < LEAST_CHECKED ? length : length - Long.BYTES;
  }

  boolean isChecked() {
    return body < bytes.length;
  }

  /** The bytes, all of them the value; valid until the next draw. */
  byte[] bytes() {
    return bytes;
  }

  /**
   * Draws a value.
   *
   * @param hash of the row's number
   */
  FieldValue draw(Random64 random, long hash, int field) {
    int at = 0;
    for (; at + Long.BYTES <= body; at += Long.BYTES) {
      LONGS.set(bytes, at, characters(random.nextLong()));
    }
    if (at < body) {
      long last = characters(random.nextLong());
      for (; at < body; at++) {
        bytes[at] = (byte) last;
        last >>>= Byte.SIZE;
      }
    }
    if (isChecked()) {
      LONGS.set(bytes, body, characters(sum(bytes, hash, field)));
    }
    return this;
  }

  private static long characters(long bits) {
    return (bits & SIX_BITS) + FIRST;
  }

  private long sum(byte[] value, long hash, int field) {
    long sum = Random64.hash(hash, field);
    int at = 0;
    for (; at + Long.BYTES <= body; at += Long.BYTES) {
      sum = mix(sum ^ (long) LONGS.get(value, at));
    }
    for (; at < body; at++) {
      sum = mix(sum ^ value[at]);
    }
    return sum;
  }

  private static long mix(long sum) {
    long product = sum * FACTOR;
    return product ^ product >>> SHIFT;
  }

  /** Whether a value with a check sum is whole and belongs to this row and field. */
  boolean isWhole(byte[] value, long hash, int field) {
    return (long) LONGS.get(value, body) == characters(sum(value, hash, field));
  }
}
