package io.ibench.learn.log;

/** Steps over texts, names and comments of MariaDB's and MySQL's SQL. */
final class MysqlText {

  /** What a statement begins with that may contain semicolons. */
  private static final String[] COMPOUND = {
    "create", "alter", "begin", "if", "loop", "while", "repeat", "case", "for"
  };

  private MysqlText() {}

  /** Whether a text has a {@code ?} that is no part of a text or comment. */
  static boolean hasPlaceholder(byte[] bytes, int from, int to) {
    int at = Bytes.indexOf(bytes, from, to, '?') < 0 ? to : from;
    while (at < to && bytes[at] != '?') {
      at = next(bytes, at, to);
    }
    return at < to;
  }

  /** Where the first statement ends: at a semicolon, or at the end. */
  static int end(byte[] bytes, int from, int to) {
    int at = Bytes.indexOf(bytes, from, to, ';') < 0 ? to : from;
    while (at < to && bytes[at] != ';') {
      at = next(bytes, at, to);
    }
    return Math.min(at, to);
  }

  /** Whether semicolons may be a part of the statement. */
  static boolean isCompound(byte[] bytes, int from, int to) {
    for (String word : COMPOUND) {
      int end = from + word.length();
      if (end < to && bytes[end] > 0 && bytes[end] <= ' ' && isWord(bytes, from, word)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWord(byte[] bytes, int from, String word) {
    for (int i = 0; i < word.length(); i++) {
      if ((bytes[from + i] | 0x20) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** The place after the character, text, name in quotes or comment at this one. */
  private static int next(byte[] bytes, int at, int to) {
    return switch (bytes[at]) {
      case '\'', '"' -> afterText(bytes, at, to, true);
      case '`' -> afterText(bytes, at, to, false);
      case '#' -> afterLine(bytes, at, to);
      case '-' -> isDashes(bytes, at, to) ? afterLine(bytes, at, to) : at + 1;
      case '/' -> isComment(bytes, at, to) ? afterComment(bytes, at, to) : at + 1;
      default -> at + 1;
    };
  }

  private static int afterText(byte[] bytes, int from, int to, boolean escapes) {
    int quote = bytes[from];
    int at = from + 1;
    while (at < to && bytes[at] != quote) {
      at += escapes && bytes[at] == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  private static boolean isDashes(byte[] bytes, int at, int to) {
    return at + 2 < to && bytes[at + 1] == '-' && bytes[at + 2] <= ' ';
  }

  private static int afterLine(byte[] bytes, int from, int to) {
    int end = Bytes.indexOf(bytes, from, to, '\n');
    return end < 0 ? to : end + 1;
  }

  private static boolean isComment(byte[] bytes, int at, int to) {
    return at + 1 < to && bytes[at + 1] == '*';
  }

  private static int afterComment(byte[] bytes, int from, int to) {
    for (int at = from + 2; at + 1 < to; at++) {
      if (bytes[at] == '*' && bytes[at + 1] == '/') {
        return at + 2;
      }
    }
    return to;
  }
}
