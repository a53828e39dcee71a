package io.ibench.learn.sql;

import java.util.Arrays;

/**
 * Splits a statement into tokens, in one pass over its bytes. Filled again for each statement;
 * allocates only while statements get longer. Not thread-safe.
 */
final class Tokens {

  /** A name or keyword without quotes. */
  static final byte WORD = 1;

  /** A name in quotes; from and to are inside of them. */
  static final byte NAME = 2;

  static final byte NUMBER = 3;

  /** A text in quotes; from and to are inside of them. */
  static final byte STRING = 4;

  /** Hexadecimal digits of {@code x'..'} or {@code 0x..}. */
  static final byte HEX = 5;

  /** {@code $1}; the word has its number. */
  static final byte PARAMETER = 6;

  /** A question mark of MariaDB and MySQL, whose value the log does not have. */
  static final byte LOST = 7;

  /** One or two characters; the word has them. */
  static final byte SIGN = 8;

  /** An optimizer's hint, with its comment signs. */
  static final byte HINT = 9;

  /** In bytes, of any server. */
  private static final int LONGEST_NAME = 256;

  private static final byte[] CLASSES = new byte[256];
  private static final byte BLANK = 1;
  private static final byte LETTER = 2;
  private static final byte DIGIT = 3;

  static {
    for (int i = 0; i < 256; i++) {
      if (i <= ' ') {
        CLASSES[i] = BLANK;
      } else if (i >= 'a' && i <= 'z' || i >= 'A' && i <= 'Z' || i == '_' || i >= 128) {
        CLASSES[i] = LETTER;
      } else if (i >= '0' && i <= '9') {
        CLASSES[i] = DIGIT;
      }
    }
  }

  private final boolean mysql;
  byte[] bytes = new byte[0];
  int count;
  byte[] kinds = new byte[256];
  int[] from = new int[256];
  int[] to = new int[256];

  /** Of a WORD or NAME its hash; of a SIGN its characters; of a PARAMETER its number. */
  long[] words = new long[256];

  /** Of a WORD or NAME where the digits at its end begin; its end if there are none. */
  int[] digits = new int[256];

  /** Of a WORD or NAME the hash of what stands before its digits. */
  long[] stems = new long[256];

  Tokens(Dialect dialect) {
    mysql = dialect == Dialect.MYSQL;
  }

  /** Splits a statement; a semicolon at its end is left out. */
  void read(byte[] source, int first, int last) {
    bytes = source;
    count = 0;
    int at = first;
    while (at < last) {
      byte next = source[at];
      byte kind = CLASSES[next & 0xff];
      if (kind == BLANK) {
        at++;
      } else if (kind == LETTER) {
        at = word(at, last);
      } else if (kind == DIGIT) {
        at = number(at, last);
      } else {
        at = other(next, at, last);
      }
    }
    while (count > 0 && isSign(count - 1, ';')) {
      count--;
    }
  }

  boolean isSign(int token, int sign) {
    return token >= 0 && token < count && kinds[token] == SIGN && words[token] == sign;
  }

  boolean isWord(int token, long word) {
    return token >= 0 && token < count && kinds[token] == WORD && words[token] == word;
  }

  /** Whether it is the name of something, as far as its form says. */
  boolean isName(int token) {
    return token >= 0 && token < count && (kinds[token] == WORD || kinds[token] == NAME);
  }

  boolean isValue(int token) {
    return token >= 0 && token < count && kinds[token] >= NUMBER && kinds[token] <= LOST;
  }

  private void add(byte kind, int first, int last, long word) {
    if (count == kinds.length) {
      int more = 2 * count;
      kinds = Arrays.copyOf(kinds, more);
      from = Arrays.copyOf(from, more);
      to = Arrays.copyOf(to, more);
      words = Arrays.copyOf(words, more);
      digits = Arrays.copyOf(digits, more);
      stems = Arrays.copyOf(stems, more);
    }
    kinds[count] = kind;
    from[count] = first;
    to[count] = last;
    words[count] = word;
    digits[count] = last;
    stems[count] = word;
    count++;
  }

