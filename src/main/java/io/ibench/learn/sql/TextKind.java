package io.ibench.learn.sql;

/** What a text is, as far as a server cares: it refuses a text of another kind, or finds others. */
public enum TextKind {
  PLAIN,
  /** {@code x%}. */
  BEGINNING,
  /** {@code %x}. */
  END,
  /** {@code %x%}. */
  PART,
  /** An array of whole numbers. */
  NUMBERS,
  /** Another array. */
  WORDS,
  /** A document of JSON. */
  DOCUMENT,
  UUID,
  /** {@code 3 days}. */
  INTERVAL;

  private static final TextKind[] KINDS = values();
  private static final int LOWEST_BIT = 8;
  private static final int UUID_LENGTH = 36;
  private static final int LONGEST_INTERVAL = 24;

  /** Of a value, by its shape. */
  public static TextKind of(int shape) {
    return KINDS[(shape >> LOWEST_BIT) & 15];
  }

  /** Whether it is a pattern of LIKE. */
  public boolean isPattern() {
    return this == BEGINNING || this == END || this == PART;
  }

  /** What it adds to a shape. */
  int bits() {
    return ordinal() << LOWEST_BIT;
  }

  static TextKind of(byte[] bytes, int from, int to, int shape) {
    if (to - from < 2) {
      return PLAIN;
    }
    byte first = bytes[from];
    byte last = bytes[to - 1];
    if (first == '{' && last == '}') {
      return ArrayText.isArray(bytes, from, to) ? array(bytes, from, to) : DOCUMENT;
    } else if (first == '[' && last == ']') {
      return "{\"[]0123456789".indexOf(bytes[from + 1]) >= 0 ? DOCUMENT : PLAIN;
    } else if (first == '%') {
      return last == '%' ? PART : END;
    } else if (last == '%') {
      return BEGINNING;
    } else if (to - from == UUID_LENGTH && isUuid(bytes, from)) {
      return UUID;
    }
    boolean mayBeInterval =
        first >= '0'
            && first <= '9'
            && to - from <= LONGEST_INTERVAL
            && (shape & (Literal.UPPER | Literal.OTHER | Literal.NOT_ASCII)) == 0;
    return mayBeInterval && HarmlessTexts.isInterval(ascii(bytes, from, to)) ? INTERVAL : PLAIN;
  }

  private static String ascii(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, java.nio.charset.StandardCharsets.ISO_8859_1);
  }

  private static TextKind array(byte[] bytes, int from, int to) {
    for (int i = from + 1; i < to - 1; i++) {
      if (bytes[i] > '9' || bytes[i] < '0' && bytes[i] != ',' && bytes[i] != '-') {
        return WORDS;
      }
    }
    return NUMBERS;
  }

  private static boolean isUuid(byte[] bytes, int from) {
    for (int i = 0; i < UUID_LENGTH; i++) {
      byte next = bytes[from + i];
      boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
      boolean hex = next >= '0' && next <= '9' || (next | 32) >= 'a' && (next | 32) <= 'f';
      if (dash ? next != '-' : !hex) {
        return false;
      }
    }
    return true;
  }
}
