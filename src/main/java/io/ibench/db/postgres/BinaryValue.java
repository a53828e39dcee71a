package io.ibench.db.postgres;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.postgresql.core.Oid;
import org.postgresql.util.PGBinaryObject;
import org.postgresql.util.PGobject;

/**
 * A value in PostgreSQL's binary format, in memory that is reused: a time, or an array with one
 * dimension. The driver copies it when it is bound. Not thread-safe.
 *
 * <p>The driver itself sends times as text, and allocates objects for arrays.
 */
final class BinaryValue extends PGobject implements PGBinaryObject {

  private static final long serialVersionUID = 1L;

  /** The array types that the driver must send in binary. */
  static final String ARRAY_OIDS =
      Oid.INT2_ARRAY
          + ","
          + Oid.INT4_ARRAY
          + ","
          + Oid.INT8_ARRAY
          + ","
          + Oid.FLOAT4_ARRAY
          + ","
          + Oid.BYTEA_ARRAY
          + ","
          + Oid.BPCHAR_ARRAY
          + ","
          + Oid.VARCHAR_ARRAY
          + ","
          + Oid.TIMESTAMP_ARRAY;

  /** PostgreSQL's epoch, 2000-01-01, in milliseconds since 1970. */
  private static final long EPOCH_MILLIS = 946_684_800_000L;

  private static final int FIRST_BYTES = 64;
  private static final int FIRST_INDEX = 1;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;

  /**
   * @param type the server's name
   */
  BinaryValue(String type) {
    setType(type);
  }

  /** Sets a time, in milliseconds since 1970 UTC. */
  void time(long epochMillis) {
    length = 0;
    putLong(micros(epochMillis));
  }

  /**
   * Begins an array.
   *
   * @param elementOid the type of its elements
   * @param count the number of elements, which are added next
   */
  void array(int elementOid, int count) {
    length = 0;
    putInt(1);
    putInt(0);
    putInt(elementOid);
    putInt(count);
    putInt(FIRST_INDEX);
  }

  void addLong(long value) {
    putInt(Long.BYTES);
    putLong(value);
  }

  void addTime(long epochMillis) {
    addLong(micros(epochMillis));
  }

  void addShort(long value) {
    putInt(Short.BYTES);
    int at = reserve(Short.BYTES);
    bytes[at] = (byte) (value >> 8);
    bytes[at + 1] = (byte) value;
  }

  void addInt(long value) {
    putInt(Integer.BYTES);
    putInt((int) value);
  }

  void addFloat(float value) {
    putInt(Float.BYTES);
    putInt(Float.floatToIntBits(value));
  }

  void addBytes(byte[] value) {
    putInt(value.length);
    int at = reserve(value.length);
    System.arraycopy(value, 0, bytes, at, value.length);
  }

  private static long micros(long epochMillis) {
    return 1000 * (epochMillis - EPOCH_MILLIS);
  }

  private void putInt(int value) {
    int at = reserve(Integer.BYTES);
    for (int i = 0; i < Integer.BYTES; i++) {
      bytes[at + i] = (byte) (value >> (24 - 8 * i));
    }
  }

  private void putLong(long value) {
    putInt((int) (value >> 32));
    putInt((int) value);
  }

  /** Makes room for more bytes; returns where it begins. */
  private int reserve(int count) {
    int at = length;
    length = Math.addExact(at, count);
    if (length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length, 2 * bytes.length));
    }
    return at;
  }

  @Override
  public int lengthInBytes() {
    return length;
  }

  @Override
  public void toBytes(byte[] target, int offset) {
    System.arraycopy(bytes, 0, target, offset, length);
  }

  @Override
  public void setByteValue(byte[] value, int offset) {
    throw new UnsupportedOperationException("it is never read");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BinaryValue value
        && getType().equals(value.getType())
        && ByteBuffer.wrap(bytes, 0, length).equals(ByteBuffer.wrap(value.bytes, 0, value.length));
  }

  @Override
  public int hashCode() {
    return ByteBuffer.wrap(bytes, 0, length).hashCode();
  }

  @Override
  public Object clone() throws CloneNotSupportedException {
    throw new CloneNotSupportedException("its memory belongs to one thread");
  }
}