  private int word(int first, int last) {
    long hash = Words.SEED;
    long stem = hash;
    int digitsAt = first;
    int at = first;
    while (at < last) {
      byte next = bytes[at];
      byte kind = CLASSES[next & 0xff];
      if (kind == LETTER) {
        hash = Words.add(hash, next);
        at++;
        digitsAt = at;
        stem = hash;
      } else if (kind == DIGIT || next == '$') {
        hash = Words.add(hash, next);
        at++;
        if (next == '$') {
          digitsAt = at;
          stem = hash;
        }
      } else {
        break;
      }
    }
    if (at < last && bytes[at] == '\'' && isPrefix(hash)) {
      return prefixed(hash, at, last);
    }
    if (!mysql && isUnicode(first, at, last)) {
      return string(at + 1, last, false);
    }
    if (bytes[first] == '_' && mysql) {
      int quote = at; // A character set, as in _utf8mb4'x'.
      while (quote < last && bytes[quote] == ' ') {
        quote++;
      }
      if (quote < last && (bytes[quote] == '\'' || bytes[quote] == '"')) {
        return string(quote, last, true);
      }
    }
    add(WORD, first, at, hash);
    setDigits(digitsAt, at, stem);
    return at;
  }

  private void setDigits(int digitsAt, int end, long stem) {
    boolean usable = digitsAt < end && end - digitsAt <= 9;
    if (usable && (bytes[digitsAt] != '0' || end - digitsAt == 1)) {
      digits[count - 1] = digitsAt;
      stems[count - 1] = stem;
    }
  }

  /** {@code U&'d\\0061t'}. */
  private boolean isUnicode(int first, int at, int last) {
    return at == first + 1
        && (bytes[first] | 32) == 'u'
        && at + 1 < last
        && bytes[at] == '&'
        && bytes[at + 1] == '\'';
  }

  private boolean isPrefix(long word) {
    return word == Words.X
        || word == Words.B
        || word == Words.N
        || word == Words.E && !mysql
        || word == Words.BINARY;
  }

  private int prefixed(long word, int quote, int last) {
    if (word == Words.N) {
      return string(quote, last, mysql);
    }
    if (word == Words.E || word == Words.BINARY) {
      return string(quote, last, true);
    }
    int end = string(quote, last, false);
    kinds[count - 1] = word == Words.X ? HEX : NUMBER;
    return end;
  }

  private int number(int first, int last) {
    int at = first;
    if (bytes[at] == '0' && at + 1 < last && (bytes[at + 1] | 32) == 'x') {
      at += 2;
      while (at < last && CLASSES[bytes[at] & 0xff] >= LETTER) {
        at++;
      }
      add(HEX, first + 2, at, 0);
      return at;
    }
    while (at < last && CLASSES[bytes[at] & 0xff] == DIGIT) {
      at++;
    }
    if (at < last && bytes[at] == '.') {
      at++;
      while (at < last && CLASSES[bytes[at] & 0xff] == DIGIT) {
        at++;
      }
    }
    if (at < last && (bytes[at] | 32) == 'e') {
      int exponent = at + 1;
      if (exponent < last && (bytes[exponent] == '+' || bytes[exponent] == '-')) {
        exponent++;
      }
      if (exponent < last && CLASSES[bytes[exponent] & 0xff] == DIGIT) {
        at = exponent;
        while (at < last && CLASSES[bytes[at] & 0xff] == DIGIT) {
          at++;
        }
      }
    }
    boolean whole = at > first && bytes[at - 1] != '.';
    if (mysql && whole && at < last && CLASSES[bytes[at] & 0xff] == LETTER) {
      return word(first, last); // A name that begins with a digit.
    }
    add(NUMBER, first, at, 0);
    return at;
  }

