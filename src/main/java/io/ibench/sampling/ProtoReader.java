package io.ibench.sampling;

import java.util.Arrays;

/**
 * Reads a message in the encoding of Protocol Buffers, with numbers and pieces of bytes only. Not
 * thread-safe. A damaged one ends in an IndexOutOfBoundsException or IllegalArgumentException.
 */
final class ProtoReader {

  private static final int VARINT = 0;
  private static final int BYTES = 2;

  private final byte[] message;
  private int at;
  private int field;
  private long number;
  private byte[] content = {};

  ProtoReader(byte[] message) {
    this.message = message;
  }

  /** Goes to the next field; false at the end. */
  boolean next() {
    if (at >= message.length) {
      return false;
    }
    long tag = varint();
    field = Math.toIntExact(tag >>> 3);
    int kind = (int) (tag & 7);
    number = 0;
    content = new byte[0];
    if (kind == VARINT) {
      number = varint();
    } else if (kind == BYTES) {
      int length = (int) varint();
      if (length < 0 || length > message.length - at) {
        throw new IllegalArgumentException("a field is longer than its message");
      }
      content = Arrays.copyOfRange(message, at, at + length);
      at += length;
    } else {
      throw new IllegalArgumentException("a field of kind " + kind);
    }
    return true;
  }

  int field() {
    return field;
  }

  /** Of a field that is a number; else 0. */
  long number() {
    return number;
  }

  /** Of a field that is a piece of bytes; else empty. */
  byte[] content() {
    return content;
  }

  /** The numbers of a piece. */
  static long[] packed(byte[] content) {
    ProtoReader reader = new ProtoReader(content);
    long[] numbers = new long[content.length];
    int count = 0;
    while (reader.at < content.length) {
      numbers[count++] = reader.varint();
    }
    return Arrays.copyOf(numbers, count);
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      byte next = message[at++];
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number has more than 64 bits");
  }
}
