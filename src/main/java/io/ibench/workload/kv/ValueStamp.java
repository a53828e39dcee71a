package io.ibench.workload.kv;

import io.ibench.random.Random64;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Values that say what they are: the key's number, the writer and its sequence, 8 bytes each, a
 * CRC32C of all other bytes, then a piece of the buffer. Values that are too short for that are a
 * piece of the buffer alone, chosen by key, writer and sequence. Not thread-safe: one for a thread.
 */
final class ValueStamp {

  /** The writer of loaded values: they depend on the key alone. */
  static final long LOAD = 0;

  /** The shortest value with a stamp. */
  static final int LEAST_BYTES = 32;

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final int WRITER_AT = Long.BYTES;
  private static final int SEQUENCE_AT = 2 * Long.BYTES;
  private static final int SUM_AT = 3 * Long.BYTES;
  private static final int HEAD = SUM_AT + Integer.BYTES;

  private final ValueBuffer buffer;
  private final CRC32C sum = new CRC32C();

  ValueStamp(ValueBuffer buffer) {
    this.buffer = buffer;
  }

  static boolean hasStamp(int length) {
    return length >= LEAST_BYTES;
  }

  void write(long key, long writer, long sequence, byte[] into, int length) {
    int pieces = buffer.length() - length + 1;
    int piece = (int) ((Random64.hash(key, writer, sequence) >>> 1) % pieces);
    if (!hasStamp(length)) {
      buffer.copy(piece, into, 0, length);
      return;
    }
    LONGS.set(into, 0, key);
    LONGS.set(into, WRITER_AT, writer);
    LONGS.set(into, SEQUENCE_AT, sequence);
    buffer.copy(piece, into, HEAD, length - HEAD);
    INTS.set(into, SUM_AT, sum(into, length));
  }

  private int sum(byte[] value, int length) {
    sum.reset();
    sum.update(value, 0, SUM_AT);
    sum.update(value, HEAD, length - HEAD);
    return (int) sum.getValue();
  }

  /** Whether the value is whole. */
  boolean isWhole(byte[] value, int length) {
    return (int) INTS.get(value, SUM_AT) == sum(value, length);
  }

  static long key(byte[] value) {
    return (long) LONGS.get(value, 0);
  }

  static long writer(byte[] value) {
    return (long) LONGS.get(value, WRITER_AT);
  }

  static long sequence(byte[] value) {
    return (long) LONGS.get(value, SEQUENCE_AT);
  }
}