  private int other(byte next, int at, int last) {
    switch (next) {
      case '\'' -> {
        return string(at, last, mysql);
      }
      case '"' -> {
        return mysql ? string(at, last, true) : name(at, last);
      }
      case '`' -> {
        return name(at, last);
      }
      case '$' -> {
        return dollar(at, last);
      }
      case '?' -> {
        if (!mysql) { // Operators of jsonb: ?, ?| and ?&.
          return sign(at, at + 1 < last && "|&".indexOf(bytes[at + 1]) >= 0 ? 2 : 1);
        }
        add(LOST, at, at + 1, 0);
        return at + 1;
      }
      case '.' -> {
        boolean number =
            at + 1 < last && CLASSES[bytes[at + 1] & 0xff] == DIGIT && !isName(count - 1);
        return number ? number(at, last) : sign(at, 1);
      }
      case '#' -> {
        return mysql ? line(at, last) : sign(at, 1);
      }
      case '-' -> {
        boolean comment =
            at + 1 < last
                && bytes[at + 1] == '-'
                && (!mysql || at + 2 >= last || CLASSES[bytes[at + 2] & 0xff] == BLANK);
        return comment ? line(at, last) : sign(at, 1);
      }
      case '/' -> {
        return at + 1 < last && bytes[at + 1] == '*' ? comment(at, last) : sign(at, 1);
      }
      case '<', '>', '!', ':', '|', '&' -> {
        return sign(at, at + 1 < last && "=>:|&<".indexOf(bytes[at + 1]) >= 0 ? 2 : 1);
      }
      default -> {
        return sign(at, 1);
      }
    }
  }

  private int sign(int at, int length) {
    long word = bytes[at] & 0xff;
    if (length == 2) {
      word = word << 8 | bytes[at + 1] & 0xff;
    }
    add(SIGN, at, at + length, word);
    return at + length;
  }

  private int string(int quote, int last, boolean backslashes) {
    byte end = bytes[quote];
    int at = quote + 1;
    while (at < last) {
      byte next = bytes[at];
      if (next == '\\' && backslashes) {
        at += 2;
      } else if (next == end) {
        if (at + 1 < last && bytes[at + 1] == end) {
          at += 2;
        } else {
          break;
        }
      } else {
        at++;
      }
    }
    at = Math.min(at, last);
    add(STRING, quote + 1, at, 0);
    return Math.min(at + 1, last);
  }

  private int name(int quote, int last) {
    byte end = bytes[quote];
    int at = quote + 1;
    long hash = Words.SEED;
    long stem = hash;
    int digitsAt = at;
    while (at < last && bytes[at] != end) {
      hash = Words.add(hash, bytes[at]);
      if (CLASSES[bytes[at] & 0xff] != DIGIT) {
        digitsAt = at + 1;
        stem = hash;
      }
      at++;
    }
    boolean unlike = at >= last || at - quote - 1 > LONGEST_NAME;
    if (unlike) {
      add(STRING, quote + 1, at, 0); // No server has such a name: it may be anything.
      return Math.min(at + 1, last);
    }
    add(NAME, quote + 1, at, hash);
    if (digitsAt > quote + 1) {
      setDigits(digitsAt, at, stem);
    }
    return Math.min(at + 1, last);
  }

  private int dollar(int first, int last) {
    int at = first + 1;
    long number = 0;
    while (at < last && CLASSES[bytes[at] & 0xff] == DIGIT && number < 100_000) {
      number = 10 * number + bytes[at] - '0';
      at++;
    }
    if (at > first + 1) {
      add(PARAMETER, first, at, number);
      return at;
    }
    while (at < last && CLASSES[bytes[at] & 0xff] >= LETTER) {
      at++;
    }
    if (at >= last || bytes[at] != '$') {
      return sign(first, 1);
    }
    int tag = at + 1 - first;
    for (int i = at + 1; i + tag <= last; i++) {
      if (bytes[i] == '$' && Arrays.equals(bytes, i, i + tag, bytes, first, first + tag)) {
        add(STRING, at + 1, i, 0);
        return i + tag;
      }
    }
    add(STRING, at + 1, last, 0);
    return last;
  }

  private int line(int at, int last) {
    int end = at;
    while (end < last && bytes[end] != '\n') {
      end++;
    }
    return end;
  }

  private int comment(int first, int last) {
    int at = first + 2;
    int depth = 1;
    while (at < last && depth > 0) {
      boolean two = at + 1 < last;
      if (two && bytes[at] == '*' && bytes[at + 1] == '/') {
        depth--;
        at += 2;
      } else if (two && !mysql && bytes[at] == '/' && bytes[at + 1] == '*') {
        depth++;
        at += 2;
      } else {
        at++;
      }
    }
    if (first + 2 < last && bytes[first + 2] == '+') {
      add(HINT, first, at, Words.hash(bytes, first, at));
    }
    return at;
  }
}
