package io.ibench.learn.log;

import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of a log, of which a reader sees those of the current record. Offsets count from its
 * begin, so they stay true when more is read; {@link #bytes} and {@link #start} do not.
 */
final class ByteFeed {

  /** A record may have so many bytes. */
  static final int LIMIT = 64 << 20;

  /** No line ends before the end of the log. */
  static final int ENDED = -1;

  /** No line ends before the limit. */
  static final int FULL = -2;

  private static final int FIRST = 256 << 10;

  private final InputStream input;
  private final int limit;

  /** The record begins at {@code bytes[start]}. */
  byte[] bytes;

  int start;

  /** What is read ends before {@code bytes[to]}. */
  int to;

  private boolean ended;
  private long read;

  ByteFeed(InputStream input) {
    this(input, FIRST, LIMIT);
  }

  ByteFeed(InputStream input, int first, int limit) {
    this.input = input;
    this.limit = limit;
    bytes = new byte[first];
  }

  long bytesRead() {
    return read;
  }

  /** Whether the log has no more bytes than those that have been read. */
  boolean isEnded() {
    return ended;
  }

  /** How many bytes of the record have been read. */
  int size() {
    return to - start;
  }

  /** Ends the record: the next one begins at this offset. */
  void begin(int offset) {
    start += offset;
  }

  /** Whether the record has so many bytes, or the log more, which are then read. */
  boolean has(int size) throws IOException {
    while (size() < size) {
      if (!more()) {
        return false;
      }
    }
    return true;
  }

  /** The offset of the next line feed, from one on, or {@link #ENDED}, or {@link #FULL}. */
  int lineEnd(int from) throws IOException {
    int at = from;
    while (true) {
      int found = Bytes.indexOf(bytes, start + at, to, '\n');
      if (found >= 0) {
        return found - start;
      }
      at = size();
      if (!more()) {
        return ended ? ENDED : FULL;
      }
    }
  }

  /** Reads more, if there is more and room. */
  boolean more() throws IOException {
    if (ended) {
      return false;
    }
    if (to == bytes.length && !makeRoom()) {
      return false;
    }
    int count = input.read(bytes, to, bytes.length - to);
    if (count < 0) {
      ended = true;
      return false;
    }
    to += count;
    read += count;
    return true;
  }

  private boolean makeRoom() {
    int size = size();
    if (size <= bytes.length / 2) {
      System.arraycopy(bytes, start, bytes, 0, size);
    } else {
      if (bytes.length >= limit) {
        if (start == 0) {
          return false;
        }
        System.arraycopy(bytes, start, bytes, 0, size);
      } else {
        byte[] larger = new byte[(int) Math.min(limit, bytes.length * 2L)];
        System.arraycopy(bytes, start, larger, 0, size);
        bytes = larger;
      }
    }
    start = 0;
    to = size;
    return true;
  }
}
