package io.ibench.learn.sql;

import java.util.Arrays;

/**
 * The values of a statement, in the order of its text. Filled again for each statement. Not
 * thread-safe.
 */
public final class Values {

  /** Of a whole number of 64 bits. */
  private static final int MOST_DIGITS = 19;

  private int count;
  private byte[] kinds = new byte[64];
  private long[] bits = new long[64];
  private int[] lengths = new int[64];
  private int[] shapes = new int[64];
  private int[] slots = new int[64];

  /** Where the value stands in the statement, or -1 where it does not. */
  private int[] from = new int[64];

  private int[] to = new int[64];

  public int count() {
    return count;
  }

  /** One of {@link Literal}. */
  public byte kind(int value) {
    return kinds[value];
  }

  public long bits(int value) {
    return bits[value];
  }

  public int length(int value) {
    return lengths[value];
  }

  public int shape(int value) {
    return shapes[value];
  }

  /** Which place of the form it fills; the values of a list fill one place. */
  public int slot(int value) {
    return slots[value];
  }

  int from(int value) {
    return from[value];
  }

  int to(int value) {
    return to[value];
  }

  void clear() {
    count = 0;
  }

  void cut(int count) {
    this.count = count;
  }

  void slot(int value, int slot) {
    slots[value] = slot;
  }

  void at(int first, int last) {
    from[count - 1] = first;
    to[count - 1] = last;
  }

  void add(byte kind, long value, int length, int shape, int slot) {
    if (count == kinds.length) {
      int more = 2 * count;
      kinds = Arrays.copyOf(kinds, more);
      bits = Arrays.copyOf(bits, more);
      lengths = Arrays.copyOf(lengths, more);
      shapes = Arrays.copyOf(shapes, more);
      slots = Arrays.copyOf(slots, more);
      from = Arrays.copyOf(from, more);
      to = Arrays.copyOf(to, more);
    }
    kinds[count] = kind;
    bits[count] = value;
    lengths[count] = length;
    shapes[count] = shape;
    slots[count] = slot;
    from[count] = -1;
    to[count] = -1;
    count++;
  }

  /** A number without quotes. */
  void number(byte[] source, int first, int last, boolean negative, int slot) {
    long sum = 0;
    boolean whole = last - first <= MOST_DIGITS;
    for (int i = first; i < last && whole; i++) {
      whole = source[i] >= '0' && source[i] <= '9' && sum <= Long.MAX_VALUE / 10;
      sum = 10 * sum + source[i] - '0';
      whole &= sum >= 0;
    }
    if (whole) {
      add(Literal.INTEGER, negative ? -sum : sum, last - first, Literal.DIGITS, slot);
    } else {
      double value = decimal(source, first, last);
      add(
          Literal.DECIMAL,
          Double.doubleToRawLongBits(negative ? -value : value),
          scale(source, first, last),
          Literal.DIGITS,
          slot);
    }
  }

  /** A text in quotes: a number, a time or a text, by its form. */
  void quoted(byte[] source, int first, int last, int slot) {
    int length = last - first;
    if (length > 0 && length <= 32) {
      boolean sign = source[first] == '-' && length > 1;
      byte begin = source[sign ? first + 1 : first];
      if (begin >= '0' && begin <= '9') {
        if (isWhole(source, sign ? first + 1 : first, last) && length <= MOST_DIGITS) {
          boolean padded = begin == '0' && length > (sign ? 2 : 1);
          if (!padded) {
            number(source, sign ? first + 1 : first, last, sign, slot);
            shapes[count - 1] |= Literal.QUOTED;
            return;
          }
        } else if (isDecimal(source, sign ? first + 1 : first, last)) {
          number(source, sign ? first + 1 : first, last, sign, slot);
          shapes[count - 1] |= Literal.QUOTED;
          return;
        } else if (Times.isTime(source, first, last)) {
          add(Literal.TIME, Times.micros(source, first, last), length, Literal.QUOTED, slot);
          return;
        }
      }
    }
    text(Literal.TEXT, source, first, last, slot);
  }

  /** A value of a parameter as PostgreSQL writes it. */
  void parameter(byte[] source, int first, int last, int slot) {
    int length = last - first;
    if (length == 1 && (source[first] == 't' || source[first] == 'f')) {
      add(Literal.BOOLEAN, source[first] == 't' ? 1 : 0, 1, Literal.LOWER | Literal.QUOTED, slot);
    } else if (length > 1 && source[first] == '\\' && source[first + 1] == 'x') {
      bytes(source, first + 2, last, slot);
    } else {
      quoted(source, first, last, slot);
    }
  }

  /** Hexadecimal digits. */
  void bytes(byte[] source, int first, int last, int slot) {
    text(Literal.BYTES, source, first, last, slot);
    lengths[count - 1] = (last - first) / 2;
  }

  private void text(byte kind, byte[] source, int first, int last, int slot) {
    long hash = Words.SEED;
    int shape = Literal.QUOTED;
    for (int i = first; i < last; i++) {
      byte next = source[i];
      hash = (hash ^ (next & 0xff)) * 0x100000001b3L;
      shape |= shape(next);
    }
    if (kind == Literal.TEXT) {
      shape |= TextKind.of(source, first, last, shape).bits();
    }
    add(kind, Words.mix(hash, last - first), last - first, shape, slot);
  }

  private static int shape(byte next) {
    if (next >= 'a' && next <= 'z') {
      return Literal.LOWER;
    } else if (next >= '0' && next <= '9') {
      return Literal.DIGITS;
    } else if (next >= 'A' && next <= 'Z') {
      return Literal.UPPER;
    } else if (next == ' ') {
      return Literal.BLANKS;
    }
    return next < 0 ? Literal.NOT_ASCII : Literal.OTHER;
  }

  private static boolean isWhole(byte[] source, int first, int last) {
    for (int i = first; i < last; i++) {
      if (source[i] < '0' || source[i] > '9') {
        return false;
      }
    }
    return true;
  }

  private static boolean isDecimal(byte[] source, int first, int last) {
    int points = 0;
    for (int i = first; i < last; i++) {
      if (source[i] == '.') {
        points++;
      } else if (source[i] < '0' || source[i] > '9') {
        return false;
      }
    }
    return points == 1 && last - first > 2 && source[last - 1] != '.';
  }

  private static int scale(byte[] source, int first, int last) {
    for (int i = first; i < last; i++) {
      if (source[i] == '.') {
        int end = i + 1;
        while (end < last && source[end] >= '0' && source[end] <= '9') {
          end++;
        }
        return end - i - 1;
      }
    }
    return 0;
  }

  /** Exact to 15 digits, which is enough for a law; allocates nothing. */
  private static double decimal(byte[] source, int first, int last) {
    double value = 0;
    double unit = 1;
    boolean behind = false;
    int at = first;
    while (at < last && (source[at] | 32) != 'e') {
      if (source[at] == '.') {
        behind = true;
      } else if (source[at] >= '0' && source[at] <= '9') {
        value = 10 * value + source[at] - '0';
        unit *= behind ? 10 : 1;
      }
      at++;
    }
    value /= unit;
    if (at < last) {
      boolean negative = at + 1 < last && source[at + 1] == '-';
      int exponent = 0;
      for (int i = at + 1; i < last; i++) {
        if (source[i] >= '0' && source[i] <= '9' && exponent < 1000) {
          exponent = 10 * exponent + source[i] - '0';
        }
      }
      value *= Math.pow(10, negative ? -exponent : exponent);
    }
    return value;
  }
}
