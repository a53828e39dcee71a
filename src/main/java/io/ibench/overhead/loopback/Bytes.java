package io.ibench.overhead.loopback;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Puts a message together. Not thread-safe. */
final class Bytes {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  Bytes put(int... values) {
    for (int value : values) {
      bytes.write(value);
    }
    return this;
  }

  Bytes put(byte[] values) {
    bytes.writeBytes(values);
    return this;
  }

  /** The lowest bytes of a number, the lowest first. */
  Bytes little(long value, int length) {
    for (int i = 0; i < length; i++) {
      bytes.write((int) (value >> 8 * i));
    }
    return this;
  }

  /** The lowest bytes of a number, the highest first. */
  Bytes big(long value, int length) {
    for (int i = length - 1; i >= 0; i--) {
      bytes.write((int) (value >> 8 * i));
    }
    return this;
  }

  /** With a zero at its end. */
  Bytes text(String text) {
    return put(text.getBytes(StandardCharsets.UTF_8)).put(0);
  }

  int size() {
    return bytes.size();
  }

  byte[] array() {
    return bytes.toByteArray();
  }
}
