package io.ibench.learn.sql;

import java.util.Arrays;

/**
 * The values of parameters as PostgreSQL logs them: {@code $1 = '1', $2 = NULL}. Not thread-safe.
 */
final class ParameterValues {

  private int count;
  private int[] from = new int[32];
  private int[] to = new int[32];

  /** Reads values; quotes in them are doubled, and stay so: only hash and length depend on it. */
  void read(byte[] bytes, int first, int last) {
    count = 0;
    int at = first;
    while (at < last) {
      while (at < last && bytes[at] != '$') {
        at++;
      }
      while (at < last && bytes[at] != '=') {
        at++;
      }
      at += 2;
      if (at >= last) {
        return;
      }
      if (bytes[at] == '\'') {
        int end = at + 1;
        while (end < last && (bytes[end] != '\'' || end + 1 < last && bytes[end + 1] == '\'')) {
          end += bytes[end] == '\'' ? 2 : 1;
        }
        add(at + 1, Math.min(end, last));
        at = end + 1;
      } else {
        add(-1, -1);
        at++;
      }
    }
  }

  private void add(int first, int last) {
    if (count == from.length) {
      from = Arrays.copyOf(from, 2 * count);
      to = Arrays.copyOf(to, 2 * count);
    }
    from[count] = first;
    to[count] = last;
    count++;
  }

  boolean has(int number) {
    return number >= 1 && number <= count;
  }

  boolean isNull(int number) {
    return from[number - 1] < 0;
  }

  int from(int number) {
    return from[number - 1];
  }

  int to(int number) {
    return to[number - 1];
  }
}
