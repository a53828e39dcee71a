package io.ibench.learn.log;

import java.util.Arrays;

/** Finds what {@code EXECUTE name(1, 'x')} executes: the text of its PREPARE, with these values. */
final class ExecuteText {

  private static final String[] WORDS = {"null", "true", "false"};

  private byte[] values = new byte[256];
  private int valuesTo;
  private int textFrom;

  /** Whether a text begins with EXECUTE. */
  static boolean isExecute(byte[] bytes, int from, int to) {
    return afterWord(bytes, afterBlanks(bytes, from, to), to, "execute") >= 0;
  }

  static boolean isPrepare(byte[] bytes, int from, int to) {
    return afterWord(bytes, afterBlanks(bytes, from, to), to, "prepare") >= 0;
  }

  /** Where the prepared text begins. */
  int textFrom() {
    return textFrom;
  }

  byte[] values() {
    return values;
  }

  int valuesTo() {
    return valuesTo;
  }

  /**
   * Reads an EXECUTE and its PREPARE.
   *
   * @return whether all values are literals
   */
  boolean expand(byte[] bytes, int from, int to, int prepareFrom, int prepareTo) {
    textFrom = prepared(bytes, prepareFrom, prepareTo);
    int name = afterWord(bytes, afterBlanks(bytes, from, to), to, "execute");
    return textFrom >= 0 && name >= 0 && arguments(bytes, afterName(bytes, name, to), to);
  }

  /** After {@code PREPARE name (types) AS}, or -1. */
  private static int prepared(byte[] bytes, int from, int to) {
    int at = afterWord(bytes, afterBlanks(bytes, from, to), to, "prepare");
    if (at < 0) {
      return -1;
    }
    at = afterName(bytes, at, to);
    if (at < to && bytes[at] == '(') {
      for (int depth = 0; at < to; at++) {
        depth += bytes[at] == '(' ? 1 : bytes[at] == ')' ? -1 : 0;
        if (depth == 0) {
          at = afterBlanks(bytes, at + 1, to);
          break;
        }
      }
    }
    return afterWord(bytes, at, to, "as");
  }

  private boolean arguments(byte[] bytes, int from, int to) {
    valuesTo = 0;
    int at = from;
    if (at >= to || bytes[at] == ';') {
      return true;
    }
    if (bytes[at] != '(') {
      return false;
    }
    for (int number = 1; ; number++) {
      int begin = afterBlanks(bytes, at + 1, to);
      int end = literal(bytes, begin, to);
      if (end < 0) {
        return false;
      }
      add(number, bytes, begin, end);
      at = afterBlanks(bytes, end, to);
      if (at >= to || bytes[at] != ',') {
        return at < to && bytes[at] == ')' && isEnd(bytes, at + 1, to);
      }
    }
  }

  private static boolean isEnd(byte[] bytes, int from, int to) {
    int at = afterBlanks(bytes, from, to);
    return at >= to || bytes[at] == ';' && isEnd(bytes, at + 1, to);
  }

  /** After a number, a text or a word such as NULL, or -1. */
  private static int literal(byte[] bytes, int from, int to) {
    if (from >= to) {
      return -1;
    }
    if (bytes[from] == '\'') {
      int at = from;
      do {
        at = SqlPieces.next(bytes, from, at, to);
      } while (at < to && bytes[at] == '\'');
      return at > to ? -1 : at;
    }
    for (String word : WORDS) {
      int at = from + word.length();
      if (at < to && startsWithWord(bytes, from, to, word) && !SqlPieces.isName(bytes[at])) {
        return at;
      }
    }
    int at = bytes[from] == '-' ? from + 1 : from;
    int digits = at;
    while (at < to && (Bytes.isDigit(bytes[at]) || bytes[at] == '.')) {
      at++;
    }
    return at == digits ? -1 : at;
  }

  /** As PostgreSQL writes parameters: texts, and NULL without quotes. */
  private void add(int number, byte[] bytes, int from, int to) {
    write((number > 1 ? ", $" : "$") + number + " = ");
    int first = bytes[from] | 0x20;
    if (bytes[from] == '\'') {
      write(bytes, from, to);
    } else if (first == 'n') {
      write("NULL");
    } else if (first == 't' || first == 'f') {
      write(first == 't' ? "'t'" : "'f'");
    } else {
      write("'");
      write(bytes, from, to);
      write("'");
    }
  }

  private void write(String text) {
    byte[] bytes = Bytes.of(text);
    write(bytes, 0, bytes.length);
  }

  private void write(byte[] bytes, int from, int to) {
    int length = to - from;
    if (valuesTo + length > values.length) {
      values = Arrays.copyOf(values, Math.max(valuesTo + length, values.length * 2));
    }
    System.arraycopy(bytes, from, values, valuesTo, length);
    valuesTo += length;
  }

  private static int afterName(byte[] bytes, int from, int to) {
    int at = from;
    if (at < to && bytes[at] == '"') {
      at = SqlPieces.next(bytes, at, at, to);
    } else {
      while (at < to && SqlPieces.isName(bytes[at])) {
        at++;
      }
    }
    return afterBlanks(bytes, Math.min(at, to), to);
  }

  /** After a word and blanks, or -1. */
  private static int afterWord(byte[] bytes, int from, int to, String word) {
    int end = from + word.length();
    return end < to && startsWithWord(bytes, from, to, word) && bytes[end] <= ' ' && bytes[end] > 0
        ? afterBlanks(bytes, end, to)
        : -1;
  }

  private static boolean startsWithWord(byte[] bytes, int from, int to, String word) {
    if (from + word.length() > to) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if ((bytes[from + i] | 0x20) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static int afterBlanks(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bytes[at] >= 0 && bytes[at] <= ' ') {
      at++;
    }
    return at;
  }
}
