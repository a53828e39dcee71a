package io.ibench.series;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The lines of a file as bytes, one at a time, without an object for any: hundreds of megabytes are
 * read. A line ends with \n, \r or both, as those of a {@link java.io.BufferedReader}. Not
 * thread-safe.
 */
final class ByteLines implements AutoCloseable {

  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long LINE_FEEDS = '\n' * ONES;
  private static final long RETURNS = '\r' * ONES;

  private final InputStream in;
  private final Path file;
  private byte[] bytes;
  private int filled;

  /** The line is {@code [start, end)}; before the first one it is empty. */
  private int start;

  private int end;

  /** Where the next line begins. */
  private int next;

  private boolean isAfterReturn;
  private boolean isRepeated;

  /**
   * @param file for messages
   * @param bufferBytes at first; it grows with the longest line
   */
  ByteLines(InputStream in, Path file, int bufferBytes) {
    this.in = in;
    this.file = file;
    this.bytes = new byte[bufferBytes];
  }

  /**
   * Goes to the next line, and returns false at the end of the file.
   *
   * @throws IOException if the line is too long, or cannot be read
   */
  boolean next() throws IOException {
    skipLineFeed();
    int at = next;
    while (true) {
      at = lineEnd(bytes, at, filled);
      if (at - next > LineLimit.MAX_CHARACTERS) {
        throw LineLimit.tooLong(file);
      }
      if (at < filled) {
        isAfterReturn = bytes[at] == '\r';
        enter(at, at + 1);
        return true;
      }
      int before = next;
      boolean isEnd = !fill();
      at -= before - next;
      if (isEnd) {
        boolean isLine = at > next;
        enter(at, at);
        return isLine;
      }
    }
  }

  /** The first line feed or carriage return from {@code from} on; {@code to} without one. */
  private static int lineEnd(byte[] bytes, int from, int to) {
    int at = from;
    while (at <= to - Long.BYTES && !hasLineEnd((long) EIGHT_BYTES.get(bytes, at))) {
      at += Long.BYTES;
    }
    while (at < to && bytes[at] != '\n' && bytes[at] != '\r') {
      at++;
    }
    return at;
  }

  private static boolean hasLineEnd(long eight) {
    return (zeros(eight ^ LINE_FEEDS) | zeros(eight ^ RETURNS)) != 0;
  }

  /** Not 0 if one of eight bytes is 0: Warren, Hacker's Delight, section 6-1. */
  private static long zeros(long eight) {
    return eight - ONES & ~eight & ONES << 7;
  }

  private void skipLineFeed() throws IOException {
    if (!isAfterReturn) {
      return;
    }
    isAfterReturn = false;
    if (next < filled || fill()) {
      next += bytes[next] == '\n' ? 1 : 0;
    }
  }

  private void enter(int lineEnd, int nextLine) {
    isRepeated = Arrays.equals(bytes, start, end, bytes, next, lineEnd);
    start = next;
    end = lineEnd;
    next = nextLine;
  }

  /**
   * Reads on. The line before stays, as the next one is compared with it. Returns false at the end
   * of the file.
   */
  private boolean fill() throws IOException {
    System.arraycopy(bytes, start, bytes, 0, filled - start);
    int moved = start;
    start = 0;
    end -= moved;
    next -= moved;
    filled -= moved;
    if (filled == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    int count = in.read(bytes, filled, bytes.length - filled);
    filled += Math.max(0, count);
    return count > 0;
  }

  /** The bytes; those of the line are {@code [start(), end())}, until the next call of next(). */
  byte[] bytes() {
    return bytes;
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }

  /** Whether the line before is the same. */
  boolean isRepeated() {
    return isRepeated;
  }

  /** A part of the line as text; what is no UTF-8 becomes U+FFFD. */
  String text(int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
