package io.ibench.learn.log;

/** Numbers of PostgreSQL's sessions. */
final class PostgresSessions {

  /** A process number has at most so many bits. */
  private static final int PROCESS_BITS = 22;

  private PostgresSessions() {}

  /** Of {@code 6b0d1382.574e}, the second in which the session began and its process, or -1. */
  static long number(byte[] bytes, int from, int to) {
    int point = Bytes.indexOf(bytes, from, to, '.');
    if (point < 0) {
      return -1;
    }
    long second = hexadecimal(bytes, from, point);
    long process = hexadecimal(bytes, point + 1, to);
    return second < 0 || process < 0 ? -1 : (second << PROCESS_BITS) + process;
  }

  private static long hexadecimal(byte[] bytes, int from, int to) {
    if (to == from || to - from > 8) {
      return -1;
    }
    long value = 0;
    for (int i = from; i < to; i++) {
      int digit = Character.digit(bytes[i], 16);
      if (digit < 0) {
        return -1;
      }
      value = value * 16 + digit;
    }
    return value;
  }
}
