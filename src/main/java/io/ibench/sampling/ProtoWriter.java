package io.ibench.sampling;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A message in the encoding of Protocol Buffers. Not thread-safe. */
final class ProtoWriter {

  private static final int VARINT = 0;
  private static final int BYTES = 2;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** Adds a number; 0 is what a missing one means, and is left out. */
  ProtoWriter number(int field, long value) {
    if (value != 0) {
      varint((long) field << 3 | VARINT);
      varint(value);
    }
    return this;
  }

  ProtoWriter text(int field, String value) {
    return content(field, value.getBytes(StandardCharsets.UTF_8));
  }

  ProtoWriter message(int field, ProtoWriter value) {
    return content(field, value.bytes());
  }

  /** Adds numbers in one piece. */
  ProtoWriter packed(int field, List<Long> values) {
    ProtoWriter numbers = new ProtoWriter();
    values.forEach(numbers::varint);
    return content(field, numbers.bytes());
  }

  private ProtoWriter content(int field, byte[] value) {
    varint((long) field << 3 | BYTES);
    varint(value.length);
    out.writeBytes(value);
    return this;
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  byte[] bytes() {
    return out.toByteArray();
  }
}
