package io.ibench.learn.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Searches and numbers in bytes. A range ends before its {@code to}. */
final class Bytes {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long TOPS = 0x8080808080808080L;

  private Bytes() {}

  static byte[] of(String ascii) {
    return ascii.getBytes(StandardCharsets.UTF_8);
  }

  /** The first place of a byte that is not negative, or -1. Looks at eight bytes at once. */
  static int indexOf(byte[] bytes, int from, int to, int wanted) {
    long pattern = wanted * ONES;
    int at = from;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      long differences = (long) LONGS.get(bytes, at) ^ pattern;
      long found = (differences - ONES) & ~differences & TOPS;
      if (found != 0) {
        return at + (Long.numberOfTrailingZeros(found) >>> 3);
      }
    }
    for (; at < to; at++) {
      if (bytes[at] == wanted) {
        return at;
      }
    }
    return -1;
  }

  /** How often there is a byte that is not negative. */
  static long count(byte[] bytes, int from, int to, int wanted) {
    long pattern = wanted * ONES;
    long count = 0;
    int at = from;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      long differences = (long) LONGS.get(bytes, at) ^ pattern;
      long others = (differences & ~TOPS) + ~TOPS | differences;
      count += Long.bitCount(~others & TOPS);
    }
    for (; at < to; at++) {
      count += bytes[at] == wanted ? 1 : 0;
    }
    return count;
  }

  static boolean startsWith(byte[] bytes, int from, int to, byte[] prefix) {
    if (to - from < prefix.length) {
      return false;
    }
    for (int i = 0; i < prefix.length; i++) {
      if (bytes[from + i] != prefix[i]) {
        return false;
      }
    }
    return true;
  }

  static boolean endsWith(byte[] bytes, int from, int to, byte[] suffix) {
    return to - from >= suffix.length && startsWith(bytes, to - suffix.length, to, suffix);
  }

  /** The first place of a text, or -1. */
  static int find(byte[] bytes, int from, int to, byte[] wanted) {
    int at = from;
    while (true) {
      at = indexOf(bytes, at, to - wanted.length + 1, wanted[0]);
      if (at < 0 || startsWith(bytes, at, to, wanted)) {
        return at;
      }
      at++;
    }
  }

  static boolean isDigit(int character) {
    return character >= '0' && character <= '9';
  }

  /** The whole number that begins there, of at most 18 digits, or -1. */
  static long number(byte[] bytes, int from, int to) {
    long value = 0;
    int at = from;
    for (; at < to && isDigit(bytes[at]); at++) {
      if (at - from == 18) {
        return -1;
      }
      value = value * 10 + bytes[at] - '0';
    }
    return at == from ? -1 : value;
  }

  /**
   * The number that begins there in millionths, as {@code 1.25}, or -1. Further digits are dropped.
   */
  static long millionths(byte[] bytes, int from, int to) {
    long whole = number(bytes, from, to);
    if (whole < 0 || whole > 1_000_000_000_000L) {
      return -1;
    }
    int at = from;
    while (at < to && isDigit(bytes[at])) {
      at++;
    }
    long value = whole * 1_000_000;
    if (at < to && bytes[at] == '.') {
      long unit = 100_000;
      for (at++; at < to && isDigit(bytes[at]) && unit > 0; at++, unit /= 10) {
        value += unit * (bytes[at] - '0');
      }
    }
    return value;
  }

  /** The number of exactly these digits, or -1. */
  static int digits(byte[] bytes, int from, int count, int to) {
    if (from + count > to) {
      return -1;
    }
    int value = 0;
    for (int i = from; i < from + count; i++) {
      if (!isDigit(bytes[i])) {
        return -1;
      }
      value = value * 10 + bytes[i] - '0';
    }
    return value;
  }

  /** Days since 1970, of a year from 1970 on. */
  static long days(int year, int month, int day) {
    int shifted = month <= 2 ? year - 1 : year;
    int monthFromMarch = (month + 9) % 12;
    long yearOfEra = shifted % 400;
    long dayOfYear = (153L * monthFromMarch + 2) / 5 + day - 1;
    long dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return shifted / 400 * 146_097L + dayOfEra - 719_468;
  }

  /**
   * Micros since 1970 of {@code 2026-11-30 05:54:55.932766}, with any one character between date
   * and time, as if it were UTC, or -1.
   */
  static long time(byte[] bytes, int from, int to) {
    int year = digits(bytes, from, 4, to);
    int month = digits(bytes, from + 5, 2, to);
    int day = digits(bytes, from + 8, 2, to);
    int hour = digits(bytes, from + 11, 2, to);
    int minute = digits(bytes, from + 14, 2, to);
    long second = digits(bytes, from + 17, 2, to) < 0 ? -1 : millionths(bytes, from + 17, to);
    if (year < 1970 || month < 1 || month > 12 || day < 1 || (hour | minute) < 0 || second < 0) {
      return -1;
    }
    return ((days(year, month, day) * 24 + hour) * 60 + minute) * 60_000_000L + second;
  }

  /** What a time's clock is ahead of UTC, if it ends with {@code +01:00}; else 0. */
  static long zone(byte[] bytes, int to) {
    int hours = to < 6 ? -1 : digits(bytes, to - 5, 2, to);
    int minutes = to < 6 ? -1 : digits(bytes, to - 2, 2, to);
    if (hours < 0 || minutes < 0 || bytes[to - 6] != '+' && bytes[to - 6] != '-') {
      return 0;
    }
    return (hours * 60L + minutes) * 60_000_000 * (bytes[to - 6] == '-' ? -1 : 1);
  }

  /** Micros since 1970 of MariaDB's {@code 261130 5:49:57}, as if it were UTC, or -1. */
  static long shortTime(byte[] bytes, int from, int to) {
    int date = digits(bytes, from, 6, to);
    int hour = from + 7 < to && bytes[from + 7] == ' ' ? from + 8 : from + 7;
    int hours = digits(bytes, hour, from + 9 - hour, to);
    int minutes = digits(bytes, from + 10, 2, to);
    int seconds = digits(bytes, from + 13, 2, to);
    int month = date / 100 % 100;
    if ((date | hours | minutes | seconds) < 0 || month < 1 || month > 12) {
      return -1;
    }
    int year = date / 10_000;
    long days = days(year < 70 ? 2000 + year : 1900 + year, month, date % 100);
    return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000_000;
  }
}
