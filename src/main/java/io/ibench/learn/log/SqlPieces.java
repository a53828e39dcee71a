package io.ibench.learn.log;

/** Steps over texts, names and comments of PostgreSQL's SQL. */
final class SqlPieces {

  private SqlPieces() {}

  /** Where the first statement ends: at a semicolon, or at the end. */
  static int end(byte[] bytes, int from, int to) {
    if (Bytes.indexOf(bytes, from, to, ';') < 0) {
      return to;
    }
    int at = from;
    while (at < to && bytes[at] != ';') {
      at = next(bytes, from, at, to);
    }
    return Math.min(at, to);
  }

  /** Whether PostgreSQL's text has a {@code $1} that is no part of a text or comment. */
  static boolean hasParameter(byte[] bytes, int from, int to) {
    int at = Bytes.indexOf(bytes, from, to, '$') < 0 ? to : from;
    while (at < to) {
      boolean isNew = at == from || !isName(bytes[at - 1]);
      if (bytes[at] == '$' && isNew && at + 1 < to && Bytes.isDigit(bytes[at + 1])) {
        return !ExecuteText.isPrepare(bytes, from, to);
      }
      at = next(bytes, from, at, to);
    }
    return false;
  }

  /**
   * The place after the character, text, name in quotes or comment at this one.
   *
   * @param begin from which on the bytes may be looked at
   */
  static int next(byte[] bytes, int begin, int at, int to) {
    return switch (bytes[at]) {
      case '\'' -> afterText(bytes, at, to, isEscape(bytes, begin, at));
      case '"' -> afterText(bytes, at, to, false);
      case '$' -> afterDollars(bytes, begin, at, to);
      case '-' -> at + 1 < to && bytes[at + 1] == '-' ? afterLine(bytes, at, to) : at + 1;
      case '/' -> at + 1 < to && bytes[at + 1] == '*' ? afterComment(bytes, at, to) : at + 1;
      default -> at + 1;
    };
  }

  /** Whether a text follows an E, so that backslashes escape. */
  private static boolean isEscape(byte[] bytes, int begin, int at) {
    return at > begin
        && (bytes[at - 1] == 'E' || bytes[at - 1] == 'e')
        && (at - 1 == begin || !isName(bytes[at - 2]));
  }

  static boolean isName(int character) {
    return character >= 'a' && character <= 'z'
        || character >= 'A' && character <= 'Z'
        || Bytes.isDigit(character)
        || character == '_'
        || character < 0;
  }

  private static int afterText(byte[] bytes, int from, int to, boolean escapes) {
    int quote = bytes[from];
    int at = from + 1;
    while (at < to && bytes[at] != quote) {
      at += escapes && bytes[at] == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  /** After {@code $tag$...$tag$}, or after the sign of {@code $1}. */
  private static int afterDollars(byte[] bytes, int begin, int from, int to) {
    if (from > begin && isName(bytes[from - 1])) {
      return from + 1;
    }
    int end = from + 1;
    while (end < to && isName(bytes[end])) {
      end++;
    }
    if (end >= to || bytes[end] != '$' || Bytes.isDigit(bytes[from + 1])) {
      return from + 1;
    }
    int length = end + 1 - from;
    int at = Bytes.indexOf(bytes, end + 1, to, '$');
    while (at >= 0 && at + length <= to && !same(bytes, from, at, length)) {
      at = Bytes.indexOf(bytes, at + 1, to, '$');
    }
    return at < 0 ? to : Math.min(to, at + length);
  }

  private static boolean same(byte[] bytes, int one, int other, int length) {
    for (int i = 0; i < length; i++) {
      if (bytes[one + i] != bytes[other + i]) {
        return false;
      }
    }
    return true;
  }

  private static int afterLine(byte[] bytes, int from, int to) {
    int end = Bytes.indexOf(bytes, from, to, '\n');
    return end < 0 ? to : end + 1;
  }

  /** Comments may contain comments. */
  private static int afterComment(byte[] bytes, int from, int to) {
    int depth = 1;
    int at = from + 2;
    while (at + 1 < to && depth > 0) {
      if (bytes[at] == '*' && bytes[at + 1] == '/') {
        depth--;
        at += 2;
      } else if (bytes[at] == '/' && bytes[at + 1] == '*') {
        depth++;
        at += 2;
      } else {
        at++;
      }
    }
    return depth > 0 ? to : at;
  }
}
